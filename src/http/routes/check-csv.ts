import type { FastifyInstance } from 'fastify'
import { CHECK_COLUMNS, type CheckFile, checkFileOf, checkLine, problemLine } from '../../answer/csv/check-line.ts'
import { readQuery } from '../../answer/question.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../terms/csv.ts'
import type { Language } from '../../terms/language.ts'
import { MAX_CSV_ITEMS } from '../input/bounds.ts'
import type { Admission } from '../request/admission.ts'
import { type Batch, placesAsked, regimeAsked } from '../request/batch.ts'
import { costOf } from '../request/batch-cost.ts'
import { checkCsvParameters, readUrlParameters, separatorOf } from '../request/parameters.ts'
import { CACHED, VARIES } from '../response/headers.ts'
import { PROBLEMS } from '../response/problems.ts'
import { responseBody } from '../response/response-body.ts'
import { sendBody } from '../response/send-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'
import { type BatchItems, type BatchWork, batchItems } from './batch-answer.ts'

export const CHECK_CSV_PATH = '/api/v1/check.csv'

export const csvType = (header: 'true' | 'false' = 'true') =>
  `text/csv; charset=utf-8; header=${header === 'true' ? 'present' : 'absent'}`
const INPUT = { query: checkCsvParameters, body: null }
const HEADERS = { 'cache-control': CACHED, vary: VARIES }

/** A list of codes and names in the URL, one line of CSV for each: what a spreadsheet can ask for by itself. */
export function checkCsvRoute(app: FastifyInstance, services: Services, admission: Admission): void {
  app.get(CHECK_CSV_PATH, { config: { limit: 'batches', input: INPUT } }, async (request, reply) => {
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    const read = readUrlParameters(request.url, checkCsvParameters(answerer.dataset))
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const { values } = read
    const asked = [...values.codes, ...values.names]
    if (asked.length === 0) return sendProblem(request, reply, 'csv_items_missing')
    if (asked.length > MAX_CSV_ITEMS) return sendProblem(request, reply, 'csv_items_too_many')
    const batch = batchOf(values, asked)
    // The caller has closed the connection, so `close` would never release a slot.
    if (reply.raw.destroyed) return reply.hijack()
    const begun = await admission.beginBatch(reply, costOf(batch))
    if ('problem' in begun) return sendProblem(request, reply, begun.problem)
    try {
      const { lang } = values
      const asOf = values.as_of ?? services.today()
      const work: BatchWork = {
        answerer,
        batch,
        asOf,
        language: lang,
        scope: answerer.scope(asOf, lang, regimeAsked(batch), placesAsked(batch)),
        onError: (err) => services.log.error({ reqId: request.id, route: CHECK_CSV_PATH, err }, 'answer failed'),
      }
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
  })
}

type Values = Pick<Batch, 'regime'> & {
  readonly [Name in 'lang' | 'as_of' | 'direction' | 'origin' | 'dispatch' | 'destination' | 'value' | 'contract_date']:
    | string
    | null
} & { readonly via: readonly string[] }

function batchOf(values: Values, asked: readonly string[]): Batch {
  const { lang, as_of, direction, contract_date, regime, origin, dispatch, destination, via, value } = values
  return {
    language: lang as Language,
    asOf: as_of as Batch['asOf'],
    detail: 'short',
    regime,
    deal: {
      ...(origin !== null && { origin }),
      ...(dispatch !== null && { dispatch }),
      ...(destination !== null && { destination }),
      ...(via.length > 0 && { via: via.join() }),
      ...(value !== null && { value }),
    },
    items: asked.map((q, at) => ({
      id: String(at),
      q,
      ...(direction !== null && { direction }),
      ...(contract_date !== null && { contract_date }),
    })),
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
