import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digits } from '../../../src/terms/cn-code.ts'
import { LANGUAGES, type Language } from '../../../src/terms/language.ts'
import { answerer, findGoods } from '../../real-law.ts'
import { readGold, scoresByClass } from './score.ts'

/** Recall among the first ten and mean reciprocal rank must not fall below these; raise them when the search gets better. */
const FLOORS: Readonly<Record<Language, Readonly<Record<string, readonly [recall: number, rank: number]>>>> = {
  pl: {
    exact: [1, 0.98],
    inflected: [0.98, 0.97],
    colloquial: [0.84, 0.91],
    multi: [0.76, 0.7],
    plain: [0.94, 0.94],
    typo: [0.93, 0.95],
    abbreviation: [0.9, 0.9],
    prefix: [1, 0.98],
    nothing: [0.97, 0.97],
    all: [0.9, 0.91],
  },
  en: {
    exact: [1, 0.98],
    inflected: [0.94, 0.9],
    colloquial: [0.79, 0.84],
    multi: [0.57, 0.55],
    plain: [0.94, 0.94],
    typo: [0.98, 0.98],
    abbreviation: [0.84, 0.89],
    prefix: [0.92, 0.88],
    nothing: [0.95, 0.95],
    all: [0.85, 0.85],
  },
}

for (const language of LANGUAGES) {
  describe(`the gold set in ${language}`, () => {
    const questions = readGold(language)
    const scores = scoresByClass(questions, findGoods)

    test('is large enough to mean something', () => {
      assert.ok(questions.filter(({ expected }) => expected.length > 0).length >= 150)
      assert.ok(questions.filter(({ class: kind }) => kind === 'nothing').length >= 30)
      const latest = answerer.dataset.nomenclatures.of(2026)
      for (const { question, expected } of questions)
        for (const code of expected) assert.ok(latest.exists(digits(code)), question)
    })

    for (const [name, [recall, rank]] of Object.entries(FLOORS[language])) {
      test(`${name}: found as well as before`, () => {
        const score = scores.get(name)
        assert.ok(score && score.recallAt10 >= recall, `recall@10 ${score?.recallAt10}`)
        assert.ok(score.reciprocalRank >= rank, `reciprocal rank ${score.reciprocalRank}`)
      })
    }
  })
}
