import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openStore, type Place, type Store } from '../../src/store/store.ts'
import { ANY, item } from '../lists/scene.ts'
import { AT, addWebhook } from '../webhooks/scene.ts'
import { exported, lead } from './contract.ts'
import { startSystemPostgres } from './system-postgres.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const root = await mkdtemp(join(tmpdir(), 'cn-sanctions-backup-'))
after(() => rm(root, { recursive: true, force: true }))

/** The commands of docs/operating.md below that heading, as an operator runs them. */
function documented(heading: string): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
  const [, block = ''] = text.slice(text.indexOf(heading)).split(/```(?:sh)?\n/)
  return block.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

function sh(script: string, env: NodeJS.ProcessEnv = {}): void {
  const { status, stderr } = spawnSync('sh', ['-ec', script], { cwd: ROOT, env: { ...process.env, ...env } })
  assert.equal(status, 0, `${script}\n${stderr}`)
}

/** What must come back: a lead, a key with its list and its webhook. */
async function fill(store: Store) {
  await store.leads.add(lead({ email: 'before@example.eu' }))
  const { id, key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: AT })
  const list = { keyId: id, name: 'erp', language: 'en' as const, items: [item('a', '8471 30 00')], at: AT }
  assert.equal((await store.lists.put({ ...list, condition: ANY })).outcome, 'created')
  await addWebhook(store, { keyId: id })
  return { id, key }
}

/** Fills a store, runs the backup, changes the store, runs the restore, and looks at what is there. */
async function drill(place: Place, backup: () => void, restore: () => void): Promise<void> {
  const first = await openStore(place)
  const { id, key } = await fill(first)
  backup()
  await first.leads.add(lead({ email: 'after@example.eu' }))
  await first.keys.revoke(id, AT)
  await first.lists.remove({ keyId: id, name: 'erp', condition: () => true })
  await first.close()
  restore()
  const store = await openStore(place)
  try {
    assert.equal(await store.check(new AbortController().signal), null)
    assert.deepEqual(
      (await exported(store)).map(({ email }) => email),
      ['before@example.eu'],
    )
    assert.equal((await store.keys.check(key, AT)).status, 'ok')
    assert.equal((await store.lists.find(id, 'erp'))?.count, 1)
    assert.equal((await store.webhooks.list({ keyId: id })).length, 1)
    assert.equal(await store.leads.add(lead()), 'stored', 'it takes what is new')
  } finally {
    await store.close()
  }
}

test('sqlite: a backup that was made while the store was open is restored, by the commands of the document', async () => {
  const dataDir = await mkdtemp(join(root, 'data-'))
  const copy = join(root, 'backup.db')
  const here = (line: string) => line.replaceAll('data/', `${dataDir}/`).replaceAll('backup.db', copy)
  const [umask = '', backup = '', restore = ''] = documented('**SQLite** runs in WAL mode').map(here)
  await drill(
    { dataDir },
    () => sh(`${umask}\n${backup}`),
    () => sh(restore),
  )
  assert.equal((await stat(copy)).mode & 0o077, 0, 'nobody else reads the copy')
})

test('postgres: a dump is restored, by the commands of the document', async (t) => {
  const server = await startSystemPostgres()
  if (!server) return t.skip('no PostgreSQL with pg_dump is installed')
  t.after(() => server.remove())
  const file = join(root, 'cn.dump')
  const inContainer = documented('**PostgreSQL:**').filter((line) => line.includes(' exec '))
  const [dump = '', restore = ''] = inContainer.map((line) =>
    line.replace('docker compose exec -T postgres ', '').replaceAll('cn.dump', file),
  )
  assert.match(`${dump}\n${restore}`, /^pg_dump .*\npg_restore /)
  await drill(
    server,
    () => sh(dump, server.env),
    () => sh(restore, server.env),
  )
})
