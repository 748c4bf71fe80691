import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LANGUAGES, type Language } from '../../src/terms/language.ts'
import { answerer } from '../real-law.ts'
import { readGold, scoresByClass } from './score.ts'

/** Recall among the first ten and mean reciprocal rank must not fall below these; raise them when the search gets better. */
const FLOORS: Readonly<Record<Language, Readonly<Record<string, readonly [recall: number, rank: number]>>>> = {
  pl: {
    exact: [1, 0.98],
    inflected: [0.98, 0.96],
    colloquial: [0.8, 0.86],
    multi: [0.68, 0.63],
    plain: [0.88, 0.9],
    typo: [0.92, 0.94],
    abbreviation: [0.8, 0.8],
    prefix: [1, 0.97],
    nothing: [0.97, 0.97],
    all: [0.87, 0.88],
  },
  en: {
    exact: [1, 0.98],
    inflected: [0.9, 0.87],
    colloquial: [0.76, 0.81],
    multi: [0.46, 0.45],
    plain: [0.9, 0.9],
    typo: [0.98, 0.98],
    abbreviation: [0.7, 0.75],
    prefix: [0.92, 0.88],
    nothing: [0.95, 0.95],
    all: [0.8, 0.81],
  },
}

for (const language of LANGUAGES) {
  describe(`the gold set in ${language}`, () => {
    const questions = readGold(language)
    const scores = scoresByClass(questions, (question) => answerer.findGoods(question))

    test('is large enough to mean something', () => {
      assert.ok(questions.filter(({ expected }) => expected.length > 0).length >= 150)
      assert.ok(questions.filter(({ class: kind }) => kind === 'nothing').length >= 30)
      const latest = answerer.dataset.nomenclatures.of(2026)
      for (const { question, expected } of questions)
        for (const code of expected) assert.ok(latest.exists(code), question)
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
