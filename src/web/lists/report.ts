import { directionsAsked } from '../../answer/question/directions.ts'
import type { CnShort } from '../../answer/response/short-response.ts'
import { groundsInWords, reachInWords, reachPlace, wayInWords } from '../../answer/shape/reach-words.ts'
import type { Language } from '../../base/language.ts'
import { FINDING_NAMES } from '../../law/terms/finding-names.ts'
import { DEAL_FIELDS, DIRECTIONS, type Direction } from '../../law/terms/law-vocabulary.ts'
import { type CitedRegime, regimeName } from '../../law/terms/regime-name.ts'
import { dayInWords, thresholdInWords } from '../../law/terms/wording.ts'
import type { PlaceNames } from '../answer/page-answer.ts'
import { questionHref } from '../answer/page-question.ts'
import { regimesInWords } from '../answer/question-words.ts'
import { CLASS_TEXTS, listSpeaker } from '../pages/list-texts.ts'
import { answerTo, type CheckedLine, candidatesOf, classOf, type LineClass } from './checked-line.ts'
import type { BatchHead, ListQuestion } from './reply.ts'
import type { Table } from './table.ts'
import {
  dealDocumentsInWords,
  documentsInWords,
  fieldInWords,
  findingsInWords,
  groupMatches,
  pendingActs,
  placeInWords,
  remarksOf,
  sentenceOf,
  winddownsInWords,
} from './words.ts'

/** The outcome of a check, complete or not, with the user's table and what was asked about every line of it. */
export interface ListResult {
  readonly checked: readonly CheckedLine[]
  readonly question: ListQuestion
  readonly table: Table
  /** The column titles of the user's table; empty without a header. */
  readonly titles: readonly string[]
  /** Null before the first reply. */
  readonly head: BatchHead | null
  /** The names of countries, as the form offers them. */
  readonly places: PlaceNames
}

/** Whether the list is about deals. */
export const isOfDeals = ({ checked }: ListResult): boolean => checked.some(({ line }) => line.deal !== null)

/** A cell of a download: a link, with what a file without links has instead; or a result, coloured as its class. */
export type ReportCell =
  | string
  | number
  | { readonly text: string; readonly href: string; readonly plain: string }
  | { readonly text: string; readonly tone: LineClass }

export const plainCell = (cell: ReportCell): string => {
  if (typeof cell !== 'object') return String(cell)
  return 'plain' in cell ? cell.plain : cell.text
}

/** How wide a column may become, in characters, and whether it is folded away: the rest of what the service said. */
export interface ColumnLook {
  readonly maxWidth?: number
  readonly isFolded?: boolean
}

interface Column extends ColumnLook {
  readonly title: string
  /** Folded away where no line has anything in it. */
  readonly isOptional?: boolean
  cell(one: CheckedLine): ReportCell
}

export interface ReportSheet {
  readonly name: string
  /** The first row has the titles of the columns. */
  readonly rows: readonly (readonly ReportCell[])[]
  /** In the order of the columns; those behind the last have no limits of their own. */
  readonly columns?: readonly ColumnLook[]
  /** Printed at the foot of every page, beside its number. */
  readonly footer?: string
}

type Say = ReturnType<typeof listSpeaker>

const SEPARATOR = ' | '

/** The sheet with one row for each line of the list: the columns of the user's file first, then what was found. */
export function resultSheet(result: ListResult, origin: string): ReportSheet {
  const say = listSpeaker(result.question.language)
  const all = columnsFor(result, origin)
  // What no line has is folded away as well: paper is narrow.
  const isEmpty = ({ cell }: Column) => result.checked.every((one) => cell(one) === '')
  const folded = new Set(all.filter((column) => column.isFolded || (column.isOptional && isEmpty(column))))
  const columns = [
    ...all.filter((column) => !folded.has(column)),
    ...[...folded].map((column) => ({ ...column, isFolded: true })),
  ]
  return {
    name: say('results'),
    rows: rowsOf(columns, result),
    columns,
    footer: `${say('footer')} ${daysOf(result).join(', ')}`,
  }
}

