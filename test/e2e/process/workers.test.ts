import assert from 'node:assert/strict'
import { appendFile, readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type Answer, emptyDirectory, launch, lawToEdit, ready, type Service, until } from './service.ts'
import { leadUnderWay, wire } from './wire.ts'

const TWO = { WORKERS: '2' }

/** Request ids begin with what is the process's own. */
const workerOf = ({ headers }: Answer): string => String(headers['x-request-id']).split('-')[0] ?? ''

/** Processes that said so in the log, the dead ones too. */
const saying = (service: Service, message: string): Set<number> =>
  new Set(
    service
      .lines()
      .filter(({ msg }) => msg === message)
      .map(({ pid }) => pid),
  )

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const LOOKUP = 'GET /api/v1/cn?q=7304 HTTP/1.1\r\nHost: localhost\r\n\r\n'
const ITEMS = JSON.stringify({ items: [{ q: '7304' }] })
const BATCH = [
  'POST /api/v1/check HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  `Content-Length: ${ITEMS.length}`,
  '',
  ITEMS,
].join('\r\n')

/** What the workers that ended were killed with. */
const endings = (service: Service): unknown[] =>
  service
    .lines()
    .filter(({ msg }) => msg === 'worker ended')
    .map(({ signal }) => signal)

/** Requests one after another, each over a new connection: the workers take turns. */
async function inTurn(count: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < count; i++) answers.push(await ask())
  return answers
}

