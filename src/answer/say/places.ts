import type { Language } from '../../base/language.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import type { Direction } from '../../law/terms/law.ts'
import { listed } from '../../law/terms/wording.ts'
import type { Reason } from '../match/concern.ts'
import { isSentFrom, type Route, targetsOf } from '../question/deal.ts'

/** What a regime is aimed at, by name. */
export const placeName = ({ place }: Regime, language: Language): string => place.name[language]

/** What a regime is aimed at, behind "import", "export" or "transit": `z Rosji`, `na Białoruś`, `przez Rosję`. */
export const placeAfter = ({ place }: Regime, direction: Direction, language: Language): string =>
  place[direction][language]

/** The place that a reason is about, as its sentence names it: `Rosja`, `z Rosji`, `przez Rosję`, `w Rosji`. */
export function placeOf(reason: Reason, regime: Regime, route: Route, language: Language): string {
  const { countries, origin, dispatch, destination, via } = route
  if (TO_DESTINATION.includes(reason)) return countries.name(destination)[language]
  if (reason === 'origin') return countries.name(origin)[language]
  if (reason === 'use') return regime.place.use[language]
  if (reason === 'inside_union') return countries.placeOf(origin).import[language]
  if (FROM_TARGET.includes(reason))
    return countries.placeOf(isSentFrom(regime, route) ? dispatch : origin).import[language]
  const crossed = via.find((code) => targetsOf(regime, route.day).includes(code))
  return (crossed === undefined ? regime.place : countries.placeOf(crossed)).transit[language]
}

const TO_DESTINATION: readonly Reason[] = ['destination', 'country', 'third_country', 'partner']
const FROM_TARGET: readonly Reason[] = ['exported', 'located', 'through_union', 'outside_union']

/** `Article 3g(1)(a) to (c)`, `art. 3g ust. 1 lit. a)–c)`; several joined by "and". */
export const articlesInWords = (articles: readonly string[], language: Language): string =>
  listed(
    joinedPoints([...new Set(articles)]).map((article) => citationInWords(article, language)),
    language,
  )

/** Points of one paragraph that follow one another are cited together: `1o(1)(a), (b)` and `1o(1)(c)` → `1o(1)(a)-(c)`. */
export function joinedPoints(articles: readonly string[]): readonly string[] {
  const groups = Map.groupBy(articles, (article) => POINTS.exec(article)?.[1] ?? article)
  return [...groups].flatMap(([stem, same]) => {
    const points = same.flatMap((article) => [...(POINTS.exec(article)?.[2] ?? '').matchAll(/\(([a-z])\)/g)])
    const letters = [...new Set(points.map(([, letter]) => letter!))].toSorted()
    const first = letters[0]?.charCodeAt(0) ?? 0
    const follow = letters.every((letter, at) => letter.charCodeAt(0) === first + at)
    if (same.length < 2 || letters.length < 2) return same
    if (letters.length > 2 && follow) return [`${stem}(${letters[0]})-(${letters.at(-1)})`]
    return [`${stem}${letters.map((letter) => `(${letter})`).join(', ')}`]
  })
}

/** An article with a paragraph, and its points: `1o(1)` and `(a), (b)`. */
const POINTS = /^(\d+[a-z]*\(\d+[a-z]*\))(\([a-z]\)(?:, \([a-z]\))*)$/
