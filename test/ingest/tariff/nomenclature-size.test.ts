import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { tariffsIn } from '../../../src/ingest/tariff/nomenclature-table.ts'
import type { NomenclatureRow } from '../../../src/law/tariff/nomenclature.ts'
import { conceptsOf, shuffled, skosFile } from './skos-file.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const TABLE = join(root, 'law', 'nomenclature', 'cn.tsv')
const MB = 1_000_000
/** The real size takes half a minute of a slow core: `npm run test:size`. By default the same file in fewer languages. */
const FULL = process.env.FULL_SIZE === '1'

const folder = mkdtempSync(join(tmpdir(), 'cn-size-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'ESTAT-CN2026.rdf')
const out = join(folder, 'nomenclature')
const written = join(out, 'cn.tsv')
const ours = tariffsIn(TABLE, readFileSync(TABLE, 'utf8'))

before(() => {
  const handle = openSync(file, 'w')
  let text = ''
  for (const piece of skosFile(2026, shuffled(conceptsOf(ours.get(2026)!)), FULL ? 24 : 4)) {
    text += piece
    if (text.length < MB) continue
    writeSync(handle, text)
    text = ''
  }
  writeSync(handle, text)
  closeSync(handle)
})

/** The command in a process of its own, which tells the most memory it ever held. */
function run(...args: string[]) {
  const watch = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS))`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, join(root, 'bin/cn-sanctions.js'), ...args],
    { cwd: root, encoding: 'utf8' },
  )
  const peak = Number(/peak (\d+)$/.exec(stderr)?.[1]) * 1024
  return { status, stdout, stderr: stderr.replace(/peak \d+$/, ''), peak }
}

const title = FULL ? 'a file of real size, unsorted, in 24 languages' : 'a file unsorted, in 4 languages'
test(`${title} replaces the year it came from with the same lines, within 300 MB of memory`, () => {
  const { size } = statSync(file)
  assert.ok(size > (FULL ? 165 : 20) * MB, `${size} bytes`)
  mkdirSync(out)
  copyFileSync(TABLE, written)
  const { status, stdout, stderr, peak } = run('nomenclature', 'import', file, '--out', out, '--force')
  assert.deepEqual([status, stderr], [0, ''], 'and a pipe sees no progress bar')
  assert.match(stdout, /cn\.tsv: the Combined Nomenclature of 2026, 9896 eight-digit codes\nAgainst 2025: /)
  assert.ok(peak < 300 * MB, `${Math.round(peak / MB)} MB`)
  const read = tariffsIn(written, readFileSync(written, 'utf8'))
  // The two columns of sources record what was mended by hand; nothing of the official file needs mending.
  const official = ours.get(2026)!.map((row) => ({ ...row, sourcePl: '', sourceEn: '' }))
  assert.deepEqual(withoutYears(read.get(2026)!), withoutYears(official))
  for (const year of [2024, 2025]) assert.deepEqual(withoutYears(read.get(year)!), withoutYears(ours.get(year)!))
  assert.deepEqual(readdirSync(out), ['cn.tsv'])
})

const withoutYears = (rows: readonly NomenclatureRow[]) => rows.map((row) => ({ ...row, first: 0, last: 0 }))

test('a year that is there is kept, unless replacing it is asked for', () => {
  copyFileSync(TABLE, written)
  for (const year of [['--year', '2026'], []]) {
    const { status, stdout, stderr } = run('nomenclature', 'import', file, ...year, '--out', out)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /cn\.tsv has 2026, which is kept as it is: --force replaces it/)
  }
  assert.equal(readFileSync(written, 'utf8'), readFileSync(TABLE, 'utf8'))
})

test('a file that is not there, or a year that is none, is told at once', () => {
  const missing = run('nomenclature', 'import', join(folder, 'no.rdf'), '--out', out, '--force')
  assert.deepEqual([missing.status, missing.stdout], [1, ''])
  assert.match(missing.stderr, /no\.rdf is not a file that can be read/)
  assert.equal(run('nomenclature', 'import', file, '--year', '26').status, 2)
})
