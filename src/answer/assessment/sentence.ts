import type { Regime } from '../../law/build/dataset.ts'
import type { Language, Text } from '../../terms/language.ts'
import type { MovementTest } from '../../terms/law-vocabulary.ts'
import { counted, dayInSentence, listed, withoutCapital, yearsInWords } from '../../terms/wording.ts'
import { banClauses, banSentences } from './ban-sentences.ts'
import type { Context, Unchecked } from './context.ts'
import { dealingOf } from './grounds.ts'
import type { JudgedReach } from './judge.ts'

/** The judgement in one or several sentences: what is prohibited first, the widest first. */
export function sentenceOf(reaches: readonly JudgedReach[], context: Context): string {
  const { language, unchecked } = context
  if (unchecked === 'before_data') return beforeData(context)
  if (unchecked) {
    const why = unchecked === 'code_unknown' ? codeUnknown(context.cnYears) : UNCHECKED[unchecked]
    return [why[language], ...uncodedReservation(context)].join(' ')
  }
  const bans = reaches.filter(({ kind }) => kind === 'ban')
  const rest = dealingsOf(
    reaches.filter(({ kind }) => kind !== 'ban'),
    language,
  )
  if (bans.length > 0)
    return [
      ...(isOnlyOfComing(bans, context) ? [`${NOT_EXPORT[language]}.`] : []),
      banSentences(bans, context),
      ...alsoSentences(rest, language),
      ...incompleteness(context),
    ].join(' ')
  const reserve = reservationsOf(context)
  if (reaches.length > 0) return [...conditionSentences(rest, language), ...reserve].join(' ')
  return [notListed(context)[language], ...reserve].join(' ')
}

/** The longest a headline should be: two lines on a page. */
export const HEADLINE = 140

/** The same judgement as headlines, the fullest first: without citations, then without quotations, then the widest ban only. */
export function headlinesOf(reaches: readonly JudgedReach[], context: Context): string[] {
  const { language, unchecked, isListed, direction } = context
  if (unchecked === 'before_data') return [UNCHECKED.before_data[language]]
  if (unchecked) return [sentenceOf([], context).split('. ')[0]!]
  const bans = reaches.filter(({ kind }) => kind === 'ban')
  if (bans.length > 0) {
    const [brief, briefest] = (['brief', 'briefest'] as const).map((style) => banClauses(bans, { ...context, style }))
    const [allBriefly, ...fewer] = oneLine(briefest!, FURTHER_BANS[language])
    const all = [...oneLine(brief!, FURTHER_BANS[language]).toSpliced(1, 0, allBriefly!), ...fewer]
    return isOnlyOfComing(bans, context) ? all.map((one) => oneLine([NOT_EXPORT[language], one], '')[0]!) : all
  }
  if (reaches.length > 0) {
    const [said = ''] = conditionSentences(dealingsOf(reaches, language), language)
    return withReservation([said.slice(0, -1), said.slice(0, -1).split(':')[0]!], context)
  }
  const none = isListed && direction ? OTHER_DIRECTION : goodsNotListed(context)
  return withReservation([none[language].replace(/\.$/, '')], context)
}

const NOT_EXPORT: Text = {
  pl: 'Wywóz nie jest zakazany sam przez się',
  en: 'Export is not prohibited as such',
}

/** Whether exports were asked about, and only dealings in goods that come from the target are banned, such as carrying them. */
const isOnlyOfComing = (bans: readonly JudgedReach[], { direction }: Context): boolean =>
  direction === 'export' &&
  bans.every(
    (reach) =>
      reach.direction === null &&
      reach.grounds.every(({ entries }) =>
        entries.every(({ movements }) => movements.length > 0 && movements.every(({ tests }) => tests.every(isComing))),
      ),
  )

const isComing = (test: MovementTest): boolean => test === 'origin' || test === 'exported' || test === 'located'

