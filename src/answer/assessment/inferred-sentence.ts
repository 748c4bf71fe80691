import type { Entry } from '../../law/build/dataset.ts'
import type { Nomenclature } from '../../law/tariff/nomenclature.ts'
import type { Digits } from '../../terms/cn-code.ts'
import { countryName } from '../../terms/countries.ts'
import { DIRECTION_NAMES } from '../../terms/direction-names.ts'
import type { Language } from '../../terms/language.ts'
import { withoutCapital } from '../../terms/wording.ts'
import type { Match } from '../grants.ts'
import { type JudgedReach, judge } from './judge.ts'
import { keyOfReach } from './terms.ts'

const isInferred = ({ basis }: Entry): boolean => basis.kind === 'inferred'

/**
 * "Belarus, import: listed according to TARIC of 12 July 2026; the act was not read." Told of every reach that would be
 * weaker without rows that were read in no act; where read rows reach as far, the results tell the others apart.
 */
export function inferredSentences(
  reaches: readonly JudgedReach[],
  matches: readonly Match[],
  asked: readonly Digits[],
  tariff: Nomenclature,
  language: Language,
): string[] {
  if (!matches.some(({ entry }) => isInferred(entry))) return []
  const read = judge(
    matches.filter(({ entry }) => !isInferred(entry)),
    asked,
    tariff,
  )
  const known = new Map(read.reaches.map((reach) => [keyOfReach(reach), reach.extent]))
  const told = reaches
    .filter((reach) => known.get(keyOfReach(reach)) !== reach.extent)
    .flatMap((reach) => {
      const basis = reach.grounds.flatMap(({ entries }) => entries).find(isInferred)?.basis
      if (!basis) return []
      const where = [
        reach.country && countryName(reach.country, language),
        reach.direction && DIRECTION_NAMES[reach.direction][language],
      ].filter(Boolean)
      return [`${where.join(', ')}: ${withoutCapital(basis.text[language])}`]
    })
  return [...new Set(told)]
}
