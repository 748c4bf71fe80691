import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import { buildNameIndexes } from './name-indexes.ts'

const { dataset } = answerer

test('an index is built in slices, once for all who wait for it', async () => {
  const indexes = buildNameIndexes(dataset)
  let turns = 0
  const turn = async () => {
    turns++
  }
  const first = indexes.prepare(2024, turn)
  const second = indexes.prepare(2024, () => assert.fail('built twice'))
  assert.ok(first)
  assert.equal(second, first)
  await first
  assert.ok(turns > 100, `${turns} turns`)
  assert.equal(indexes.prepare(2024, turn), null, 'ready')
  assert.notEqual(indexes.prepare(2025, turn), null, 'another year is not')
  await indexes.prepare(2025, turn)
})

test('who cannot wait gets the index at once, and who waits gets the same one', async () => {
  const indexes = buildNameIndexes(dataset)
  const waiting = indexes.prepare(2024, () => new Promise((resolve) => setImmediate(resolve)))
  const index = indexes.of(2024)
  await waiting
  assert.equal(indexes.of(2024), index)
})

test('an index built in slices finds the same as one built at once', async () => {
  const [sliced, whole] = [buildNameIndexes(dataset), buildNameIndexes(dataset)]
  await sliced.prepare(2024, async () => {})
  for (const question of ['rury stalowe', 'laptop', 'caviar bearings', 'telphones'])
    assert.deepEqual(sliced.of(2024).find(question), whole.of(2024).find(question))
})

test('a turn that fails leaves nothing half built behind', async () => {
  const indexes = buildNameIndexes(dataset)
  await assert.rejects(Promise.resolve(indexes.prepare(2024, () => Promise.reject(new Error('stopped')))), /stopped/)
  await indexes.prepare(2024, async () => {})
  assert.ok(indexes.of(2024).find('laptop').goods.length > 0)
})