/** Clauses in one line, and fewer of them with a word on what is left out. */
export function oneLine(clauses: readonly string[], further: string): string[] {
  const joined = (told: readonly string[]) =>
    told.map((clause, at) => (at === 0 ? clause : withoutCapital(clause))).join('; ')
  const fewer = clauses.slice(1).map((_, at) => `${joined(clauses.slice(0, clauses.length - 1 - at))}${further}`)
  return [joined(clauses), ...fewer]
}

const FURTHER_BANS: Text = { pl: '; są też dalsze zakazy', en: '; there are further bans' }

const OTHER_DIRECTION: Text = {
  pl: 'W wykazie, ale nie dla tego kierunku',
  en: 'Listed, but not for this direction',
}

/** What keeps "no ban found" from being the whole truth, in a few words. */
export const withReservation = (headlines: readonly string[], { uncoded, tooEarly, language }: Context): string[] => {
  const words = tooEarly.length > 0 ? INCOMPLETE_BRIEF : uncoded.length > 0 ? UNCODED_BRIEF : null
  return words === null ? [...headlines] : headlines.map((headline) => `${headline}; ${words[language]}`)
}

const INCOMPLETE_BRIEF: Text = { pl: 'dane na ten dzień są niepełne', en: 'the data for that day are incomplete' }
const UNCODED_BRIEF: Text = { pl: 'kod nie pokaże jednak wszystkich zakazów', en: 'but no code shows all bans' }

const notListed = (context: Context): Text => {
  const { isName, isUnsure, isListed, direction } = context
  if (isListed && direction) return { pl: `${OTHER_DIRECTION.pl}.`, en: `${OTHER_DIRECTION.en}.` }
  const none = goodsNotListed(context)
  return isName && isUnsure ? { pl: `${UNSURE.pl} ${none.pl}`, en: `${UNSURE.en} ${none.en}` } : none
}

const goodsNotListed = ({ isName, isOtherListed }: Context): Text =>
  isOtherListed ? THESE_NOT_LISTED : isName ? NO_GOODS_LISTED : NOT_LISTED

const UNCHECKED = {
  name_unknown: {
    pl: 'Nie sprawdzono: w taryfie nie znaleźliśmy takiego towaru. Spróbuj innego słowa albo podaj kod CN.',
    en: 'Not checked: we found no such goods in the tariff. Try another word, or give the CN code.',
  },
  before_data: { pl: 'Nie sprawdzono: nasze dane zaczynają się później', en: 'Not checked: our data begin later' },
} as const satisfies Record<Exclude<Unchecked, 'code_unknown'>, Text>

const codeUnknown = (years: readonly number[]): Text => ({
  pl: `Nie sprawdzono: takiego kodu nie ma w Nomenklaturze scalonej z ${years.length > 1 ? 'lat' : 'roku'} ${yearsInWords(years, 'pl')}. Sprawdź, czy nie ma w nim pomyłki.`,
  en: `Not checked: there is no such code in the Combined Nomenclature of ${yearsInWords(years, 'en')}. Check it for typing mistakes.`,
})

/** "Not checked: our data begin later (Russia: 26 February 2022)." */
const beforeData = ({ tooEarly, language }: Context): string =>
  `${UNCHECKED.before_data[language]} (${beginnings(tooEarly, language)}).`

const nameOf = ({ place }: Regime, language: Language): string => place.name[language]

const beginnings = (regimes: readonly Regime[], language: Language): string =>
  regimes
    .map((regime) => `${nameOf(regime, language)}: ${dayInSentence(regime.data.complete_from, language)}`)
    .join(', ')

const ONLY_CONDITIONS: Text = {
  pl: 'Nie znaleźliśmy zakazu, ale obowiązują warunki lub obowiązki',
  en: 'We found no prohibition, but conditions or duties apply',
}

const SERVICES: Text = {
  pl: 'Zakazane są usługi, nie sam towar',
  en: 'Services are prohibited, not the goods themselves',
}

