import { printFacts } from '../../answer/question/facts.ts'
import type { Values } from '../../answer/question/parameters.ts'
import { readQuery } from '../../answer/question/question.ts'
import {
  CHECK_COLUMNS,
  type CheckFile,
  checkFileOf,
  checkLine,
  problemLine,
} from '../../answer/shape/csv/check-line.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../base/csv.ts'
import { file } from '../kernel/describe/parts.ts'
import { endpoint, lawParameters } from '../kernel/endpoint/endpoint.ts'
import { quote } from '../kernel/problem/problem.ts'
import { PROBLEMS } from '../kernel/problem/problems.ts'
import { accepted, Refusal } from '../kernel/problem/refusal.ts'
import { CACHED, VARIES } from '../kernel/reply/headers.ts'
import { responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { type BatchItems, type BatchWork, batchItems, workOn } from './batch-answer.ts'
import { costOf } from './batch-cost.ts'
import { BATCH_LIMITED } from './costs.ts'
import { MAX_CSV_ITEMS } from './limits.ts'
import { checkCsvParameters, separatorOf } from './lookup-parameters.ts'
import { type Batch, textsOf } from './read-batch.ts'

const CHECK_CSV_PATH = '/api/v1/check.csv'

/** The first columns are enough for an example. */
export const csvAnswer = (columns: readonly string[], line: readonly string[]) => {
  const example = [columns.slice(0, line.length), line]
    .map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}…\r\n`)
    .join('')
  return file(`Columns: ${columns.join(', ')}`, 'text/csv', { schema: { type: 'string' }, example })
}

export const csvType = (header: 'true' | 'false' = 'true') =>
  `text/csv; charset=utf-8; header=${header === 'true' ? 'present' : 'absent'}`
const HEADERS = { 'cache-control': CACHED, vary: VARIES }

/** A list of codes and names in the URL, one line of CSV for each: what a spreadsheet can ask for by itself. */
export const checkAsCsv = endpoint({
  method: 'GET',
  path: CHECK_CSV_PATH,
  operationId: 'checkAsCsv',
  tag: 'lookup',
  summary: 'Check codes and names for a spreadsheet, at most 100 together, one line of CSV for each',
  description:
    'Give `codes`, `names` or both; codes come first. Columns keep their names in every language. `verdict` is `restricted`, `no_match` or `not_checked`: nothing was understood, or the line has a `problem`, whose text is then the `sentence`. `ru_import` and the like say the kind of measure and its extent. No cell can start a formula. Costs points as a list does.',
  limit: 'batches',
  query: lawParameters(checkCsvParameters),
  answers: csvAnswer(CHECK_COLUMNS, ['7304', '7304', 'Tubes, pipes and hollow profiles', 'restricted', 'true']),
  problems: ['csv_items_missing', 'csv_items_too_many', 'batch_limited', 'batches_busy', 'busy'],
  async handle({ query: values, services, admission, request, reply }) {
    const { answerer } = values
    const asked = [...values.codes, ...values.names]
    if (asked.length === 0) throw new Refusal('csv_items_missing')
    if (asked.length > MAX_CSV_ITEMS) throw new Refusal(quote('csv_items_too_many', { max: MAX_CSV_ITEMS }))
    const batch = batchOf(values, asked)
    // The caller has closed the connection, so `close` would never release a slot.
    if (reply.raw.destroyed) return reply.hijack()
    const begun = accepted(await admission.beginBatch(reply, costOf(batch), BATCH_LIMITED))
    try {
      const { lang } = values
      const onError = (err: unknown) =>
        services.log.error({ reqId: request.id, route: CHECK_CSV_PATH, err }, 'answer failed')
      const work = workOn(batch, { answerer, today: services.today(), onError }, lang)
      const items = batchItems(work)
      const isDeal = Object.keys(batch.deal).length > 0
      const file = checkFileOf(answerer.dataset, work.scope, lang, { direction: values.direction, isDeal })
      const separator = separatorOf(values.separator, lang)
      let text = values.bom === 'true' ? BYTE_ORDER_MARK : ''
      const lineOf = (cells: readonly string[]) =>
        csvLine(values.columns?.map((place) => cells[place] as string) ?? cells, separator)
      if (values.header === 'true') text += lineOf(CHECK_COLUMNS)
      for (const [at, query] of asked.entries()) {
        await begun.nextTurn()
        if (reply.raw.destroyed) return reply.hijack()
        text += lineOf(await cellsOf(work, items, at, query, at < values.codes.length, file))
      }
      const body = responseBody(text)
      begun.hold(body.bytes.length)
      return sendBody(request, reply, body, { ...HEADERS, 'content-type': csvType(values.header) })
    } finally {
      begun.slot.release()
    }
  },
})

function batchOf(values: Values<ReturnType<typeof checkCsvParameters>>, asked: readonly string[]): Batch {
  const { lang, as_of, direction, contract_date, regime, facts, origin, dispatch, destination, via, value } = values
  const common = textsOf({ direction, contract_date })
  return {
    language: lang,
    asOf: as_of,
    detail: 'short',
    regime,
    facts: facts && printFacts(facts),
    deal: textsOf({ origin, dispatch, destination, via: via.join() || null, value }),
    items: asked.map((q, at) => ({ id: String(at), q, ...common })),
  }
}

async function cellsOf(
  { language }: BatchWork,
  items: BatchItems,
  at: number,
  query: string,
  isCode: boolean,
  file: CheckFile,
): Promise<readonly string[]> {
  const read = readQuery(query)
  if (isCode && typeof read === 'object' && read.as === 'name') {
    const detail = PROBLEMS.csv_code_invalid.detail[language]
    return problemLine(query, { code: 'csv_code_invalid', detail }, file)
  }
  const item = await items.answer(at)
  if (item.status === 'error') return problemLine(query, item.problem, file)
  // `batchOf` asks for short answers.
  if (!('matches' in item)) throw new Error('a full answer in a short batch')
  return checkLine(item, file)
}
