import type { Direction } from '../../law/terms/law-vocabulary.ts'

/** Every answer, the gravest first. */
export const ANSWERS = ['prohibited', 'depends', 'not_checked', 'duties', 'none'] as const
export type Answer = (typeof ANSWERS)[number]

/** What a question can ask for: which goods are meant, the route, and what no code or country shows. */
export const FACTS = [
  'goods',
  'route',
  'value',
  'contract_date',
  'fits',
  'inputs',
  'private_use',
  'recipient',
  'end_use',
  'quota',
] as const
export type Fact = (typeof FACTS)[number]

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
  /** The country that the goods come from or go to; null for goods of any third country made from inputs of the target. */
  readonly country: string | null
  readonly direction: Direction | null
  readonly kind: Kind
  readonly extent: Extent
  /** The target whose inputs are meant, where `country` is null. */
  readonly inputs_of?: string
}

/** One provision behind a reach, with a limit and a description of its own. */
export interface Ground {
  readonly article: string
  readonly annex: string | null
  readonly extent: Extent
  readonly limit: string | null
  readonly designation: string | null
}

const DIRECTION_ORDER: readonly (Direction | null)[] = ['import', 'export', 'transit', null]

export const gravestFirst = (a: Reach, b: Reach): number =>
  KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
  DIRECTION_ORDER.indexOf(a.direction) - DIRECTION_ORDER.indexOf(b.direction) ||
  Number(a.country === null) - Number(b.country === null)

/** Every reach under one key, whatever its extent. */
export const keyOfReach = ({ kind, direction, country, inputs_of }: Reach): string =>
  [kind, direction ?? '', country ?? '', inputs_of ?? ''].join(':')
