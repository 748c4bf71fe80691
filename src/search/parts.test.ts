import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../test/real-law.ts'
import { digits } from '../terms/cn-code.ts'
import { buildPartsOf } from './parts.ts'

const tariff = answerer.dataset.nomenclatures.of(2026)
const partsOf = buildPartsOf(tariff.lines)
const codesOf = (thing: string) => partsOf(tariff.line(digits(thing))!).map((ord) => String(tariff.lines[ord]!.code))

test('parts of an excavator are in the heading that cites its own', () => {
  assert.ok(codesOf('8429').includes('8431'))
  assert.ok(codesOf('842952').includes('8431'))
})

test('parts of a pump have lines below its heading', () => {
  assert.ok(codesOf('8413').some((code) => code.startsWith('841391')))
})

test('wheat has no parts', () => {
  assert.deepEqual(codesOf('1001'), [])
})
