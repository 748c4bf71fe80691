import { isAllGoods } from '../../law/build/dataset.ts'
import { citationInWords } from '../../terms/citation-words.ts'
import { DIRECTION_NAMES } from '../../terms/direction-names.ts'
import type { Text } from '../../terms/language.ts'
import type { Direction } from '../../terms/law.ts'
import { listed } from '../../terms/wording.ts'
import { placeAfter } from '../deal/places.ts'
import { boundInWords, inStyle } from './bound-words.ts'
import type { Context } from './context.ts'
import {
  categoryOf,
  dealingInWords,
  designationOf,
  limitInWords,
  limitsBriefly,
  limitsOf,
  QUOTED_CHARACTERS,
} from './grounds.ts'
import type { JudgedGround, JudgedReach } from './judge.ts'
import { OTHER_DEALINGS } from './reach-words.ts'
import { EXTENTS, type Extent } from './terms.ts'

/** How a sentence begins, by how far the ban reaches. */
const OPENINGS: Readonly<Record<Exclude<Extent, 'none'>, Text>> = {
  whole: { pl: 'Zakazane', en: 'Prohibited' },
  threshold: { pl: 'Zakazane powyżej progu lub pod warunkiem', en: 'Prohibited beyond a threshold or on a condition' },
  description: {
    pl: 'Zakazane tylko wtedy, gdy towar odpowiada opisowi w załączniku',
    en: 'Prohibited only if the goods fit the description in the annex',
  },
  some_codes: { pl: 'Zakaz obejmuje niektóre towary z tego kodu', en: 'Prohibited for some goods of this code' },
  possible: { pl: 'Być może zakazane tego dnia', en: 'Perhaps prohibited on that day' },
}

const SOME_GOODS: Text = {
  pl: 'Zakaz obejmuje niektóre ze znalezionych towarów',
  en: 'Prohibited for some of the goods found',
}

/** `#` is replaced by the description in the annex, or by the threshold. */
const ONLY_IF: Text = { pl: 'Zakazane tylko wtedy, gdy towar to „#”', en: 'Prohibited only if it is “#”' }
const ONLY_BEYOND: Text = { pl: 'Zakazane powyżej progu (#)', en: 'Prohibited beyond a threshold (#)' }
const CATEGORY: Text = { pl: 'kategoria', en: 'category' }

const LIMITS_QUOTED = 2
/** Of more limits or descriptions than this, the sentence names none; the grounds have them all. */
const MAX_OPENINGS = 3

/** What one ground says of one reach: the condition in words, and how far it goes. */
interface Told {
  readonly extent: Exclude<Extent, 'none'>
  readonly opening: string
  readonly reach: JudgedReach
  readonly grounds: readonly JudgedGround[]
}

/** The bans, the widest first, each condition with all countries and directions that it belongs to. */
export const banSentences = (bans: readonly JudgedReach[], context: Context): string =>
  banClauses(bans, context)
    .map((clause) => `${clause}.`)
    .join(' ')

/** The same as clauses, which end without a full stop. */
export function banClauses(bans: readonly JudgedReach[], context: Context): string[] {
  const told = bans.flatMap((reach) => toldOf(withoutAllGoods(reach), context))
  const ofOrigin = bans
    .flatMap(({ grounds }) => grounds.filter(isOfAllGoods))
    .map((one) => allGoodsSentence(one, context))
  const others = EXTENTS.flatMap((extent) => {
    const same = told.filter((one) => one.extent === extent)
    if (extent === 'none' || same.length === 0) return []
    const openings = new Set(same.map(({ opening }) => opening))
    const general = openings.size > MAX_OPENINGS ? generalOpening(extent, context) : null
    return [...Map.groupBy(same, ({ opening }) => general ?? opening)].map(
      ([opening, ones]) => `${opening}: ${reachesInWords(ones, context)}`,
    )
  })
  const clauses = [...new Set(ofOrigin), ...others]
  // In a headline, trade comes before what else may be done with the goods.
  const isOther = (clause: string) => clause.endsWith(`: ${OTHER_DEALINGS[context.language]}`)
  return context.style === 'briefest' ? clauses.toSorted((a, b) => Number(isOther(a)) - Number(isOther(b))) : clauses
}

