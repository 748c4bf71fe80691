import { type Digits, group } from '../../base/cn-code.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import { UNION } from '../../law/dataset/countries.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import type { Nomenclature } from '../../law/tariff/nomenclature.ts'
import { hintsReader, wordsOf } from '../../search/hints.ts'
import type { Question } from '../question/question.ts'
import { readDeal } from '../question/read-deal.ts'
import type { CnResponse } from '../response/response.ts'

type HintsAnswer = NonNullable<CnResponse['meta']['hints']>

const readerOf = derivedOnce(({ hints, countries }: Dataset) => hintsReader(hints!, countries))

/** What a question says besides its goods and was not asked with, and the guides about it; undefined where there is nothing. */
export function hintsFor(
  question: Question,
  asked: readonly Digits[],
  dataset: Dataset,
  tariff: Nomenclature,
): HintsAnswer | undefined {
  const { read } = question
  const guides = guidesFor(question, asked, dataset.guides)
  const answer = {
    ...(read.as === 'name' && dataset.hints && offeredIn(read.text, question, dataset, tariff)),
    ...(guides.length > 0 && { guides }),
  }
  return Object.keys(answer).length > 0 ? answer : undefined
}

function offeredIn(text: string, question: Question, dataset: Dataset, tariff: Nomenclature): HintsAnswer {
  const said = readerOf(dataset)(text, tariff)
  const { deal } = question
  // What the deal does not name is the Union.
  const given = (place: string | undefined) => place !== undefined && place !== UNION
  const origin = given(deal?.origin) ? null : said.origin
  const destination = given(deal?.destination) ? null : said.destination
  const value = deal?.value ? null : said.value
  const via = [...(deal?.via ?? []), ...said.via.filter((code) => !deal?.via.includes(code))]
  const isNew = origin ?? destination ?? value ?? (via.length > (deal?.via.length ?? 0) || null)
  const codes = said.codes.length > 0 && { codes: said.codes.map(group) }
  if (isNew === null) return { ...codes }
  const whole = {
    origin: origin ?? deal?.origin ?? null,
    dispatch: deal && deal.dispatch !== deal.origin ? deal.dispatch : null,
    destination: destination ?? deal?.destination ?? null,
    via,
    value: value ?? deal?.value ?? null,
    direction: null,
  }
  return {
    ...codes,
    ...(origin !== null && { origin }),
    ...(destination !== null && { destination }),
    ...(via.length > (deal?.via.length ?? 0) && { via }),
    ...(value !== null && { value }),
    complete: !('problems' in readDeal(whole, question.asOf, dataset.countries)),
  }
}

function guidesFor(
  { read, deal, language }: Question,
  asked: readonly Digits[],
  guides: Dataset['guides'],
): NonNullable<HintsAnswer['guides']> {
  const words = read.as === 'name' ? wordsOf(read.text) : []
  return guides
    .filter(
      (guide) =>
        guide.words.some((beginning) => words.some((word) => word.startsWith(beginning))) ||
        guide.destinations.includes(deal?.destination ?? '') ||
        guide.codes.some((beginning) => asked[0]?.startsWith(beginning)),
    )
    .map(({ id, title }) => ({ id, title: title[language] }))
}
