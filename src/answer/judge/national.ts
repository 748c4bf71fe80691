import type { Text } from '../../base/language.ts'
import { isAllGoods } from '../../law/dataset/dataset.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import type { NationalLaw } from '../../law/terms/law.ts'
import type { Match } from '../match/grants.ts'
import { type Route, staysInUnion } from '../question/deal.ts'
import { type Circumstance, type Finding, WITHOUT_MATCHES } from './finding.ts'

type Duty = NationalLaw['duties'][number]

/**
 * What Member States ask of goods that leave the Union from or through them. It concerns listed goods, whether or not a
 * measure of the Union catches this deal: `listed` are all matches of the goods.
 */
export function nationalFindings(
  { dataset, route, question: { asOf, language } }: Circumstance,
  listed: readonly Match[],
): readonly Finding[] {
  if (staysInUnion(route) || route.toUnion) return []
  return dataset.national.flatMap((law) => {
    if (route.dispatch !== law.country && !route.via.includes(law.country)) return []
    return law.duties.flatMap((duty) => {
      if (asOf < duty.from) return []
      // A ban of everything from an origin lists no goods.
      const matches = listed.filter(({ entry }) => !isAllGoods(entry) && duty.regimes.includes(entry.regime.data.code))
      const when = matches.length > 0 ? whenOf(duty, route) : null
      if (when === null) return []
      const text = `${law.act[language]}, ${citationInWords(duty.article, language)}: ${when[language]} ${duty.text[language]}`
      return [{ ...WITHOUT_MATCHES, kind: 'national' as const, regime: null, article: duty.article, text }]
    })
  })
}

/** The case in which the duty arises, in words; null when it does not. */
function whenOf({ via, to_third_country }: Duty, { via: passed, destination, countries, day }: Route): Text | null {
  if (via && passed.some((code) => via.countries.includes(code))) return via.text
  if (!to_third_country) return null
  const { except_countries, except, text } = to_third_country
  const excepted =
    except_countries.includes(destination) ||
    (except !== undefined && countries.isListed(destination, except.regime, except.annex, day))
  return excepted ? null : text
}
