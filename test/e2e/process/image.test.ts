import assert from 'node:assert/strict'
import { exec } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { keyFileIn, readOrMakeKey } from '../../../src/receipts/key-file.ts'
import { freePort } from '../../store/postgres-server.ts'
import { emptyDirectory, ROOT, ready } from './service.ts'

const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')

/** Node refuses to write anywhere else, whoever runs the test; root may write to read-only files. */
const writingOnlyTo = (...directories: readonly string[]): string =>
  [
    '--permission --allow-fs-read=* --allow-addons --disable-warning=SecurityWarning --disable-warning=ExperimentalWarning',
    // Node 24 restricts no network and does not know the option.
    ...['--allow-net'].filter((option) => process.allowedNodeEnvironmentFlags.has(option)),
    ...directories.map((directory) => `--allow-fs-write=${directory}`),
  ].join(' ')

test('what the image is made of is enough to run the service, which writes nowhere but to its data', async (t) => {
  const image = await emptyDirectory(t)
  const last = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM '))
  const taken = [...last.matchAll(/^COPY (?!--from)(\S+) \.\//gm)].map(([, from = '']) => from)
  assert.ok(taken.includes('src') && taken.includes('law'))
  assert.equal(IGNORED[0], '*')
  for (const name of taken) {
    assert.ok(IGNORED.includes(`!${name}`), `.dockerignore keeps ${name} out`)
    const filter = (file: string) => !file.endsWith('.test.ts')
    await cp(join(ROOT, name), join(image, name), { recursive: true, filter })
  }
  // Without `.cache`, into which the programs of other tests compile meanwhile.
  await mkdir(join(image, 'node_modules'))
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.'))
      await symlink(join(ROOT, 'node_modules', name), join(image, 'node_modules', name), 'junction')
  }
  const [program, ...args]: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(last)?.[1] ?? '[]')
  assert.deepEqual([program, args.at(-1)], ['node', 'serve'])
  // The stage that bundles the pages, whose packages are those of the checkout.
  const bundling = /^RUN (node -e .*assets\.ts.*)$/m.exec(DOCKERFILE)?.[1]
  assert.ok(bundling && /^ENV NODE_ENV=production /m.test(last))
  await promisify(exec)(bundling, { cwd: image })
  const [, firstStart = ''] = /^RUN (DATA_DIR=\/tmp\/first (?:.*\\\n)+.*)$/m.exec(last) ?? []
  const first = join(await emptyDirectory(t), 'first')
  await promisify(exec)(firstStart.replaceAll('/tmp/first', first), {
    cwd: image,
    env: { ...process.env, PORT: String(await freePort()), NODE_ENV: 'production' },
  })
  assert.ok(!existsSync(first), 'it became ready, ended as it should, and its data are gone')
  const before = (await readdir(image, { recursive: true })).toSorted()
  const data = join(await emptyDirectory(t), 'data')
  await mkdir(data)
  // Node makes no link while it restricts where may be written, and a new key gets its name by one.
  await readOrMakeKey(keyFileIn(data), () => {})
  const settings = { DATA_DIR: data, NODE_ENV: 'production', NODE_OPTIONS: writingOnlyTo(data) }
  const service = await ready(t, settings, image, join(image, args.at(-2) ?? ''))
  assert.equal(JSON.parse((await service.get('/api/v1/cn?q=7304+11+00')).text).verdict, 'restricted')
  const page = (await service.get('/en')).text
  assert.match(page, /<h1/)
  const script = /src="(\/assets\/search-[^"]+)"/.exec(page)?.[1] ?? ''
  const { status, headers } = await service.get(script)
  assert.deepEqual([status, headers.sourcemap], [200, undefined], 'sources are for those who work on them')
  assert.equal((await service.get('/openapi.json')).status, 200)
  assert.equal((await service.post('/api/lead', { email: 'anna@example.eu' })).status, 200)
  assert.equal(service.stderr(), '')
  assert.deepEqual((await readdir(image, { recursive: true })).toSorted(), before, 'no file is added to the image')
  assert.notEqual((await readdir(data)).length, 0, 'the lead is stored with the data')
})

describe('the image', () => {
  const last = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('\nFROM '))

  test('installs what the lock names and runs no script of a package', () => {
    assert.match(DOCKERFILE, /^RUN npm ci .*--omit=dev.*--ignore-scripts/m)
    assert.doesNotMatch(DOCKERFILE, /npm (i|install)\b/)
  })

  test('runs as a user who may change neither the code nor what was compiled of it', () => {
    assert.match([...last.matchAll(/^USER (.*)$/gm)].at(-1)?.[1] ?? '', /^[1-9]\d*:[1-9]\d*$/)
    const [, afterFirstStart = ''] = last.split('bin/cn-sanctions.js serve &')
    assert.match(afterFirstStart, /chown -R root:root node_modules\/\.cache && chmod -R a-w/)
    assert.doesNotMatch(last, /chown[^\n]* (\/app|\.|bin|src|law)( |$)/m)
  })

  test('compiles with the flags it is started with, or Node would not take the compiled code', () => {
    const [program, ...args]: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(last)?.[1] ?? '[]')
    assert.ok(last.includes(` ${[program, ...args].join(' ')} & \\\n`))
  })
})

describe('compose.yaml', () => {
  interface Container {
    readonly [setting: string]: unknown
    readonly environment: Readonly<Record<string, string | number>>
  }
  const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8')
  const { services } = load(text) as { services: { service: Container; postgres: Container } }

  test('gives the service no more than it needs', () => {
    const { service } = services
    assert.equal(service.read_only, true)
    assert.match(String(service.tmpfs), /^\/tmp(:|$)/)
    assert.deepEqual(service.cap_add, undefined)
    assert.equal(service.privileged, undefined)
    // The service as its operator says, and the operator's port on this machine alone.
    assert.deepEqual(service.ports, [`\${BIND_ADDRESS:-127.0.0.1}:8080:8080`, '127.0.0.1:9090:9090'])
  })

  test('bounds what either container may take, and lets neither gain rights', () => {
    for (const container of Object.values(services)) {
      assert.deepEqual(container.cap_drop, ['ALL'])
      assert.deepEqual(container.security_opt, ['no-new-privileges:true'])
      assert.match(String(container.mem_limit), /^\d+[mg]$/)
      assert.equal(typeof container.pids_limit, 'number')
    }
  })

  test('knows no password: without one it does not start, and says so', () => {
    const { service, postgres } = services
    const required = /\$\{POSTGRES_PASSWORD:\?[^}]+\}/
    assert.match(String(postgres.environment.POSTGRES_PASSWORD), required)
    assert.match(String(service.environment.DATABASE_URL), required)
    assert.doesNotMatch(text, /\$\{[A-Z_]*PASSWORD:-/)
  })

  test('keeps the database away from every network but its own', () => {
    const { networks } = load(text) as { networks: Record<string, { internal?: boolean } | null> }
    assert.equal(services.postgres.ports, undefined)
    assert.deepEqual(services.postgres.networks, ['database'])
    assert.equal(networks.database?.internal, true)
    assert.deepEqual(services.service.networks, ['default', 'database'])
  })
})
