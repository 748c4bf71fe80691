import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { smallLaw } from '../../../test/small-law.ts'
import { keepDerived, readDerived } from '../../base/derived-files.ts'
import { checkLaw, inspectLaw } from '../check.ts'
import type { Dataset } from '../dataset/dataset.ts'
import { contentsAt, contentsOf } from '../read/law-source.ts'
import { packLaw, unpackLaw } from '../read/pack.ts'
import { decodeSnapshot } from './snapshot.ts'
import { snapshotKey } from './snapshot-key.ts'

const contents = contentsAt(smallLaw())
const key = snapshotKey(contents)
const { snapshot } = checkLaw(contents, key)
assert.ok(snapshot)
const decoded = (bytes: Buffer, of = key) => decodeSnapshot(of, bytes, contents.files)

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'law-snapshots-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

/** What a dataset has besides functions. */
const plain = ({ countries, nomenclatures, nameModel, witness, controls, ...dataset }: Dataset) => ({
  ...dataset,
  codes: nomenclatures.codes,
  countries: countries.codes,
  witness: [witness?.data, witness?.rows()],
  controls: controls?.data,
})

test('a law from its snapshot is the law that was read', () => {
  const law = decoded(snapshot)!
  const read = inspectLaw(contents).dataset!
  assert.deepEqual(plain(law.dataset), plain(read))
  assert.deepEqual(
    law.dataset.regimes.map((regime) => regime.law.annexes.map(({ listings }) => listings)),
    read.regimes.map((regime) => regime.law.annexes.map(({ listings }) => listings)),
  )
  for (const year of read.nomenclatures.years)
    assert.deepEqual(law.dataset.nomenclatures.of(year).lines, read.nomenclatures.of(year).lines)
  assert.deepEqual(law.dataset.nameModel, read.nameModel)
  assert.deepEqual(law.files.get('acts.yaml'), contents.files.get('acts.yaml'))
})

test('entries share what they shared: regimes, grants and the rows before them are no copies', () => {
  const { dataset } = decoded(snapshot)!
  for (const entry of [...dataset.entries, ...dataset.ended]) {
    assert.ok(dataset.regimes.includes(entry.regime))
    for (const before of entry.before) assert.ok(dataset.ended.includes(before))
  }
})

test('a snapshot that is damaged, cut short, of another law or none at all is not used', () => {
  for (const at of [0, 40, 200, snapshot.length >> 1, snapshot.length - 1]) {
    const damaged: Buffer = Buffer.from(snapshot)
    damaged[at]! ^= 1
    assert.equal(decoded(damaged), null, `byte ${at}`)
  }
  assert.equal(decoded(snapshot.subarray(0, -1)), null)
  assert.equal(decoded(Buffer.alloc(0)), null)
  assert.equal(
    decoded(
      snapshot,
      key.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ),
    null,
  )
})

test('every byte and every name of a law is in its key, and an empty folder', () => {
  const [[path, bytes] = ['', Buffer.alloc(0)]] = contents.files
  const withFiles = (files: readonly (readonly [string, Buffer])[]) => ({ ...contents, files: new Map(files) })
  const others = [
    withFiles([...contents.files, [path, Buffer.concat([bytes, Buffer.from('\n')])]]),
    withFiles([...contents.files, ['acts-2.yaml', Buffer.alloc(0)]]),
    withFiles([...contents.files].slice(1)),
    { ...contents, folders: new Set(['empty']) },
  ]
  assert.equal(new Set([key, ...others.map(snapshotKey)]).size, others.length + 1)
})

test('a law from the store has the key of the directory that it was read from', async () => {
  const { files } = decoded(snapshot)!
  assert.equal(snapshotKey(contentsOf('store', unpackLaw(await packLaw(files), 'store'))), key)
})

test('what is kept is found again, unless others than we could have written it', (t) => {
  const folder = folderFor(t)
  assert.equal(readDerived('law', key, [folder]), null)
  keepDerived('law', key, snapshot, folder)
  assert.deepEqual(readdirSync(folder), [key])
  assert.deepEqual(readDerived('law', key, [folder]), snapshot)
  if (process.platform === 'win32') return
  chmodSync(join(folder, key), 0o666)
  assert.equal(readDerived('law', key, [folder]), null)
})

test('the oldest snapshots make room; a folder that cannot be written to is no error', (t) => {
  const folder = folderFor(t)
  const large = Buffer.alloc(60 * 1024 * 1024)
  keepDerived('law', 'a', large, folder)
  keepDerived('law', 'b', large, folder)
  utimesSync(join(folder, 'b'), 1, 1)
  keepDerived('law', 'c', large, folder)
  assert.deepEqual(readdirSync(folder).toSorted(), ['a', 'c'])
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  keepDerived('law', key, snapshot, file)
  assert.equal(readFileSync(file, 'utf8'), '')
})
