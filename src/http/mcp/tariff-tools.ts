import { day } from '../../answer/question/parameters.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import { group } from '../../base/cn-code.ts'
import type { Language, Text } from '../../base/language.ts'
import { diffDays } from '../../changes/diff-days.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { describeChange } from '../changes/describe-change.ts'
import { inputSchema } from './arguments.ts'
import { askedParameters, codeParameters, type Read, readAsked } from './asked.ts'
import { namedChanges, SOFTENED } from './changes-tool.ts'
import { bytesOf, countFitting, RESULT_BYTES } from './result-size.ts'
import { type Comparison, ComparisonSchema, type TariffResult, TariffSchema } from './schemas.ts'
import { scopeInShort } from './scope-in-short.ts'
import { closing, judged, judgedInWords, softeningOfAnswer } from './softening.ts'
import type { Tool } from './tool.ts'

/** Results that are looked through for exemptions. Everything else is about all of them. */
const LIMIT = [['limit', '20']] as const

function browseParameters(dataset: Dataset) {
  const { as_of, offset } = askedParameters(dataset)
  return { ...codeParameters(dataset), as_of, offset }
}

export const BROWSE_TARIFF: Tool = {
  name: 'browse_tariff',
  title: 'Browse the tariff below a code',
  description:
    'The lines of the Combined Nomenclature below a code, to find a longer one: names, and of each the gravest measure (`kind`, `extent`; null: none in the lists that were checked). A line is no assessment: check_code the code chosen.',
  input: (dataset) => inputSchema(browseParameters(dataset)),
  output: TariffSchema,
  async call(given, context) {
    const { answerer } = context
    const read = readAsked(given, context, browseParameters(answerer.dataset), LIMIT, { codeOnly: true })
    if ('problems' in read) return read
    const { question } = read
    const { language, offset } = question
    const response = answerer.answer({ ...question, offset: 0 })
    await context.nextTurn()
    const { lines, total } = answerer.below(question)
    const { cn_name, query } = response
    const next = offset + lines.length
    const structured: TariffResult = {
      query,
      cn_name,
      ...judgedOf(response),
      lines: [...lines],
      total,
      next_offset: lines.length > 0 && next < total ? next : null,
      warnings: response.scope.warnings,
      scope: scopeInShort(response.scope, language),
      dataset: response.meta.dataset,
      as_of: response.scope.as_of,
      disclaimer: response.disclaimer,
    }
    const text = [
      `${query}: ${cn_name ?? '–'}`,
      ...judgedInWords(structured, undefined, language),
      ...(lines.length === 0 ? [NOTHING_BELOW[language]] : []),
      ...lines.map(
        ({ code, name, depth, kind, extent }) =>
          `${'  '.repeat(depth)}${code ?? '–'} ${name}${kind ? ` [${kind}: ${extent}]` : ''}`,
      ),
      ...(structured.next_offset === null ? [] : [goOn(structured.next_offset, total)[language]]),
      ...closing(structured),
    ].join('\n')
    return { structured, text }
  },
}

function compareParameters(dataset: Dataset) {
  return {
    ...codeParameters(dataset),
    from: day('as_of_invalid', 'the earlier day'),
    to: day('as_of_invalid', 'the later day; today in Brussels by default'),
    offset: askedParameters(dataset).offset,
  }
}

