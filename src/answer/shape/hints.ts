import { type Digits, group } from '../../base/cn-code.ts'
import { UNION } from '../../law/dataset/countries.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import type { Nomenclature } from '../../law/tariff/nomenclature.ts'
import { codesIn, type Said } from '../../search/hints.ts'
import { wordsOf } from '../../search/sentence.ts'
import { hintsReaderOf } from '../match/hints-reader.ts'
import type { Question } from '../question/question.ts'
import { readDeal } from '../question/read-deal.ts'
import type { CnResponse } from '../response/response.ts'

type HintsAnswer = NonNullable<CnResponse['meta']['hints']>
type SaidAnswer = NonNullable<CnResponse['meta']['said']>

/**
 * The route and value that a text names, whatever the question was asked with: a form that is applied to a new text has to
 * know what of it is older than the text. Undefined where the text names none.
 */
export function saidIn({ read }: Pick<Question, 'read'>, dataset: Dataset): SaidAnswer | undefined {
  const said = read.as === 'name' ? hintsReaderOf(dataset)?.(read.text) : undefined
  if (!said) return undefined
  const { origin, dispatch, destination, via, value, words } = said
  const parts = {
    ...(origin !== null && { origin }),
    ...(dispatch !== null && { dispatch }),
    ...(destination !== null && { destination }),
    ...(via.length > 0 && { via: [...via] }),
    ...(value !== null && { value }),
  }
  if (Object.keys(parts).length === 0) return undefined
  return { ...parts, words: Object.fromEntries(Object.entries(words).filter(([part]) => part in parts)) }
}

/** What a question says besides its goods and was not asked with, and the guides about it; undefined where there is nothing. */
export function hintsFor(
  question: Question,
  asked: readonly Digits[],
  dataset: Dataset,
  tariff: Nomenclature,
): HintsAnswer | undefined {
  const { read } = question
  const said = read.as === 'name' ? (hintsReaderOf(dataset)?.(read.text) ?? null) : null
  const guides = guidesFor(question, asked, said?.noGoods ?? null, dataset.guides)
  const answer = {
    ...(read.as === 'name' && said && offeredIn(read.text, said, question, dataset, tariff)),
    ...(guides.length > 0 && { guides }),
  }
  return Object.keys(answer).length > 0 ? answer : undefined
}

function offeredIn(text: string, said: Said, question: Question, dataset: Dataset, tariff: Nomenclature): HintsAnswer {
  const { deal } = question
  // What the deal does not name is the Union.
  const given = (place: string | undefined) => place !== undefined && place !== UNION
  const origin = given(deal?.origin) ? null : said.origin
  const dispatch = given(deal?.dispatch) ? null : said.dispatch
  const destination = given(deal?.destination) ? null : said.destination
  const value = deal?.value ? null : said.value
  const via = [...(deal?.via ?? []), ...said.via.filter((code) => !deal?.via.includes(code))]
  const isViaNew = via.length > (deal?.via.length ?? 0)
  const codes = codesIn(text, tariff)
  const whole = {
    origin: origin ?? deal?.origin ?? null,
    dispatch: dispatch ?? (deal && deal.dispatch !== deal.origin ? deal.dispatch : null),
    destination: destination ?? deal?.destination ?? null,
    via,
    value: value ?? deal?.value ?? null,
    direction: null,
  }
  const offered = {
    ...(origin !== null && { origin }),
    ...(dispatch !== null && { dispatch }),
    ...(destination !== null && { destination }),
    ...(isViaNew && { via }),
    ...(value !== null && { value }),
  }
  const isOffered = Object.keys(offered).length > 0
  const all = { ...offered, ...(said.isPrivate && { private_use: true as const }) }
  const words = Object.entries(said.words).filter(([part]) => part in all)
  return {
    ...(codes.length > 0 && { codes: codes.map(group) }),
    ...all,
    ...(words.length > 0 && { words: Object.fromEntries(words) }),
    ...(isOffered && { complete: !('problems' in readDeal(whole, question.asOf, dataset.countries)) }),
  }
}

function guidesFor(
  { read, deal, language }: Question,
  asked: readonly Digits[],
  noGoods: string | null,
  guides: Dataset['guides'],
): NonNullable<HintsAnswer['guides']> {
  const words = read.as === 'name' ? wordsOf(read.text) : []
  return guides
    .filter(
      (guide) =>
        guide.id === noGoods ||
        guide.words.some((beginning) => words.some((word) => word.startsWith(beginning))) ||
        guide.destinations.includes(deal?.destination ?? '') ||
        guide.codes.some((beginning) => asked[0]?.startsWith(beginning)),
    )
    .map(({ id, title }) => ({ id, title: title[language] }))
}
