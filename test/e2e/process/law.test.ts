import assert from 'node:assert/strict'
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { openStore } from '../../../src/store/store.ts'
import { addWebhook, databaseAt, listing, publish, receiver } from '../../webhooks/scene.ts'
import { type Answer, emptyDirectory, lawToEdit, listening, ready, run, type Service, until } from './service.ts'

const ANNEX = '833-2014/annexes/XXI.tsv'

/** Another designation of copper ores: another law, as valid as the one before. */
async function rename2603(law: string, designation: string): Promise<void> {
  const file = join(law, ANNEX)
  const text = await readFile(file, 'utf8')
  const renamed = text.replace(/^(2603\t+)[^\t]+/m, `$1${designation}`)
  assert.notEqual(renamed, text, 'the row has another designation')
  await writeFile(file, renamed)
}

const listedAs = ({ text }: Answer): unknown =>
  JSON.parse(text).results.find(({ annex }: { annex: string }) => annex === 'XXI')?.listed_as
const versionOf = async (service: Service): Promise<string> => JSON.parse((await service.ops('/readyz')).text).version
const replaced = (service: Service) => service.lines().filter(({ msg }) => msg === 'law replaced').length
const COPPER = '/api/v1/cn?q=2603&lang=en'

interface Told {
  readonly id: string
  readonly type: string
  readonly text: string
}
async function recorded(service: Service): Promise<Told[]> {
  return JSON.parse((await service.get('/api/v1/changes?cursor=r0&lang=en&limit=500')).text).changes
}

