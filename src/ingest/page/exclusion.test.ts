import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExclusion } from './exclusion.ts'

test('whole codes in plain words at the end are left out', () => {
  assert.deepEqual(readExclusion('Copper and articles thereof, except CN code 7401 00 00', '74'), ['74010000'])
  assert.deepEqual(readExclusion('Platinum, except for CN codes 7110 21 and 7110 29', '7110'), ['711021', '711029'])
})

test('codes that are not below its own leave nothing out', () => {
  assert.deepEqual(readExclusion('Instruments, excluding those of heading 9014 or 9015', '9026'), [])
  assert.deepEqual(readExclusion('Iron and steel', '72'), [])
})

test('codes below its own in other words are for a person', () => {
  const machines = 'Machines, excluding printers of CN code 8471 60 and storage units corresponding to 8471 70 98'
  assert.equal(readExclusion(machines, '8471'), null)
  assert.equal(readExclusion('Tyres, except CN code 4011 30 if used', '4011'), null)
  assert.equal(readExclusion('Ovens of line 85141910, except CN code 8514 20', '8514'), null)
})