const ALSO: Text = { pl: 'Ponadto', en: 'Also' }

/** More of them would bury what is prohibited; the results have all. */
const DEALINGS_TOLD = 4

/** What conditions and duties ask for, each once; bans on services apart. */
interface Dealings {
  readonly services: readonly string[]
  readonly others: readonly string[]
}

function dealingsOf(reaches: readonly JudgedReach[], language: Language): Dealings {
  const told = reaches.flatMap(({ grounds }) => grounds.filter(({ lifted }) => !lifted))
  const entries = told.flatMap((ground) => ground.entries)
  const words = (wanted: boolean) => [
    ...new Set(entries.flatMap((entry) => (entry.servicesOnly === wanted ? (dealingOf(entry, language) ?? []) : []))),
  ]
  return { services: words(true), others: words(false) }
}

const named = (opening: string, dealings: readonly string[]): string =>
  dealings.length === 0 || dealings.length > DEALINGS_TOLD ? `${opening}.` : `${opening}: ${dealings.join('; ')}.`

/** Where nothing is banned by the goods themselves. */
function conditionSentences({ services, others }: Dealings, language: Language): string[] {
  if (services.length === 0) return [named(ONLY_CONDITIONS[language], others)]
  return [named(SERVICES[language], services), ...alsoSentences({ services: [], others }, language)]
}

/** Behind what is prohibited. */
const alsoSentences = ({ services, others }: Dealings, language: Language): string[] => {
  const all = [...services, ...others]
  return all.length === 0 || all.length > DEALINGS_TOLD ? [] : [named(ALSO[language], all)]
}

const NOT_LISTED: Text = {
  pl: 'Tego kodu nie ma w sprawdzonych załącznikach.',
  en: 'This code is not in the annexes that were checked.',
}

const NO_GOODS_LISTED: Text = {
  pl: 'Żadnego ze znalezionych towarów nie ma w sprawdzonych załącznikach.',
  en: 'None of the goods found is in the annexes that were checked.',
}

const THESE_NOT_LISTED: Text = {
  pl: 'Tego towaru nie ma w sprawdzonych załącznikach.',
  en: 'These goods are not in the annexes that were checked.',
}

const UNSURE: Text = {
  pl: 'Nie mamy pewności, o jaki towar chodzi: wybierz go spośród znalezionych albo podaj kod CN.',
  en: 'We are not sure what goods are meant: choose among those found, or give the CN code.',
}

/** What keeps "not listed" from being the whole truth. */
export function reservationsOf(context: Context): string[] {
  const { pending, language } = context
  const sentences = [...uncodedReservation(context), ...incompleteness(context)]
  // Two regimes of one country are told together.
  for (const [name, same] of Map.groupBy(pending, ({ regime }) => nameOf(regime, language))) {
    const number = counted(
      same.reduce((sum, { acts }) => sum + acts, 0),
      NEWER_ACTS,
      language,
    )
    sentences.push(
      language === 'pl' ? `Nie uwzględniono jeszcze ${number} (${name}).` : `Not yet worked in: ${number} (${name}).`,
    )
  }
  return sentences
}

/** "But such goods may fall under prohibitions that no code shows (Russia: Article 3s)." */
export function uncodedReservation({ uncoded, placeOf, language }: Context): string[] {
  if (uncoded.length === 0) return []
  const articles = [...Map.groupBy(uncoded, ({ country }) => country)].map(([country, same]) => {
    const numbers = new Set(same.flatMap(({ article }) => articleNumbers(article ?? '')))
    const word = language === 'en' ? (numbers.size > 1 ? 'Articles' : 'Article') : 'art.'
    return `${placeOf(country).name[language]}: ${word} ${listed([...numbers], language)}`
  })
  return [MAY_BE_UNCODED[language].replace('#', () => articles.join('; '))]
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
