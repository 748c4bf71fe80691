import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { type Question, readQuery } from '../../answer/question/question.ts'
import { changesPoints, costsInWords, lookupPoints, receiptPoints } from './costs.ts'

function asked(q: string, more: Partial<Pick<Question, 'limit' | 'tree' | 'history'>> = {}) {
  const read = readQuery(q)
  if (typeof read === 'string') throw new Error(read)
  return { read, limit: 100, tree: false, history: false, ...more }
}

const ALL = { limit: 500, tree: true, history: true }

test('a lookup costs a point, and more by what its answer may cost', () => {
  assert.equal(lookupPoints(asked('84')), 1)
  assert.equal(lookupPoints(asked('stalowe rury')), 1)
  assert.equal(lookupPoints(asked('84', { limit: 101 })), 3)
  assert.equal(lookupPoints(asked('84', { tree: true })), 2)
  assert.equal(lookupPoints(asked('84', { history: true })), 2)
  assert.equal(lookupPoints(asked('8471', ALL)), 5)
})

test('a code of six digits and more has few matches, and a name neither tree nor history', () => {
  assert.equal(lookupPoints(asked('8471 30', ALL)), 1)
  assert.equal(lookupPoints(asked('8471 30 00', ALL)), 1)
  assert.equal(lookupPoints(asked('stalowe rury', ALL)), 3)
})

test('a receipt costs twice its lookup', () => {
  assert.equal(receiptPoints(asked('8471 30 00')), 2)
  assert.equal(receiptPoints(asked('84', ALL)), 10)
})

test('many changes cost more than a page of them', () => {
  assert.deepEqual([1, 100, 101, 500].map(changesPoints), [1, 1, 2, 2])
})

test('docs/api.md prints the table', async () => {
  const text = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8')
  assert.ok(text.includes(costsInWords()), `docs/api.md should have:\n${costsInWords()}`)
})