const rowsOf = (columns: readonly Column[], { checked }: ListResult): ReportCell[][] => [
  columns.map(({ title }) => title),
  ...checked.map((one) => columns.map(({ cell }) => cell(one))),
]

/** The same for a file that has one sheet: what holds for the whole list stands in every line. */
export function csvRows(result: ListResult, origin: string): string[][] {
  const { head, question } = result
  const say = listSpeaker(question.language)
  const pending = head ? pendingActs(head.scope, question.language) : []
  const acts = pending.map(({ country, words }) => `${country}: ${words}`).join(SEPARATOR)
  const columns = [
    ...columnsFor(result, origin),
    { title: say('pending'), cell: () => acts || say('pendingNone') },
    { title: say('disclaimer'), cell: () => head?.disclaimer ?? '' },
  ]
  return rowsOf(columns, result).map((cells) => cells.map(plainCell))
}

/** Widths by which a sheet with a few columns of the user's own is readable on a landscape page. */
const WIDTH = { own: 18, result: 14, sentence: 46, texts: 30 } as const

function columnsFor(result: ListResult, origin: string): Column[] {
  const { checked, question } = result
  const { language } = question
  const say = listSpeaker(language)
  const regimes = regimesOf(result)
  const deals = isOfDeals(result)
  const folded: Column[] = [
    { title: say('columnChecked'), cell: ({ line, reply }) => (reply === null ? '' : line.q) },
    ...(deals ? dealColumns(result, say) : reachColumns(result, say)),
    { title: say('columnGrounds'), cell: found((answer) => groundsOf(answer, language)) },
    { title: say('columnName'), cell: found(({ cn_name }) => cn_name ?? '') },
    ...candidateColumns(checked, question, origin, say),
    ...(checked.some((one) => answerTo(one)?.meta.name)
      ? [{ title: say('columnConfidence'), cell: found(({ meta }) => (meta.name ? say(meta.name.confidence) : '')) }]
      : []),
    { title: say('columnThreshold'), cell: found(thresholdAmount) },
    { title: say('columnThresholdWords'), cell: found((answer) => thresholdWords(answer, language)) },
    { title: say('columnCount'), cell: found(({ meta }) => meta.total) },
    { title: say('columnMatches'), cell: found((answer) => matchesInWords(answer, regimes, language)) },
    ...regimes.map(({ code }) => ({
      title: `EUR-Lex: ${regimeName(code, regimes)}`,
      cell: found((answer) => eurLexLink(answer, code, language)),
    })),
    { title: say('asOf'), cell: ({ reply }) => reply?.as_of ?? '' },
    { title: say('dataset'), cell: ({ reply }) => reply?.dataset ?? '' },
  ]
  return [
    { title: say('row'), cell: ({ line }) => line.row },
    ...ownColumns(result, say),
    {
      title: say('result'),
      maxWidth: WIDTH.result,
      cell: (one) => ({ text: CLASS_TEXTS[classOf(one)][language], tone: classOf(one) }),
    },
    { title: say('columnSentence'), maxWidth: WIDTH.sentence, cell: sentenceOf },
    {
      title: say(deals ? 'columnDealDocuments' : 'columnDocuments'),
      maxWidth: WIDTH.texts,
      isOptional: true,
      cell: found((answer) =>
        (deals
          ? dealDocumentsInWords(answer, regimes, language)
          : documentsInWords(answer, directionsIn(question), regimes, language)
        ).join(SEPARATOR),
      ),
    },
    {
      title: say('columnWinddowns'),
      maxWidth: WIDTH.texts,
      isOptional: true,
      cell: found((answer) => winddownsInWords(answer, regimes, language).join(SEPARATOR)),
    },
    ...(question.filters.contract_date
      ? [
          {
            title: say('columnContract'),
            maxWidth: WIDTH.texts,
            cell: found(({ contract }) => contract?.text ?? ''),
          },
        ]
      : []),
    {
      title: say('columnRemarks'),
      maxWidth: WIDTH.texts,
      isOptional: true,
      cell: (one) => remarksOf(one, regimes, language).join(SEPARATOR),
    },
    { title: say('details'), cell: (one) => detailsLink(one, question, origin) },
    ...folded.map((column) => ({ ...column, isFolded: true })),
  ]
}

