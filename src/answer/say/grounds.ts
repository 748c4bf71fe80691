import type { Language, Phrase } from '../../base/language.ts'
import { ownText } from '../../base/own-text.ts'
import { type Entry, listsWhole, type Regime } from '../../law/dataset/dataset.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import type { Exemption, Place } from '../../law/terms/law.ts'
import type { Limit } from '../../law/terms/limit.ts'
import { thresholdInWords } from '../../law/terms/wording.ts'
import type { JudgedGround, JudgedReach } from '../judge/reaches.ts'
import type { Ground } from '../response/terms.ts'

/** A reach as an answer shows it. */
export const reachAnswer = (
  reach: JudgedReach,
  regimes: readonly Regime[],
  { placeOf, language }: { placeOf: (country: string) => Place; language: Language },
) => {
  const { country, direction, kind, extent, inputs_of, grounds } = reach
  const target = country ?? inputs_of!
  // Regimes of parts of a country are named by their acts.
  const acts = regimes.filter(({ data }) => data.territories && data.country === target)
  return {
    country,
    place:
      acts.length > 0 ? acts.map(({ shortName }) => shortName[language]).join(', ') : placeOf(target).name[language],
    direction,
    kind,
    extent,
    ...(inputs_of !== undefined && { inputs_of }),
    grounds: grounds.map((ground) => groundAnswer(ground, language)),
  }
}

function groundAnswer(ground: JudgedGround, language: Language): Ground {
  const [{ article, annex }] = ground.entries
  return {
    article,
    annex,
    extent: ground.extent,
    limit: ground.extent === 'whole' ? null : limitInWords(ground, language),
    designation: ground.extent === 'whole' ? null : designationOf(ground, language),
  }
}

/** The limits that all rows of the ground share. */
const limitsOf = ({ entries: [{ limits }] }: JudgedGround): readonly Limit[] => (limits === 'any' ? [] : limits)

/**
 * The limit of a provision: as data where its rows have it, else the condition in words; and what frees some deals or
 * part of the goods.
 */
export function limitInWords(ground: JudgedGround, language: Language): string | null {
  const own = ownLimit(ground, language)
  const unless = [...ground.bound, ...ground.freed].map(({ provision }) => boundInWords(provision, language))
  const words = [...(own === null ? [] : [own]), ...new Set(unless)]
  return words.length > 0 ? ownText(words.join('; ')) : null
}

function ownLimit(ground: JudgedGround, language: Language): string | null {
  const limits = limitsOf(ground)
  if (limits.length > 0) return limits.map((limit) => thresholdInWords(limit, language)).join('; ')
  const [{ limits: any, condition }] = ground.entries
  return any === 'any' ? null : (condition?.[language] ?? null)
}

/** The only description of goods that are listed in part; null where there are several, or where it says nothing. */
function designationOf({ entries }: JudgedGround, language: Language): string | null {
  const found = new Set(
    entries.filter(isDescribed).flatMap(({ listedAs }) => {
      const designation = listedAs?.[language]
      return designation !== undefined && isDescriptive(designation) ? [designation] : []
    }),
  )
  const [only] = found
  return found.size === 1 && only !== undefined ? only : null
}

const isDescribed = (entry: Entry): boolean => entry.partialBy === 'description' && !listsWhole(entry, entry.code)

/** "Other" describes nothing without the rows above it in the annex. */
const isDescriptive = (designation: string): boolean => !/^(?:— )?(?:others?\b|pozostał)/i.test(designation)

const WITHIN_QUOTA: Phrase<[article: string]> = {
  pl: (article) => `z wyjątkiem otwartego kontyngentu (${article})`,
  en: (article) => `except within the open quota (${article})`,
}
const ON_CONDITIONS: Phrase<[article: string]> = {
  pl: (article) => `z wyjątkiem przypadków z ${article}`,
  en: (article) => `except as ${article} allows`,
}

/** What frees some deals or part of the goods, behind "prohibited": `except within the open quota (Article 3i(4)(a))`. */
function boundInWords({ ref, quota }: Exemption, language: Language): string {
  const words = quota ? WITHIN_QUOTA : ON_CONDITIONS
  return words[language](citationInWords(ref, language))
}
