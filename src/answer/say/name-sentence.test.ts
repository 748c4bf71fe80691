import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInSentence } from './name-sentence.ts'

test('a long name is cut at a word and keeps its code', () => {
  assert.equal(nameInSentence('Ball or roller bearings', '8482'), 'Ball or roller bearings (8482)')
  assert.equal(nameInSentence('Ball or roller bearings', '8482', 12), 'Ball or … (8482)')
})
