import { MAX_NUMBER, readText, wholeNumber } from '../../answer/question/parameters.ts'
import type { CnMatch } from '../../answer/response/short-response.ts'
import { DISCLAIMER } from '../../answer/shape/texts.ts'
import type { Language, Text } from '../../base/language.ts'
import { printable } from '../../base/plain-text.ts'
import { quote } from '../kernel/problem/problem.ts'
import { type BatchItems, batchItems, workOn } from '../lookup/batch-answer.ts'
import { type Batch, readBatch } from '../lookup/read-batch.ts'
import { type ArgumentProblem, type Arguments, unknownArgument } from './arguments.ts'
import { LIST_CALL_ITEMS } from './limits.ts'
import { bytesOf, RESULT_BYTES } from './result-size.ts'
import { ListArgumentsSchema, type ListResult, ListSchema } from './schemas.ts'
import { scopeInShort } from './scope-in-short.ts'
import { closing, softeningInWords, softeningOfLine } from './softening.ts'
import type { Tool, ToolContext } from './tool.ts'

type Item = ListResult['items'][number]
type Source = ListResult['sources'][number]

const GOODS_NAMED = 2
const MATCHES_NAMED = 3

const OFFSET = wholeNumber(0, MAX_NUMBER, 0, 'offset_invalid', '')

export const CHECK_LIST: Tool = {
  name: 'check_list',
  title: 'Check a list',
  description: `Checks up to ${LIST_CALL_ITEMS} codes and product names at once: for each, the assessment and its first matches; \`sources\` link to EUR-Lex. A result holds as many items as fit: go on with \`next_offset\` and the same items. Ask check_code about an item for the texts of what softens a ban and all its matches. An item with \`status: error\` was not checked.`,
  input: () => ListArgumentsSchema,
  output: ListSchema,
  async call(given, context) {
    const read = readList(given, context)
    if ('problems' in read) return read
    const limited = await context.admitList(read.batch.items)
    if (limited) return { problems: [limited] }
    const structured = await checkFrom(read.offset, read.batch, context)
    return { structured, text: inWords(structured, read.offset, read.batch.language ?? 'pl') }
  },
}

function readList(
  given: Arguments,
  { answerer }: ToolContext,
): { readonly batch: Batch; readonly offset: number } | { readonly problems: readonly ArgumentProblem[] } {
  // Null is an argument left out, as some models write it.
  const { offset = 0, ...body } = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const known = Object.keys(ListArgumentsSchema.properties)
  const unknown = Object.keys(body).filter((name) => !known.includes(name))
  const problems = unknown.map((name) => unknownArgument(name, known))
  const from = readText(OFFSET, typeof offset === 'string' || typeof offset === 'number' ? String(offset) : '')
  if ('problem' in from) problems.push({ code: from.problem, argument: 'offset' })
  const { items } = body
  if (!Array.isArray(items) || items.length === 0 || items.length > LIST_CALL_ITEMS) {
    return { problems: [...problems, { ...quote('items_count_invalid', { max: LIST_CALL_ITEMS }), argument: 'items' }] }
  }
  const read = readBatch(
    Object.fromEntries(Object.entries(body).filter(([name]) => known.includes(name))),
    answerer.dataset.regimes.map(({ data }) => data.code),
  )
  if ('problems' in read)
    problems.push(...read.problems.map(({ pointer, ...problem }) => ({ ...problem, argument: pointer })))
  if ('problems' in read || 'problem' in from || problems.length > 0) return { problems }
  return { batch: read.batch, offset: from.value }
}

/** The items from that one on, as many as fit; others are not worked on. */
async function checkFrom(offset: number, batch: Batch, context: ToolContext): Promise<ListResult> {
  const language = batch.language ?? 'pl'
  const work = workOn({ ...batch, detail: 'short' }, context, language)
  const { scope } = work
  const head = {
    dataset: work.answerer.dataset.version,
    as_of: work.asOf,
    disclaimer: DISCLAIMER[language],
    warnings: scope.warnings,
    scope: scopeInShort(scope, language),
    total: batch.items.length,
  }
  const answered = batchItems(work)
  const items: Item[] = []
  const sources = new Map<string, Source>()
  let left = RESULT_BYTES - bytesOf(head)
  let at = offset
  for (; at < batch.items.length; at++) {
    await context.nextTurn()
    const { item, matches } = shortened(await answered.answer(at))
    const added = sourcesOf(matches).filter(([place]) => !sources.has(place))
    left -=
      bytesOf(item) + bytesOf(lineOf(item, language)) + added.reduce((sum, [, source]) => sum + bytesOf(source) + 1, 1)
    if (left < 0 && items.length > 0) break
    items.push(item)
    for (const [place, source] of added) sources.set(place, source)
  }
  return {
    ...head,
    items,
    sources: [...sources.values()],
    next_offset: at < batch.items.length ? at : null,
  }
}