/** A cell about the answer to a line; empty where there is none. */
const found = (words: (answer: CnShort) => ReportCell) => (one: CheckedLine) => {
  const answer = answerTo(one)
  return answer ? words(answer) : ''
}

/** The same where something was checked. */
const foundChecked = (words: (answer: CnShort) => string) =>
  found((answer) => (answer.assessment.checked ? words(answer) : ''))

/** Each reach with the provisions behind it, and how far each of them reaches. */
const groundsOf = ({ assessment }: CnShort, language: Language): string =>
  groundsInWords(assessment, language)
    .map(({ head, grounds }) => `${head} – ${grounds.join('; ')}`)
    .join(SEPARATOR)

/** What the deal of a line is, and what it meets with. Whether the goods are listed for other deals is left to the matches. */
function dealColumns(result: ListResult, say: Say): Column[] {
  const { language } = say
  const regimes = regimesOf(result)
  return [
    ...DEAL_FIELDS.map((field) => ({
      title: say(field),
      cell: ({ line }: CheckedLine) => fieldInWords(field, line.deal?.[field], result.places),
    })),
    { title: say('columnGravest'), cell: foundChecked((answer) => gravestInWords(answer, say)) },
    {
      title: say('columnFindings'),
      cell: foundChecked((answer) => findingsInWords(answer, regimes, language).join(SEPARATOR)),
    },
  ]
}

/** Findings come with the gravest first. */
function gravestInWords({ deal }: CnShort, say: Say): string {
  const [gravest] = deal?.findings ?? []
  return gravest ? FINDING_NAMES[gravest.kind][say.language] : say('noFindings')
}

/** The user's own cells. What was a number in the file stays one. */
function ownColumns({ checked, table, titles }: ListResult, say: Say): Column[] {
  const cellsOf = new Map(table.map(({ number, cells }) => [number, cells]))
  const width = Math.max(1, titles.length, ...checked.map(({ line }) => cellsOf.get(line.row)?.length ?? 0))
  return Array.from({ length: width }, (_, at) => ({
    title: say('columnPrefix') + (titles[at] || say('columnN', at + 1)),
    maxWidth: WIDTH.own,
    cell: ({ line }) => {
      const { text = '', kind } = cellsOf.get(line.row)?.[at] ?? {}
      return kind === 'number' && Number.isFinite(Number(text)) ? Number(text) : text
    },
  }))
}

/** The days that the answers are of, in words. */
export const daysOf = ({ checked, question }: ListResult): string[] => [
  ...new Set(checked.flatMap(({ reply }) => (reply ? [dayInWords(reply.as_of, question.language)] : []))),
]

/** The regimes that were asked about. */
export const regimesOf = ({ head }: ListResult): BatchHead['scope']['regimes'] => head?.scope.regimes ?? []

export const directionOf = ({ filters }: ListQuestion): Direction | null =>
  DIRECTIONS.find((one) => one === filters.direction) ?? null

const directionsIn = (question: ListQuestion): readonly Direction[] => directionsAsked(directionOf(question))

/**
 * One column for each country and direction asked about; one for other dealings, and for further countries, where a
 * measure concerns them.
 */
