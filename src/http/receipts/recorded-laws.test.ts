import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LawAtHand } from '../../receipts/verify.ts'
import { TurnRefused } from '../kernel/gate/fair-turns.ts'
import { recordedLaws } from './recorded-laws.ts'

const lawOf = (version: string): LawAtHand => ({ version, sha256: 's', answer: () => null, prepare: async () => {} })
const never = new AbortController().signal

/** Loading that goes on until it is ended, and the order in which it began. */
function loading() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    load: (version: string) => () => {
      begun.push(version)
      return new Promise<LawAtHand>((resolve) => ends.set(version, () => resolve(lawOf(version))))
    },
    /** Ends it as soon as it has begun. */
    async end(version: string) {
      while (!ends.has(version)) await new Promise(setImmediate)
      ends.get(version)?.()
    },
  }
}

test('a law that several ask for is opened once, and stays open for those who come later', async () => {
  const recorded = recordedLaws(never)
  const { begun, load, end } = loading()
  const all = ['a', 'a', 'b'].map((caller) => recorded.open(caller, 'v1', load('v1')))
  await end('v1')
  assert.deepEqual(new Set((await Promise.all(all)).map((law) => law?.version)), new Set(['v1']))
  assert.deepEqual(begun, ['v1'])
  assert.equal(recorded.get('v1')?.version, 'v1')
  assert.equal(recorded.get('v2'), undefined)
})

test('two laws stay open at most', async () => {
  const recorded = recordedLaws(never)
  for (const version of ['v1', 'v2', 'v3']) await recorded.open('a', version, async () => lawOf(version))
  assert.deepEqual(
    ['v1', 'v2', 'v3'].filter((version) => recorded.get(version)),
    ['v2', 'v3'],
  )
})

test('a failure is not kept, and the next may begin after it', async () => {
  const recorded = recordedLaws(never)
  assert.equal(await recorded.open('a', 'v1', async () => null), null)
  await assert.rejects(
    recorded.open('a', 'v1', () => Promise.reject(new Error('away'))),
    /away/,
  )
  assert.equal((await recorded.open('a', 'v1', async () => lawOf('v1')))?.version, 'v1')
})

test('callers take turns, and when too many wait the one with most gives way', async () => {
  const recorded = recordedLaws(never)
  const { begun, load, end } = loading()
  const ask = (caller: string, version: string) =>
    recorded.open(caller, version, load(version)).then(
      () => 'done',
      (error) => (error instanceof TurnRefused ? 'refused' : String(error)),
    )
  const many = Array.from({ length: 12 }, (_, at) => ask('many', `m${at}`))
  const one = ask('one', 'o')
  // One runs, and eight wait, of which one is the other caller's.
  const order = ['m0', 'm1', 'o', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']
  for (const version of order) await end(version)
  assert.deepEqual(begun, order)
  assert.equal(await one, 'done')
  assert.deepEqual(await Promise.all(many), [...Array(8).fill('done'), ...Array(4).fill('refused')])
})
