import type { Regime } from '../../law/build/dataset.ts'
import type { Language } from '../../terms/language.ts'
import { dayInSentence, listed } from '../../terms/wording.ts'
import { articlesInWords } from '../deal/places.ts'
import type { Charge, Cited } from '../decide/model.ts'

/** `Article 3k(1)`; an act that the law does not hold by its name. */
export const citedInWords = ({ regime, article }: Cited, language: Language): string =>
  regime === null ? article : articlesInWords([article], language)

/** `of Council Regulation (EU) No 833/2014`, behind an article. */
const ofAct = ({ data }: Regime, language: Language): string =>
  language === 'pl' ? data.legal_act.pl.replace(/^Rozporządzenie/, 'rozporządzenia') : `of ${data.legal_act.en}`

/** `Articles 2a(1) and 3k(1) of Council Regulation (EU) No 833/2014`, act by act. */
export function citesInWords(cites: readonly Cited[], language: Language): string {
  const byAct = [...Map.groupBy(cites, ({ regime }) => regime)].map(([regime, same]) => {
    const articles = [...new Set(same.map(({ article }) => article))].filter(Boolean)
    if (regime === null) return listed(articles, language)
    return `${articlesInWords(articles, language)} ${ofAct(regime, language)}`
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
      annexes.length > 0 && `${ANNEX[language]} ${listed(annexes, language)}`,
      [happening.words, days.size === 1 && since !== null && `${SINCE[language]} ${dayInSentence(since, language)}`]
        .filter(Boolean)
        .join(', '),
    ]
    const cited = citesInWords(
      same.map((one) => one.cited),
      language,
    )
    return `${cited} (${about.filter(Boolean).join('; ')})`
  })
  const more = groups.length - told.length
  return told.join('; ') + (more > 0 ? `; ${MORE[language]}: ${more}` : '')
}

const ANNEX = { pl: 'załącznik', en: 'Annex' } as const
const SINCE = { pl: 'od', en: 'since' } as const
const MORE = { pl: 'dalsze', en: 'further' } as const
