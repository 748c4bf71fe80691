import { LIMIT_BY_DEFAULT, MAX_LIMIT } from '../../answer/question/parameters.ts'
import type { Question } from '../../answer/question/question.ts'
import { quote } from '../kernel/problem/problem.ts'

/**
 * What requests cost, in points of their limit: the one table, which docs/api.md prints (`costsInWords`). A point of the
 * lookups is meant to pay for some 20 ms of work on one core, a point of the batches for 250 ms at most (5 ms for each of
 * the 50 names that it pays for), so that a minute of one address stays below ten seconds: `npm run hostile -- --cost`.
 */
export const POINTS = Object.freeze({
  lookup: 1,
  /** Added to a lookup with a `limit` above the default. */
  manyMatches: 2,
  tree: 1,
  history: 1,
  /** A receipt is hashed three times and encoded, so it costs so many times its lookup. */
  receiptTimes: 2,
  /** A receipt that is sent to be verified is decoded and hashed, so a point pays for so many bytes of it. */
  receiptBytes: 100_000,
  /** A recorded law that has to be opened. */
  recordedLaw: 10,
  /** A page of changes with more than the default of them. */
  manyChanges: 2,
  /** A feed or page of changes that was not asked for lately. */
  changesMade: 2,
  /** A question or changes over MCP. */
  tool: 2,
  /** Two days compared over MCP: two answers, and all measures between them. */
  comparedDays: 6,
  /** All listings of a day that was not asked for lately, of the limit of batches. */
  listings: 3,
  /** A change that a key holder makes to its webhooks, of their limit. */
  webhookChange: 1,
  /** A test or a replay of a webhook, which makes us ask another server. */
  webhookMessages: 6,
  /** An alert by e-mail that is asked for, of the limit of leads. */
  alert: 1,
})

/** The work of one item of a batch, and how much of it a point pays for. That of a name is for each part of its length. */
export const ITEM_WORK = Object.freeze({
  short: { code: 1, heading: 1, name: 10, chapter: 50 },
  full: { code: 2, heading: 4, name: 25, chapter: 62.5 },
})
export const WORK_PER_POINT = 500
/** Each word of a name may have to be corrected, so a long name takes longer. */
export const NAME_PART = 40

/** How many items one point pays for. */
const perPoint = ({ code, heading, name, chapter }: (typeof ITEM_WORK)['short' | 'full']) => ({
  code: WORK_PER_POINT / code,
  heading: WORK_PER_POINT / heading,
  name: WORK_PER_POINT / name,
  chapter: WORK_PER_POINT / chapter,
})
export const ITEMS_PER_POINT = Object.freeze({ short: perPoint(ITEM_WORK.short), full: perPoint(ITEM_WORK.full) })

/** What items cost, as problems quote it. */
export const ITEM_COSTS = {
  codes: ITEMS_PER_POINT.short.code,
  names: ITEMS_PER_POINT.short.name,
  part: NAME_PART,
  chapters: ITEMS_PER_POINT.short.chapter,
  fullCodes: ITEMS_PER_POINT.full.code,
  fullHeadings: ITEMS_PER_POINT.full.heading,
  fullNames: ITEMS_PER_POINT.full.name,
  fullChapters: ITEMS_PER_POINT.full.chapter,
}

/** A batch does not fit in its limit. */
export const BATCH_LIMITED = quote('batch_limited', ITEM_COSTS)

/** Codes with so many digits have few matches, whatever is asked about them. */
const NARROW_DIGITS = 6

type Asked = Pick<Question, 'read' | 'limit' | 'tree' | 'history'>

/** The points of a lookup, by what its answer may cost. */
export function lookupPoints({ read, limit, tree, history }: Asked): number {
  if (read.as === 'cn_code' && read.digits.length >= NARROW_DIGITS) return POINTS.lookup
  const isCode = read.as === 'cn_code'
  return (
    POINTS.lookup +
    (limit > LIMIT_BY_DEFAULT ? POINTS.manyMatches : 0) +
    (isCode && tree ? POINTS.tree : 0) +
    (isCode && history ? POINTS.history : 0)
  )
}

