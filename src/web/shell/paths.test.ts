import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hrefOf } from './paths.ts'

test('Polish stands at the root, English below /en', () => {
  assert.equal(hrefOf('/', 'pl'), '/')
  assert.equal(hrefOf('/', 'en', '?q=84'), '/en?q=84')
  assert.equal(hrefOf('/methodology', 'pl'), '/methodology')
  assert.equal(hrefOf('/methodology', 'en'), '/en/methodology')
})
