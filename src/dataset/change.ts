export type ChangeType =
  | 'listing.added'
  | 'listing.removed'
  | 'listing.changed'
  | 'measure.added'
  | 'measure.changed'
  | 'winddown.opening'
  | 'winddown.ending_soon'
  | 'winddown.ended'
  | 'act.pending'
  | 'dataset.published'
export interface Change {
  /** Stable: the same change always has the same id (a content hash), so that recording it twice stores it once. */
  readonly id: string
  readonly type: ChangeType
  /** The day in force, ISO. */
  readonly day: string
  readonly regime: string | null
  readonly annex: string | null
  readonly article: string | null
  readonly cn_codes: readonly string[] // grouped as in the API: '8471 30'
  readonly act: string | null
  readonly text: { readonly pl: string; readonly en: string }
}
