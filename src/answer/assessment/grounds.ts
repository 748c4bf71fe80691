import { type Entry, listsWhole, type Regime } from '../../law/build/dataset.ts'
import { ownText } from '../../law/read/own-text.ts'
import type { Language } from '../../terms/language.ts'
import type { Limit } from '../../terms/limit.ts'
import { thresholdInWords } from '../../terms/wording.ts'
import { boundInWords } from './bound-words.ts'
import type { Context, Style } from './context.ts'
import type { JudgedGround, JudgedReach } from './judge.ts'
import type { Ground } from './terms.ts'

/** A reach as an answer shows it. */
export const reachAnswer = (
  reach: JudgedReach,
  regimes: readonly Regime[],
  { placeOf, language }: Pick<Context, 'placeOf' | 'language'>,
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
export const limitsOf = ({ entries: [{ limits }] }: JudgedGround): readonly Limit[] => (limits === 'any' ? [] : limits)

/** Limits in a line: `pojemność skokowa powyżej 1 900 cm³ i najwyżej 2 500 cm³; prześwit co najmniej 165 mm`. */
export function limitsBriefly(limits: readonly Limit[], language: Language): string {
  const worded = [...Map.groupBy(limits, ({ scope }) => scope).values()].map((same) => {
    const [first = '', ...others] = [...new Set(same.map((limit) => thresholdInWords(limit, language)))]
    // What is measured is said once.
    const rest = others.map((other) => {
      let shared = 0
      while (shared < other.length && other[shared] === first[shared]) shared++
      return other.slice(other.lastIndexOf(' ', shared - 1) + 1)
    })
    return [first, ...rest].join(AND[language])
  })
  return worded.join('; ')
}

const AND = { pl: ' i ', en: ' and ' } as const

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
export function designationOf({ entries }: JudgedGround, language: Language): string | null {
  const found = new Set(
    entries.filter(isDescribed).flatMap(({ listedAs }) => {
      const designation = listedAs?.[language]
      return designation !== undefined && isDescriptive(designation) ? [designation] : []
    }),
  )
  const [only] = found
  return found.size === 1 && only !== undefined ? only : null
}

/** The longest designations that a sentence quotes: a longer one would bury the verdict, and the results have it. */
export const QUOTED_CHARACTERS: Readonly<Record<Style, number>> = { full: 140, brief: 60, briefest: 0 }

const isDescribed = (entry: Entry): boolean => entry.partialBy === 'description' && !listsWhole(entry, entry.code)

/** "Other" describes nothing without the rows above it in the annex. */
const isDescriptive = (designation: string): boolean => !/^(?:— )?(?:others?\b|pozostał)/i.test(designation)

/** The number of the category that the rows stand under: `15 Electronic items …` → 15. */
export const categoryOf = ({ entries: [{ category }] }: JudgedGround): string | null =>
  /^(\d+[a-z]?) /.exec(category?.en ?? '')?.[1] ?? null

/** What entries with the same words prohibit or ask for; `#` in the words stands for the countries that goods come from. */
export function dealingInWords(words: string, entries: readonly Entry[], language: Language): string {
  const countries = entries.map(({ regime }) => regime.place.import[language])
  return words.replace('#', () => [...new Set(countries)].join(language === 'pl' ? ' lub ' : ' or '))
}

/** The dealing of one entry, or null where a direction of trade says it. */
export const dealingOf = (entry: Entry, language: Language): string | null =>
  entry.dealing && dealingInWords(entry.dealing[language], [entry], language)
