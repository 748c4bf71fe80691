import type { Text } from '../../base/language.ts'
import type { Direction } from './law-vocabulary.ts'

/** The direction of a movement of goods, seen from the Union, in words. */
export const DIRECTION_NAMES: Readonly<Record<Direction, Text>> = {
  import: { pl: 'przywóz', en: 'import' },
  export: { pl: 'wywóz', en: 'export' },
  transit: { pl: 'tranzyt', en: 'transit' },
}
