import type { Language, Text } from '../../base/language.ts'
import { type Entry, isAllGoods, type Regime } from '../../law/dataset/dataset.ts'
import type { Direction } from '../../law/terms/law-vocabulary.ts'
import type { Reason } from '../match/concern.ts'
import { isSentFrom, originatesIn, type Route } from '../question/deal.ts'
import type { Happening } from './model.ts'

/** What a measure is about in a deal, in words that stand behind "Prohibited:" and before a full stop. */
export function happeningOf(entry: Entry, reason: Reason, route: Route, language: Language): Happening {
  const { regime, dealing } = entry
  const isDealing = dealing !== null && !isAllGoods(entry)
  return isDealing ? inRegime('dealing', dealing, null, regime, language) : movementOf(entry, reason, route, language)
}

/** The movement of goods that makes a measure concern the deal. */
export function movementOf(entry: Entry, reason: Reason, route: Route, language: Language): Happening {
  const { regime } = entry
  if (reason === 'country' || reason === 'third_country') return exportTo(route.destination, route, language)
  if (reason === 'processed') return inRegime('inputs', INPUTS, 'import', regime, language)
  if (reason === 'inside_union') return inRegime('purchase', PURCHASE, 'import', regime, language)
  if (reason === 'via' || reason === 'via_any_origin') return happeningOn('transit', regime, route, language)
  const isFromThem = reason === 'persons' && entry.direction === 'import'
  if (isFromThem && !originatesIn(regime, route) && !isSentFrom(regime, route))
    return inRegime('import', FROM_THEM, null, regime, language)
  if (reason === 'use') return inRegime('export', USE, 'use', regime, language)
  const isExport = ['destination', 'persons', 'end_use'].includes(reason) && !isFromThem
  return happeningOn(isExport ? 'export' : 'import', regime, route, language)
}

/** The same of goods that an act only describes. */
export const happeningOn = (direction: Direction, regime: Regime, route: Route, language: Language): Happening =>
  inRegime(direction, wordsOn(direction, regime, route), direction, regime, language)

/** Goods that only originate there, or only come by way of it, are called so. */
function wordsOn(direction: Direction, regime: Regime, route: Route): Text {
  if (direction === 'transit') return PLAIN.transit
  if (direction === 'export') return route.fromUnion ? PLAIN.export : SUPPLY
  if (!route.toUnion) return TRADE
  if (isSentFrom(regime, route)) return PLAIN.import
  return originatesIn(regime, route) ? ORIGIN : EXPORTED
}

function inRegime(
  kind: Happening['kind'],
  words: Text,
  before: keyof Regime['place'] | null,
  { data, place }: Regime,
  language: Language,
): Happening {
  return {
    kind,
    country: data.country,
    words: before === null ? words[language] : `${words[language]} ${place[before][language]}`,
    place: Object.values(PLAIN).includes(words) ? place.name[language] : null,
  }
}

export const exportTo = (country: string, { countries }: Route, language: Language): Happening => ({
  kind: 'export',
  country,
  words: `${PLAIN.export[language]} ${countries.placeOf(country).export[language]}`,
  place: countries.placeOf(country).name[language],
})

const PLAIN: Readonly<Record<Direction, Text>> = {
  import: { pl: 'przywóz', en: 'import from' },
  export: { pl: 'wywóz', en: 'export to' },
  transit: { pl: 'tranzyt', en: 'transit through' },
}
const SUPPLY: Text = { pl: 'dostawa', en: 'supply to' }
const USE: Text = { pl: 'dostawa do użytku', en: 'supply for use' }
const ORIGIN: Text = { pl: 'przywóz towaru pochodzącego', en: 'import of goods originating in' }
const EXPORTED: Text = { pl: 'przywóz towaru wywożonego', en: 'import of goods exported from' }
const TRADE: Text = { pl: 'handel towarem', en: 'trade in goods from' }
const FROM_THEM: Text = { pl: 'zakup od osób wskazanych w przepisie', en: 'buying from those that the act names' }
const PURCHASE: Text = { pl: 'zakup towaru pochodzącego', en: 'buying goods that originate in' }
const INPUTS: Text = { pl: 'przywóz towaru wytworzonego z wsadu', en: 'import of goods made with inputs from' }
