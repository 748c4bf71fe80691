import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { newApiKey } from '../../../src/store/keys/api-key.ts'
import { wireTo } from '../../store/frozen-network.ts'
import { type PostgresServer, startPostgres } from '../../store/postgres-server.ts'
import { type Answer, exportedLeads, lawToEdit, listening, ready, run, type Service, until } from './service.ts'

const server = await startPostgres()
if (typeof server === 'string') test('the service on PostgreSQL', { skip: server }, () => {})
else testsOn(server)

/** Each test asks from an address of its own, so that one does not use up the limits of another. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status)
const LOOKUP = '/api/v1/cn?q=7304&lang=en'

function testsOn(server: PostgresServer): void {
  let settings: Record<string, string> = {}
  let one: Service
  let two: Service
  const endings: (() => unknown)[] = []
  // Both instances live through the whole file.
  const keeper = { after: (ending: unknown) => void endings.push(ending as () => unknown) }

  before(async () => {
    const DATABASE_URL = await server.emptySchema()
    settings = {
      DATABASE_URL,
      TRUST_PROXY: '1',
      LIMIT_LOOKUPS_PER_MINUTE: '12',
      LIMIT_LEADS_PER_MINUTE: '0',
      LEADS_PER_DAY: '100000',
    }
    const started = await Promise.all([ready(keeper, settings), ready(keeper, settings)])
    ;[one, two] = started
  })
  after(async () => {
    for (const ending of endings.reverse()) await ending()
    await server.remove()
  })

  test('a key from the command line works on every instance, and is ended on every instance', async (t) => {
    const { stdout, stderr } = await run(t, ['keys', 'issue', '--name', 'Broker', '--per-minute', '5000'], settings)
    const key = { 'x-api-key': stdout.trim() }
    const id = /k_\w+/.exec(stderr)?.[0] ?? ''
    for (const instance of [one, two]) {
      const { status, headers } = await instance.get(LOOKUP, key)
      assert.deepEqual([status, headers['ratelimit-limit']], [200, '5000'])
    }
    await until('the lookups of both to be counted together', async () => {
      const counted = Number((await one.get(LOOKUP, key)).headers['ratelimit-remaining'])
      return Number((await two.get(LOOKUP, key)).headers['ratelimit-remaining']) === counted - 1
    })
    assert.equal((await run(t, ['keys', 'revoke', id], settings)).code, 0)
    for (const instance of [one, two]) {
      const refused = await until('a key that works no longer', async () => {
        const answer = await instance.get(LOOKUP, key)
        return answer.status !== 200 && answer
      })
      assert.deepEqual([refused.status, JSON.parse(refused.text).code], [401, 'key_revoked'])
    }
  })

  test('a published law reaches every instance, and its changes are recorded once', async (t) => {
    const law = await lawToEdit(t)
    const annex = join(law, '833-2014/annexes/XXI.tsv')
    const text = await readFile(annex, 'utf8')
    await writeFile(annex, text.replace('Copper ores and concentrates', 'Ores of copper'))
    const published = await run(t, ['law', 'publish', law], settings)
    assert.equal(published.code, 0, published.stderr)
    const version = /Dataset (\S+) is published, 2 change/.exec(published.stderr)?.[1]
    for (const instance of [one, two]) {
      await until('the published law', async () => JSON.parse((await instance.ops('/readyz')).text).version === version)
      const feed = await instance.get('/api/v1/changes?cursor=r0&lang=en', from('203.0.113.77'))
      const types = JSON.parse(feed.text).changes.map(({ type }: { type: string }) => type)
      // The first dataset of both, which started at the same time, and the one published.
      assert.deepEqual(types, ['dataset.published', 'listing.changed', 'dataset.published'])
    }
    // The law all others of this file expect; what follows counts requests, and must not meet a law being swapped.
    assert.equal((await run(t, ['law', 'publish'], settings)).code, 0)
    const swaps = (instance: Service) => instance.lines().filter(({ msg }) => msg === 'law replaced').length
    for (const instance of [one, two]) await until('the law before', () => swaps(instance) === 2)
  })

  // An instance that the database answers late counts alone, so on a busy machine more may pass: another key tries again.
  test('of many requests with one key to both instances its limit passes', async (t) => {
    await until('requests that are counted together', async () => {
      const issued = await run(t, ['keys', 'issue', '--name', 'Twelve', '--per-minute', '12'], settings)
      const key = { 'x-api-key': issued.stdout.trim() }
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).get(LOOKUP, key)))
      const passed = statuses(answers).filter((status) => status === 200).length
      assert.ok(passed >= 12, `${passed} of 12`)
      assert.equal(statuses(answers).filter((status) => status === 429).length, 20 - passed)
      return passed === 12
    })
  })

  test('lookups without a key are counted by each instance', async () => {
    for (const instance of [one, two]) {
      const answers: Answer[] = []
      for (let i = 0; i < 13; i++) answers.push(await instance.get(LOOKUP, from('203.0.113.8')))
      assert.deepEqual(statuses(answers), [...Array(12).fill(200), 429])
    }
  })

  test('the points of lists and the networks of IPv6 are counted by both instances together', async () => {
    const items = Array.from({ length: 400 }, (_, at) => ({ id: String(at), q: 'kawior' }))
    let caller = 0
    await until('lists that are counted together', async () => {
      const address = from(`198.${Math.floor(++caller / 250)}.${caller % 250}.1`)
      const lists: Answer[] = []
      for (const instance of [one, two, one]) lists.push(await instance.post('/api/v1/check', { items }, address))
      return isDeepStrictEqual(
        lists.map(({ status, headers }) => [status, headers['ratelimit-remaining']]),
        [
          [200, '12'],
          [200, '4'],
          [429, '3'],
        ],
      )
    })
    let network = 0
    await until('a network that is counted together', async () => {
      network++
      const batches: Answer[] = []
      for (let at = 0; at < 12; at++) {
        const address = from(`2001:db8:${network}:${at % 6}::1`)
        batches.push(await (at % 2 ? one : two).post('/api/v1/check', { items }, address))
      }
      // Four times the limit of 20 points for a /56.
      return isDeepStrictEqual(statuses(batches), [...Array(10).fill(200), 429, 429])
    })
  })

  test('leads of all instances are in one export, and a repeated one is stored once', async (t) => {
    const emails = Array.from({ length: 20 }, (_, i) => `both-${i}@example.eu`)
    const post = (instance: Service, email: string) =>
      instance.post('/api/lead', { email, source: 'both' }, { 'idempotency-key': email })
    const answers = await Promise.all(emails.flatMap((email) => [post(one, email), post(two, email)]))
    assert.ok(statuses(answers).every((status) => status === 200))
    const exported = (await exportedLeads(t, settings)).filter(({ source }) => source === 'both')
    assert.deepEqual(exported.map(({ email }) => email).toSorted(), emails.toSorted())
  })

  test('one instance killed loses nothing, and the other goes on', async (t) => {
    const third = await ready(t, settings)
    const promised: string[] = []
    const client = async (name: number) => {
      for (let i = 0; i < 50; i++) {
        const email = `third-${name}-${i}@example.eu`
        const answered = await third.post('/api/lead', { email, source: 'third' }).catch(() => null)
        if (answered === null) return
        assert.equal(answered.status, 200)
        promised.push(email)
        if (promised.length === 15) third.signal('SIGKILL')
      }
    }
    await Promise.all([1, 2, 3].map(client))
    assert.equal((await third.ended()).signal, 'SIGKILL')
    assert.equal((await two.get('/readyz')).status, 200)
    assert.equal((await two.post('/api/lead', { email: 'after@example.eu', source: 'third' })).status, 200)
    const stored = new Set((await exportedLeads(t, settings)).map(({ email }) => email))
    assert.deepEqual(
      [...promised, 'after@example.eu'].filter((email) => !stored.has(email)),
      [],
    )
  })

  test('a database that goes away and comes back is lived through without a restart', async (t) => {
    const { stdout } = await run(t, ['keys', 'issue', '--name', 'Broker'], settings)
    const key = { 'x-api-key': stdout.trim() }
    for (const instance of [one, two]) assert.equal((await instance.get(LOOKUP, key)).status, 200)
    const lead = (name: string) => ({ email: `${name}@example.eu`, source: 'outage' })
    // Leads are under way when it goes.
    const caught = new Map<string, number>()
    let gone = false
    const client = async (instance: Service, name: string) => {
      for (let i = 0; i < 500 && !gone; i++) {
        const email = `${name}-${i}`
        caught.set(email, (await instance.post('/api/lead', lead(email), { 'idempotency-key': email })).status)
      }
    }
    const clients = [client(one, 'a'), client(one, 'b'), client(two, 'c'), client(two, 'd')]
    await until('leads to be under way', () => caught.size > 10)
    await server.stop()
    gone = true
    await Promise.all(clients)
    assert.deepEqual(
      [...new Set(caught.values())].filter((status) => status !== 200 && status !== 500),
      [],
    )
    try {
      for (const [at, instance] of [one, two].entries()) {
        const address = from(`203.0.113.${10 + at}`)
        assert.equal((await instance.get('/healthz')).status, 200)
        const { status, text } = await instance.get('/readyz')
        assert.deepEqual([status, JSON.parse(text).dataset, JSON.parse(text).store], [503, 'ready', 'not_ready'])
        const lookups: Answer[] = []
        for (let i = 0; i < 15; i++) lookups.push(await instance.get(LOOKUP, address))
        // Each instance counts alone meanwhile: the limit still holds.
        assert.deepEqual(statuses(lookups), [...Array(12).fill(200), ...Array(3).fill(429)])
        assert.equal((await instance.get(LOOKUP, key)).status, 200, 'a key that was good a moment ago')

        const refused = await instance.post('/api/lead', lead(`lost-${at}`))
        assert.equal(refused.status, 500)
        assert.match(String(refused.headers['content-type']), /^application\/problem\+json/)
        const problem = JSON.parse(refused.text)
        assert.deepEqual([problem.status, problem.code], [500, 'store_unavailable'])
        const again = await instance.post('/api/lead', lead('again'), { 'idempotency-key': 'again' })
        assert.equal(again.status, 500)
      }
    } finally {
      await server.start()
    }
    for (const instance of [one, two]) {
      await until('/readyz', async () => (await instance.get('/readyz')).status === 200)
      const again = await instance.post('/api/lead', lead('again'), { 'idempotency-key': 'again' })
      assert.equal(again.status, 200)
      assert.equal((await instance.get(LOOKUP, key)).status, 200)
    }
    for (const [email, status] of caught) {
      if (status === 200) continue
      assert.equal((await one.post('/api/lead', lead(email), { 'idempotency-key': email })).status, 200)
    }
    const exported = (await exportedLeads(t, settings)).filter(({ source }) => source === 'outage')
    assert.deepEqual(
      exported.map(({ email }) => email).toSorted(),
      ['again', ...caught.keys()].map((name) => lead(name).email).toSorted(),
      'each once, and what was refused and not sent again is not there',
    )
    // Counted together again: what one takes, the other misses. Alone, each would let the whole limit pass.
    let address = 20
    await until('counts that are shared again', async () => {
      const fresh = from(`203.0.113.${address++}`)
      let passed = 0
      for (let round = 0; round < 12; round++) {
        for (const instance of [one, two]) if ((await instance.get(LOOKUP, fresh)).status === 200) passed++
      }
      return passed < 16
    })
    for (const instance of [one, two]) {
      assert.equal(instance.child.exitCode, null)
      assert.equal(instance.stderr(), '')
      assert.ok(!instance.stdout().includes('@'), 'no e-mail in the log')
    }
  })

  test('without its database the service listens and answers, and is ready when that appears', async (t) => {
    const fresh = { ...settings, DATABASE_URL: await server.emptySchema() }
    await server.stop()
    let service: Service
    try {
      service = await listening(t, fresh)
      const { reason } = await service.line('store cannot be opened, trying again')
      assert.match(String(reason), /ECONNREFUSED$/)
      await service.line('law loaded')
      assert.equal((await service.get('/readyz')).status, 503)
      assert.equal((await service.get(LOOKUP)).status, 200)
      assert.equal((await service.post('/api/lead', { email: 'early@example.eu' })).status, 503)
      assert.equal((await service.get(LOOKUP, { 'x-api-key': newApiKey() })).status, 503, 'no key can be looked up')
    } finally {
      await server.start()
    }
    await service.line('store open')
    await until('/readyz', async () => (await service.get('/readyz')).status === 200)
    assert.equal((await service.post('/api/lead', { email: 'late@example.eu' })).status, 200)
    assert.deepEqual(
      (await exportedLeads(t, fresh)).map(({ email }) => email),
      ['late@example.eu'],
    )
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), { code: 0, signal: null })
  })

  test('a network that swallows everything is lived through, and does not keep the service from ending', async (t) => {
    const wire = await wireTo(server.port)
    t.after(() => wire.close())
    const far = { ...settings, DATABASE_URL: await server.emptySchema(wire.port) }
    const service = await ready(t, far)
    assert.equal((await service.post('/api/lead', { email: 'before@example.eu' })).status, 200)
    const cutOff = async () => {
      const [lookup, lead, readiness] = await Promise.all([
        service.get(LOOKUP),
        service.post('/api/lead', { email: 'swallowed@example.eu' }),
        service.get('/readyz'),
      ])
      assert.deepEqual(statuses([lookup, lead, readiness]), [200, 500, 503])
    }
    wire.cut()
    await cutOff()
    wire.mend()
    await until('/readyz', async () => (await service.get('/readyz')).status === 200)
    assert.equal((await service.post('/api/lead', { email: 'after@example.eu' })).status, 200)
    assert.deepEqual(
      (await exportedLeads(t, far)).map(({ email }) => email),
      ['before@example.eu', 'after@example.eu'],
    )
    wire.cut()
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), { code: 0, signal: null })
  })

  test('after a failover to a standby lookups go on and leads are refused; they are stored when there is a primary', async (t) => {
    const url = settings.DATABASE_URL ?? ''
    // The standby is a server whose sessions are read-only by default; the operator's own are not.
    const operate = (sql: string) => server.run(`${url}%20-c%20default_transaction_read_only%3Doff`, sql)
    const lead = (email: string) => one.post('/api/lead', { email, source: 'failover' }, { 'idempotency-key': email })
    const readiness = async () => JSON.parse((await one.ops('/readyz')).text)
    t.after(() => operate('alter role postgres reset default_transaction_read_only'))
    await operate('alter role postgres set default_transaction_read_only = on')
    await operate(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cn-sanctions'`)
    await until('the standby', async () => (await readiness()).store_error === 'store.ping: 25006')
    const refused = await lead('standby@example.eu')
    assert.deepEqual([refused.status, refused.headers['retry-after']], [500, '5'])
    assert.equal((await one.get(LOOKUP, from('203.0.113.90'))).status, 200)
    assert.match((await one.ops('/metrics')).text, /^cn_store_ready 0$/m)

    await operate('alter role postgres reset default_transaction_read_only')
    await until('/readyz', async () => (await one.get('/readyz')).status === 200)
    for (const email of ['standby@example.eu', 'standby@example.eu']) assert.equal((await lead(email)).status, 200)
    const exported = (await exportedLeads(t, settings)).filter(({ source }) => source === 'failover')
    assert.equal(exported.length, 1)
  })

  test('told to stop, instances end with their connections closed', async () => {
    one.signal('SIGTERM')
    two.signal('SIGINT')
    for (const instance of [one, two]) assert.deepEqual(await instance.ended(), { code: 0, signal: null })
    const [{ open } = {}] = await server.run(
      settings.DATABASE_URL ?? '',
      `select count(*)::int as open from pg_stat_activity where application_name = 'cn-sanctions'`,
    )
    assert.equal(open, 0)
  })
}