export const receiptPoints = (asked: Asked): number => lookupPoints(asked) * POINTS.receiptTimes

/** The points of reading a receipt, whoever made it. */
export const readingPoints = (bytes: number): number => Math.max(1, Math.ceil(bytes / POINTS.receiptBytes))

/** The points of a call over MCP, by the name of its tool. */
export function toolPoints(name: unknown): number {
  switch (name) {
    case 'compare_days':
      return POINTS.comparedDays
    case 'browse_tariff':
      return POINTS.tool + POINTS.tree
    case 'make_receipt':
      return POINTS.tool * POINTS.receiptTimes
    default:
      return POINTS.tool
  }
}

export const changesPoints = (limit: number): number => (limit > LIMIT_BY_DEFAULT ? POINTS.manyChanges : POINTS.lookup)

/** The table as docs/api.md shows it. */
export function costsInWords(): string {
  const { short, full } = ITEMS_PER_POINT
  const page = lookupPoints({
    read: { as: 'cn_code', digits: '84' } as Question['read'],
    limit: MAX_LIMIT,
    tree: true,
    history: true,
  })
  const rows: readonly (readonly [request: string, points: string])[] = [
    ['a lookup, a suggestion, the dataset, a message to MCP; anything that is cached', `${POINTS.lookup}`],
    [`a lookup with \`limit\` above ${LIMIT_BY_DEFAULT}`, `${POINTS.manyMatches} more`],
    ['a lookup with `include=tree`', `${POINTS.tree} more`],
    ['a lookup with `include=history`', `${POINTS.history} more`],
    ['a receipt, a record, `/verify`', `${POINTS.receiptTimes} times its lookup`],
    ['`/verify` of a file, besides', `one for every ${POINTS.receiptBytes / 1000} kB begun`],
    [
      '`/verify` with a version of the law that is not being served, unless verified lately',
      `${POINTS.recordedLaw} more`,
    ],
    ['a question on the page, which shows tree, history and many matches', `up to ${page}`],
    [`\`/api/v1/changes\` with \`limit\` above ${LIMIT_BY_DEFAULT}`, `${POINTS.manyChanges}`],
    ['`/changes.atom`, and `/changes` with filters', `${POINTS.changesMade}`],
    ['MCP: a call of a tool, if nothing else stands here', `${toolPoints('')}`],
    ['MCP: `browse_tariff`', `${toolPoints('browse_tariff')}`],
    ['MCP: `compare_days`', `${toolPoints('compare_days')}`],
    ['MCP: `make_receipt`', `${toolPoints('make_receipt')}`],
    ['MCP: `verify_receipt` of a genuine receipt, besides', `what \`/verify\` costs, less ${POINTS.lookup}`],
    ['batches, `check.csv`, lists, MCP `check_list`: codes', `one for every ${short.code} begun`],
    [
      `the same: names, a longer one as one for every ${NAME_PART} characters begun`,
      `one for every ${short.name} begun`,
    ],
    ['the same: whole chapters', `one for every ${short.chapter} begun`],
    ['lists: items that are refused, ids to remove', `one for every ${short.code} begun`],
    ['batches with `detail: full`: codes of six digits and more', `one for every ${full.code} begun`],
    ['the same: headings', `one for every ${full.heading} begun`],
    ['the same: names, likewise', `one for every ${full.name} begun`],
    ['the same: whole chapters', `one for every ${full.chapter} begun`],
    ['`/api/v1/dataset/{version}.csv` of a day', `${POINTS.listings}`],
    ['a webhook: adding, changing, removing, another secret', `${POINTS.webhookChange}`],
    ['a webhook: a test, a replay', `${POINTS.webhookMessages}`],
    ['an alert asked for, of the limit of leads', `${POINTS.alert}`],
  ]
  return ['| request | points |', '|---|---|', ...rows.map(([request, points]) => `| ${request} | ${points} |`)].join(
    '\n',
  )
}
