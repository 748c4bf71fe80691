import type { Regime } from '../../law/build/dataset.ts'
import { countryAfter, countryName } from '../../terms/countries.ts'
import type { Language, Text } from '../../terms/language.ts'
import type { Direction } from '../../terms/law.ts'
import type { Limit } from '../../terms/limit.ts'
import { counted, dayInSentence, listed, thresholdInWords } from '../../terms/wording.ts'
import { EXTENTS, type Extent, type Reach } from './terms.ts'

/** What the sentence depends on besides how far measures reach. */
export interface Context {
  readonly language: Language
  readonly isName: boolean
  /** The goods found are only candidates: too little of the name was understood. */
  readonly isUnsure: boolean
  /** Why nothing was checked; null when something was. */
  readonly unchecked: keyof typeof UNCHECKED | null
  /** The direction asked about; null for all. */
  readonly direction: Direction | null
  /** The thresholds on which bans depend, each once. */
  readonly thresholds: readonly Limit[]
  /** What the annexes call goods that they list in part, each once. */
  readonly designations: readonly string[]
  /** Regimes whose data begin after the day asked about. */
  readonly tooEarly: readonly Regime[]
  /** Regimes with acts in force on the day asked about that are not worked in yet, and how many. */
  readonly pending: readonly { readonly regime: Regime; readonly acts: number }[]
  /** Measures without codes that goods of this kind may fall under. */
  readonly uncoded: readonly { readonly country: string; readonly article: string | null }[]
}

/** The judgement in one or several sentences: what is prohibited first, each extent once. */
export function sentenceOf(reaches: readonly Reach[], context: Context): string {
  const { language, unchecked } = context
  if (unchecked === 'before_data') return beforeData(context)
  if (unchecked) return UNCHECKED[unchecked][language]
  const bans = reaches.filter(({ kind }) => kind === 'ban')
  if (bans.length > 0) return [banSentences(bans, context), ...incompleteness(context)].join(' ')
  const reserve = reservationsOf(context)
  if (reaches.length > 0) return [ONLY_CONDITIONS[language], ...reserve].join(' ')
  return [notListed(context)[language], ...reserve].join(' ')
}

const notListed = ({ isName, isUnsure }: Context): Text => {
  if (!isName) return NOT_LISTED
  return isUnsure ? CANDIDATES_NOT_LISTED : NO_GOODS_LISTED
}

const UNCHECKED = {
  name_unknown: {
    pl: 'Nie sprawdzono: w taryfie nie znaleźliśmy takiego towaru. Spróbuj innego słowa albo podaj kod CN.',
    en: 'Not checked: we found no such goods in the tariff. Try another word, or give the CN code.',
  },
  code_unknown: {
    pl: 'Nie sprawdzono: takiego kodu nie ma w Nomenklaturze scalonej z lat 2024–2026. Sprawdź, czy nie ma w nim pomyłki.',
    en: 'Not checked: there is no such code in the Combined Nomenclature of 2024 to 2026. Check it for typing mistakes.',
  },
  before_data: { pl: 'Nie sprawdzono: nasze dane zaczynają się później', en: 'Not checked: our data begin later' },
} as const satisfies Record<string, Text>

/** "Not checked: our data begin later (Russia: 26 February 2022)." */
const beforeData = ({ tooEarly, language }: Context): string =>
  `${UNCHECKED.before_data[language]} (${beginnings(tooEarly, language)}).`

const beginnings = (regimes: readonly Regime[], language: Language): string =>
  regimes
    .map(({ data }) => `${countryName(data.country, language)}: ${dayInSentence(data.complete_from, language)}`)
    .join(', ')

const ONLY_CONDITIONS: Text = {
  pl: 'Nie znaleźliśmy zakazu, ale obowiązują warunki lub obowiązki.',
  en: 'We found no prohibition, but conditions or duties apply.',
}

const NOT_LISTED: Text = {
  pl: 'Tego kodu nie ma w sprawdzonych załącznikach.',
  en: 'This code is not in the annexes that were checked.',
}

const NO_GOODS_LISTED: Text = {
  pl: 'Żadnego ze znalezionych towarów nie ma w sprawdzonych załącznikach.',
  en: 'None of the goods found is in the annexes that were checked.',
}

const CANDIDATES_NOT_LISTED: Text = {
  pl: 'Nie mamy pewności, o jaki towar chodzi: wybierz go spośród znalezionych albo podaj kod CN. Żadnego ze znalezionych towarów nie ma w sprawdzonych załącznikach.',
  en: 'We are not sure what goods are meant: choose among those found, or give the CN code. None of the goods found is in the annexes that were checked.',
}

