import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Kysely } from 'kysely'
import { calendarDay } from '../../src/base/day.ts'
import type { Change } from '../../src/changes/change.ts'
import { openPostgres } from '../../src/store/sql/postgres.ts'
import type { Tables } from '../../src/store/sql/schema.ts'
import { openSqlite } from '../../src/store/sql/sqlite.ts'
import { transactIn, type WriteLock } from '../../src/store/sql/transact.ts'
import type { Place, Store } from '../../src/store/store.ts'
import { changeRecorder, type Enqueue } from '../../src/store/versions/change-recorder.ts'
import type { NewDataset } from '../../src/store/versions/datasets.ts'
import { type Bench, opened } from './contract.ts'
import { PATIENT } from './open-patiently.ts'

const AT = new Date('2026-11-15T10:00:00.123Z')

const change = (id: string): Change => ({
  id,
  type: 'listing.added',
  day: '2026-07-24',
  regime: 'EU-RU-833-2014',
  annex: 'XXI',
  article: '3i(1)',
  cn_codes: ['2603', '2604'],
  act: '32026R1848',
  text: { pl: `zmiana ${id}`, en: `change ${id}` },
})
const many = (count: number, from = 0) => Array.from({ length: count }, (_, i) => change(`c${from + i}`))

const dataset = (version: string, after: string | null, over: Partial<NewDataset> = {}): NewDataset => ({
  version,
  after,
  law: Buffer.from([0, 255, 10, 128]),
  published: false,
  changes: [],
  at: AT,
  ...over,
})

/** Records changes below the store, with an outbox of the test's own. */
async function recorderAt(t: TestContext, place: Place, enqueue: Enqueue = async () => {}) {
  const settings = { ...PATIENT, onError: () => {} }
  const { db, writeLock }: { db: Kysely<Tables>; writeLock?: WriteLock } =
    'dataDir' in place ? await openSqlite(place.dataDir, settings) : await openPostgres(place.databaseUrl, settings)
  t.after(() => db.destroy())
  const record = changeRecorder(transactIn(db, writeLock), enqueue)
  return (version: string, changes: readonly Change[]) => record(async () => ({ version, changes, at: AT }))
}

