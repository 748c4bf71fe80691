import { regimeCountry } from '../../terms/countries.ts'
import { dayInSentence, listed } from '../../terms/wording.ts'
import type { PageAnswer } from './page-answer.ts'
import { answerSpeaker, DIRECTION_TEXTS } from './texts.ts'

/** The question with everything that the answer depends on: directions, countries, contract and day. */
export function questionInWords({ question: { language }, response: { query, scope, meta } }: PageAnswer): string {
  const say = answerSpeaker(language)
  return [
    query.trim(),
    directionsInWords(scope.directions, language),
    listed(
      scope.regimes.map(({ code }) => regimeCountry(code, language)),
      language,
    ),
    meta.contract && `${say('contractOf')} ${dayInSentence(meta.contract.date, language)}`,
    `${say('asOf')} ${dayInSentence(scope.as_of, language)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** The filters of a question, which the answer must repeat because it holds for them only; null without any. */
export function filtersInWords({ question: { filters, language }, response: { scope } }: PageAnswer): string | null {
  const parts = [
    filters.direction && directionsInWords(scope.directions, language),
    filters.regime && regimeCountry(filters.regime, language),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}

const directionsInWords = (
  directions: PageAnswer['response']['scope']['directions'],
  language: PageAnswer['question']['language'],
): string =>
  listed(
    directions.map((direction) => DIRECTION_TEXTS[direction]?.[language] ?? direction),
    language,
  )
