import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { answerer } from '../../test/real-law.ts'
import { readGold } from '../../test/search/gold/score.ts'
import { worstQuestions } from '../../test/search/worst-names.ts'
import { buildNameIndexes } from '../answer/name-indexes.ts'
import { LANGUAGES } from '../terms/language.ts'
import { newBudget, WORK_PER_QUESTION } from './budget.ts'
import type { NameIndex } from './by-name.ts'

const { dataset } = answerer
const CHARACTERS = 200
const LONG = 100

describe('a budget', () => {
  test('is spent up to its limit, and nothing is allowed once something was refused', () => {
    const budget = newBudget(10)
    assert.ok(budget.take(4) && budget.take(6))
    assert.equal(budget.isExhausted(), false)
    assert.equal(budget.take(1), false)
    assert.equal(budget.take(0), false)
    assert.equal(budget.spent(), 10)
    assert.ok(budget.isExhausted())
  })
})

describe('the work of one question', () => {
  let index: NameIndex
  before(() => {
    index = buildNameIndexes(dataset).of(2026)
  })
  const workOf = (question: string) => {
    const budget = newBudget(Number.POSITIVE_INFINITY)
    index.find(question, budget)
    return budget.spent()
  }

  test('the words of the law, everyday names and the gold questions are far from the limit', () => {
    const texts = new Set<string>()
    for (const { name } of dataset.nomenclatures.of(2026).lines) for (const lang of LANGUAGES) texts.add(name[lang])
    for (const { listedAs } of dataset.entries) for (const lang of LANGUAGES) if (listedAs) texts.add(listedAs[lang])
    for (const words of dataset.words) for (const lang of LANGUAGES) for (const name of words[lang]) texts.add(name)
    for (const { question } of LANGUAGES.flatMap((language) => readGold(language))) texts.add(question)
    assert.ok(texts.size > 20_000)
    let most = { text: '', work: 0 }
    // All of the long ones, which cost most, and some of the others.
    for (const [at, whole] of [...texts].entries()) {
      if (whole.length < LONG && at % 10 !== 0) continue
      const text = [...whole].slice(0, CHARACTERS).join('')
      const budget = newBudget()
      const found = index.find(text, budget)
      if (budget.spent() > most.work) most = { text, work: budget.spent() }
      assert.equal(budget.isExhausted(), false, text)
      assert.equal(found.cutShort, false, text)
      assert.deepEqual(found.leftOut, [], text)
    }
    assert.ok(most.work * 1.1 < WORK_PER_QUESTION, `${most.work}: ${most.text}`)
  })

  test('no question can cause more than the limit, whatever words it is made of', () => {
    const measure = (question: string) => {
      const [asked, typed] = [newBudget(), newBudget()]
      index.find(question, asked)
      index.complete(question, typed)
      return Math.max(asked.spent(), typed.spent())
    }
    const worst = worstQuestions(dataset, { seed: 20_261_115, tries: 40, measure })
    for (const { question, cost } of worst) assert.ok(cost <= WORK_PER_QUESTION, `${cost}: ${question}`)
    // The generator is good enough to come near it.
    assert.ok(worst[0]!.cost > WORK_PER_QUESTION / 2, `${worst[0]!.cost}: ${worst[0]!.question}`)
  })

  test('a search that the budget stops says so, the same each time, and never invents goods', () => {
    const question = 'seamless stainless steel pipes'
    const whole = index.find(question).goods
    assert.ok(whole.length > 0)
    let stopped = 0
    for (let limit = 0; limit < workOf(question) + 1_000; limit += 500) {
      const found = index.find(question, newBudget(limit))
      assert.deepEqual(found, index.find(question, newBudget(limit)))
      if (found.goods.length > 0) assert.deepEqual(found.goods, whole, `${limit}`)
      else {
        assert.ok(found.cutShort, `${limit} steps found nothing and do not say why`)
        stopped++
      }
    }
    assert.ok(stopped > 0)
    assert.deepEqual(index.find(question).goods, whole, 'a search that was stopped leaves nothing behind')
  })
})