export function changesContract(bench: Pick<Bench, 'kind' | 'empty'>): void {
  const check = (name: string, body: (t: TestContext, place: Place, store: Store) => Promise<void>) =>
    test(`${bench.kind}: ${name}`, async (t) => {
      const place = await bench.empty()
      await body(t, place, await opened(t, place))
    })

  check('a change comes out as it went in, and is stored once', async (t, place, { changes }) => {
    const record = await recorderAt(t, place)
    assert.deepEqual(await record('v1', [change('a'), change('b'), change('a')]), [change('a'), change('b')])
    assert.deepEqual(await record('v2', [change('b'), change('c')]), [change('c')])
    const [first, ...rest] = await changes.after(0, 100)
    assert.deepEqual(first, { ...change('a'), seq: 1, recordedAt: AT.toISOString() })
    assert.deepEqual(
      rest.map(({ id, seq }) => [id, seq]),
      [
        ['b', 2],
        ['c', 3],
      ],
    )
    assert.deepEqual(
      (await changes.after(1, 1)).map(({ id }) => id),
      ['b'],
    )
  })

  check(
    'two instances that record the same at once store it once, without gaps, and a reader never skips',
    async (t, place, reader) => {
      const one = await recorderAt(t, place)
      const two = await recorderAt(t, place)
      const seen: number[] = []
      let writing = true
      const reading = (async () => {
        while (writing || (await reader.changes.after(seen.at(-1) ?? 0, 1)).length > 0) {
          seen.push(...(await reader.changes.after(seen.at(-1) ?? 0, 50)).map(({ seq }) => seq))
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      })()
      const fresh: (readonly Change[])[] = []
      for (let round = 0; round < 5; round++) {
        fresh.push(...(await Promise.all([one, two, one].map((record) => record('v', many(300, round * 200))))))
      }
      writing = false
      await reading
      assert.equal(fresh.flat().length, 1100, 'each was new for one of them')
      assert.deepEqual(
        seen,
        Array.from({ length: 1100 }, (_, i) => i + 1),
      )
    },
  )

  check('a day is recorded once, whoever comes first', async (t, place, one) => {
    const two = await opened(t, place)
    assert.equal(await one.changes.lastDay(), null)
    const both = await Promise.all(
      [one, two].map(({ changes }) => changes.recordDay(calendarDay('2026-11-15'), [change('a')], AT)),
    )
    assert.equal(both.flat().length, 1)
    assert.deepEqual(await two.changes.recordDay(calendarDay('2026-11-15'), [change('b')], AT), [])
    assert.equal(await two.changes.lastDay(), '2026-11-15')
  })

  check('a version and its changes are stored together, or not at all', async (t, place, store) => {
    assert.equal(await store.datasets.latest(), null)
    assert.deepEqual(await store.datasets.introduce(dataset('v1', null, { changes: [change('a')] })), [change('a')])
    assert.deepEqual(await store.datasets.latest(), { version: 'v1', introduced: 1 })
    assert.deepEqual(await store.datasets.law('v1'), Buffer.from([0, 255, 10, 128]))
    assert.equal(await store.datasets.law('v9'), null)
    assert.equal(await store.datasets.introduce(dataset('v3', 'v0', { changes: [change('x')] })), 'superseded')
    assert.equal((await store.changes.after(1, 10)).length, 0, 'worked out from another law, so not stored')

    const two = await opened(t, place)
    const race = await Promise.all(
      [store, two].map(({ datasets }) => datasets.introduce(dataset('v2', 'v1', { changes: many(3) }))),
    )
    assert.equal(race.filter((outcome) => outcome === 'superseded').length, 1)
    assert.equal((await store.changes.after(0, 10)).length, 4)
    assert.deepEqual(await store.datasets.law('v1'), Buffer.from([0, 255, 10, 128]), 'for whoever asks for it')
    assert.deepEqual(await store.datasets.find('v1'), { version: 'v1', introduced: 1 })
  })

  check(
    'a row that was deleted and comes back with a third law is told again',
    async (_, __, { datasets, changes }) => {
      const removed: Change = { ...change('r'), type: 'listing.removed' }
      const windDown: Change = { ...change('w'), type: 'winddown.opening' }
      await datasets.introduce(dataset('v1', null))
      await datasets.introduce(dataset('v2', 'v1', { changes: [change('a'), windDown] }))
      await datasets.introduce(dataset('v3', 'v2', { changes: [removed] }))
      const again = await datasets.introduce(dataset('v4', 'v3', { changes: [change('a'), windDown] }))
      assert.ok(again !== 'superseded')
      assert.deepEqual(
        again.map(({ type, text }) => [type, text.en]),
        [['listing.added', 'change a']],
        'the law before did not have it; a wind-down is told once, whichever law or day shows it',
      )
      assert.equal(new Set((await changes.after(0, 10)).map(({ id }) => id)).size, 4)
    },
  )

  check('the law published last is known to all; one that comes back is told again', async (t, place, store) => {
    await store.datasets.introduce(dataset('v1', null))
    assert.equal(await store.datasets.published(), null)
    await store.datasets.introduce(dataset('v2', 'v1', { published: true, changes: [change('added')] }))
    const two = await opened(t, place)
    assert.deepEqual(await two.datasets.published(), { version: 'v2', introduced: 2 })
    await store.datasets.introduce(dataset('v1', 'v2', { published: true, changes: [change('removed')] }))
    assert.deepEqual(await two.datasets.published(), { version: 'v1', introduced: 3 })
    const again = await store.datasets.introduce(dataset('v2', 'v1', { published: true, changes: [change('added')] }))
    assert.ok(again !== 'superseded' && again.length === 1 && again[0]?.id !== 'added')
    assert.deepEqual(await two.datasets.find('v2'), { version: 'v2', introduced: 4 })
  })

  check('what is enqueued with the changes is stored with them, or neither is', async (t, place, store) => {
    const failing = await recorderAt(t, place, async (trx) => {
      await trx
        .insertInto('change_days')
        .values({ day: calendarDay('2000-01-01'), recorded_at: AT.toISOString() })
        .execute()
      throw new Error('the outbox is full')
    })
    await assert.rejects(failing('v', [change('a')]), /the outbox is full/)
    assert.deepEqual(await store.changes.after(0, 10), [])
    assert.equal(await store.changes.lastDay(), null)

    const told: string[][] = []
    const working = await recorderAt(t, place, async (_trx, fresh, at) => {
      assert.equal(at, AT)
      told.push(fresh.map(({ id }) => id))
    })
    await working('v', [change('a'), change('b')])
    await working('v', [change('b'), change('c')])
    await working('v', [change('c')])
    assert.deepEqual(told, [['a', 'b'], ['c']])
  })

  check(
    'what the source listed is kept for all, the newest check of each regime, and no act gets lost',
    async (_, __, store) => {
      const [one, two] = [
        { celex: '32026R0506', date: calendarDay('2026-04-23') },
        { celex: '32026R2300', date: null },
      ]
      const [russia, belarus] = ['EU-RU-833-2014', 'EU-BY-765-2006']
      const [first, second] = ['2026-11-15T10:17:00Z', '2026-11-15T12:17:00Z']
      await store.lawChecks.note([])
      await store.lawChecks.note([
        { regime: russia, checkedAt: first, acts: [one, two] },
        { regime: belarus, checkedAt: first, acts: [] },
      ])
      await store.lawChecks.note([{ regime: russia, checkedAt: second, acts: [one] }])
      assert.deepEqual(await store.lawChecks.list(), [
        { regime: belarus, checkedAt: first, acts: [] },
        { regime: russia, checkedAt: second, acts: [one, two] },
      ])
    },
  )

  check(
    'an extended law is newer than its base, is recorded once, and supersedes no other',
    async (_, __, { datasets }) => {
      const extended = (base: string) =>
        datasets.introduceExtended({
          version: `${base}+`,
          base,
          law: Buffer.from('x'),
          changes: [change(base)],
          at: AT,
        })
      const numberOf = async (version: string) => (await datasets.find(version))?.introduced
      await datasets.introduce(dataset('v1', null))
      assert.equal((await extended('v1')).length, 1)
      assert.deepEqual(await extended('v1'), [])
      assert.equal((await datasets.latest())?.version, 'v1')
      assert.equal(await datasets.published(), null)
      assert.notEqual(await datasets.introduce(dataset('v2', 'v1')), 'superseded')
      assert.notEqual(await datasets.introduce(dataset('v1', 'v2')), 'superseded')
      assert.deepEqual([await numberOf('v1+'), await numberOf('v2'), await numberOf('v1')], [2, 3, 4])
      assert.deepEqual(await extended('v1'), [], 'it comes back with its base, and tells nothing again')
      assert.equal(await numberOf('v1+'), 5)
    },
  )
}
