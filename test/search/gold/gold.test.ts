import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digits } from '../../../src/terms/cn-code.ts'
import { LANGUAGES, type Language } from '../../../src/terms/language.ts'
import { answerer, findGoods } from '../../real-law.ts'
import { answered, isListed } from './answered.ts'
import { type GoldSet, readGold, SETS, scoresByClass, verdictsOf } from './score.ts'

type Floors = Readonly<Record<string, readonly [recall: number, rank: number]>>

/** Recall among the first ten and mean reciprocal rank must not fall below these; raise them when the search gets better. */
const FLOORS: Readonly<Record<Language, Readonly<Record<GoldSet, Floors>>>> = {
  pl: {
    questions: {
      exact: [0.99, 0.99],
      inflected: [0.99, 0.99],
      colloquial: [0.92, 0.96],
      multi: [0.99, 0.95],
      plain: [0.99, 0.96],
      typo: [0.97, 0.99],
      abbreviation: [0.99, 0.95],
      prefix: [0.99, 0.99],
      nothing: [0.96, 0.96],
      all: [0.97, 0.97],
    },
    dev: {
      invoice: [0.97, 0.97],
      phrase: [0.93, 0.91],
      trap: [0.99, 0.9],
      deal: [0.99, 0.99],
      all: [0.97, 0.96],
    },
    open: {
      plain: [0.99, 0.99],
      typo: [0.99, 0.97],
      invoice: [0.99, 0.93],
      phrase: [0.99, 0.97],
      trap: [0.99, 0.99],
      deal: [0.96, 0.95],
      all: [0.98, 0.96],
    },
    trade: {
      invoice: [0.98, 0.95],
      plain: [0.97, 0.98],
      phrase: [0.99, 0.97],
      deal: [0.99, 0.99],
      typo: [0.99, 0.92],
      sentence: [0.97, 0.95],
      trap: [0.89, 0.89],
      all: [0.98, 0.96],
    },
    'held-out': {
      invoice: [0.92, 0.9],
      phrase: [0.93, 0.94],
      trap: [0.94, 0.94],
      deal: [0.95, 0.93],
      all: [0.93, 0.92],
    },
    fresh: {
      plain: [0.94, 0.96],
      typo: [0.99, 0.97],
      invoice: [0.95, 0.93],
      phrase: [0.97, 0.95],
      trap: [0.99, 0.99],
      deal: [0.99, 0.99],
      all: [0.97, 0.96],
    },
  },
  en: {
    questions: {
      exact: [0.99, 0.99],
      inflected: [0.99, 0.99],
      colloquial: [0.95, 0.97],
      multi: [0.97, 0.93],
      plain: [0.99, 0.99],
      typo: [0.99, 0.96],
      abbreviation: [0.97, 0.99],
      prefix: [0.99, 0.95],
      nothing: [0.94, 0.94],
      all: [0.97, 0.97],
    },
    dev: {
      invoice: [0.97, 0.95],
      phrase: [0.99, 0.93],
      trap: [0.84, 0.99],
      deal: [0.99, 0.99],
      all: [0.96, 0.96],
    },
    open: {
      plain: [0.99, 0.99],
      typo: [0.96, 0.89],
      invoice: [0.96, 0.96],
      phrase: [0.99, 0.99],
      trap: [0.99, 0.99],
      deal: [0.99, 0.96],
      all: [0.98, 0.96],
    },
    trade: {
      invoice: [0.96, 0.91],
      plain: [0.97, 0.98],
      phrase: [0.97, 0.93],
      deal: [0.99, 0.94],
      typo: [0.91, 0.91],
      sentence: [0.93, 0.85],
      trap: [0.94, 0.91],
      all: [0.96, 0.93],
    },
    'held-out': {
      invoice: [0.95, 0.9],
      phrase: [0.97, 0.92],
      trap: [0.97, 0.94],
      deal: [0.99, 0.97],
      all: [0.96, 0.93],
    },
    fresh: {
      plain: [0.99, 0.96],
      typo: [0.89, 0.85],
      invoice: [0.99, 0.96],
      phrase: [0.97, 0.95],
      trap: [0.92, 0.89],
      deal: [0.97, 0.99],
      all: [0.95, 0.93],
    },
  },
}

/** The share of questions that may be answered `no_match`, or `restricted`, against the verdict of the codes expected. */
const MOST_WRONG = { wrongNoMatch: 0.02, wrongRestricted: 0.05 }

for (const language of LANGUAGES) {
  describe(`the gold set in ${language}`, () => {
    const questions = readGold(language)

    test('is large enough to mean something', () => {
      assert.ok(questions.filter(({ expected }) => expected.length > 0).length >= 150)
      assert.ok(questions.filter(({ class: kind }) => kind === 'nothing').length >= 30)
      const latest = answerer.dataset.nomenclatures.of(2026)
      for (const { question, expected } of SETS.flatMap((set) => readGold(language, set)))
        for (const code of expected) assert.ok(latest.exists(digits(code)), question)
    })

    for (const [set, floors] of Object.entries(FLOORS[language]) as [GoldSet, Floors][]) {
      const scores = scoresByClass(readGold(language, set), findGoods)
      for (const [name, [recall, rank]] of Object.entries(floors)) {
        test(`${set}, ${name}: found as well as before`, () => {
          const score = scores.get(name)
          assert.ok(score && score.recallAt10 >= recall, `recall@10 ${score?.recallAt10}`)
          assert.ok(score.reciprocalRank >= rank, `reciprocal rank ${score.reciprocalRank}`)
        })
      }
    }

    for (const set of ['held-out', 'fresh'] as const) {
      test(`${set}: the verdict is that of the goods meant, on questions whose misses nobody reads`, () => {
        const verdicts = verdictsOf(readGold(language, set), isListed, answered)
        assert.ok(verdicts.wrongNoMatch < MOST_WRONG.wrongNoMatch, `wrong no_match ${verdicts.wrongNoMatch}`)
        assert.ok(verdicts.wrongRestricted < MOST_WRONG.wrongRestricted, `wrong restricted ${verdicts.wrongRestricted}`)
      })
    }
  })
}
