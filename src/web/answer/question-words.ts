import type { Language } from '../../base/language.ts'
import { DIRECTION_NAMES } from '../../law/terms/direction-names.ts'
import { type NamedRegime, regimeName } from '../../law/terms/regime-name.ts'
import { dayInSentence, listed } from '../../law/terms/wording.ts'
import { type PageAnswer, placesInWords } from './page-answer.ts'
import { answerSpeaker } from './texts.ts'

/** The question with everything that the answer depends on: deal, directions, countries, contract and day. */
export function questionInWords(answer: PageAnswer): string {
  const {
    question: { language },
    response: { query, scope, meta },
  } = answer
  const say = answerSpeaker(language)
  return [
    query.trim(),
    dealInWords(answer),
    directionsInWords(scope.directions, language),
    regimesInWords(scope.regimes, language),
    meta.contract && `${say('contractOf')} ${dayInSentence(meta.contract.date, language)}`,
    `${say('asOf')} ${dayInSentence(scope.as_of, language)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** `skąd: Polska, dokąd: Kazachstan, którędy: Rosja`; null where no deal was asked about. */
export function dealInWords({ question: { language }, response: { deal }, places }: PageAnswer): string | null {
  if (!deal) return null
  const say = answerSpeaker(language)
  const name = (...codes: string[]) => placesInWords(codes, places)
  return [
    `${say('dealFrom')}: ${name(deal.origin)}`,
    deal.dispatch !== deal.origin && `${say('dealDispatch')}: ${name(deal.dispatch)}`,
    `${say('dealTo')}: ${name(deal.destination)}`,
    deal.via.length > 0 && `${say('dealVia')}: ${name(...deal.via)}`,
    deal.value !== null && `${say('dealValue')}: ${deal.value} EUR`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The filters of a question, which the answer must repeat because it holds for them only; empty without any. */
export const filtersInWords = ({ question: { filters, language }, response: { scope } }: PageAnswer): string =>
  [
    filters.direction && directionsInWords(scope.directions, language),
    filters.regime && regimeName(filters.regime, scope.regimes),
  ]
    .filter(Boolean)
    .join(', ')

export const regimesInWords = (regimes: readonly NamedRegime[], language: Language): string =>
  listed(
    regimes.map(({ code }) => regimeName(code, regimes)),
    language,
  )

const directionsInWords = (directions: PageAnswer['response']['scope']['directions'], language: Language): string =>
  listed(
    directions.map((direction) => DIRECTION_NAMES[direction][language]),
    language,
  )
