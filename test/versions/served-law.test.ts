import assert from 'node:assert/strict'
import fs, { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { loadLaw } from '../../src/law/load.ts'
import { contentsAt } from '../../src/law/read/law-source.ts'
import { lawSha256, unpackLaw } from '../../src/law/read/pack.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { TEXTS_KEPT } from '../../src/store/versions/datasets.ts'
import { CheckUnavailable } from '../../src/versions/check-law.ts'
import { fingerprint } from '../../src/versions/fingerprint.ts'
import { serveLaw } from '../../src/versions/served-law.ts'
import { smallLaw } from '../small-law.ts'

interface Scene {
  readonly law: string
  readonly clock: { now: Date }
  readonly said: string[]
  store: Store | null
}

async function sceneFor(
  t: TestContext,
): Promise<{ scene: Scene; store: Store; served: ReturnType<typeof servedLawOf> }> {
  const directory = mkdtempSync(join(tmpdir(), 'cn-sanctions-served-law-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const law = join(directory, 'law')
  cpSync(smallLaw(), law, { recursive: true })
  const store = await openStore({ dataDir: join(directory, 'data') })
  t.after(() => store.close())
  const scene: Scene = { law, clock: { now: new Date('2026-12-24T11:00:00Z') }, said: [], store }
  const served = servedLawOf(scene)
  await served.start()
  return { scene, store, served }
}

function servedLawOf(scene: Scene) {
  const say = (_fields: object, message: string) => void scene.said.push(message)
  const log = { info: say, warn: say, error: say }
  return serveLaw({ place: scene.law, build: 'test', store: () => scene.store, now: () => scene.clock.now, log })
}

function rename2603({ law }: Scene, designation: string): void {
  const file = join(law, '833-2014/annexes/XXI.tsv')
  const text = readFileSync(file, 'utf8')
  const renamed = text.replace(/^(2603\t+)[^\t]+/m, `$1${designation}`)
  assert.notEqual(renamed, text, 'the row has another designation')
  writeFileSync(file, renamed)
}

const typesIn = async ({ changes }: Store) =>
  (await changes.after(0, 100)).map(({ type, article, day }) => `${type} ${article ?? '–'} ${day}`)
const FIRST = 'dataset.published – 2026-07-24'

test('the calendar is told once, and days of downtime are caught up', async (t) => {
  const { scene, store, served } = await sceneFor(t)
  await served.check()
  assert.deepEqual(await typesIn(store), [FIRST], 'the past is history, told by the law itself')
  scene.clock.now = new Date('2026-12-25T22:59:00Z')
  await served.check()
  assert.deepEqual(await typesIn(store), [FIRST])
  scene.clock.now = new Date('2026-12-25T23:01:00Z') // midnight in Brussels
  await Promise.all([served.check(), served.check()])
  const copper = 'winddown.ending_soon 3i(3bf) 2026-12-26'
  assert.ok((await typesIn(store)).includes(copper))

  // The service is down until the wind-down is over; the next one tells all that happened meanwhile, in order.
  const next = servedLawOf(scene)
  await next.start()
  scene.clock.now = new Date('2027-02-01T11:00:00Z')
  await next.check()
  const told = await typesIn(store)
  for (const one of [copper, 'winddown.ending_soon 3i(3bf) 2027-01-18', 'winddown.ended 3i(3bf) 2027-01-26']) {
    assert.equal(told.filter((other) => other === one).length, 1, one)
  }
  await next.check()
  assert.deepEqual(await typesIn(store), told)
})

test('the text of the law is in the store, with its hash, also of a version that was superseded and comes back', async (t) => {
  const { scene, store, served } = await sceneFor(t)
  await served.check()
  const { version } = served.answerer()!.dataset
  const packed = await store.datasets.law(version)
  assert.ok(packed)
  assert.equal(served.lawSha256(), lawSha256(unpackLaw(packed, version)))

  // So many others came later that its text was deleted.
  let after = version
  for (let at = 0; at < TEXTS_KEPT; at++) {
    const other = { version: `other-${at}`, law: Buffer.from('x'), published: false, changes: [] }
    await store.datasets.introduce({ ...other, after, at: scene.clock.now })
    after = other.version
  }
  assert.equal(await store.datasets.hasLaw(version), false)
  const next = servedLawOf(scene)
  await next.start()
  await next.check()
  assert.deepEqual(await store.datasets.law(version), packed)
  assert.equal(await store.datasets.keepForReceipts(version), true)
})

test('a law still being copied is not read, and one that came while the store was away is recorded later', async (t) => {
  const { scene, store, served } = await sceneFor(t)
  await served.check()
  const version = () => served.answerer()?.dataset.version
  const before = version()
  scene.store = null
  rename2603(scene, 'Ores')
  await served.check()
  rename2603(scene, 'Ores of copper')
  await served.check()
  assert.equal(version(), before, 'its files changed since the last look')
  await served.check()
  assert.notEqual(version(), before)
  assert.equal((await store.changes.after(0, 100)).length, 1)
  scene.store = store
  await served.check()
  assert.deepEqual(await typesIn(store), [FIRST, 'listing.changed 3i(1) 2026-07-24', FIRST])
})

test('a store that fails is told of once, and does not keep a new law from being served', async (t) => {
  const { scene, served } = await sceneFor(t)
  await scene.store?.close()
  await served.check()
  await served.check()
  assert.equal(scene.said.filter((message) => message === 'law not checked, trying again').length, 1)
  rename2603(scene, 'Ores of copper')
  await served.check({ force: true })
  assert.ok(scene.said.includes('law replaced'))
})

test('an error of the program is logged with its stack and told apart from a law with mistakes; the law before is served', async (t) => {
  const { scene } = await sceneFor(t)
  const logged: { fields: object; message: string }[] = []
  const note = (fields: object, message: string) => void logged.push({ fields, message })
  const bug = new TypeError('cannot read properties of undefined')
  let failing: Error | null = bug
  const served = serveLaw({
    place: scene.law,
    build: 'test',
    store: () => null,
    now: () => scene.clock.now,
    log: { info: note, warn: note, error: note },
    loadBeside: async (contents) => {
      if (failing) throw failing
      return loadLaw(contents)
    },
  })
  await served.start()
  const version = served.answerer()?.dataset.version
  rename2603(scene, 'Ores of copper')
  await served.check({ force: true })
  const told = logged.find(({ message }) => message === 'law could not be checked, the one before is kept')
  assert.deepEqual(told?.fields, { err: bug, dataset: version })
  assert.ok(!logged.some(({ message }) => message.startsWith('law refused')))
  assert.match(served.refused()?.first ?? '', /internal error, see the log/)
  assert.equal(served.answerer()?.dataset.version, version)

  failing = new CheckUnavailable(new Error('spawn EAGAIN'))
  rename2603(scene, 'Ores')
  await served.check()
  await served.check()
  assert.equal(logged.filter(({ message }) => message === 'law not checked, trying again').length, 1)
  failing = null
  await served.check()
  assert.notEqual(served.answerer()?.dataset.version, version, 'tried again without another change of the files')
  assert.equal(served.refused(), null)
})

/** Until the function that is returned is called, the system answers this call with this error. */
function failing(
  t: TestContext,
  call: 'statSync' | 'lstatSync' | 'readdirSync' | 'openSync' | 'readSync',
  code: string,
) {
  const { mock } = t.mock.method(fs, call, () => {
    throw Object.assign(new Error(`${code} of ${call}`), { code, syscall: call })
  })
  syncBuiltinESMExports()
  return () => {
    mock.restore()
    syncBuiltinESMExports()
  }
}

test('an error of the system says nothing about the law: the one before is served until the new one can be read', async (t) => {
  const { scene, served } = await sceneFor(t)
  const version = served.answerer()?.dataset.version
  rename2603(scene, 'Ores')
  const untold = () => scene.said.filter((said) => said === 'law not checked, trying again').length
  for (const [call, code] of [
    ['statSync', 'EACCES'],
    ['lstatSync', 'EIO'],
    ['readdirSync', 'EMFILE'],
    ['readdirSync', 'EACCES'],
    ['openSync', 'ENFILE'],
    ['readSync', 'EIO'],
  ] as const) {
    const before = untold()
    const mend = failing(t, call, code)
    await served.check({ force: true })
    await served.check({ force: true })
    mend()
    assert.equal(untold(), before + 1, `${code} of ${call} is told once`)
    assert.equal(served.refused(), null)
    assert.equal(served.answerer()?.dataset.version, version)
  }
  await served.check()
  await served.check()
  assert.notEqual(served.answerer()?.dataset.version, version)
})

test('a file of the law that only others may read is a mistake of the law', (t) => {
  const law = smallLaw()
  const mend = failing(t, 'openSync', 'EACCES')
  const { mistakes } = contentsAt(law)
  mend()
  assert.equal(mistakes[0]?.what, 'cannot be read')
})

test('every file that is read is watched, and a link that keeps a law from being read too', async (t) => {
  const { scene } = await sceneFor(t)
  const before = fingerprint(scene.law)
  for (const path of contentsAt(scene.law).files.keys()) {
    const file = join(scene.law, path)
    const bytes = readFileSync(file)
    writeFileSync(file, `${bytes}\n`)
    assert.notEqual(fingerprint(scene.law), before, path)
    writeFileSync(file, bytes)
  }
  const mended = fingerprint(scene.law)
  symlinkSync('/etc/hostname', join(scene.law, 'stray.yaml'))
  assert.notEqual(fingerprint(scene.law), mended)
  rmSync(join(scene.law, 'stray.yaml'))
  assert.equal(fingerprint(scene.law), mended)
  writeFileSync(join(scene.law, 'CHANGELOG.md'), 'more\n')
  assert.equal(fingerprint(scene.law), mended, 'what is not read is not watched')
})
