import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growLaw } from '../../bench/growth/grow-law.ts'
import { growsInChapter } from '../../bench/growth/other-codes.ts'
import { readGrown } from '../../bench/growth/read-grown.ts'
import { buildAnswerer } from '../../src/answer/answer.ts'
import { buildDataset } from '../../src/law/build/build.ts'
import type { Dataset } from '../../src/law/build/dataset.ts'
import { contentsAt } from '../../src/law/read/law-source.ts'
import { MistakeList } from '../../src/law/read/mistakes.ts'
import { validate } from '../../src/law/validate/validate.ts'
import { answerer, askOf, LAW } from '../real-law.ts'

const TIMES = 6
const REGIME = 'EU-RU-833-2014'
const today = answerer.dataset
const { law, hash } = readGrown(growLaw(contentsAt(LAW).files, today.nomenclatures, TIMES))
const grown = buildDataset(law, today.nomenclatures, hash)

test('a grown law is valid, and as many times as large as was asked for', () => {
  const mistakes = new MistakeList()
  validate(law, today.nomenclatures, mistakes)
  assert.deepEqual(mistakes.report().mistakes, [])
  const rows = ({ regimes }: Dataset) => regimes.flatMap((one) => one.law.annexes.flatMap(({ listings }) => listings))
  const ended = ({ regimes }: Dataset) =>
    regimes.flatMap((one) => one.law.ended.annexes.flatMap(({ listings }) => listings))
  assert.equal(grown.regimes.length, TIMES * today.regimes.length)
  assert.equal(rows(grown).length, TIMES * rows(today).length)
  assert.equal(ended(grown).length, TIMES * ended(today).length)
  const regimes = new Set(today.regimes.map(({ data }) => data.code))
  const own = today.documents.filter(({ regime }) => regimes.has(regime)).length
  assert.equal(grown.documents.length, today.documents.length + (TIMES - 1) * own)
  const lengths = (all: Dataset) => Map.groupBy(rows(all), ({ code }) => code.length)
  for (const [length, same] of lengths(today)) {
    assert.equal(lengths(grown).get(length)?.length, TIMES * same.length, `codes of ${length} digits`)
  }
})

test('further regimes list goods of other chapters only, and change no answer about one regime or the other chapters', () => {
  const further = grown.entries.filter(
    ({ regime }) => !today.regimes.some(({ data }) => data.code === regime.data.code),
  )
  assert.ok(further.every(({ code }) => growsInChapter(code)))
  const [before, after] = [answerer, buildAnswerer(grown, 'test')]
  for (const q of ['7304', '8471', '2710', '8501', '2603', '97']) {
    for (const parameters of [{ regime: REGIME }, ...(growsInChapter(q) ? [] : [{}])]) {
      const { results, assessment } = askOf(after, q, parameters)
      const own = askOf(before, q, parameters)
      assert.deepEqual({ results, assessment }, { results: own.results, assessment: own.assessment }, q)
    }
  }
  assert.ok(
    askOf(after, '8501').meta.total > askOf(before, '8501').meta.total,
    'every regime that lists a code is told',
  )
})
