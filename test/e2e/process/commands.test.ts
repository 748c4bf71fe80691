import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { printable } from '../../../src/base/plain-text.ts'
import type { NewLead } from '../../../src/store/leads/leads.ts'
import { openStore } from '../../../src/store/store.ts'
import { type ExportedLead, emptyDirectory, exportedLeads, type Keeper, launch, ready, run, until } from './service.ts'

const DAY_MS = 86_400_000

/** An empty data directory, as a setting. */
const place = async (t: Keeper) => ({ DATA_DIR: join(await emptyDirectory(t), 'data') })

async function add(dataDir: string, leads: readonly Partial<NewLead>[]): Promise<void> {
  const store = await openStore({ dataDir })
  for (const lead of leads) {
    await store.leads.add({
      email: 'anna@example.eu',
      source: null,
      utm: null,
      idempotencyKey: null,
      caller: '192.0.2.1',
      network: '192.0.2.0/24',
      at: new Date(),
      ...lead,
    })
  }
  await store.close()
}

/** Some megabytes of leads in one statement: through the store, each would cost an fsync. */
async function addMany(dataDir: string, count: number): Promise<void> {
  await add(dataDir, [])
  const database = new Database(join(dataDir, 'cn-sanctions.db'))
  database.exec(`
    insert into leads (id, email, email_folded, source, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select printf('lead-%06d', i), 'a' || i || '@example.eu', 'a' || i || '@example.eu', hex(zeroblob(400)),
      '2026-01-01T00:00:00.000Z' from n`)
  database.close()
}

