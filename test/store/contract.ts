import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { calendarDay, type Day } from '../../src/base/day.ts'
import type { Lead, NewLead } from '../../src/store/leads/leads.ts'
import type { LimitState } from '../../src/store/limits/limits.ts'
import { StoreError } from '../../src/store/sql/store-error.ts'
import type { openStore, Place, Store } from '../../src/store/store.ts'
import { openPatiently } from './open-patiently.ts'

/** What the suite needs: an empty database for each test, and a way around the store to prepare and to peek. */
export interface Bench {
  readonly kind: Store['kind']
  empty(): Promise<Place>
  run(place: Place, sql: string): Promise<Record<string, unknown>[]>
  /** Lets time pass for the limits. */
  clock(t: TestContext, place: Place): (ms: number) => Promise<void>
}

const AT = new Date('2026-07-24T10:00:00.123Z')

/** Where windows follow the clock of this process. */
export const clockOfProcess: Bench['clock'] = (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: AT })
  return async (ms) => t.mock.timers.tick(ms)
}

const EMAIL = 'anna@example.eu'

export const lead = (over: Partial<NewLead> = {}): NewLead => ({
  email: EMAIL,
  source: 'landing',
  utm: { utm_source: 'x', utm_campaign: 'y' },
  idempotencyKey: null,
  caller: '192.0.2.1',
  network: '192.0.2.0/24',
  at: AT,
  ...over,
})

/** A store that the test leaves behind is closed. */
export async function opened(t: TestContext, place: Place, options?: Parameters<typeof openStore>[1]): Promise<Store> {
  const store = await openPatiently(place, options)
  t.after(() => store.close())
  return store
}

export async function exported(store: Store): Promise<Lead[]> {
  const leads: Lead[] = []
  for await (const lead of store.leads.exportAll()) leads.push(lead)
  return leads
}

const tally = (outcomes: string[]): Record<string, number> =>
  Object.fromEntries(Object.entries(Object.groupBy(outcomes, (of) => of)).map(([of, all]) => [of, all?.length ?? 0]))

/** Many leads in one statement that both databases understand; a third of a thousand share each moment. */
const manyLeads = (count: number): string => `
  insert into leads (id, email, email_folded, created_at)
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
  select 'lead-' || (10000 + (i * 7919) % ${count}), 'a' || i || '@example.eu', 'a' || i || '@example.eu',
    '2026-01-' || (10 + i % 15) || 'T00:00:00.000Z' from n`

