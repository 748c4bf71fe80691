import type { Text } from '../../base/language.ts'
import type { RestrictionType } from './law.ts'

/**
 * What each type of restriction is called on the page, on the command line and in the feed, the gravest first. The words are
 * those of the acts: Regulation (EC) No 765/2006 prohibits "transit" (tranzyt) in Article 1e and "transport" in Article 1o.
 */
export const RESTRICTION_NAMES: Readonly<Record<RestrictionType, Text>> = {
  import_ban: { pl: 'zakaz przywozu', en: 'import ban' },
  export_ban: { pl: 'zakaz wywozu', en: 'export ban' },
  transfer_ban: { pl: 'zakaz tranzytu lub transportu', en: 'ban on transit or transport' },
  restriction: { pl: 'ograniczenie lub warunek', en: 'restriction or condition' },
  other: { pl: 'obowiązek lub inny środek', en: 'duty or other measure' },
}
