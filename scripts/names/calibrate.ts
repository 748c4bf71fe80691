import { LANGUAGES } from '../../src/base/language.ts'
import type { NameModel } from '../../src/law/read/name-model.ts'
import { tokensOf } from '../../src/search/features.ts'
import { buildLexicon } from '../../src/search/lexicon.ts'
import { buildRanking } from '../../src/search/rank.ts'
import { type GoldQuestion, readGold } from '../../test/search/gold/score.ts'
import type { Inputs } from './examples.ts'

export interface Figures {
  readonly lines: number
  readonly recallAt10: number
  readonly first: number
  /** Expected calibration error of the best goods, ten bins. */
  readonly ece: number
}

/** Headings of a name with their probabilities, the best first. */
export type Rank = (text: string) => readonly { readonly code: string; readonly probability: number }[]

export function rankingOf(model: NameModel, { tariff, lexicon: listed, words }: Inputs): Rank {
  const lexicon = buildLexicon(listed, words)
  const rank = buildRanking(model, tariff, lexicon)
  return (text) => rank(tokensOf(text, lexicon))?.goods ?? []
}

export function figuresOf(questions: readonly GoldQuestion[], rank: Rank): Figures {
  const asked = questions.filter(({ expected }) => expected.length > 0)
  let found = 0
  let first = 0
  const told: { said: number; right: boolean }[] = []
  for (const { question, expected } of asked) {
    const goods = rank(question)
    const isRight = (code: string) => expected.some((one) => one.slice(0, 4) === code)
    if (goods.slice(0, 10).some(({ code }) => isRight(code))) found++
    const [best] = goods
    const right = best !== undefined && isRight(best.code)
    if (right) first++
    if (best) told.push({ said: best.probability, right })
  }
  return {
    lines: asked.length,
    recallAt10: found / asked.length,
    first: first / asked.length,
    ece: calibrationError(told),
  }
}

const BINS = 10

/** https://en.wikipedia.org/wiki/Calibration_(statistics): the mean distance of what is said and what is right, by bins. */
export function calibrationError(told: readonly { readonly said: number; readonly right: boolean }[]): number {
  let error = 0
  for (let bin = 0; bin < BINS; bin++) {
    const inside = told.filter(({ said }) => Math.min(BINS - 1, Math.floor(said * BINS)) === bin)
    const said = inside.reduce((sum, one) => sum + one.said, 0)
    const right = inside.filter((one) => one.right).length
    error += Math.abs(said - right) / told.length
  }
  return error
}

/**
 * The temperature and trust at which what the model says of the development lines is likeliest. What trust takes away is spread
 * over all headings, so that a line whose heading the model rules out does not decide alone.
 */
export function calibrated(model: NameModel, inputs: Inputs): NameModel {
  const questions = LANGUAGES.flatMap((language) => readGold(language, 'real'))
  let best = { temperature: 1, trust: 1, loss: Number.POSITIVE_INFINITY }
  for (let step = 0; step <= 20; step++) {
    const temperature = Math.round((0.6 + step * 0.1) * 100) / 100
    const rank = rankingOf({ ...model, temperature, trust: 1 }, inputs)
    const said = questions.map(({ question, expected }) =>
      rank(question).reduce((all, { code, probability }) => all + (expected.includes(code) ? probability : 0), 0),
    )
    for (let percent = 80; percent <= 100; percent++) {
      const trust = percent / 100
      const rest = Math.max((1 - trust) / model.headings.length, 1e-6)
      const loss = said.reduce((sum, one) => sum - Math.log(one * trust + rest), 0)
      if (loss < best.loss) best = { temperature, trust, loss }
    }
  }
  return { ...model, temperature: best.temperature, trust: best.trust }
}
