import type { Regime } from '../../law/build/dataset.ts'
import { citationInWords } from '../../terms/citation-words.ts'
import type { Language } from '../../terms/language.ts'
import { dayInSentence, listed } from '../../terms/wording.ts'
import { joinedPoints } from '../deal/places.ts'
import type { Charge, Cited } from '../decide/model.ts'

/** `Article 3k(1)`; an act that the law does not hold by its name. */
export const citedInWords = ({ regime, article, words }: Cited, language: Language): string =>
  regime === null ? (words ?? article) : articlesInWords([article], language)

/** `Articles 2a(1) and 3k(1)`, `art. 2a ust. 1 i art. 3k ust. 1`; each once. */
export function articlesInWords(articles: readonly string[], language: Language): string {
  const joined = joinedPoints([...new Set(articles.filter(Boolean).flatMap((one) => one.split(/, (?=\d)/)))])
  const worded = joined.map((article) => citationInWords(article, language))
  if (language === 'pl' || worded.length < 2) return listed(worded, language)
  return `Articles ${listed(
    worded.map((one) => one.replace(/^Articles? /, '')),
    'en',
  )}`
}

/** `of Council Regulation (EU) No 833/2014`, behind an article. */
const ofAct = ({ data }: Regime, language: Language): string =>
  language === 'pl' ? data.legal_act.pl.replace(/^Rozporządzenie/, 'rozporządzenia') : `of ${data.legal_act.en}`

/** `Articles 2a(1) and 3k(1) of Council Regulation (EU) No 833/2014`, act by act. */
export function citesInWords(cites: readonly Cited[], language: Language): string {
  const byAct = [...Map.groupBy(cites, ({ regime }) => regime)].map(([regime, same]) => {
    if (regime === null)
      return listed([...new Set(same.map((one) => citedInWords(one, language)).filter(Boolean))], language)
    const articles = articlesInWords(
      same.map(({ article }) => article),
      language,
    )
    return articles === '' ? '' : `${articles} ${ofAct(regime, language)}`
  })
  return byAct.filter(Boolean).join('; ')
}

/** `Article 3k(1) of … (Annex XXIII; export to Russia, since 3 June 2022)`, for bans of one happening. */
export function bansInWords(charges: readonly Charge[], most: number, language: Language): string {
  const groups = [
    ...Map.groupBy(
      charges,
      ({ happening, cited }) => `${happening.words} ${cited.regime?.data.code ?? cited.article}`,
    ).values(),
  ]
  const told = groups.slice(0, most).map((same) => {
    const [{ happening }] = same as [Charge]
    const annexes = [...new Set(same.flatMap(({ cited }) => cited.annex ?? []))]
    const days = new Set(same.map(({ since }) => since))
    const [since = null] = days
    const about = [
      annexes.length > 0 && `${(annexes.length > 1 ? ANNEXES : ANNEX)[language]} ${listed(annexes, language)}`,
      [happening.words, days.size === 1 && since !== null && `${SINCE[language]} ${dayInSentence(since, language)}`]
        .filter(Boolean)
        .join(', '),
    ]
    const cites = [...new Map(same.map((one) => [one.cited.article, one.cited])).values()]
    const more =
      cites.length > MOST_ARTICLES ? ` ${AND_MORE[language].replace('#', () => `${cites.length - MOST_ARTICLES}`)}` : ''
    const cited = citesInWords(cites.slice(0, MOST_ARTICLES), language) + more
    return `${cited} (${about.filter(Boolean).join('; ')})`
  })
  const more = groups.length - told.length
  return told.join('; ') + (more > 0 ? `; ${MORE[language]}: ${more}` : '')
}

/** Articles of one act that a sentence names; grounds and findings have all. */
const MOST_ARTICLES = 4
const AND_MORE = { pl: '(i # dalszych)', en: '(and # more)' } as const
const ANNEX = { pl: 'załącznik', en: 'Annex' } as const
const ANNEXES = { pl: 'załączniki', en: 'Annexes' } as const
const SINCE = { pl: 'od', en: 'since' } as const
const MORE = { pl: 'dalsze', en: 'further' } as const
