import type { Language, Text } from '../../base/language.ts'
import { type Entry, isAllGoods, type Regime } from '../../law/dataset/dataset.ts'
import type { Direction } from '../../law/terms/law-vocabulary.ts'
import type { Reason } from '../match/concern.ts'
import { isSentFrom, originatesIn, type Route } from '../question/deal.ts'
import type { Happening } from './model.ts'

/** What a ban prohibits, in words that stand behind "Prohibited:" and before a full stop. */
export function happeningOf(entry: Entry, reason: Reason, route: Route, language: Language): Happening {
  const { regime } = entry
  const happening = (kind: Happening['kind'], words: string): Happening => inRegime(kind, words, regime, language)
  if (entry.dealing && !isAllGoods(entry)) return happening('dealing', dealingWords(entry, language))
  if (reason === 'country') return exportTo(route.destination, route, language)
  if (reason === 'third_country') return exportTo(route.destination, route, language)
  if (reason === 'processed')
    return happening(
      'inputs',
      INPUTS[language].replace('#', () => placed(regime, 'import', language)),
    )
  if (reason === 'inside_union')
    return happening(
      'purchase',
      PURCHASE[language].replace('#', () => placed(regime, 'import', language)),
    )
  if (reason === 'via' || reason === 'via_any_origin')
    return happening(
      'transit',
      TRANSIT[language].replace('#', () => placed(regime, 'transit', language)),
    )
  if (reason === 'persons' && entry.direction === 'import')
    return happening(
      'import',
      comesFromTarget(regime, route) ? importWords(regime, route, language) : FROM_THEM[language],
    )
  if (reason === 'destination' || reason === 'use' || reason === 'persons' || reason === 'end_use')
    return happening('export', exportWords(reason, regime, route, language))
  return happening('import', importWords(regime, route, language))
}

/** The same of goods that an act only describes. */
export const happeningOn = (direction: Direction, regime: Regime, route: Route, language: Language): Happening =>
  inRegime(
    direction,
    direction === 'export'
      ? exportWords('destination', regime, route, language)
      : direction === 'import'
        ? importWords(regime, route, language)
        : TRANSIT[language].replace('#', () => placed(regime, 'transit', language)),
    regime,
    language,
  )

function inRegime(kind: Happening['kind'], words: string, { data, place }: Regime, language: Language): Happening {
  const plain = kind === 'import' ? IMPORT : kind === 'export' ? EXPORT : kind === 'transit' ? TRANSIT : null
  const isPlain = plain !== null && words === plain[language].replace('#', () => place[kind as Direction][language])
  return { kind, country: data.country, words, place: isPlain ? place.name[language] : null }
}

export const exportTo = (country: string, { countries }: Route, language: Language): Happening => ({
  kind: 'export',
  country,
  words: EXPORT[language].replace('#', () => countries.placeOf(country).export[language]),
  place: countries.placeOf(country).name[language],
})

const placed = ({ place }: Regime, direction: Direction, language: Language): string => place[direction][language]

function exportWords(reason: Reason, regime: Regime, route: Route, language: Language): string {
  const words = reason === 'use' ? USE : route.fromUnion ? EXPORT : SUPPLY
  return words[language].replace('#', () =>
    reason === 'use' ? regime.place.use[language] : placed(regime, 'export', language),
  )
}

const comesFromTarget = (regime: Regime, route: Route): boolean =>
  originatesIn(regime, route) || isSentFrom(regime, route)

/** Goods that only originate there, or only come by way of it, are called so. */
function importWords(regime: Regime, route: Route, language: Language): string {
  const ofOrigin = originatesIn(regime, route)
  const words = !route.toUnion
    ? TRADE
    : ofOrigin
      ? isSentFrom(regime, route)
        ? IMPORT
        : ORIGIN
      : isSentFrom(regime, route)
        ? IMPORT
        : EXPORTED
  return words[language].replace('#', () => placed(regime, 'import', language))
}

function dealingWords({ dealing, regime }: Entry, language: Language): string {
  return dealing![language].replace('#', () => placed(regime, 'import', language))
}

const EXPORT: Text = { pl: 'wywóz #', en: 'export to #' }
const SUPPLY: Text = { pl: 'dostawa #', en: 'supply to #' }
const USE: Text = { pl: 'dostawa do użytku #', en: 'supply for use #' }
const IMPORT: Text = { pl: 'przywóz #', en: 'import from #' }
const ORIGIN: Text = { pl: 'przywóz towaru pochodzącego #', en: 'import of goods originating in #' }
const EXPORTED: Text = { pl: 'przywóz towaru wywożonego #', en: 'import of goods exported from #' }
const TRADE: Text = { pl: 'handel towarem #', en: 'trade in goods from #' }
const FROM_THEM: Text = { pl: 'zakup od osób wskazanych w przepisie', en: 'buying from those that the act names' }
const TRANSIT: Text = { pl: 'tranzyt #', en: 'transit through #' }
const PURCHASE: Text = { pl: 'zakup towaru pochodzącego #', en: 'buying goods that originate in #' }
const INPUTS: Text = {
  pl: 'przywóz towaru wytworzonego z wsadu #',
  en: 'import of goods made with inputs from #',
}
