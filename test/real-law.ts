import { type Answerer, buildAnswerer } from '../src/answer/answer.ts'
import { buildNameIndexes } from '../src/answer/match/name-indexes.ts'
import { readQuestion } from '../src/answer/question/question.ts'
import type { CnResponse } from '../src/answer/response/response.ts'
import { calendarDay } from '../src/base/day.ts'
import { loadDataset } from '../src/law/load.ts'
import { LAW } from './small-law.ts'

export { LAW }
/** The law as it is shipped, read once for a test file. */
export const answerer: Answerer = buildAnswerer(await loadDataset(LAW), 'cn-sanctions test')

const names = buildNameIndexes(answerer.dataset)

/** Codes of the goods that a name means in the latest tariff, the best first. */
export const findGoods = (name: string): readonly string[] =>
  names
    .of(answerer.dataset.nomenclatures.years.at(-1)!)
    .find(name)
    .goods.map(({ code }) => code)

/** The day the tests stand on, unless they ask for another. */
export const TODAY = calendarDay('2026-11-15')

/** Asks as a caller would, with parameters as text; a refusal is an error here. */
export const ask = (q: string, parameters: Record<string, string> = {}): CnResponse => askOf(answerer, q, parameters)

export function askOf(answerer: Answerer, q: string, parameters: Record<string, string> = {}): CnResponse {
  const read = readQuestion(Object.entries({ q, lang: 'en', ...parameters }), {
    today: TODAY,
    dataset: answerer.dataset,
  })
  if ('problems' in read) throw new Error(`${q} was refused: ${JSON.stringify(read.problems)}`)
  return answerer.answer(read.question)
}

/** Each match in one line: `7304 XVII 3g(1)(d) import_ban RU_to_EU`. */
export const inBrief = ({ results }: CnResponse): string[] =>
  results.map(({ cn_code, annex, article, restriction, partial_entry }) =>
    [partial_entry ? 'ex' : '', cn_code, annex ?? '–', article, restriction.type, restriction.direction ?? '–']
      .filter(Boolean)
      .join(' '),
  )
