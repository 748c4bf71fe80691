import { group } from '../../base/cn-code.ts'
import type { Phrase, Text } from '../../base/language.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import type { Guide } from '../../law/terms/law.ts'
import { yearsInWords } from '../../law/terms/wording.ts'
import { chosenGoods } from '../decide/chosen-goods.ts'
import { type Decision, NONE_OF_THEM } from '../decide/model.ts'
import type { Judgement } from '../judge/model.ts'
import { hintsReaderOf } from '../match/hints-reader.ts'
import type { MeantName } from '../match/meant-goods.ts'
import type { Asking } from '../question/question.ts'

/** What was asked, and the regimes that concern it. */
interface Asked extends Pick<Asking, 'question' | 'dataset'> {
  readonly name: MeantName | null
  readonly touched: readonly Regime[]
}

/** Why nothing was checked, in words behind "Not checked:". */
export function whyNotChecked(asked: Asked, { unknown, ways }: Judgement, { answer }: Decision): readonly string[] {
  if (answer !== 'not_checked') return []
  const { question, dataset, name } = asked
  const { language, query, read } = question
  if (unknown === 'code' && read.as === 'cn_code') {
    const years = yearsInWords(dataset.nomenclatures.years, language)
    return [NO_SUCH_CODE[language](group(read.digits), years)]
  }
  if (chosenGoods(question.facts) === NONE_OF_THEM) return [NONE_MEANT[language]]
  if (unknown === 'name') {
    const best = name?.goods[0]
    const text = query.trim()
    const quoted = text.length <= QUOTED ? text : `${text.slice(0, QUOTED).trim()}…`
    const guide = guideInstead(asked)
    if (guide)
      return [noCode(quoted, guide, asked), ...NO_CN_CODES.map((one) => one[language](quoted, guide.title[language]))]
    return [(best ? UNSURE : NO_GOODS)[language](quoted)]
  }
  const gaps = new Set(ways.flatMap((way) => way.gaps.map(({ text }) => text)))
  return [[...gaps].join('; '), ...gaps]
}

/** The guide about what is asked instead of goods. */
function guideInstead({ question: { read }, dataset }: Asked): Guide | undefined {
  const id = read.as === 'name' ? hintsReaderOf(dataset)?.(read.text).noGoods : null
  return dataset.guides.find((guide) => guide.id === id)
}

/** With the provisions of the regimes that concern the deal. */
function noCode(quoted: string, { title, governed_by = [] }: Guide, { question, touched }: Asked): string {
  const { language } = question
  const cited = touched.flatMap(({ data, shortName }) =>
    governed_by
      .filter((one) => one.startsWith(`${data.code} `))
      .map((one) => `${citationInWords(one.slice(data.code.length + 1), language)} (${shortName[language]})`),
  )
  const text = NO_CN_CODES[0][language](quoted, title[language])
  return cited.length > 0 ? `${text}; ${GOVERNED[language](cited.join(', '))}` : text
}

const QUOTED = 30

/** The shorter one for a headline that has no room for what was asked. */
const NO_CN_CODES: readonly [Phrase<[query: string, guide: string]>, Phrase<[query: string, guide: string]>] = [
  {
    pl: (query, guide) => `„${query}” nie ma kodu CN; zob. „${guide}”`,
    en: (query, guide) => `“${query}” has no CN code; see “${guide}”`,
  },
  { pl: (_, guide) => `to nie ma kodu CN; zob. „${guide}”`, en: (_, guide) => `this has no CN code; see “${guide}”` },
]
const GOVERNED: Phrase<[articles: string]> = {
  pl: (articles) => `decyduje m.in. ${articles}`,
  en: (articles) => `among others, ${articles} decides`,
}

const NO_SUCH_CODE: Phrase<[code: string, years: string]> = {
  pl: (code, years) => `kodu ${code} nie ma w Nomenklaturze scalonej (${years})`,
  en: (code, years) => `there is no code ${code} in the Combined Nomenclature (${years})`,
}
const NO_GOODS: Phrase<[query: string]> = {
  pl: (query) => `w taryfie nie znaleźliśmy towaru „${query}”; podaj kod CN albo inne słowa`,
  en: (query) => `no goods of the tariff found for “${query}”; give the CN code or other words`,
}
const UNSURE: Phrase<[query: string]> = {
  pl: (query) => `nie wiadomo na pewno, jaki towar to „${query}”; podaj kod CN albo inne słowa`,
  en: (query) => `it is not sure what “${query}” means; give the CN code or other words`,
}
const NONE_MEANT: Text = {
  pl: 'nie chodzi o żaden ze znalezionych towarów; podaj kod CN',
  en: 'none of the goods found is meant; give the CN code',
}