/** What keeps "not listed" from being the whole truth. */
function reservationsOf({ uncoded, tooEarly, pending, language }: Context): string[] {
  const sentences: string[] = []
  if (uncoded.length > 0) {
    const articles = [...Map.groupBy(uncoded, ({ country }) => country)].map(([country, same]) => {
      const numbers = new Set(same.flatMap(({ article }) => articleNumbers(article ?? '')))
      const word = language === 'en' ? (numbers.size > 1 ? 'Articles' : 'Article') : 'art.'
      return `${countryName(country, language)}: ${word} ${listed([...numbers], language)}`
    })
    sentences.push(MAY_BE_UNCODED[language].replace('#', () => articles.join('; ')))
  }
  sentences.push(...incompleteness({ tooEarly, language }))
  for (const { regime, acts } of pending) {
    const number = counted(acts, NEWER_ACTS, language)
    sentences.push(
      language === 'pl'
        ? `Nie uwzględniono jeszcze ${number} (${countryName(regime.data.country, language)}).`
        : `Not yet worked in: ${number} (${countryName(regime.data.country, language)}).`,
    )
  }
  return sentences
}

/** Before the data begin, something else may be missing, whatever was found. */
const incompleteness = ({ tooEarly, language }: Pick<Context, 'tooEarly' | 'language'>): string[] =>
  tooEarly.length === 0 ? [] : [INCOMPLETE[language].replace('#', () => beginnings(tooEarly, language))]

/** `3ea(1), (1a), 4(1)(a)` → 3ea, 4. */
const articleNumbers = (citations: string): string[] =>
  [...citations.matchAll(/(?:^|, )(\d+[a-z]*)/g)].map(([, number]) => number!)

const MAY_BE_UNCODED: Text = {
  pl: 'Takie towary mogą jednak podlegać zakazom, których kod nie pokaże (#).',
  en: 'But such goods may fall under prohibitions that no code shows (#).',
}

const INCOMPLETE: Text = {
  pl: 'Na ten dzień dane są niepełne; zaczynają się później (#).',
  en: 'For that day the data are incomplete; they begin later (#).',
}

const NEWER_ACTS = {
  pl: ['nowszego aktu', 'nowszych aktów', 'nowszych aktów'],
  en: ['newer act', 'newer acts'],
} as const

/** How a sentence begins, by how far the ban reaches. */
const LEADS: Readonly<Record<Exclude<Extent, 'none'>, Text>> = {
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

/** A longer description would bury the verdict; the results quote it. */
const QUOTED_CHARACTERS = 140
const THRESHOLDS_QUOTED = 2

const banSentences = (bans: readonly Reach[], context: Context): string =>
  EXTENTS.flatMap((extent) => {
    const same = bans.filter((reach) => reach.extent === extent)
    return same.length === 0 || extent === 'none'
      ? []
      : [`${leadFor(extent, context)}: ${reachesInWords(same, context)}.`]
  }).join(' ')

function leadFor(extent: Exclude<Extent, 'none'>, context: Context): string {
  const { isName, thresholds, designations, language } = context
  if (extent === 'threshold' && thresholds.length > 0 && thresholds.length <= THRESHOLDS_QUOTED) {
    return ONLY_BEYOND[language].replace('#', () =>
      thresholds.map((threshold) => thresholdInWords(threshold, language)).join('; '),
    )
  }
  const [only = ''] = designations
  if (extent === 'description' && designations.length === 1 && only.length <= QUOTED_CHARACTERS) {
    return ONLY_IF[language].replace('#', () => only)
  }
  return (extent === 'some_codes' && isName ? SOME_GOODS : LEADS[extent])[language]
}

const DIRECTIONS: Readonly<Record<Direction, Text>> = {
  import: { pl: 'przywóz', en: 'imports from' },
  export: { pl: 'wywóz', en: 'exports to' },
  transit: { pl: 'tranzyt', en: 'transit through' },
}

const OTHER_DEALINGS: Text = {
  pl: 'inne czynności (szczegóły przy przepisie)',
  en: 'other dealings (details with the provision)',
}

/** An export is concerned by a transit ban only if the goods travel that way. */
const IF_THAT_WAY: Text = { pl: ' (jeżeli towar jest przewożony tą drogą)', en: ' (if the goods pass that way)' }

/** `przywóz z Rosji i z Białorusi oraz wywóz do Rosji`. */
function reachesInWords(reaches: readonly Reach[], { direction: asked, language }: Context): string {
  const ways = [...Map.groupBy(reaches, ({ direction }) => direction)].map(([direction, same]) => {
    if (direction === null) return OTHER_DEALINGS[language]
    const countries = same.map(({ country }) => countryAfter(direction, country, language))
    const condition = asked === 'export' && direction === 'transit' ? IF_THAT_WAY[language] : ''
    return `${DIRECTIONS[direction][language]} ${listed(countries, language)}${condition}`
  })
  if (ways.length < 2) return ways.join('')
  return `${ways.slice(0, -1).join(', ')} ${language === 'pl' ? 'oraz' : 'and'} ${ways.at(-1)}`
}