export const COMPARE_DAYS: Tool = {
  name: 'compare_days',
  title: 'Compare two days for a code',
  description:
    'How the assessment of a code differs between two days, and which listings and measures were added, removed or changed between them, by which act. Exemptions, wind-downs and derogations are counted for each day (`softened_by`), not compared: check_code has their texts.',
  input: (dataset) => ({ ...inputSchema(compareParameters(dataset)), required: ['q', 'from'] }),
  output: ComparisonSchema,
  async call(given, context) {
    const { answerer, today } = context
    const { from, to, ...rest } = given
    const { from: _, to: __, ...declared } = compareParameters(answerer.dataset)
    const onDay = (argument: 'from' | 'to', asked: unknown): Read => {
      const as_of = typeof asked === 'string' ? asked : ''
      const read = readAsked(rest, context, declared, [...LIMIT, ['as_of', as_of]], { codeOnly: true })
      if ('question' in read) return read
      return {
        problems: read.problems.map((one) => (one.argument === 'as_of' ? { ...one, argument, advice: DAY } : one)),
      }
    }
    const days = [onDay('from', from), onDay('to', to ?? today)] as const
    if ('problems' in days[0] || 'problems' in days[1]) {
      const all = days.flatMap((one) => ('problems' in one ? one.problems : []))
      return { problems: all.filter((one, at) => all.findIndex(({ argument }) => argument === one.argument) === at) }
    }
    const [one, other] = [days[0].question, days[1].question]
    const [earlier, question] = one.asOf <= other.asOf ? [one, other] : [other, one]
    const { read, regime, language, offset } = question
    if (read.as === 'cn_code' && read.digits.length < 4)
      return { problems: [{ code: 'argument_invalid', argument: 'q', advice: HEADING }] }
    const before = answerer.answer({ ...earlier, offset: 0 })
    await context.nextTurn()
    const after = answerer.answer({ ...question, offset: 0 })
    await context.nextTurn()
    const code = read.as === 'cn_code' ? read.digits : null
    const changes =
      code === null
        ? []
        : diffDays(answerer.dataset, earlier.asOf, question.asOf, { code, regime }).map((change) =>
            describeChange({ ...change, cn_codes: namedFirst(change.cn_codes, group(code)) }, language),
          )
    const head = {
      query: after.query,
      cn_name: after.cn_name,
      before: dayOf(before),
      after: dayOf(after),
      scope: scopeInShort(after.scope, language),
      dataset: after.meta.dataset,
      disclaimer: after.disclaimer,
    }
    const remaining = changes.slice(offset)
    const fitting = Math.max(1, countFitting(remaining, RESULT_BYTES - RESERVED_BYTES - bytesOf(head)))
    const next = offset + fitting
    const structured: Comparison = {
      ...head,
      changes: remaining.slice(0, fitting),
      total: changes.length,
      next_offset: next < changes.length ? next : null,
    }
    return { structured, text: comparisonInWords(structured, language) }
  },
}

/** For what the text says of both days. */
const RESERVED_BYTES = 1_000

/** A measure names all codes of its annex; a reader needs those that are about the code asked for. */
const CODES_SHOWN = 20
const namedFirst = (codes: readonly string[], asked: string): readonly string[] => {
  const plain = (code: string) => code.replaceAll(' ', '')
  const isNear = (code: string) => plain(code).startsWith(plain(asked)) || plain(asked).startsWith(plain(code))
  return codes.filter(isNear).slice(0, CODES_SHOWN)
}

const judgedOf = (response: CnResponse) => judged(response, softeningOfAnswer(response), response.meta.uncoded)

const dayOf = (response: CnResponse): Comparison['before'] => ({
  as_of: response.scope.as_of,
  // What to ask is a matter of one day; check_code has it.
  ...judgedOf({ ...response, assessment: { ...response.assessment, sentence: `${response.assessment.headline}.` } }),
  warnings: response.scope.warnings,
})

function comparisonInWords(result: Comparison, language: Language): string {
  const { query, cn_name, before, after, changes, total, next_offset } = result
  return [
    `${query}: ${cn_name ?? '–'}`,
    ...[before, after].flatMap((one) => [
      `${one.as_of}: ${judgedInWords(one, undefined, language).join(' ')}`,
      ...one.warnings,
    ]),
    changesCounted(total)[language],
    ...namedChanges(changes),
    ...(next_offset === null ? [] : [goOn(next_offset, total)[language]]),
    SOFTENED[language],
    result.disclaimer,
    `${result.dataset}, ${before.as_of} – ${after.as_of}`,
  ].join('\n')
}

/** A chapter would be answered twice and compared row by row, which takes too long for one call. */
const HEADING: Text = {
  pl: 'Podaj kod o co najmniej 4 cyfrach; zmiany całego działu podaje list_changes.',
  en: 'Give a code of at least 4 digits; list_changes tells the changes of a whole chapter.',
}
const DAY: Text = { pl: 'Tu: from i to.', en: 'Here: from and to.' }
const NOTHING_BELOW: Text = {
  pl: 'W taryfie nie ma wierszy poniżej tego kodu.',
  en: 'The tariff has no lines below this code.',
}
const changesCounted = (total: number): Text => ({
  pl: `Zmiany wpisów i przepisów między tymi dniami: ${total}.`,
  en: `Changes of listings and measures between these days: ${total}.`,
})
const goOn = (next: number, total: number): Text => ({
  pl: `Dalsze z ${total}: offset ${next}.`,
  en: `Further ones of ${total}: offset ${next}.`,
})