const isOfAllGoods = ({ entries }: JudgedGround): boolean => entries.every(isAllGoods)

/** A ban of everything from an origin has a sentence of its own, and hides no ban of these goods. */
function withoutAllGoods(reach: JudgedReach): JudgedReach {
  const grounds = reach.grounds.filter((ground) => !isOfAllGoods(ground))
  if (grounds.length === reach.grounds.length) return reach
  return { ...reach, grounds, extent: grounds[0]?.extent ?? 'none' }
}

/** `#` is replaced by what the regime is aimed at, `@` by the article. */
const ALL_GOODS: Text = {
  pl: 'Zakazany jest przywóz każdego towaru pochodzącego #, bez względu na kod CN (@); decyduje pochodzenie',
  en: 'Imports of any goods originating in # are prohibited, whatever their CN code (@); the origin decides',
}

const allGoodsSentence = ({ entries: [{ regime, article }] }: JudgedGround, { language, style }: Context): string =>
  inStyle(ALL_GOODS[language], style)
    .replace('#', () => placeAfter(regime, 'import', language))
    .replace('@', () => citationInWords(article, language))

/** Where everything is banned, or where it is certain, what is narrower or only possible adds nothing. */
function toldOf(reach: JudgedReach, context: Context): Told[] {
  if (reach.extent === 'none') return []
  if (reach.extent === 'whole')
    return [{ extent: 'whole', opening: OPENINGS.whole[context.language], reach, grounds: reach.grounds }]
  const sure = reach.grounds.filter(({ extent }) => extent !== 'possible')
  const grounds = sure.length > 0 ? sure : reach.grounds
  const withLimits = new Set(grounds.filter(({ extent }) => extent === 'threshold').map((one) => limitsKey(one)))
  return grounds.flatMap((ground) => {
    if (ground.extent === 'none') return []
    const opening = openingOf(ground, context, withLimits.size > 1)
    return [{ extent: ground.extent, opening, reach, grounds: [ground] }]
  })
}

const limitsKey = (ground: JudgedGround): string => limitInWords(ground, 'en') ?? ''

const generalOpening = (extent: Exclude<Extent, 'none'>, { isName, language }: Context): string =>
  (extent === 'some_codes' && isName ? SOME_GOODS : OPENINGS[extent])[language]

function openingOf(ground: JudgedGround, context: Context, severalLimits: boolean): string {
  const { language, style } = context
  const { extent } = ground
  const limits = limitsOf(ground)
  const free = [...ground.bound, ...ground.freed]
  if (free.length > 0 && limits.length === 0 && (extent === 'threshold' || extent === 'description')) {
    const words = [...new Set(free.map(({ provision }) => boundInWords(provision, language, style)))]
    return `${OPENINGS.whole[language]}, ${listed(words, language)}`
  }
  if (extent === 'threshold' && limits.length > 0 && limits.length <= LIMITS_QUOTED) {
    if (style !== 'full') return ONLY_BEYOND[language].replace('#', () => limitsBriefly(limits, language))
    const category = severalLimits ? categoryOf(ground) : null
    const words = [limitInWords(ground, language), ...(category === null ? [] : [`${CATEGORY[language]} ${category}`])]
    return ONLY_BEYOND[language].replace('#', () => words.join(', '))
  }
  const designation = designationOf(ground, language)
  if (extent === 'description' && designation !== null && designation.length <= QUOTED_CHARACTERS[style])
    return ONLY_IF[language].replace('#', () => designation)
  return generalOpening(extent === 'none' ? 'possible' : extent, context)
}

const DIRECTIONS: Readonly<Record<Direction, Text>> = {
  import: { pl: 'przywóz', en: 'imports from' },
  export: { pl: 'wywóz', en: 'exports to' },
  transit: { pl: 'tranzyt', en: 'transit through' },
}

const UNNAMED_DEALINGS: Text = {
  pl: 'inne czynności (szczegóły przy przepisie)',
  en: 'other dealings (details with the provision)',
}

