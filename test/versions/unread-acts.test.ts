import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { calendarDay } from '../../src/base/day.ts'
import { inspectLaw } from '../../src/law/check.ts'
import { loadDataset, loadLaw } from '../../src/law/load.ts'
import { contentsAt, contentsOf } from '../../src/law/read/law-source.ts'
import { unpackLaw } from '../../src/law/read/pack.ts'
import { checkedRegimes, type LawCheck, withUnreadActs } from '../../src/law/unread-acts.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { introduce } from '../../src/versions/record-changes.ts'
import { serveLaw } from '../../src/versions/served-law.ts'
import { smallLaw } from '../small-law.ts'

// Acts that the official source lists and the served law does not know: they are part of the version that is served.

const RUSSIA = 'EU-RU-833-2014'
const ACT = '32027R0077'
const NOW = new Date('2027-03-03T11:00:00Z')
const KNOWN = { celex: '32026R0506', date: calendarDay('2026-04-23') }
const OLD = { celex: '32014R0001', date: calendarDay('2014-08-01') }

const checkOf = (...acts: LawCheck['acts']): LawCheck => ({
  regime: RUSSIA,
  checkedAt: '2027-03-03T08:17:00Z',
  acts: [KNOWN, OLD, ...acts],
})
const NEWS = checkOf({ celex: ACT, date: calendarDay('2027-03-02') })

async function sceneFor(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), 'cn-sanctions-unread-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const law = join(directory, 'law')
  cpSync(smallLaw(), law, { recursive: true })
  const store = await openStore({ dataDir: join(directory, 'data') })
  t.after(() => store.close())
  const scene = { law, store: store as Store | null }
  return { scene, store, law }
}

function serviceOf({ law, store }: { law: string; store: Store | null }, said: string[] = []) {
  const say = (_fields: object, message: string) => void said.push(message)
  const log = { info: say, warn: say, error: say }
  return serveLaw({ place: law, build: 'test', store: () => store, now: () => NOW, log })
}

type Service = ReturnType<typeof serviceOf>
const versionOf = (service: Service) => service.answerer()!.dataset.version
const pendingIn = (service: Service) =>
  service
    .answerer()!
    .dataset.regimes.find(({ data }) => data.code === RUSSIA)!
    .pending.map(({ celex }) => celex)
const told = async ({ changes }: Store) =>
  (await changes.after(0, 100)).filter(({ type }) => type === 'act.pending').map(({ act }) => act)

function editLaw(law: string, designation: string): void {
  const file = join(law, '833-2014/annexes/XXI.tsv')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/^(2603\t+)[^\t]+/m, `$1${designation}`))
}

test('an unread act is served as pending, in a version of its own that is recorded with its text, once for all', async (t) => {
  const { scene, store } = await sceneFor(t)
  const [one, other] = [serviceOf(scene), serviceOf(scene)]
  await Promise.all([one.start(), other.start()])
  await one.check()
  const plain = versionOf(one)
  assert.deepEqual(pendingIn(one), [])

  await store.lawChecks.note([NEWS])
  await Promise.all([one.check(), other.check()])
  assert.notEqual(versionOf(one), plain)
  assert.equal(versionOf(other), versionOf(one))
  assert.deepEqual(pendingIn(one), [ACT])
  assert.deepEqual(await told(store), [ACT])

  const packed = await store.datasets.law(versionOf(one))
  assert.ok(packed)
  const again = await loadDataset(contentsOf('packed', unpackLaw(packed, 'packed')))
  assert.equal(again.version, versionOf(one), 'whoever has its text works the same answers out')
  assert.ok((await store.datasets.find(versionOf(one)))!.introduced > (await store.datasets.find(plain))!.introduced)
  assert.deepEqual(checkedRegimes(one.checks(), one.answerer()!.dataset), [
    { regime: RUSSIA, checkedAt: NEWS.checkedAt, unknown: [ACT] },
  ])
})

test('a start for which no act is listed loads the law once', async (t) => {
  const { scene } = await sceneFor(t)
  const said: string[] = []
  const service = serviceOf(scene, said)
  await service.start()
  await service.followPublished()
  await service.check()
  assert.ok(said.includes('law loaded') && !said.includes('checking another law'), said.join())
})

test('a version is in the store before anybody is answered from it', async (t) => {
  const { scene, store } = await sceneFor(t)
  const recordedAt: boolean[] = []
  const swapped: Promise<unknown>[] = []
  const service = serveLaw({
    place: scene.law,
    build: 'test',
    store: () => store,
    now: () => NOW,
    log: {
      warn: () => {},
      error: () => {},
      info: (fields, message) => {
        if (message !== 'law replaced') return
        const { dataset } = fields as { dataset: string }
        swapped.push(store.datasets.hasLaw(dataset).then((has) => recordedAt.push(has)))
      },
    },
  })
  await service.start()
  await service.check()
  await store.lawChecks.note([NEWS])
  await service.check()
  await Promise.all(swapped)
  assert.deepEqual(recordedAt, [true])
})