export function storeContract(bench: Bench): void {
  const check = (name: string, body: (t: TestContext, place: Place, store: Store) => Promise<void>) =>
    test(`${bench.kind}: ${name}`, async (t) => {
      const place = await bench.empty()
      await body(t, place, await opened(t, place))
    })

  /** A test of limits, for which time passes only when `pass` says so; the clock of a database goes on by itself. */
  const checkLimits = (
    name: string,
    body: (limits: Store['limits'], pass: (ms: number) => Promise<void>) => Promise<void>,
  ) => check(name, (t, place, { limits }) => body(limits, bench.clock(t, place)))

  /** The seconds that a window has left are these; on a database with a clock of its own at most these. */
  function isState(
    { resetSeconds, ...state }: LimitState,
    expected: Omit<LimitState, 'resetSeconds'>,
    seconds: number,
  ) {
    assert.deepEqual(state, expected)
    if (bench.kind === 'sqlite') assert.equal(resetSeconds, seconds)
    else assert.ok(resetSeconds <= seconds, `${resetSeconds} of ${seconds} seconds`)
  }

  check('a lead comes out as it went in', async (_t, _place, store) => {
    assert.equal(await store.leads.add(lead()), 'stored')
    assert.equal(await store.leads.add(lead({ source: null, utm: null, at: new Date(AT.getTime() + 1) })), 'stored')
    const [first, second, ...none] = await exported(store)
    assert.ok(first && second && none.length === 0)
    assert.match(first.id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(first, {
      id: first.id,
      email: EMAIL,
      source: 'landing',
      utm: { utm_source: 'x', utm_campaign: 'y' },
      createdAt: '2026-07-24T10:00:00.123Z',
    })
    assert.deepEqual([second.source, second.utm], [null, null])
    assert.equal(await store.leads.count(), 2)
  })

  check(
    'a repeated Idempotency-Key stores nothing twice, and other content under it is a conflict',
    async (_, __, store) => {
      const sent = lead({ idempotencyKey: 'abc' })
      assert.equal(await store.leads.add(sent), 'stored')
      assert.equal(await store.leads.add({ ...sent, at: new Date() }), 'repeated')
      assert.equal(await store.leads.add({ ...sent, utm: { utm_campaign: 'y', utm_source: 'x' } }), 'repeated')
      for (const other of [{ email: 'b@example.eu' }, { source: null }, { utm: null }, { utm: { utm_source: 'x' } }]) {
        assert.equal(await store.leads.add({ ...sent, ...other }), 'conflict')
      }
      assert.equal(await store.leads.add({ ...sent, idempotencyKey: 'ABC' }), 'stored', 'keys are taken as sent')
      assert.equal(await store.leads.count(), 2)
      assert.equal(await store.leads.forget(EMAIL), 2)
      assert.equal(await store.leads.add(sent), 'stored', 'nothing is left to repeat')
    },
  )

  check('an Idempotency-Key belongs to its caller, and tells nobody what others sent', async (_t, _place, store) => {
    const one = lead({ idempotencyKey: '1', email: 'one@example.eu' })
    const two = lead({ idempotencyKey: '1', email: 'two@example.eu', caller: 'k_00000002' })
    assert.equal(await store.leads.add(one), 'stored')
    assert.equal(await store.leads.add(two), 'stored', 'a key that somebody else used first is free')
    assert.equal(await store.leads.add(one), 'repeated')
    assert.equal(await store.leads.add(two), 'repeated')
    // A phone that changes its address between two attempts leaves one lead.
    assert.equal(await store.leads.add({ ...one, caller: '198.51.100.7' }), 'repeated')
    assert.equal(await store.leads.count(), 2)

    // Guessing what was sent under a key: the outcomes are the same whether the guess is right or wrong.
    const guess = async (email: string, caller: string) => {
      const first = await store.leads.add(lead({ idempotencyKey: '1', email, caller }))
      const then = await store.leads.add(lead({ idempotencyKey: '1', email: 'other@example.eu', caller }))
      return [first === 'conflict' ? 409 : 200, then === 'conflict' ? 409 : 200]
    }
    assert.deepEqual(await guess('one@example.eu', 'right'), await guess('nobody@example.eu', 'wrong'))
    const own = lead({ idempotencyKey: '1', email: 'mine@example.eu', caller: 'third' })
    assert.equal(await store.leads.add(own), 'stored')
    assert.equal(await store.leads.add({ ...own, email: 'one@example.eu' }), 'conflict')
    assert.equal(await store.leads.add({ ...own, email: 'nobody-at-all@example.eu' }), 'conflict')
  })

  check('neither an Idempotency-Key nor an address is stored as it is', async (_t, place, store) => {
    await store.leads.add(lead({ idempotencyKey: 'a-key-of-a-caller', caller: '203.0.113.77' }))
    for (const table of ['leads', 'lead_requests']) {
      const rows = await bench.run(place, `select * from ${table}`)
      assert.equal(rows.length, 1)
      assert.doesNotMatch(JSON.stringify(rows), /a-key-of-a-caller|203\.0\.113\.77/)
    }
    const salt = () => bench.run(place, "select value from store_values where name = 'lead_requests'")
    assert.match(String((await salt())[0]?.value), /^[\w-]{43}$/)
    const elsewhere = await bench.empty()
    await (await openPatiently(elsewhere)).close()
    const others = await bench.run(elsewhere, "select value from store_values where name = 'lead_requests'")
    assert.notDeepEqual(others, await salt(), 'every database has a salt of its own')
  })

  check('an Idempotency-Key is forgotten after its time, the lead is not', async (_t, place, store) => {
    const sent = lead({ idempotencyKey: 'abc' })
    await store.leads.add(sent)
    await store.leads.forgetKeys(AT)
    assert.equal(await store.leads.add(sent), 'repeated', 'the moment itself is kept')
    await store.leads.forgetKeys(new Date(AT.getTime() + 1))
    assert.deepEqual(await bench.run(place, 'select * from lead_requests'), [])
    assert.equal(await store.leads.add({ ...sent, email: 'b@example.eu' }), 'stored')
    assert.equal(await store.leads.add({ ...sent, caller: 'another' }), 'stored', 'the content is forgotten too')
    assert.equal(await store.leads.count(), 3)
  })

  check(
    'a lead that was promised is stored even if the process ended after claiming its key',
    async (_t, place, store) => {
      const sent = lead({ idempotencyKey: 'abc' })
      await store.leads.add(sent)
      await bench.run(place, 'delete from leads')
      assert.equal(await store.leads.add(sent), 'stored')
      assert.equal(await store.leads.add(sent), 'repeated')
    },
  )

  check('a day takes so many leads and no more, on all instances together', async (t, place, store) => {
    const other = await opened(t, place)
    const at = (day: string) => new Date(`${day}T12:00:00Z`)
    const add = (i: number, day: string, over: Partial<NewLead> = {}) =>
      (i % 2 ? store : other).leads.add(
        lead({ email: `d${i}@example.eu`, network: `n${i % 2}`, at: at(day), ...over }),
        10,
      )
    for (let i = 0; i < 7; i++) assert.equal(await add(i, '2026-07-24'), 'stored')
    assert.equal(await add(7, '2026-07-24', { idempotencyKey: 'last' }), 'stored')
    for (let i = 8; i < 10; i++) assert.equal(await add(i, '2026-07-24'), 'stored')
    for (let i = 10; i < 14; i++) assert.equal(await add(i, '2026-07-24'), 'full')
    assert.equal(await add(7, '2026-07-24', { idempotencyKey: 'last' }), 'repeated', 'what is stored stays stored')
    const stranger = { idempotencyKey: 'last', caller: 'stranger' }
    assert.equal(await add(7, '2026-07-24', stranger), 'full', 'and no stranger learns of it')
    assert.equal(await add(14, '2026-07-24', { idempotencyKey: 'late' }), 'full')
    assert.equal(await store.leads.count(), 10)
    const fresh = await opened(t, place)
    assert.equal(await fresh.leads.add(lead({ at: at('2026-07-24') }), 10), 'full', 'a restart frees nothing')
    assert.equal(await fresh.leads.add(lead({ at: at('2026-07-24') }), 11), 'stored', 'a raised ceiling does')
    assert.equal(await fresh.leads.add(lead({ at: at('2026-07-24') })), 'stored', 'and so does none')
    const mended = { idempotencyKey: 'late', email: 'mended@example.eu' }
    assert.equal(await add(14, '2026-07-25', mended), 'stored', 'a key that stored nothing is free')
  })

  check(
    'one network takes 2 % of a day, but never fewer than ten, and leaves the rest to others',
    async (t, place, store) => {
      const other = await opened(t, place)
      let number = 0
      const add = (network: string, perDay: number, over: Partial<NewLead> = {}) =>
        (number++ % 2 ? store : other).leads.add(lead({ email: `n${number}@example.eu`, network, ...over }), perDay)
      const addAll = async (network: string, perDay: number, times: number) =>
        tally(await Promise.all(Array.from({ length: times }, () => add(network, perDay))))
      const kept = { email: 'kept@example.eu', idempotencyKey: 'kept' }
      assert.equal(await add('203.0.113.0/24', 1_000, kept), 'stored')
      for (let i = 0; i < 5; i++) assert.equal(await add('203.0.113.0/24', 1_000, kept), 'repeated')
      assert.deepEqual(await addAll('203.0.113.0/24', 1_000, 40), { stored: 19, share_spent: 21 })
      assert.equal(await add('203.0.113.0/24', 1_000, kept), 'repeated', 'what is stored stays stored')
      assert.equal(await add('203.0.113.0/24', 1_000, { idempotencyKey: 'later' }), 'share_spent')
      assert.deepEqual(await addAll('198.51.100.0/24', 35, 12), { stored: 10, share_spent: 2 })
      assert.deepEqual(await addAll('192.0.2.0/24', 35, 12), { stored: 5, full: 7 })
      assert.equal(await store.leads.count(), 35)
      const at = new Date(AT.getTime() + 86_400_000)
      assert.equal(await add('203.0.113.0/24', 35, { idempotencyKey: 'later', at }), 'stored', 'its key is free')
      await store.leads.forgetKeys(at)
      const left = await bench.run(place, 'select name, day, used from day_counts')
      assert.deepEqual(
        left.map(({ day, used }) => [day, Number(used)]),
        [
          ['2026-07-25', 1],
          ['2026-07-25', 1],
        ],
      )
      for (const { name } of left) assert.match(String(name), /^[\w-]{43}$/, 'no network is stored as it is')
    },
  )

  check('the same request sent many times at once, to two instances, stores one lead', async (t, place, store) => {
    const other = await opened(t, place)
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? store : other).leads.add(lead({ idempotencyKey: 'once' }))),
    )
    assert.deepEqual(tally(outcomes), { stored: 1, repeated: 39 })
    const rivals = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? store : other).leads.add(lead({ idempotencyKey: 'rival', email: `r${i}@example.eu` })),
      ),
    )
    assert.deepEqual(tally(rivals), { stored: 1, conflict: 19 })
    assert.equal(await store.leads.count(), 2)
  })

  check('text no database likes is stored, and recognised when repeated', async (_t, _place, store) => {
    const odd = lead({
      email: `"o'dd"@example.eu`,
      source: `nul\0 half\ud800 😀 '";--`,
      utm: { 'k\0': 'v\ud800', ł: '中' },
      idempotencyKey: 'key\0\udc00',
    })
    assert.equal(await store.leads.add(odd), 'stored')
    assert.equal(await store.leads.add(odd), 'repeated')
    const [out] = await exported(store)
    assert.equal(out?.source, `nul\uFFFD half\uFFFD 😀 '";--`)
    assert.deepEqual(out?.utm, odd.utm)
  })

  check('an export is in the order of time, page by page', async (_t, place, store) => {
    await bench.run(place, manyLeads(5000))
    assert.equal(await store.leads.count(), 5000)
    const keys = (await exported(store)).map(({ createdAt, id }) => `${createdAt} ${id}`)
    assert.equal(new Set(keys).size, 5000)
    assert.deepEqual(keys, keys.toSorted())

    let seen = 0
    for await (const _ of store.leads.exportAll()) {
      if (seen++ === 0) await bench.run(place, 'delete from leads')
    }
    assert.ok(seen > 0 && seen < 1000, `${seen} leads were read ahead`)
  })

  check('to forget an e-mail deletes all of it, whatever its case, and nobody else', async (_t, _place, store) => {
    for (const email of [EMAIL, 'Anna@Example.EU', 'łukasz@example.pl', 'anna@example.eu.pl']) {
      await store.leads.add(lead({ email }))
    }
    assert.equal(await store.leads.forget(' ANNA@example.eu '), 2)
    assert.equal(await store.leads.forget('ŁUKASZ@EXAMPLE.PL'), 1)
    assert.equal(await store.leads.forget(EMAIL), 0)
    assert.deepEqual(
      (await exported(store)).map(({ email }) => email),
      ['anna@example.eu.pl'],
    )
  })

  check('retention deletes what is older than the moment, and not the moment itself', async (_t, place, store) => {
    await bench.run(place, manyLeads(3000))
    assert.equal(await store.leads.forgetBefore(new Date('2026-01-20T00:00:00Z')), 2000)
    assert.equal(await store.leads.forgetBefore(new Date('2026-01-20T00:00:00Z')), 0)
    assert.equal((await exported(store))[0]?.createdAt, '2026-01-20T00:00:00.000Z')
  })

  check('a key is shown once and stored as a hash', async (_t, place, store) => {
    const { id, key } = await store.keys.issue({
      name: 'Broker',
      perMinute: 6000,
      expires: calendarDay('2026-12-31'),
      at: AT,
    })
    await store.keys.issue({ name: 'ERP', perMinute: null, expires: null, at: new Date(AT.getTime() + 1) })
    assert.match(id, /^k_[0-9A-Za-z]{8}$/)
    const [first, second] = await store.keys.list()
    assert.deepEqual(first, {
      id,
      name: 'Broker',
      prefix: key.slice(0, 8),
      perMinute: 6000,
      expires: '2026-12-31',
      createdAt: AT.toISOString(),
      revokedAt: null,
      rotatedAt: null,
      oldUntil: null,
      lastUsed: null,
    })
    assert.deepEqual([second?.name, second?.perMinute, second?.expires], ['ERP', null, null])
    const rows = JSON.stringify(await bench.run(place, 'select * from api_keys'))
    assert.ok(!rows.includes(key.slice(8)))
    await assert.rejects(
      store.keys.issue({ name: 'x', perMinute: null, expires: '31.12.2026' as Day, at: AT }),
      RangeError,
    )
  })

  check('a key is good until its last day in Brussels, or until revoked', async (_t, _place, store) => {
    const { id, key } = await store.keys.issue({
      name: 'Broker',
      perMinute: null,
      expires: calendarDay('2026-12-31'),
      at: AT,
    })
    const status = async (text: string, now: string) => (await store.keys.check(text, new Date(now))).status
    const found = await store.keys.check(key, AT)
    assert.ok(found.status === 'ok' && found.key.id === id)
    assert.equal(await status(key, '2026-12-31T22:59:59Z'), 'ok')
    assert.equal(await status(key, '2026-12-31T23:00:00Z'), 'expired')
    assert.equal(await status(`${key.slice(0, -1)}!`, '2026-08-01'), 'malformed')
    assert.equal(await store.keys.revoke(id, AT), true)
    assert.equal(await status(key, '2026-08-01'), 'revoked')
    assert.equal(await store.keys.revoke(id, AT), false, 'once is enough')
    assert.equal(await store.keys.revoke('k_00000000', AT), false)
    assert.equal((await store.keys.list())[0]?.revokedAt, AT.toISOString())
  })

  check('the day of the last use of a key is known, and only that of a good key', async (_t, place, store) => {
    const { id, key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: AT })
    const days = async () =>
      (await bench.run(place, 'select last_used from api_keys')).map(({ last_used }) => last_used)
    const use = async (now: string) => (await store.keys.check(key, new Date(now))).status
    // No request waits for the note.
    const noted = async (day: string) => {
      while ((await days())[0] !== day) await setImmediate()
    }
    assert.deepEqual(await days(), [null])
    assert.equal(await use('2026-07-24T10:00:00Z'), 'ok')
    await noted('2026-07-24')
    assert.equal(await use('2026-07-24T23:59:59Z'), 'ok')
    assert.equal(await use('2026-07-25T00:00:00Z'), 'ok')
    await noted('2026-07-25')
    await store.keys.revoke(id, AT)
    assert.equal(await use('2026-07-26T10:00:00Z'), 'revoked')
    assert.deepEqual(await days(), ['2026-07-25'])
    assert.equal((await store.keys.list())[0]?.lastUsed, '2026-07-25')
  })

  check('what was done is kept until it is logged, the oldest first', async (_t, _place, store) => {
    const event = { who: 'anna', from: 'machine', what: 'keys revoke', object: 'k_12345678' }
    await store.audit.record({ ...event, at: '2026-11-19T10:00:01.000Z' })
    await store.audit.record({ ...event, at: '2026-11-19T10:00:00.000Z', object: null })
    const [first, second, ...more] = await store.audit.waiting()
    assert.deepEqual([first?.object, second?.object, more], [null, 'k_12345678', []])
    await store.audit.logged([first!.id])
    assert.deepEqual(await store.audit.waiting(), [{ ...event, id: second!.id, at: '2026-11-19T10:00:01.000Z' }])
    await store.audit.logged([])
  })

  check('a revocation reaches the other instances within five seconds', async (t, place, store) => {
    const other = await opened(t, place)
    const { id, key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: AT })
    assert.equal((await other.keys.check(key, AT)).status, 'ok')
    await store.keys.revoke(id, AT)
    assert.equal((await other.keys.check(key, new Date(AT.getTime() + 5000))).status, 'revoked')
  })

  check('a key that is rotated is the same key; the secret before is good for the overlap', async (t, place, store) => {
    const HOUR = 3_600_000
    const after = (ms: number) => new Date(AT.getTime() + ms)
    const fields = { name: 'Broker', perMinute: 6000, expires: calendarDay('2026-12-31') }
    const { id, key: first } = await store.keys.issue({ ...fields, at: AT })
    const other = await opened(t, place)
    const status = async (text: string | null, ms: number, { keys } = store) => {
      const found = await keys.check(text ?? '', after(ms))
      if (found.status === 'ok') assert.deepEqual([found.key.id, found.key.perMinute], [id, 6000])
      return found.status
    }
    assert.equal(await status(first, 0, other), 'ok')

    const second = await store.keys.rotate(id, 24 * HOUR, AT)
    assert.match(second ?? '', /^cns_[0-9A-Za-z]{38}$/)
    for (const one of [store, other]) {
      assert.deepEqual([await status(second, 0, one), await status(first, 24 * HOUR - 1, one)], ['ok', 'ok'])
      assert.deepEqual([await status(second, 24 * HOUR, one), await status(first, 24 * HOUR, one)], ['ok', 'revoked'])
    }
    const [listed, ...more] = await store.keys.list()
    assert.deepEqual(more, [])
    // Its last use may be noted a moment later.
    assert.deepEqual(listed && { ...listed, lastUsed: null }, {
      id,
      ...fields,
      prefix: second?.slice(0, 8),
      createdAt: AT.toISOString(),
      revokedAt: null,
      rotatedAt: AT.toISOString(),
      oldUntil: after(24 * HOUR).toISOString(),
      lastUsed: null,
    })
    const rows = JSON.stringify(await bench.run(place, 'select * from api_keys'))
    assert.ok(!rows.includes(first.slice(8)) && !rows.includes(second!.slice(8)))

    // After a leak all earlier secrets end, also one that was still in its overlap, in every instance within five seconds.
    assert.equal(await status(second, HOUR, other), 'ok')
    const third = await store.keys.rotate(id, 0, after(HOUR))
    assert.deepEqual(await Promise.all([first, second, third].map((key) => status(key, HOUR))), [
      'unknown',
      'revoked',
      'ok',
    ])
    assert.equal(await status(second, HOUR + 5000, other), 'revoked')
    assert.equal(await status(third, HOUR, other), 'ok')

    // Revoked, all of it ends, and no secret revives it.
    const fourth = await store.keys.rotate(id, 24 * HOUR, after(HOUR))
    assert.deepEqual([await status(third, HOUR), await status(fourth, HOUR)], ['ok', 'ok'])
    await store.keys.revoke(id, after(HOUR))
    assert.deepEqual([await status(third, HOUR), await status(fourth, HOUR)], ['revoked', 'revoked'])
    assert.equal(await store.keys.rotate(id, 0, after(HOUR)), null)
    assert.equal(await store.keys.rotate('k_00000000', 0, AT), null)
    const over = await store.keys.issue({ ...fields, at: AT })
    assert.equal(await store.keys.rotate(over.id, 0, new Date('2026-12-31T23:00:00Z')), null, 'expired in Brussels')
    assert.ok(await store.keys.rotate(over.id, 0, new Date('2026-12-31T22:59:59Z')))
  })

  check('of rotations at once each replaces the one before, and one secret is left', async (t, place, store) => {
    const { id, key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: AT })
    const stores = [store, await opened(t, place), await opened(t, place)]
    const made = await Promise.all(stores.flatMap(({ keys }) => [keys.rotate(id, 0, AT), keys.rotate(id, 0, AT)]))
    const states = await Promise.all([key, ...made].map(async (text) => (await store.keys.check(text!, AT)).status))
    assert.deepEqual(tally(states), { unknown: 5, revoked: 1, ok: 1 })
  })

  check('a key that was never issued here is unknown', async (_t, _place, store) => {
    const elsewhere = await openPatiently(await bench.empty())
    const { key } = await elsewhere.keys.issue({ name: 'x', perMinute: null, expires: null, at: AT })
    await elsewhere.close()
    assert.equal((await store.keys.check(key, AT)).status, 'unknown')
  })

  checkLimits('a bucket gives its limit in a minute, then refuses until the next', async (limits, pass) => {
    isState(await limits.consume('ip:1', 3), { allowed: true, limit: 3, remaining: 2 }, 60)
    await limits.consume('ip:1', 3)
    await pass(30_500)
    isState(await limits.consume('ip:1', 3), { allowed: true, limit: 3, remaining: 0 }, 30)
    for (let i = 0; i < 3; i++) {
      isState(await limits.consume('ip:1', 3), { allowed: false, limit: 3, remaining: 0 }, 30)
    }
    assert.equal((await limits.consume('ip:2', 3)).remaining, 2, 'buckets do not share')
    await pass(29_501)
    isState(await limits.consume('ip:1', 3), { allowed: true, limit: 3, remaining: 2 }, 60)
  })

  checkLimits('no limit counts nothing', async (limits) => {
    for (const none of [0, -1]) {
      assert.deepEqual(await limits.consume('ip', none), { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 })
    }
    assert.equal((await limits.consume('ip', 5)).remaining, 4)
  })

  checkLimits('points are taken at once, all or none', async (limits) => {
    const take = (points: number) => limits.consume('ip', 10, points)
    isState(await take(7), { allowed: true, limit: 10, remaining: 3 }, 60)
    isState(await take(4), { allowed: false, limit: 10, remaining: 3 }, 60)
    isState(await take(3), { allowed: true, limit: 10, remaining: 0 }, 60)
    isState(await take(1), { allowed: false, limit: 10, remaining: 0 }, 60)
    assert.equal((await limits.consume('fresh', 10, 11)).allowed, false)
    assert.equal((await limits.consume('fresh', 10, 10)).remaining, 0, 'a refusal took nothing')
  })

  checkLimits('wider buckets are charged too, and a refusal takes from none', async (limits) => {
    const wide = [
      { bucket: '/56', perMinute: 4 },
      { bucket: '/48', perMinute: 5 },
    ]
    const take = (bucket: string) => limits.consume(bucket, 3, 1, wide)
    isState(await take('a'), { allowed: true, limit: 3, remaining: 2 }, 60)
    await take('a')
    await take('a')
    for (let more = 0; more < 5; more++) {
      isState(await take('a'), { allowed: false, limit: 3, remaining: 0 }, 60)
    }
    // The tightest is told.
    isState(await take('b'), { allowed: true, limit: 4, remaining: 0 }, 60)
    isState(await take('b'), { allowed: false, limit: 4, remaining: 0 }, 60)
    assert.equal((await limits.consume('b', 3)).remaining, 1, 'the refusal took nothing from the narrow bucket')
    assert.equal((await limits.consume('/48', 5)).remaining, 0, 'nor from the widest: four and this one')
  })

  checkLimits('of many requests at once from one wide bucket exactly its limit passes', async (limits) => {
    const wide = [{ bucket: 'wide', perMinute: 30 }]
    const states = await Promise.all(
      Array.from({ length: 100 }, (_, at) => limits.consume(`narrow ${at % 10}`, 20, 1, wide)),
    )
    assert.equal(states.filter(({ allowed }) => allowed).length, 30)
  })

  checkLimits('of many requests at once exactly the limit passes', async (limits) => {
    const states = await Promise.all(Array.from({ length: 100 }, () => limits.consume('ip', 30)))
    assert.equal(states.filter(({ allowed }) => allowed).length, 30)
  })

  test(`${bench.kind}: eight instances that start at once on an empty database all come up`, async (t) => {
    const place = await bench.empty()
    const stores = await Promise.all(Array.from({ length: 8 }, () => opened(t, place)))
    await Promise.all(stores.map((store, i) => store.leads.add(lead({ email: `s${i}@example.eu` }))))
    for (const store of stores) assert.equal(await store.leads.count(), 8)
  })

  check('what was stored is there after a restart', async (t, place, store) => {
    await store.leads.add(lead())
    await store.close()
    assert.equal((await exported(await opened(t, place)))[0]?.email, EMAIL)
  })

  check('a closed store says so, and may be closed twice', async (_t, _place, store) => {
    await store.ping()
    await store.close()
    await store.close()
    await assert.rejects(store.ping(), StoreError)
    await assert.rejects(store.leads.add(lead()), StoreError)
  })

  check('an error carries no e-mail', async (_t, place, store) => {
    await bench.run(place, 'drop table leads')
    const failures = [store.leads.add(lead()), store.leads.forget(EMAIL), exported(store)]
    for (const { status, ...rest } of await Promise.allSettled(failures)) {
      assert.equal(status, 'rejected')
      const error = 'reason' in rest ? rest.reason : undefined
      assert.ok(error instanceof StoreError && !error.stack?.includes(EMAIL) && error.cause === undefined)
    }
  })
}