describe('several workers', { concurrency: 2 }, () => {
  test('they are measured together, and stop together', async (t) => {
    const dataDir = join(await emptyDirectory(t), 'data')
    const service = await ready(t, { ...TWO, DATA_DIR: dataDir, LIMIT_LOOKUPS_PER_MINUTE: '8' })
    const { version, regimes } = JSON.parse((await service.get('/api/v1/dataset')).text)
    const lookups = await inTurn(20, () => service.get('/api/v1/cn?q=7304'))
    assert.equal(new Set(lookups.map(workerOf)).size, 2)
    // Each worker counts lookups without a key by itself; the dataset was counted too.
    const passed = lookups.filter(({ status }) => status === 200).length
    assert.equal(passed, 15)
    const stored = await inTurn(3, () => service.post('/api/lead', { email: 'anna@example.eu' }))
    assert.ok(stored.every(({ status }) => status === 200))

    const before = Date.now()
    const { text, headers } = await service.ops('/metrics')
    const after = Date.now()
    assert.match(String(headers['content-type']), /^text\/plain/)
    const metric = (name: string) =>
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1)
    const answered = (status: number) =>
      metric(`cn_http_requests_total{method="GET",route="/api/v1/cn",status="${status}"}`)
    assert.deepEqual([answered(200), answered(429)], [`${passed}`, `${20 - passed}`])
    assert.deepEqual([metric('cn_leads_stored_total'), metric('cn_limited_total')], ['3', `${20 - passed}`])
    // What each worker knows as well as the other is not added up.
    assert.equal(metric(`cn_dataset_info{version="${version}"}`), '1')
    for (const { code, source_version } of regimes) {
      const [least, most] = [before, after].map((at) => Math.floor((at - Date.parse(source_version)) / 1000))
      const age = Number(metric(`cn_regime_data_age_seconds{regime="${code}"}`))
      assert.ok(least! <= age && age <= most!)
    }

    // Connections go to the workers in turn, so each of them has a lead under way.
    const leads = [
      await leadUnderWay(t, service.port, 'jan@example.eu'),
      await leadUnderWay(t, service.port, 'ewa@example.eu'),
    ]
    service.signal('SIGTERM')
    await until('both to stop', () => saying(service, 'stopping').size === 2)
    service.signal('SIGTERM')
    for (const lead of leads) {
      lead.finish()
      await lead.receives('{"ok":true}')
    }
    assert.deepEqual(await service.ended(), { code: 0, signal: null })
    assert.equal(saying(service, 'stopped').size, 2)
    assert.deepEqual([...saying(service, 'listening')].filter(isAlive), [], 'no worker is left')
    assert.deepEqual(await readdir(dataDir), ['cn-sanctions.db', 'receipt-key.pem'], 'the database is closed')
    assert.equal(service.stderr(), '')
  })

  test('a worker that is killed is replaced, however young it is, and the service goes on', async (t) => {
    const service = await ready(t, { ...TWO, LOG_LEVEL: 'debug' })
    // The worst moment: the worker has asked its primary for counts, and is dead when the answer comes.
    const client = await wire(t, service.port)
    client.send(LOOKUP)
    const [, id] = await until('an answer', () => /x-request-id: (\S+)/.exec(client.received()))
    const { pid: first } = await until('its line', () => service.lines().find(({ reqId }) => reqId === id))
    service.signal('SIGSTOP')
    client.send(BATCH)
    await until('an answer counted alone', () => client.received().split('HTTP/1.1 200 OK').length === 3)
    process.kill(first, 'SIGKILL')
    await client.closed()
    service.signal('SIGCONT')
    await until('a replacement', () => saying(service, 'store open').size === 3)
    assert.deepEqual(endings(service), ['SIGKILL'])

    const replacement = [...saying(service, 'store open')].at(-1) ?? 0
    process.kill(replacement, 'SIGKILL')
    await until('its end', () => endings(service).length === 2)
    const meanwhile = await inTurn(10, () => service.get('/api/v1/cn?q=7304'))
    assert.ok(meanwhile.every(({ status }) => status === 200))
    await until('another replacement', () => saying(service, 'store open').size === 4)
    const answers = await inTurn(10, () => service.get('/api/v1/cn?q=7304'))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(new Set(answers.map(workerOf)).size, 2)

    // The primary itself: its workers do not outlive it.
    service.signal('SIGKILL')
    await until('nobody to listen any more', () =>
      service.get('/healthz').then(
        () => false,
        () => true,
      ),
    )
    assert.equal((await service.ended()).signal, 'SIGKILL')
  })

  test('they count the points of lists and the networks of IPv6 together', async (t) => {
    const settings = { LIMIT_BATCHES_PER_MINUTE: '12', LIMIT_IPV6_56_FACTOR: '1' }
    const service = await ready(t, { ...TWO, ...settings, TRUST_PROXY: '1', DATA_DIR: await emptyDirectory(t) })
    const items = Array.from({ length: 200 }, (_, at) => ({ id: String(at), q: 'kawior' }))
    // A worker that the primary answers late counts alone, so on a busy machine more may pass: another caller tries again.
    let caller = 0
    await until('lists that are counted together', async () => {
      const from = { 'x-forwarded-for': `192.0.2.${++caller}` }
      const lists = await inTurn(4, () => service.post('/api/v1/check', { items }, from))
      assert.equal(new Set(lists.map(workerOf)).size, 2)
      return isDeepStrictEqual(
        lists.map(({ status, headers }) => [status, headers['ratelimit-remaining']]),
        [
          [200, '8'],
          [200, '4'],
          [200, '0'],
          [429, '0'],
        ],
      )
    })
    let network = 0
    await until('a network that is counted together', async () => {
      network++
      let subnet = 0
      const batches = await inTurn(4, () =>
        service.post('/api/v1/check', { items }, { 'x-forwarded-for': `[2001:db8:${network}:${++subnet}::1]:443` }),
      )
      return isDeepStrictEqual(
        batches.map(({ status }) => status),
        [200, 200, 200, 429],
      )
    })
  })

  test('law with a mistake, or a port in use, ends the start: nothing is restarted for ever', async (t) => {
    const law = await lawToEdit(t)
    await appendFile(join(law, 'acts.yaml'), 'no: [law\n')
    const broken = launch(t, ['serve'], { ...TWO, PORT: '0', LAW_DIR: law, DATA_DIR: await emptyDirectory(t) })
    assert.deepEqual(await broken.ended(), { code: 1, signal: null })
    assert.match(broken.stderr(), /acts\.yaml:\d+:\d+ /)
    // While it reads the law, its health can be asked for; the others take no requests without a law.
    assert.equal(broken.stdout().split('"listening"').length - 1, 1, 'the first worker alone')

    const other = createServer()
    t.after(() => other.close())
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const PORT = String((other.address() as AddressInfo).port)
    const late = launch(t, ['serve'], { ...TWO, PORT, DATA_DIR: await emptyDirectory(t) })
    assert.deepEqual(await late.ended(), { code: 1, signal: null })
    assert.match(late.stderr(), /EADDRINUSE/)
  })
})
