import type { Direction } from '../../terms/law-vocabulary.ts'

/**
 * How far measures reach into what was asked, the strongest first: every good of the code; only beyond a value or
 * quantity; only goods that fit a description; only some of the codes below; possibly, where the first day of a listing
 * is not known; not at all.
 */
export const EXTENTS = ['whole', 'threshold', 'description', 'some_codes', 'possible', 'none'] as const
export type Extent = (typeof EXTENTS)[number]

/** What a measure does: it prohibits, allows only under a condition, or obliges to something around the deal. */
export const KINDS = ['ban', 'restriction', 'duty'] as const
export type Kind = (typeof KINDS)[number]

/** How far measures of one kind reach into one direction of trade with one country. */
export interface Reach {
  readonly country: string
  readonly direction: Direction | null
  readonly kind: Kind
  readonly extent: Extent
}
