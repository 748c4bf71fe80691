import { concernsDirection } from '../../answer/question/directions.ts'
import type { Digits } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import { isOfRegime, isToldOf } from '../../changes/audience.ts'
import { type Change, inOrder } from '../../changes/change.ts'
import { changeDirections } from '../../changes/change-directions.ts'
import { oncePerAct } from '../../changes/once-per-act.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import type { Direction } from '../../law/terms/law.ts'
import type { RecordedChange } from '../../store/versions/changes.ts'

/**
 * The feed is append-only: first the history that the law itself shows, in the order of days, then the changes that were
 * recorded here, in the order of recording. A caller that goes on from `next` misses nothing and reads nothing twice.
 */
export interface Feed {
  /** In the order of days, without the changes that were recorded. */
  readonly history: readonly Change[]
  readonly recorded: readonly RecordedChange[]
}

/** Which changes a reader wants: one declaration for the API, Atom and the page. */
export interface Filters {
  readonly since: Day | null
  readonly regime: string | null
  readonly direction: Direction | null
  /** The goods that are followed; none means all goods. */
  readonly codes: readonly Digits[]
  /** CELEX number. */
  readonly act: string | null
  /** Only changes that name a code. */
  readonly named: boolean
}

/** The filters as parameters of an address, always in the same order. */
export function queryOfFilters({ since, regime, direction, codes, act, named }: Filters): URLSearchParams {
  const [only] = codes
  const goods = codes.length === 1 ? { code: only } : { codes: codes.join(',') }
  const given = { since, regime, direction, ...goods, act, named: named ? 'true' : null }
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  )
}

export interface Asked extends Filters {
  readonly limit: number
  readonly cursor: Position | null
}

export type ChangesInLaw = ReturnType<typeof changesInLaw>

/** What the law says about changes beyond their own fields. */
export const changesInLaw = (dataset: Dataset) => ({
  directionsOf: changeDirections(dataset),
  oncePerAct: oncePerAct(dataset),
})

/** A cursor: the place in the feed behind a change. */
export type Position = { readonly history: Change } | { readonly seq: number }

/** Merges without duplicates: a change that was recorded is left out of the history. */
export function mergeFeed(history: readonly Change[], recorded: readonly RecordedChange[]): Feed {
  const known = new Set(recorded.map(({ id }) => id))
  return { history: history.filter(({ id }) => !known.has(id)).toSorted(inOrder), recorded }
}

/**
 * The changes that a reader wants. Whoever follows some codes is told once per act of what names none: such changes may
 * concern all goods, and one by one they would be most of what is read.
 */
export function chosenFrom({ history, recorded }: Feed, filters: Filters, law: ChangesInLaw): Feed {
  const wanted = wantedBy(filters, law)
  const [past, later] = [history.filter(wanted), recorded.filter(wanted)]
  if (filters.codes.length === 0) return { history: past, recorded: later }
  return { history: law.oncePerAct(past).toSorted(inOrder), recorded: law.oncePerAct(later) }
}

/** The changes behind a cursor. `more`: whether the next page has changes already. */
export function pageOf(feed: Feed, { cursor, limit, ...filters }: Asked, law: ChangesInLaw) {
  // A reader that has come to what was recorded needs neither the history nor what was recorded long before.
  const reached = cursor !== null && 'seq' in cursor
  const near = reached ? { history: [], recorded: fromTransactionOf(feed.recorded, cursor.seq) } : feed
  const { history, recorded } = chosenFrom(near, filters, law)
  const past = history.filter((change) => afterCursor(change, cursor))
  const later = recorded.filter(({ seq }) => cursor === null || !('seq' in cursor) || seq > cursor.seq)
  const found = [...past, ...later]
  const changes = found.slice(0, limit)
  const last = changes.at(-1)
  if (last && found.length > limit) return { changes, next: positionOf(last), more: true }
  // The end of the feed, so that changes which the filters leave out are not looked at again.
  return { changes, next: { seq: feed.recorded.at(-1)?.seq ?? 0 }, more: false }
}

/**
 * The changes from the first one on that was recorded together with the change at `seq`: what one act did is told once
 * (`oncePerAct`), wherever in it a reader has stopped.
 */
function fromTransactionOf(recorded: readonly RecordedChange[], seq: number): readonly RecordedChange[] {
  // From the end, since most readers come back for the newest.
  let start = recorded.findLastIndex((change) => change.seq <= seq) + 1
  const moment = recorded[start - 1]?.recordedAt
  while (start > 0 && recorded[start - 1]!.recordedAt === moment) start--
  return recorded.slice(start)
}

const afterCursor = (change: Change, cursor: Position | null): boolean =>
  cursor === null || ('history' in cursor && inOrder(change, cursor.history) > 0)

const isRecorded = (change: Change): change is RecordedChange => 'seq' in change

/** `since` takes what came into force or was recorded from that day on: late news of an old day is news too. */
function wantedBy(filters: Filters, { directionsOf }: ChangesInLaw): (change: Change) => boolean {
  const { since, regime, direction, codes, act, named } = filters
  const isTold = isToldOf(codes)
  return (change) =>
    (since === null || change.day >= since || (isRecorded(change) && change.recordedAt >= since)) &&
    isOfRegime(change, regime) &&
    (act === null || change.act === act) &&
    (!named || change.cn_codes.length > 0) &&
    (direction === null || concernsDirection({ directions: directionsOf(change) }, direction)) &&
    isTold(change)
}

const positionOf = (change: Change): Position => (isRecorded(change) ? { seq: change.seq } : { history: change })

/** The text of a cursor, opaque to callers. */
export function writeCursor(position: Position): string {
  if ('seq' in position) return `r${position.seq}`
  const { day, regime, annex, article, cn_codes, id } = position.history
  return `h${Buffer.from(JSON.stringify([day, regime, annex, article, cn_codes[0] ?? null, id])).toString('base64url')}`
}

/** Undefined when the text is not a cursor of this service. */
export function readCursor(text: string): Position | undefined {
  if (/^r\d{1,15}$/.test(text)) return { seq: Number(text.slice(1)) }
  if (!/^h[\w-]{1,500}$/.test(text)) return undefined
  try {
    const fields: unknown = JSON.parse(Buffer.from(text.slice(1), 'base64url').toString())
    if (!Array.isArray(fields) || fields.length !== 6) return undefined
    if (!fields.every((field) => field === null || typeof field === 'string')) return undefined
    const [day, regime, annex, article, code, id] = fields
    if (typeof day !== 'string' || typeof id !== 'string') return undefined
    const place = { day, regime, annex, article, cn_codes: code === null ? [] : [code], id }
    return { history: { ...place, type: 'listing.added', act: null, text: { pl: '', en: '' } } }
  } catch {
    return undefined
  }
}