describe('a law that changes', { concurrency: 2 }, () => {
  test('is noticed, served between two requests with another tag, and recorded once, restart or not', async (t) => {
    const law = await lawToEdit(t)
    const settings = { LAW_DIR: law, DATA_DIR: join(await emptyDirectory(t), 'data') }
    const service = await ready(t, settings)
    const before = await service.get(COPPER)
    const version = await versionOf(service)
    await rename2603(law, 'Ores of copper')
    await until('the new law', () => replaced(service) === 1)
    const after = await service.get(COPPER, { 'if-none-match': String(before.headers.etag) })
    assert.equal(after.status, 200)
    assert.deepEqual([listedAs(before), listedAs(after)], ['Copper ores and concentrates', 'Ores of copper'])
    const now = await versionOf(service)
    assert.notEqual(now, version)
    assert.equal(JSON.parse((await service.get('/api/v1/dataset')).text).version, now)
    assert.match((await service.ops('/metrics')).text, new RegExp(`cn_dataset_info\\{version="${now}"\\} 1`))
    await until('its changes', () => service.lines().filter(({ msg }) => msg === 'changes recorded').length === 2)
    const told = await recorded(service)
    assert.deepEqual(
      told.map(({ type }) => type),
      ['dataset.published', 'listing.changed', 'dataset.published'],
    )
    assert.match(told[1]?.text ?? '', /“Copper ores and concentrates” → “Ores of copper”/)

    service.signal('SIGTERM')
    await service.ended()
    const again = await ready(t, settings)
    assert.equal(await versionOf(again), now)
    assert.deepEqual(await recorded(again), told)
  })

  test('with a mistake is refused and named, and the one before goes on; mended it is taken, at once on SIGHUP', async (t) => {
    const law = await lawToEdit(t)
    const service = await ready(t, { LAW_DIR: law })
    const version = await versionOf(service)
    const acts = join(law, 'acts.yaml')
    const good = await readFile(acts)
    await appendFile(acts, 'no: [law\n')
    service.signal('SIGHUP')
    const { mistakes, first } = await service.line('law refused, the one before is kept')
    assert.ok(Number(mistakes) > 0)
    assert.match(String(first), /^acts\.yaml:\d+:\d+ /, 'no path of this machine')
    const readyz = await service.ops('/readyz')
    assert.equal(readyz.status, 200, 'it still answers')
    const { refused, ...state } = JSON.parse(readyz.text)
    assert.deepEqual([state.version, refused.mistakes, refused.first], [version, mistakes, first])
    assert.match((await service.ops('/metrics')).text, /^cn_dataset_refused 1$/m)
    assert.equal((await service.get(COPPER)).status, 200)

    await writeFile(acts, good)
    await rename2603(law, 'Ores of copper')
    service.signal('SIGHUP')
    await until('the mended law', () => replaced(service) === 1)
    assert.equal(JSON.parse((await service.ops('/readyz')).text).refused, null)
    assert.match((await service.ops('/metrics')).text, /^cn_dataset_refused 0$/m)
    assert.equal(service.stderr(), '')
  })

  test('with thousands of mistakes is judged aside: requests are answered meanwhile from the one before', async (t) => {
    const law = await lawToEdit(t)
    const service = await ready(t, { LAW_DIR: law, LIMIT_LOOKUPS_PER_MINUTE: '0' })
    const wrong = '  - pl: [stal]\n    en: [steel]\n    code: ["7206"]\n'
    await writeFile(join(law, 'words.yaml'), `means:\n${wrong.repeat(4_000)}`)
    const has = (message: string) => service.lines().some(({ msg }) => msg === message)
    service.signal('SIGHUP')
    await service.line('checking another law')
    let answered = 0
    while (!has('law refused, the one before is kept')) {
      assert.equal((await service.get(COPPER)).status, 200)
      answered++
    }
    assert.ok(answered >= 5, `${answered} requests were answered while the law was checked`)
    const { mistakes, first } = await service.line('law refused, the one before is kept')
    assert.ok(Number(mistakes) > 1_000)
    assert.match(String(first), /^words\.yaml:\d+:\d+ /)
    assert.equal(replaced(service), 0)
  })

  test('that unpacks to far more than a law is refused with a message, from a file and when published', async (t) => {
    const directory = await emptyDirectory(t)
    const file = join(directory, 'served.law')
    assert.equal((await run(t, ['law', 'pack', file], {})).code, 0)
    const dataDir = join(directory, 'data')
    const service = await ready(t, { LAW_DIR: file, DATA_DIR: dataDir })
    const version = await versionOf(service)
    const size = 250_000_000
    const header = JSON.stringify({ format: 'cn-sanctions law 1', files: [['acts.yaml', size]] })
    const bomb = zstdCompressSync(Buffer.concat([Buffer.from(`${header}\n`), Buffer.alloc(size, '[')]))
    assert.ok(bomb.length < 50_000)
    await writeFile(join(directory, 'bomb.law'), bomb)
    await rename(join(directory, 'bomb.law'), file)
    service.signal('SIGHUP')
    const { first } = await service.line('law refused, the one before is kept')
    assert.match(String(first), /^served\.law:1:1 the law has more than 32 MB$|:1:1 the law has more than 32 MB$/)
    assert.equal(await versionOf(service), version)
    assert.equal((await service.get(COPPER)).status, 200)

    const store = await openStore({ dataDir })
    t.after(() => store.close())
    const latest = await until('the own law in the store', () => store.datasets.latest())
    await store.datasets.introduce({
      version: '2099-01-01-000000000000',
      law: bomb,
      published: true,
      after: latest.version,
      changes: [],
      at: new Date(),
    })
    service.signal('SIGHUP')
    const refusals = () => service.lines().filter(({ msg }) => msg === 'law refused, the one before is kept')
    await until('the published law is refused', () =>
      refusals().some((line) => line.first === 'published:1:1 the law has more than 32 MB'),
    )
    assert.equal(await versionOf(service), version)
  })

  test('is swapped under load: every request is answered, from the old law or from the new', async (t) => {
    const law = await lawToEdit(t)
    const service = await ready(t, { LAW_DIR: law, LIMIT_LOOKUPS_PER_MINUTE: '0' })
    const seen: unknown[] = []
    let asking = true
    const clients = Array.from({ length: 4 }, async () => {
      while (asking) {
        const answer = await service.get(COPPER)
        assert.equal(answer.status, 200)
        const { meta } = JSON.parse(answer.text)
        seen.push(`${meta.dataset} ${listedAs(answer)}`)
      }
    })
    await rename2603(law, 'Ores of copper')
    service.signal('SIGHUP')
    await until('the new law', () => replaced(service) === 1)
    const asked = seen.length
    await until('answers from it', () => seen.length > asked + 20)
    asking = false
    await Promise.all(clients)
    // Two kinds of answer, and never the words of one law under the name of the other.
    assert.equal(new Set(seen).size, 2)
    assert.equal(seen.findLastIndex((one) => String(one).endsWith('concentrates')) < seen.length - 10, true)
  })

  test('as one file can be packed, replaced, and compared', async (t) => {
    const law = await lawToEdit(t)
    const directory = await emptyDirectory(t)
    const [file, next] = [join(directory, 'served.law'), join(directory, 'next.law')]
    assert.equal((await run(t, ['law', 'pack', file], { LAW_DIR: law })).code, 0)
    const service = await ready(t, { LAW_DIR: file })
    await rename2603(law, 'Ores of copper')
    assert.equal((await run(t, ['law', 'pack', next, law], {})).code, 0)
    const { code, stdout } = await run(t, ['law', 'diff', file, next, '--lang', 'en'], {})
    assert.equal(code, 0)
    assert.match(stdout, /^Russia, Annex XXI\n {2}~ 2603 in Annex XXI /)
    const machines = await run(t, ['law', 'diff', file, next, '--json'], {})
    assert.deepEqual(
      JSON.parse(machines.stdout).map(({ type }: { type: string }) => type),
      ['listing.changed', 'dataset.published'],
    )
    await rename(next, file)
    await until('the new file', () => replaced(service) === 1)
    assert.equal(listedAs(await service.get(COPPER)), 'Ores of copper')
    const wrong = await run(t, ['law', 'diff', 'no-such-revision', file], {})
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /is no directory, no dataset file and no revision/)
    assert.equal((await run(t, ['law', 'diff', '--', '--output=x', file], {})).code, 2)
  })

  test('is served before the webhooks that tell of it are sent', async (t) => {
    const dataDir = join(await emptyDirectory(t), 'data')
    const settings = { DATA_DIR: dataDir, WEBHOOKS_TO_LOOPBACK: 'on' }
    const service = await ready(t, settings)
    await service.line('changes recorded')
    const listed: unknown[] = []
    const sink = await receiver(() => async (response) => {
      listed.push(listedAs(await service.get(COPPER)))
      response.writeHead(204).end()
    })
    t.after(sink.close)
    const store = await openStore({ dataDir })
    t.after(() => store.close())
    await addWebhook(store, { url: sink.url(), events: ['listing.changed'] })
    const other = await lawToEdit(t)
    await rename2603(other, 'Ores of copper')
    const published = await run(t, ['law', 'publish', other], settings)
    assert.equal(published.code, 0, published.stderr)
    await until('the webhook', () => listed.length > 0)
    assert.deepEqual(listed, ['Ores of copper'])

    // A law that this service refuses does not hold the messages back.
    const tables = databaseAt({ dataDir })
    t.after(() => tables.destroy())
    await tables
      .updateTable('datasets')
      .set({ law: Buffer.from('no law') })
      .where('introduced', '=', 2)
      .execute()
    await tables.updateTable('datasets').set({ version: 'unreadable' }).where('introduced', '=', 2).execute()
    await publish({ dataDir }, [listing('2603', { type: 'listing.changed' })], new Date())
    await until('the next webhook', () => listed.length > 1)
  })

  test('is taken by every worker, by signal and when published, and recorded once', async (t) => {
    const law = await lawToEdit(t)
    const settings = { LAW_DIR: law, DATA_DIR: join(await emptyDirectory(t), 'data'), WORKERS: '2' }
    const service = await ready(t, settings)
    await rename2603(law, 'Ores of copper')
    service.signal('SIGHUP')
    await until('both workers', () => replaced(service) === 2)

    const other = await lawToEdit(t)
    await rename2603(other, 'Copper in stones')
    const published = await run(t, ['law', 'publish', other], settings)
    assert.equal(published.code, 0, published.stderr)
    assert.match(published.stderr, /is published, 2 change\(s\) recorded/)
    await until('both workers again', () => replaced(service) === 4)
    for (let i = 0; i < 4; i++) assert.equal(listedAs(await service.get(COPPER)), 'Copper in stones')
    const types = (await recorded(service)).map(({ type }) => type)
    const one = ['listing.changed', 'dataset.published']
    assert.deepEqual(types, ['dataset.published', ...one, ...one])

    service.signal('SIGTERM')
    await service.ended()
    const again = await listening(t, { ...settings, LIMIT_LOOKUPS_PER_MINUTE: '0' })
    const opened = () => again.lines().filter(({ msg }) => msg === 'store open')
    const listedUntilOpen = async (workers: number) => {
      const seen = new Set<unknown>()
      for (let last = false; !last; ) {
        last = opened().length === workers
        const answer = await again.get(COPPER).catch(() => null) // the worker that answers may be the one that is killed
        if (answer?.status === 200) seen.add(listedAs(answer))
      }
      return [...seen]
    }
    assert.deepEqual(await listedUntilOpen(2), ['Copper in stones'], 'published after the law in LAW_DIR')
    process.kill(opened()[0]!.pid, 'SIGKILL')
    // Until the primary has noticed, it hands connections to the dead worker, and those are never answered.
    await again.line('worker ended')
    assert.deepEqual(await listedUntilOpen(3), ['Copper in stones'], 'also by a worker that has just been replaced')
    const bad = await lawToEdit(t)
    await appendFile(join(bad, 'acts.yaml'), 'no: [law\n')
    const refused = await run(t, ['law', 'publish', bad], settings)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /acts\.yaml:\d+:\d+ /)
  })
})
