import { createHash } from 'node:crypto'

export const CHANGE_TYPES = [
  'listing.added',
  'listing.removed',
  'listing.changed',
  'measure.added',
  'measure.removed',
  'measure.changed',
  'winddown.opening',
  'winddown.ending_soon',
  'winddown.ended',
  'act.pending',
  'dataset.published',
] as const

/** Of items of a list; not a change of the law, so it is sent to webhooks but is not in the feed. */
export const LIST_CHANGED = 'list.changed'

/** Everything that is sent to webhooks. */
export const EVENT_TYPES = [...CHANGE_TYPES, LIST_CHANGED] as const

export type ChangeType = (typeof CHANGE_TYPES)[number]

export interface Change {
  /** A hash of the facts, so that the same change always has the same id and is stored once. */
  readonly id: string
  readonly type: ChangeType
  /** The day in force, ISO. */
  readonly day: string
  /** EU-RU-833-2014, EU-BY-765-2006; null for dataset.published. */
  readonly regime: string | null
  readonly annex: string | null
  readonly article: string | null
  /** Digits grouped as in the API: '8471 30'. */
  readonly cn_codes: readonly string[]
  /** CELEX of the amending act, null when unknown. */
  readonly act: string | null
  readonly text: { readonly pl: string; readonly en: string }
  /** Its regime is one that lookups check only on request, so it is shown only to those who name the regime. Not stored. */
  readonly onRequest?: true
}

/** Hashes the facts of a change and not its texts, so that better wording does not make a new change. */
export const changeId = (type: ChangeType, ...facts: readonly unknown[]): string =>
  `chg_${createHash('sha256')
    .update(JSON.stringify([type, ...facts]))
    .digest('base64url')
    .slice(0, 22)}`

/** Sorts by day, then by the order of the law. The id breaks ties, so that the order is always the same. */
export const inOrder = (a: Change, b: Change): number =>
  compareTexts(a.day, b.day) ||
  compareTexts(a.regime ?? '~', b.regime ?? '~') ||
  compareTexts(a.annex ?? '', b.annex ?? '') ||
  compareTexts(a.article ?? '', b.article ?? '') ||
  compareTexts(a.cn_codes[0] ?? '', b.cn_codes[0] ?? '') ||
  compareTexts(a.id, b.id)

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
