import type { Language, Phrase } from '../../base/language.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import { inOrderOfLaw } from '../../law/terms/citation.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { dayInSentence, listed } from '../../law/terms/wording.ts'
import type { Charge, Cited } from '../judge/model.ts'

/** `Article 3k(1)`; an act that the law does not hold by its name. */
export const citedInWords = ({ regime, article, words }: Cited, language: Language): string =>
  regime === null ? (words ?? article) : articlesInWords([article], language)

/** `Articles 2a(1) and 3k(1)`, `art. 2a ust. 1 i art. 3k ust. 1`; each once, in the order of the law. */
export function articlesInWords(articles: readonly string[], language: Language): string {
  const joined = joinedPoints([...new Set(articles.filter(Boolean).flatMap((one) => one.split(/[,;] (?=\d)/)))])
  const worded = joined.toSorted(inOrderOfLaw).map((article) => citationInWords(article, language))
  if (language === 'pl' || worded.length < 2) return listed(worded, language)
  return `Articles ${listed(
    worded.map((one) => one.replace(/^Articles? /, '')),
    'en',
  )}`
}

/** Points of one paragraph that follow one another are cited together: `1o(1)(a), (b)` and `1o(1)(c)` → `1o(1)(a)-(c)`. */
function joinedPoints(articles: readonly string[]): readonly string[] {
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

/** `of Council Regulation (EU) No 833/2014`, behind an article. */
const ofAct = ({ data }: Regime, language: Language): string =>
  language === 'pl' ? data.legal_act.pl.replace(/^Rozporządzenie/, 'rozporządzenia') : `of ${data.legal_act.en}`

/** `Articles 2a(1) and 3k(1) of Council Regulation (EU) No 833/2014`, act by act. */
export const citesInWords = (cites: readonly Cited[], language: Language): string =>
  inActs(cites, language, (same) =>
    articlesInWords(
      same.map(({ article }) => article),
      language,
    ),
  )

/** `Article 2a(1) (Annex VII) and Article 3k(1) (Annex XXIII) of Council Regulation (EU) No 833/2014`. */
const listsInWords = (cites: readonly Cited[], language: Language): string =>
  inActs(cites, language, (same) => {
    const ordered = same.toSorted((a, b) => inOrderOfLaw(a.article, b.article))
    const byAnnex = [...Map.groupBy(ordered, ({ annex }) => annex)].map(([annex, ones]) => {
      const articles = articlesInWords(
        ones.map(({ article }) => article),
        language,
      )
      return annex === null ? articles : `${articles} (${ANNEX[language]} ${annex})`
    })
    return listed(byAnnex, language, language === 'pl' ? 'oraz' : 'and')
  })

function inActs(cites: readonly Cited[], language: Language, worded: (same: readonly Cited[]) => string): string {
  const byAct = [...Map.groupBy(cites, ({ regime }) => regime)].map(([regime, same]) => {
    if (regime === null)
      return listed([...new Set(same.map((one) => citedInWords(one, language)).filter(Boolean))], language)
    const articles = worded(same)
    return articles === '' ? '' : `${articles} ${ofAct(regime, language)}`
  })
  return byAct.filter(Boolean).join('; ')
}

/** `Article 3k(1) (Annex XXIII) of … (export to Russia, since 3 June 2022)`, for bans of one happening. */
export function bansInWords(charges: readonly Charge[], most: number, language: Language): string {
  const groups = [
    ...Map.groupBy(
      charges,
      ({ happening, cited }) => `${happening.words} ${cited.regime?.data.code ?? cited.article}`,
    ).values(),
  ]
  const told = groups.slice(0, most).map((same) => {
    const [{ happening }] = same as [Charge]
    const days = new Set(same.map(({ since }) => since))
    const [since = null] = days
    const leftOut = leftOutOf(same, language)
    const about = [
      leftOut === null ? happening.words : `${happening.words}, ${leftOut}`,
      ...(days.size === 1 && since !== null ? [`${SINCE[language]} ${dayInSentence(since, language)}`] : []),
    ]
    const cites = [...new Map(same.map((one) => [one.cited.article, one.cited])).values()]
    const more = cites.length > MOST_ARTICLES ? ` ${AND_MORE[language](`${cites.length - MOST_ARTICLES}`)}` : ''
    return `${listsInWords(cites.slice(0, MOST_ARTICLES), language)}${more} (${about.join(', ')})`
  })
  const more = groups.length - told.length
  return told.join('; ') + (more > 0 ? `; ${MORE[language]}: ${more}` : '')
}

/** `except ambulances`, where every ban leaves the same goods out; else null. */
export function leftOutOf(charges: readonly Charge[], language: Language): string | null {
  const [words = null, ...others] = new Set(charges.map(({ leftOut }) => leftOut))
  return words === null || others.length > 0 ? null : `${EXCEPT[language]} ${words}`
}

/** An act whose articles were named last is not named again in full. */
export function actsNamedOnce(text: string, language: Language): string {
  let last = ''
  return text.replace(ACTS[language], (words: string, number: string) => {
    const isSame = number === last
    last = number
    return isSame && OF_ACT[language].test(words) ? OF_THAT_ACT[language] : words
  })
}

const ACTS = {
  pl: /rozporządzeni[ae] (?:Rady )?(\((?:UE|WE)\) (?:nr )?\d+\/\d+)/g,
  en: /(?:of )?(?:Council )?Regulation (\((?:EU|EC)\) (?:No )?\d+\/\d+)/g,
} as const
const OF_ACT = { pl: /^rozporządzenia /, en: /^of / } as const
const OF_THAT_ACT = { pl: 'tego rozporządzenia', en: 'of that Regulation' } as const

/** Articles of one act that a sentence names; grounds and findings have all. */
const MOST_ARTICLES = 4
const AND_MORE: Phrase<[count: string]> = {
  pl: (count) => `(i ${count} dalszych)`,
  en: (count) => `(and ${count} more)`,
}
const ANNEX = { pl: 'załącznik', en: 'Annex' } as const
const SINCE = { pl: 'od', en: 'since' } as const
const MORE = { pl: 'dalsze zakazy', en: 'further bans' } as const
const EXCEPT = { pl: 'z wyjątkiem', en: 'except' } as const