/** `#` is replaced by the target whose inputs are meant. */
const FROM_OTHERS: Text = {
  pl: 'z innych państw, jeżeli użyto wsadu #',
  en: 'other countries if made with inputs from #',
}
const FROM_OTHERS_TOO: Text = {
  pl: ' (także z innych państw, jeżeli użyto wsadu #)',
  en: ' (also from other countries if made with inputs from #)',
}

/** An export is concerned by a transit ban only if the goods travel that way. */
const IF_THAT_WAY: Text = { pl: ' (jeżeli towar jest przewożony tą drogą)', en: ' (if the goods pass that way)' }

/** `przywóz z Rosji i z Białorusi oraz wywóz do Rosji`. */
function reachesInWords(told: readonly Told[], context: Context): string {
  const { language } = context
  const trade = told.filter(({ reach }) => reach.direction !== null)
  const shared = context.style === 'briefest' ? sharedWays(trade, context) : null
  const ways = [
    ...(shared === null ? [] : [shared]),
    ...[...Map.groupBy(shared === null ? told : told.filter((one) => !trade.includes(one)), directionOf)].flatMap(
      ([direction, same]) =>
        direction === null ? dealingsInWords(same, context) : [wayInWords(direction, same, context)],
    ),
  ]
  if (ways.length < 2) return ways.join('')
  return `${ways.slice(0, -1).join(', ')} ${language === 'pl' ? 'oraz' : 'and'} ${ways.at(-1)}`
}

const directionOf = ({ reach }: Told): Direction | null => reach.direction

/** `przywóz, wywóz i tranzyt (Rosja i Białoruś)`, where several directions have the same countries. */
function sharedWays(told: readonly Told[], { placeOf, language }: Context): string | null {
  // A part of a country has too long a name.
  if (told.some(({ grounds }) => grounds.some(({ entries: [{ regime }] }) => regime.data.territories))) return null
  const ways = [...Map.groupBy(told, directionOf)].map(([direction, same]) => ({
    direction: DIRECTION_NAMES[direction!][language],
    // Third countries that use inputs of the target are left out, as they are behind a country.
    countries: [...new Set(same.flatMap(({ reach }) => reach.country ?? []))],
  }))
  const [first, ...others] = ways.map(({ countries }) =>
    listed(
      countries.map((one) => placeOf(one).name[language]),
      language,
    ),
  )
  if (!first || others.length === 0 || others.some((one) => one !== first)) return null
  return `${listed(
    ways.map(({ direction }) => direction),
    language,
  )} (${first})`
}

function wayInWords(direction: Direction, told: readonly Told[], context: Context): string {
  const { direction: asked, placeOf, language, style } = context
  const after = (country: string) => placeOf(country)[direction][language]
  const reaches = new Set(told.map(({ reach }) => reach))
  const countries = [...reaches].flatMap(({ country }) => (country === null ? [] : [after(country)]))
  const inputs = [...reaches].flatMap(({ inputs_of }) => (inputs_of === undefined ? [] : [after(inputs_of)]))
  const others = (countries.length > 0 ? FROM_OTHERS_TOO : FROM_OTHERS)[language]
  const made =
    inputs.length === 0 || (style === 'briefest' && countries.length > 0)
      ? ''
      : others.replace('#', () => listed([...new Set(inputs)], language))
  const condition = style === 'full' && asked === 'export' && direction === 'transit' ? IF_THAT_WAY[language] : ''
  return `${DIRECTIONS[direction][language]} ${listed([...new Set(countries)], language)}${made}${condition}`
}

/** What is banned where no direction of trade says it, each once. */
function dealingsInWords(told: readonly Told[], { language, style }: Context): string[] {
  if (style === 'briefest') return [OTHER_DEALINGS[language]]
  const entries = told.flatMap(({ grounds }) => grounds.map(({ entries: [first] }) => first))
  const worded = Map.groupBy(entries, ({ dealing }) => dealing?.[language] ?? UNNAMED_DEALINGS[language])
  return [...worded].map(([words, same]) => dealingInWords(words, same, language))
}
