import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Change } from '../../changes/change.ts'
import type { RecordedChange } from '../../store/changes.ts'
import { StoreError } from '../../store/store-error.ts'
import { digits } from '../../terms/cn-code.ts'
import { type Asked, type ChangesInLaw, mergeFeed, type Page, type Position, pageOf } from './feed.ts'
import { olderIn, readPage } from './older-changes.ts'

const NO_REGIMES = { regimes: [] }

/** Tells what one act changed without codes once for each transaction, by the last of it, as the law does. */
const LAW: ChangesInLaw = {
  directionsOf: () => [],
  oncePerAct: (changes) => {
    const keyOf = (one: Change & { recordedAt?: string }) => `${one.act} ${one.day} ${one.recordedAt}`
    const uncoded = changes.filter(({ cn_codes }) => cn_codes.length === 0)
    const last = new Map(uncoded.map((one) => [keyOf(one), one]))
    return changes.flatMap((one) => {
      if (one.cn_codes.length > 0) return [one]
      const members = uncoded.filter((other) => keyOf(other) === keyOf(one))
      return last.get(keyOf(one)) === one ? [{ ...one, id: members.map(({ id }) => id).join('+') }] : []
    })
  },
}

const ANYTHING: Asked = {
  since: null,
  regime: null,
  direction: null,
  codes: [],
  act: null,
  named: false,
  cursor: null,
  limit: 100,
}

const change = (id: string, day: string, code: string | null, act: string): Change => ({
  id,
  type: 'measure.changed',
  day,
  regime: 'EU-RU-833-2014',
  annex: null,
  article: '3k(1)',
  cn_codes: code === null ? [] : [code],
  act,
  text: { pl: id, en: id },
})

const facts = fc.record({
  code: fc.constantFrom('2603', '8471', null),
  act: fc.constantFrom('32026R0001', '32026R0002'),
  day: fc.constantFrom('2026-01-01', '2026-02-02'),
})
/** Transactions, each with its changes. */
const transactions = fc.array(fc.array(facts, { minLength: 1, maxLength: 6 }), { maxLength: 12 })

async function readAll(page: (cursor: Position | null) => Promise<Page> | Page): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: Position | null = null; ; ) {
    const { changes, next, more }: Page = await page(cursor)
    ids.push(...changes.map(({ id }) => id))
    if (!more) return ids
    assert.notDeepEqual(next, cursor, 'a reader always comes further')
    cursor = next
  }
}

test('a feed that is mostly in the store reads as if it were all in memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      transactions,
      fc.array(facts, { maxLength: 8 }),
      fc.nat(12),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom([], ['2603'], ['8471']),
      async (groups, past, inStore, limit, readAtMost, codes) => {
        const recorded: RecordedChange[] = groups.flatMap((group, at) =>
          group.map(({ code, act, day }) => ({ ...change('', day, code, act), seq: 0, recordedAt: `${at}` })),
        )
        const numbered = recorded.map((one, at) => ({ ...one, id: `r${at + 1}`, seq: at + 1 }))
        // Some of the history was recorded too, and stands where it was recorded.
        const history = [
          ...past.map(({ code, act, day }, at) => change(`h${at}`, day, code, act)),
          ...numbered.filter(({ seq }) => seq % 5 === 0).map(({ seq: _, recordedAt: __, ...one }) => one),
        ]
        const until = groups.slice(0, inStore).flat().length
        const store = {
          changes: {
            after: async (seq: number, most: number) => numbered.slice(seq, seq + most),
            recordedAmong: async (ids: readonly string[]) =>
              new Set(ids.filter((id) => numbered.some((one) => one.id === id))),
          },
        }
        const newest = numbered.slice(until)
        const feed = {
          feed: mergeFeed(history, newest),
          older: olderIn(() => store, until, history, NO_REGIMES, readAtMost),
          law: LAW,
        }
        const asked = { ...ANYTHING, limit, codes: codes.map(digits) }
        const whole = mergeFeed(history, numbered)
        assert.deepEqual(
          await readAll((cursor) => readPage(feed, { ...asked, cursor })),
          await readAll((cursor) => pageOf(whole, { ...asked, cursor }, LAW)),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('older changes are refused rather than left out while the store is away', async () => {
  const feed = { feed: mergeFeed([], []), older: olderIn(() => null, 10, [], NO_REGIMES), law: LAW }
  await assert.rejects(async () => readPage(feed, { ...ANYTHING, cursor: { seq: 3 } }), StoreError)
  assert.deepEqual((await readPage(feed, { ...ANYTHING, cursor: { seq: 10 } })).changes, [], 'the newest are in memory')
})
