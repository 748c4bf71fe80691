import { readableName } from '../../law/tariff/nomenclature-names.ts'
import { group } from '../../terms/cn-code.ts'
import type { Text } from '../../terms/language.ts'
import { withCapital } from '../../terms/wording.ts'
import type { Asking } from '../question.ts'
import type { MeantGoods, MeantName } from './meant-goods.ts'
import { nameInSentence, small, surenessOfBest } from './name-sentence.ts'
import { partMeant } from './part-meant.ts'
import { HEADLINE } from './sentence.ts'

/** What a headline is about. */
interface Assessed extends Pick<Asking, 'dataset' | 'question' | 'cnYear'> {
  readonly name: MeantName | null
}

/** What a headline says of how far it can be relied on. */
interface Doubts {
  /** Too little of a name was understood, and nothing is listed that it may mean. */
  readonly isGuess: boolean
  /** Something was read in no act. */
  readonly isInferred: boolean
}

/** The fullest of the headlines that is short enough; the last one where none is. A name begins with its goods. */
export function headlineIn(assessed: Assessed, candidates: readonly string[], doubts: Doubts): string {
  const { language } = assessed.question
  const worded = candidates.map((one) => one + (doubts.isInferred ? ACCORDING_TO_TARIC[language] : ''))
  const headlines = isOfGoods(assessed)
    ? [
        ...worded.flatMap((one) => NAME_LENGTHS.map((longest) => [one, longest] as const)),
        [worded.at(-1)!, 0] as const,
      ].map(([one, longest]) => withGoods(assessed, one, longest, doubts.isGuess))
    : worded
  return headlines.find(({ length }) => length <= HEADLINE) ?? headlines.at(-1) ?? ''
}

const ACCORDING_TO_TARIC: Text = { pl: ' (według TARIC)', en: ' (according to TARIC)' }

/** The names of goods, cut to fit; then the words that were understood; in the end there is their code only. */
const OWN_WORDS = 1
const SHORTEST_NAME = 25
const NAME_LENGTHS = [60, 40, SHORTEST_NAME, OWN_WORDS]

const isOfGoods = ({ name }: Assessed): boolean => name !== null && name.goods.length > 0

const GUESS: Text = {
  pl: 'Nie sprawdzono: nie mamy pewności, o jaki towar chodzi; być może: #',
  en: 'Not checked: we are not sure what goods are meant; perhaps: #',
}
const BUT_MAYBE: Text = { pl: '#1: nie ma w wykazach; jeżeli jednak #2: ', en: '#1: in no list; but if #2: ' }

const LISTED_BUT: Text = {
  pl: '#1: w wykazie, ale nie w tym przypadku; jeżeli #2: ',
  en: '#1: listed, but not for this case; but if #2: ',
}

function withGoods(assessed: Assessed, headline: string, longest: number, isGuess: boolean): string {
  const {
    name,
    question: { language },
  } = assessed
  const { goods, butMaybe, isBestInLists, reading } = name!
  const best = goodsName(assessed, goods[0]!, longest)
  if (isGuess) return GUESS[language].replace('#', () => best)
  const sure = surenessOfBest(goods[0]!.probability, reading.confidence === 'low' && !butMaybe, language)
  const beginning = withCapital(`${sure} ${best}`)
  if (!butMaybe) return `${beginning}${headline.includes(': ') ? ' –' : ':'} ${small(headline)}`
  return (
    (isBestInLists ? LISTED_BUT : BUT_MAYBE)[language]
      .replace('#1', () => beginning)
      .replace('#2', () => goodsName(assessed, butMaybe, longest)) + small(headline)
  )
}

/** What was typed, where all of it was understood; otherwise the words of the tariff, so that a misreading shows. */
function goodsName({ name, dataset, cnYear, question }: Assessed, goods: MeantGoods, longest: number): string {
  const { language, query } = question
  const { goods: all, reading } = name!
  const isPlain =
    reading.confidence === 'high' && reading.ignored.length + reading.unknown.length === 0 && !reading.corrected
  if (longest === 0) return group(goods.code)
  if (longest === OWN_WORDS) {
    if (goods === all[0] && reading.understood.length > 0)
      return `${reading.understood.join(' ')} (${group(goods.code)})`
  }
  if (isPlain && goods === all[0] && query.trim().length <= longest) return `${query.trim()} (${group(goods.code)})`
  const line = dataset.nomenclatures.lastLine(goods.code, cnYear)
  const words = line ? small(partMeant(readableName(line, language), goods === all[0] ? reading.understood : [])) : ''
  return nameInSentence(words, group(goods.code), Math.max(longest, SHORTEST_NAME))
}
