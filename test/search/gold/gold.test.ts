import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digits } from '../../../src/base/cn-code.ts'
import { LANGUAGES } from '../../../src/base/language.ts'
import { answerer, ask, findGoods } from '../../real-law.ts'
import { answered, isListed } from './answered.ts'
import { readGold, SETS, scoreOf, verdictsOf } from './score.ts'

/**
 * Floors are held on the development lines, which nothing is learned from, and on the questions that are learned from, where
 * they only show that the model was trained. Test sets have none: a floor would make them tuning sets.
 */
const FLOORS = {
  /** Of all headings that are accepted, so lower than how often one of them is found. */
  develop: { recall: 0.78, first: 0.52 },
  train: { recall: 0.98, first: 0.97 },
  wrongNoMatch: 0.02,
  notUnderstood: 0.03,
  nothing: 0.95,
}

const develop = LANGUAGES.flatMap((language) => readGold(language, 'real'))
const learned = LANGUAGES.flatMap((language) =>
  SETS.flatMap(({ name, use }) => (use === 'train' ? readGold(language, name) : [])),
)

describe('the gold sets', () => {
  test('are large enough to mean something, and their codes are in the tariff', () => {
    assert.ok(develop.length >= 200)
    assert.ok(learned.filter(({ class: kind }) => kind === 'nothing').length >= 60)
    const latest = answerer.dataset.nomenclatures.of(2026)
    for (const { name } of SETS)
      for (const { question, expected } of LANGUAGES.flatMap((language) => readGold(language, name)))
        for (const code of expected) assert.ok(latest.exists(digits(code)), `${question}: ${code}`)
  })

  test('lines for calibration are long, and none is learned from', () => {
    const lines = readGold('en', 'exclusions')
    const known = new Set(learned.map(({ question }) => question.toLowerCase()))
    assert.ok(lines.length >= 100)
    for (const { question, expected, source } of lines) {
      assert.ok(question.split(' ').length > 10, question)
      assert.equal(expected.length, 1, question)
      assert.match(source, /^US note 20\(vvv\)/)
      assert.ok(!known.has(question.toLowerCase()), question)
    }
  })

  test('lines that other people wrote are found as well as before', () => {
    const { recallAt10, firstRight } = scoreOf(develop, (name) => findGoods(name).map((code) => code.slice(0, 4)))
    assert.ok(recallAt10 >= FLOORS.develop.recall, `recall@10 ${recallAt10}`)
    assert.ok(firstRight >= FLOORS.develop.first, `first right ${firstRight}`)
  })

  test('questions that were learned are found', () => {
    const asked = learned.filter(({ expected }) => expected.length > 0)
    const { recallAt10, firstRight } = scoreOf(asked, findGoods)
    assert.ok(recallAt10 >= FLOORS.train.recall, `recall@10 ${recallAt10}`)
    assert.ok(firstRight >= FLOORS.train.first, `first right ${firstRight}`)
  })

  test('the verdict on lines that other people wrote is rarely a wrong no_match', () => {
    const { wrongNoMatch, notUnderstood } = verdictsOf(develop, isListed, answered)
    assert.ok(wrongNoMatch <= FLOORS.wrongNoMatch, `wrong no_match ${wrongNoMatch}`)
    assert.ok(notUnderstood <= FLOORS.notUnderstood, `not understood ${notUnderstood}`)
  })

  test('names of no goods are not understood', () => {
    const nothing = learned.filter(({ class: kind }) => kind === 'nothing')
    const silent = nothing.filter(({ question }) => !ask(question).assessment.checked)
    assert.ok(silent.length / nothing.length >= FLOORS.nothing, `${silent.length} of ${nothing.length}`)
  })
})
