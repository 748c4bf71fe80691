export const CHANGE_TYPES = [
  'listing.added',
  'listing.removed',
  'listing.changed',
  'measure.added',
  'measure.changed',
  'winddown.opening',
  'winddown.ending_soon',
  'winddown.ended',
  'act.pending',
  'dataset.published',
] as const

export type ChangeType = (typeof CHANGE_TYPES)[number]

export interface Change {
  /** Stable: the same change always has the same id (a content hash), so that recording it twice stores it once. */
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
}