/** RFC 4180, as a spreadsheet reads it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  assert.deepEqual(rows.pop(), [''], 'the last row ends like the others')
  return rows
}

describe('keys', { concurrency: 2 }, () => {
  test('a key is alone on stdout, works at once and until revoked, and is never shown again', async (t) => {
    const settings = await place(t)
    const [service, issued] = await Promise.all([
      ready(t, settings),
      run(t, ['keys', 'issue', '--name', 'Agencja "Ćma"', '--per-minute', '7777'], settings),
    ])
    assert.equal(issued.code, 0)
    assert.match(issued.stdout, /^cns_[0-9A-Za-z]{38}\n$/)
    const key = issued.stdout.trim()
    const id = /k_[0-9A-Za-z]{8}/.exec(issued.stderr)?.[0] ?? ''
    assert.match(issued.stderr, /shown once/)
    assert.ok(!issued.stderr.includes(key))
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
      const answer = await service.get('/api/v1/cn?q=7304', headers)
      assert.deepEqual([answer.status, answer.headers['ratelimit-limit']], [200, '7777'])
    }
    const table = await run(t, ['keys', 'list'], settings)
    const row = `${id} +${key.slice(0, 8)}… +7777 +never +\\d{4}-\\d\\d-\\d\\d +\\d{4}-\\d\\d-\\d\\d +active +Agencja "Ćma"`
    assert.match(table.stdout, new RegExp(`^ID +KEY +A MINUTE +EXPIRES +ISSUED +LAST USED +STATE +NAME\\n${row}\\n$`))

    const rotated = await run(t, ['keys', 'rotate', id, '--overlap', '2d'], settings)
    assert.match(rotated.stdout, /^cns_[0-9A-Za-z]{38}\n$/)
    assert.match(rotated.stderr, /shown once.*\n.*valid until \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    const next = rotated.stdout.trim()
    assert.ok(next !== key && !rotated.stderr.includes(next))
    for (const one of [key, next])
      assert.equal((await service.get('/api/v1/cn?q=7304', { 'x-api-key': one })).status, 200)
    const both = await run(t, ['keys', 'list'], settings)
    assert.match(
      both.stdout,
      new RegExp(`^${id} +${next.slice(0, 8)}… .* active, rotated [\\d-]+, old secret until `, 'm'),
    )

    const revoked = await run(t, ['keys', 'revoke', id], settings)
    assert.deepEqual(revoked, { code: 0, stdout: '', stderr: `Key ${id} is revoked.\n` })
    const [json, again, refused] = await Promise.all([
      run(t, ['keys', 'list', '--json'], settings),
      run(t, ['keys', 'revoke', id], settings),
      until('a key that works no longer', async () => {
        const answers = await Promise.all(
          [key, next].map((one) => service.get('/api/v1/cn?q=7304', { 'x-api-key': one })),
        )
        return answers.every(({ status }) => status !== 200) && answers[0]
      }),
    ])
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [401, 'key_revoked'])
    assert.deepEqual(again, { code: 2, stdout: '', stderr: `There is no active key ${id}.\n` })
    const [{ createdAt, rotatedAt, oldUntil, revokedAt, lastUsed, ...listed }, ...others] = JSON.parse(json.stdout)
    assert.ok(Date.parse(createdAt) < Date.parse(rotatedAt) && Date.parse(rotatedAt) < Date.parse(revokedAt))
    assert.deepEqual([Date.parse(oldUntil) - Date.parse(rotatedAt), others.length], [2 * DAY_MS, 0])
    // To the day: the key was used after it was made and before it was revoked.
    assert.ok(createdAt.slice(0, 10) <= lastUsed && lastUsed <= revokedAt.slice(0, 10), lastUsed)
    assert.deepEqual(listed, { id, name: 'Agencja "Ćma"', prefix: next.slice(0, 8), perMinute: 7777, expires: null })

    const database = new Database(join(settings.DATA_DIR, 'cn-sanctions.db'))
    const hash = String(database.prepare('select hash from api_keys').pluck().get())
    database.close()
    assert.ok(hash.length > 20)
    for (const { stdout, stderr } of [table, both, json]) {
      assert.equal(stderr, '')
      for (const secret of [key.slice(8), next.slice(8), hash]) assert.ok(!stdout.includes(secret))
    }
  })

  test('what commands did is told in the log of the next service, with ids and counts alone', async (t) => {
    const settings = await place(t)
    const issued = await run(t, ['keys', 'issue', '--name', 'Secret Name Ltd'], { ...settings, SUDO_USER: 'anna' })
    const id = /k_[0-9A-Za-z]{8}/.exec(issued.stderr)?.[0] ?? ''
    await run(t, ['keys', 'list'], settings)
    await run(t, ['keys', 'revoke', 'k_00000000'], settings)
    await run(t, ['people', 'forget', 'anna@example.eu'], { ...settings, SUDO_USER: 'anna' })
    const service = await ready(t, settings)
    const audits = await until('two lines', () => {
      const lines = service.lines().filter(({ msg }) => msg === 'audit')
      return lines.length > 1 && lines.map(({ audit }) => audit as Record<string, string>)
    })
    assert.deepEqual(
      audits.map(({ who, from, what, object }) => [who, from, what, object]),
      [
        ['anna', hostname(), 'keys issue', id],
        ['anna', hostname(), 'people forget', '0 leads, 0 alerts'],
      ],
      'what only shows something, and what was refused, is no such line',
    )
  })

  test('a key works up to its last day, and what is no day or no key is misuse', async (t) => {
    const settings = await place(t)
    const day = (from: number) => new Date(Date.now() + from * DAY_MS).toISOString().slice(0, 10)
    const issue = (expires: string) => run(t, ['keys', 'issue', '--name', 'Broker', '--expires', expires], settings)
    const [service, over, open] = await Promise.all([ready(t, settings), issue(day(-2)), issue(day(2))])
    const ask = (key: string) => service.get('/api/v1/cn?q=7304', { 'x-api-key': key.trim() })
    const refused = await ask(over.stdout)
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [401, 'key_expired'])
    assert.equal((await ask(open.stdout)).status, 200)

    const overId = /k_\w{8}/.exec(over.stderr)?.[0] ?? ''
    const misuses = await Promise.all([
      issue('2026-02-30'),
      run(t, ['keys', 'revoke', 'k_00000000'], settings),
      run(t, ['keys', 'rotate', overId], settings),
      run(t, ['keys', 'rotate', overId, '--overlap', '91d'], settings),
    ])
    for (const { code, stdout, stderr } of misuses) {
      assert.deepEqual([code, stdout], [2, ''])
      assert.doesNotMatch(stderr, /^ +at /m)
    }
  })
})

describe('a key without a limit', { concurrency: 2 }, () => {
  test('is issued only when that is said, and 0 a minute is misuse', async (t) => {
    const settings = await place(t)
    const issue = (...options: string[]) => run(t, ['keys', 'issue', '--name', 'Broker', ...options], settings)
    const misuses = await Promise.all([
      issue('--per-minute', '0'),
      issue('--per-minute', '000'),
      issue('--per-minute', '5', '--unlimited'),
    ])
    for (const { code, stdout, stderr } of misuses) {
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, /--unlimited/)
    }
    assert.match(misuses[0].stderr, /at least 1.*keys revoke/)
    const issued = await issue('--unlimited')
    assert.equal(issued.code, 0)
    const listed = await run(t, ['keys', 'list'], settings)
    assert.match(listed.stdout, /^k_\S+ +cns_\S+ +unlimited +never .* Broker\n$/m)
    assert.equal(listed.stdout.split('\n').length, 3, 'none of the others was made')
    const service = await ready(t, { ...settings, LIMIT_LOOKUPS_PER_MINUTE: '1', LIMIT_KEY_PER_MINUTE: '1' })
    for (let time = 0; time < 3; time++) {
      const { status, headers } = await service.get('/api/v1/cn?q=7304', { 'x-api-key': issued.stdout.trim() })
      assert.deepEqual([status, headers['ratelimit-limit']], [200, undefined])
    }
  })
})

describe('leads', { concurrency: 3 }, () => {
  test('an export holds every lead exactly, and no cell of it is a formula', async (t) => {
    const { DATA_DIR } = await place(t)
    assert.deepEqual(await exportedLeads(t, { DATA_DIR }), [], 'an empty list is a list')
    const odd = [
      { email: 'anna@example.eu', source: 'said "hello", twice', utm: { utm_source: 'news, "letter"', b: 'x\ny' } },
      { email: '+plus@example.eu', source: '=HYPERLINK("http://example.eu")' },
      { email: 'jan@example.eu', source: 'two\r\nlines' },
      { email: '-minus@example.eu', source: '@SUM(A1)' },
      { email: 'łukasz@example.pl', source: '\tTab' },
      { email: 'eve@example.eu', source: '' },
      { email: 'split@example.eu', source: "x;=cmd|'/C calc'!A1;y" },
      { email: 'screen@example.eu', source: '\u001b]0;owned\u0007\u009b2J\u202e' },
      { email: 'none@example.eu', source: null, utm: null },
    ]
    const start = Date.parse('2026-07-24T10:00:00.123Z')
    await add(
      DATA_DIR,
      odd.map((lead, at) => ({ ...lead, at: new Date(start + at) })),
    )
    const [csv, json] = await Promise.all([
      run(t, ['leads', 'export'], { DATA_DIR }),
      run(t, ['leads', 'export', '--format', 'json'], { DATA_DIR }),
    ])
    assert.deepEqual([csv.code, csv.stderr, json.code, json.stderr], [0, '', 0, ''])
    const leads: ExportedLead[] = JSON.parse(json.stdout)
    assert.deepEqual(
      leads,
      odd.map(({ email, source, utm = null }, at) => ({
        id: leads[at]?.id,
        created_at: new Date(start + at).toISOString(),
        email,
        source,
        utm,
      })),
    )
    const [head, ...rows] = readCsv(csv.stdout)
    assert.deepEqual(head, ['id', 'created_at', 'email', 'source', 'utm'])
    const defused = (text: string) => printable(text).replace(/(^|;)(?=\s*[=+@-])/g, "$1'")
    for (const { stdout } of [csv, json]) assert.doesNotMatch(stdout, /(?![\r\n])[\p{Cc}\p{Cf}]/u, 'a terminal is safe')
    assert.deepEqual(
      rows,
      odd.map(({ email, source, utm }, at) => [
        leads[at]?.id,
        leads[at]?.created_at,
        defused(email),
        defused(source ?? ''),
        utm ? JSON.stringify(leads[at]?.utm) : '',
      ]),
    )
    const cells = [...rows.flat(), ...csv.stdout.split(/[;\r\n]/)]
    assert.ok(cells.every((cell) => !/^[\s"]*[=+\-@]/.test(cell)))
  })

  test('an export is read as fast as its reader reads, never held as a whole', async (t) => {
    const { DATA_DIR } = await place(t)
    const count = 6_000
    await addMany(DATA_DIR, count)
    const whole = await exportedLeads(t, { DATA_DIR })
    assert.equal(new Set(whole.map(({ id }) => id)).size, count)

    const exporting = launch(t, ['leads', 'export', '--format', 'json'], { DATA_DIR })
    assert.ok(exporting.child.stdout)
    exporting.child.stdout.once('data', () => exporting.child.stdout?.pause())
    await until('the first leads', () => exporting.stdout() !== '')
    // Deleted behind its back: what it had not read yet by now, it cannot export.
    const database = new Database(join(DATA_DIR, 'cn-sanctions.db'))
    database.exec('delete from leads')
    database.close()
    exporting.child.stdout.resume()
    assert.deepEqual(await exporting.ended(), { code: 0, signal: null })
    const read = JSON.parse(exporting.stdout()).length
    assert.ok(read > 0 && read < count / 2, `${read} leads were read ahead`)
  })

  test('a reader that has had enough is no failure', async (t) => {
    const { DATA_DIR } = await place(t)
    await addMany(DATA_DIR, 3_000)
    const commands = [
      ['leads', 'export'],
      ['leads', 'export', '--format', 'json'],
      ['check', '84', '--json', '--limit', '500'],
    ]
    for (const args of commands) {
      const program = launch(t, args, { DATA_DIR })
      assert.ok(program.child.stdout)
      await once(program.child.stdout, 'data')
      program.child.stdout.destroy()
      assert.deepEqual(await program.ended(), { code: 0, signal: null }, args.join(' '))
      assert.equal(program.stderr(), '')
    }
    assert.deepEqual(await readdir(DATA_DIR), ['cn-sanctions.db'], 'the database is closed')
  })

  test('to forget somebody deletes every lead, whatever its case, from every file, while the service runs', async (t) => {
    const settings = await place(t)
    // The default retention gives a week's notice before it deletes what is old already.
    await add(settings.DATA_DIR, [{ email: 'oldest@example.eu', at: new Date('2000-01-01') }])
    const service = await ready(t, settings)
    for (const email of ['secret@example.eu', 'Secret@Example.EU', 'other@example.eu', 'secret@example.eu.pl']) {
      assert.equal((await service.post('/api/lead', { email })).status, 200)
    }
    /** Of every file; the service makes the key of receipts meanwhile, whose temporary file may be gone when it is read. */
    const everything = async () => {
      const files = (await readdir(settings.DATA_DIR)).filter((file) => !file.startsWith('receipt-key.pem.'))
      return (await Promise.all(files.map((file) => readFile(join(settings.DATA_DIR, file), 'latin1')))).join('')
    }
    const isThere = /secret@example\.eu(?!\.pl)/i
    assert.match(await everything(), isThere)
    const kept = await run(t, ['people', 'export', 'SECRET@example.eu'], settings)
    const { leads, alerts } = JSON.parse(kept.stdout)
    assert.deepEqual(
      leads.map(({ email }: { email: string }) => email),
      ['secret@example.eu', 'Secret@Example.EU'],
    )
    assert.equal(alerts, null)
    assert.deepEqual(await run(t, ['people', 'forget', 'SECRET@example.eu'], settings), {
      code: 0,
      stdout: '',
      stderr: 'Deleted: 2 leads, 0 alerts.\n',
    })
    assert.doesNotMatch(await everything(), isThere)
    assert.deepEqual(
      (await exportedLeads(t, settings)).map(({ email }) => email),
      ['oldest@example.eu', 'other@example.eu', 'secret@example.eu.pl'],
    )
    assert.equal((await service.post('/api/lead', { email: 'later@example.eu' })).status, 200)
  })
})