function reachColumns(result: ListResult, say: Say): Column[] {
  const { language } = say
  const asked = directionsIn(result.question)
  const regimes = regimesOf(result)
  const columnOf = (title: string, isOf: (reach: Reach) => boolean): Column => ({
    title,
    cell: (one) => {
      const words = reachesOf(one)
        .filter(isOf)
        .map((reach) => reachInWords(reach, language))
      if (words.length > 0) return words.join('; ')
      return answerTo(one)?.assessment.checked ? say('notListed') : ''
    },
  })
  // The reaches of an assessment are by country, which may have several regimes.
  const targets = Map.groupBy<string | null, CitedRegime>(regimes, ({ code }) => code.split('-')[1] ?? '')
  const columns = [...targets].flatMap(([country, same]) =>
    [...asked, null].flatMap((way) => {
      const isOf = (reach: Reach) => reach.direction === way && reach.country === country
      const isKept = way !== null || result.checked.some((one) => reachesOf(one).some(isOf))
      return isKept ? [columnOf(`${regimesInWords(same, language)}: ${wayInWords(way, language)}`, isOf)] : []
    }),
  )
  // Countries that measures name besides their target, and goods made from inputs of it.
  const isFurther = ({ country }: Reach) => !targets.has(country)
  const titleOf = (reach: Reach) => `${reachPlace(reach, language)}: ${wayInWords(reach.direction, language)}`
  const further = new Set(result.checked.flatMap((one) => reachesOf(one).filter(isFurther).map(titleOf)))
  return [
    ...columns,
    ...[...further].map((title) => columnOf(title, (reach) => titleOf(reach) === title && isFurther(reach))),
  ]
}

type Reach = CnShort['assessment']['reaches'][number]

const reachesOf = (one: CheckedLine): readonly Reach[] => answerTo(one)?.assessment.reaches ?? []

/** Spreadsheets have one link in a cell, so every code that a name may mean has a cell of its own. */
function candidateColumns(checked: readonly CheckedLine[], question: ListQuestion, origin: string, say: Say): Column[] {
  const most = Math.max(0, ...checked.map((one) => candidatesOf(one).length))
  return Array.from({ length: most }, (_, at) => ({
    title: say('columnCandidate', at + 1),
    cell: (one) => {
      const candidate = candidatesOf(one)[at]
      if (!candidate) return ''
      const text = candidate.name === null ? candidate.code : `${candidate.code} ${candidate.name}`
      return { text, href: origin + answerHref(candidate.code, one, question), plain: text }
    },
  }))
}

/** The thresholds on which a ban depends, each once. Where everything is banned anyway they decide nothing. */
function thresholdsOf({ assessment, matches }: CnShort) {
  if (assessment.reaches.every(({ extent }) => extent !== 'threshold')) return []
  return [...new Map(matches.flatMap(({ thresholds }) => thresholds.map((one) => [JSON.stringify(one), one]))).values()]
}

/** A number to calculate with, where there is only one. */
function thresholdAmount(answer: CnShort): ReportCell {
  const [only, ...more] = thresholdsOf(answer)
  return only && more.length === 0 ? only.amount : ''
}

const thresholdWords = (answer: CnShort, language: Language): string =>
  thresholdsOf(answer)
    .map((one) => thresholdInWords(one, language))
    .join('; ')

function matchesInWords(answer: CnShort, regimes: readonly CitedRegime[], language: Language): string {
  const { total, returned } = answer.meta
  return [
    ...groupMatches(answer, regimes, language).flatMap((group) =>
      group.places.map(({ words, codes }) => `${codes.join(', ')}: ${group.words}, ${words}`),
    ),
    ...(total > returned ? [listSpeaker(language)('more', total - returned)] : []),
  ].join(SEPARATOR)
}

/** The first provision of a regime, which is the gravest, opened in EUR-Lex. */
function eurLexLink({ matches }: CnShort, regime: string, language: Language): ReportCell {
  const first = matches.find((match) => match.regime === regime)
  return first ? { text: placeInWords(first, language), href: first.eur_lex_url, plain: first.eur_lex_url } : ''
}

function detailsLink(one: CheckedLine, question: ListQuestion, origin: string): ReportCell {
  if (!answerTo(one)) return ''
  const href = origin + answerHref(one.line.q, one, question)
  return { text: listSpeaker(question.language)('details'), href, plain: href }
}

/** The path of the page that answers the same question about this text, on the day of the reply. */
export function answerHref(q: string, { reply, line }: CheckedLine, { language, filters }: ListQuestion): string {
  const day = reply ? { as_of: reply.as_of } : {}
  return questionHref({ language, q, filters: { ...filters, ...day, ...line.deal } })
}