function shortened(line: Awaited<ReturnType<BatchItems['answer']>>): { item: Item; matches: readonly CnMatch[] } {
  if (line.status === 'error') {
    const { code, detail, suggestions } = line.problem
    const problem = { code, detail, ...(suggestions && { suggestions }) }
    return { item: { id: line.id, status: 'error', problem }, matches: [] }
  }
  // The work asks for answers in short.
  if (!('matches' in line)) throw new Error('an item in full')
  const { id, query, matched_as, verdict, has_prohibition, assessment, cn_name, goods, meta, deal, contract } = line
  const facts = deal?.facts ?? meta.facts
  const matches = line.matches.slice(0, MATCHES_NAMED)
  const item: Item = {
    id,
    status: 'ok',
    query,
    matched_as,
    verdict,
    has_prohibition,
    assessment: {
      checked: assessment.checked,
      answer: assessment.answer,
      // A list has what decides; check_code has the reason and the steps of a line.
      sentence: `${assessment.headline}.`,
      extent: assessment.extent,
    },
    cn_name,
    ...(goods && { goods: goods.slice(0, GOODS_NAMED).map(({ code, name }) => ({ code, name })) }),
    ...(meta.name && { confidence: meta.name.confidence }),
    softened_by: softeningOfLine(line),
    ...(deal && { findings: deal.findings.map(({ kind, regime, article }) => ({ kind, regime, article })) }),
    ...(contract && { contract }),
    ...(facts && { facts }),
    uncoded: line.uncoded,
    warnings: line.warnings,
    matches: matches.map(({ cn_code, regime, annex, article, type, direction, covers_query }) => ({
      cn_code,
      regime,
      annex,
      article,
      type,
      direction,
      covers_query,
    })),
    total: meta.total,
  }
  return { item, matches }
}

/** Each place of the law once: matches of many items stand in the same annexes. */
const sourcesOf = (matches: readonly CnMatch[]): [string, Source][] => [
  ...new Map(
    matches.map(({ regime, annex, article, eur_lex_url }): [string, Source] => [
      `${regime} ${annex} ${article}`,
      { regime, annex, article, eur_lex_url },
    ]),
  ),
]

/** For clients that show a model nothing but the text. */
function inWords(result: ListResult, offset: number, language: Language): string {
  const { items, next_offset, total } = result
  const rest = next_offset === null ? [] : [goOn(offset + 1, offset + items.length, total, next_offset)[language]]
  return [...items.map((item) => lineOf(item, language)), ...rest, ...closing(result)].join('\n')
}

/** The assessment with what softens it, what the deal meets with, and what no code settles. */
function lineOf(item: Item, language: Language): string {
  if (item.status === 'error') return `${printable(item.id ?? '?')}: ${item.problem.detail}`
  const { assessment, softened_by, confidence, contract, findings = [], uncoded, warnings } = item
  return [
    `${printable(item.id)} (${printable(item.query)}): ${assessment.sentence}`,
    ...softeningInWords(softened_by, confidence, language),
    ...(contract ? [contract.text] : []),
    ...(findings.length > 0
      ? [`${[...new Set(findings.map(({ kind, article }) => `${kind} ${article}`.trim()))].join('; ')}.`]
      : []),
    ...(uncoded.length > 0 ? [uncodedText(uncoded.length)[language]] : []),
    ...warnings,
  ].join(' ')
}

const uncodedText = (count: number): Text => ({
  pl: `Listy bez kodów, których kod nie rozstrzyga: ${count}.`,
  en: `Lists without codes, which no code settles: ${count}.`,
})

const goOn = (first: number, last: number, total: number, next: number): Text => ({
  pl: `Pozycje ${first}–${last} z ${total}; dalsze: offset ${next}.`,
  en: `Items ${first} to ${last} of ${total}; go on with offset ${next}.`,
})