test('asked again with the same result, the version stays; an act that is missing once stays listed', async (t) => {
  const { scene, store } = await sceneFor(t)
  await store.lawChecks.note([NEWS])
  const service = serviceOf(scene)
  await service.start()
  await service.followPublished()
  const version = versionOf(service)
  assert.deepEqual(pendingIn(service), [ACT], 'before it answers anybody')
  await service.check()
  await store.lawChecks.note([{ ...checkOf(), checkedAt: '2027-03-03T10:17:00Z' }])
  await service.check()
  assert.equal(versionOf(service), version)
  assert.deepEqual(checkedRegimes(service.checks(), service.answerer()!.dataset), [
    { regime: RUSSIA, checkedAt: '2027-03-03T10:17:00Z', unknown: [ACT] },
  ])
})

test('a new law keeps the warning until it knows the act, and goes back with it', async (t) => {
  const { scene, store, law } = await sceneFor(t)
  await store.lawChecks.note([NEWS])
  const service = serviceOf(scene)
  await service.start()
  await service.check()
  const first = versionOf(service)
  const replaceLaw = async (designation: string) => {
    editLaw(law, designation)
    await service.check({ force: true })
  }
  await replaceLaw('Ores of copper')
  assert.notEqual(versionOf(service), first)
  assert.deepEqual(pendingIn(service), [ACT])
  const introduced = async (version: string) => (await store.datasets.find(version))!.introduced
  const second = versionOf(service)

  // The law before comes back: lists are screened again with what is introduced last.
  cpSync(smallLaw(), law, { recursive: true })
  await service.check({ force: true })
  assert.equal(versionOf(service), first)
  assert.ok((await introduced(first)) > (await introduced(second)))

  const regime = join(law, '833-2014/regime.yaml')
  writeFileSync(
    regime,
    readFileSync(regime, 'utf8')
      .replace(/^pending: .*$/m, `pending: [${ACT}]`)
      .replace(/^data_quality: .*$/m, 'data_quality: to_review'),
  )
  const acts = join(law, 'acts.yaml')
  const title = '{ pl: "Rozporządzenie 2027/77", en: Regulation 2027/77 }'
  writeFileSync(
    acts,
    `${readFileSync(acts, 'utf8')}  - { celex: ${ACT}, kind: amending, regime: ${RUSSIA}, title: ${title}, date: 2027-03-02, oj: null, in_force_from: 2027-03-04, status: pending }\n`,
  )
  await service.check({ force: true })
  const { dataset } = service.answerer()!
  assert.deepEqual([dataset.unread, pendingIn(service)], [[], [ACT]])
  assert.deepEqual(await told(store), [ACT], 'told once, whether it is read or not')
})

test('a published law is extended too, and stays published for who restarts with another', async (t) => {
  const { scene, store, law } = await sceneFor(t)
  const service = serviceOf(scene)
  await service.start()
  await service.check()
  const place = versionOf(service)
  const other = join(law, '..', 'other')
  cpSync(law, other, { recursive: true })
  editLaw(other, 'Ores, published')
  const published = await loadLaw(contentsAt(other))
  await introduce(store.datasets, published, { published: true, before: null, at: NOW })
  await store.lawChecks.note([NEWS])
  await service.check()
  assert.notEqual(versionOf(service), place)
  assert.notEqual(versionOf(service), published.dataset.version)
  assert.deepEqual(pendingIn(service), [ACT])

  const restarted = serviceOf(scene)
  await restarted.start()
  await restarted.followPublished()
  await restarted.check()
  assert.equal(versionOf(restarted), versionOf(service), 'acts that are listed make no law at LAW_DIR newer')
})

test('while the store is away, a new law is extended by what was listed last, and recorded later', async (t) => {
  const { scene, store, law } = await sceneFor(t)
  const state = { ...scene }
  const service = serveLaw({
    place: law,
    build: 'test',
    store: () => state.store,
    now: () => NOW,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
  await store.lawChecks.note([NEWS])
  await service.start()
  await service.check()
  state.store = null
  editLaw(law, 'Ores of copper')
  await service.check({ force: true })
  const version = versionOf(service)
  assert.deepEqual(pendingIn(service), [ACT])
  assert.equal(await store.datasets.hasLaw(version), false)
  state.store = store
  await service.check()
  assert.equal(versionOf(service), version)
  assert.equal(await store.datasets.hasLaw(version), true)
})

test('the file of unread acts is checked as any other', () => {
  const { files } = contentsAt(smallLaw())
  const mistakesOf = (celex: string, regime: string) =>
    inspectLaw(contentsOf('law', withUnreadActs(files, [{ celex, regime, date: null }]))).mistakes.map(
      ({ file, what }) => `${file} ${what}`,
    )
  assert.deepEqual(mistakesOf(ACT, RUSSIA), [])
  assert.deepEqual(mistakesOf(KNOWN.celex, RUSSIA), [`law/acts.yaml ${KNOWN.celex} stands twice for ${RUSSIA}`])
  assert.deepEqual(mistakesOf(KNOWN.celex, 'EU-BY-765-2006'), [], 'known of one regime, and unread for another')
  assert.deepEqual(mistakesOf(ACT, 'EU-XX-1-2000'), ['law/unread.yaml no regime EU-XX-1-2000'])
})
