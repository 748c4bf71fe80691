import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readNomenclature } from '../../../src/law/read/read-rows.ts'
import { conceptsOf, shuffled, skosFile } from './skos-file.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const TABLE = join(root, 'law', 'nomenclature', 'cn-2026.tsv')
const MB = 1_000_000
/** The real size takes half a minute of a slow core: `npm run test:size`. By default the same file in fewer languages. */
const FULL = process.env.FULL_SIZE === '1'

const folder = mkdtempSync(join(tmpdir(), 'cn-size-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'ESTAT-CN2026.rdf')
const out = join(folder, 'nomenclature')

before(() => {
  const { values } = readNomenclature(TABLE, readFileSync(TABLE, 'utf8'))
  const handle = openSync(file, 'w')
  let text = ''
  for (const piece of skosFile(2026, shuffled(conceptsOf(values)), FULL ? 24 : 4)) {
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
test(`${title} becomes our own table again within 300 MB of memory`, () => {
  const { size } = statSync(file)
  assert.ok(size > (FULL ? 165 : 20) * MB, `${size} bytes`)
  const { status, stdout, stderr, peak } = run('nomenclature', 'import', file, '--out', out, '--units', TABLE)
  assert.deepEqual([status, stderr], [0, ''], 'and a pipe sees no progress bar')
  assert.match(stdout, /cn-2026\.tsv: the Combined Nomenclature of 2026, 9896 eight-digit codes\n/)
  assert.ok(peak < 300 * MB, `${Math.round(peak / MB)} MB`)
  // What was mended by hand is told in the two columns of sources; from the official file nothing needs mending.
  const ours = readFileSync(TABLE, 'utf8').replace(/(?<=\n)(.*)\t[^\t\n]*\t[^\t\n]*(?=\n)/g, '$1\t\t')
  assert.ok(readFileSync(join(out, 'cn-2026.tsv'), 'utf8') === ours, 'byte for byte')
  assert.deepEqual(readdirSync(out), ['cn-2026.tsv'])
})

test('a year that is there is kept, unless replacing it is asked for', () => {
  writeFileSync(join(out, 'cn-2026.tsv'), 'mine\n')
  for (const year of [['--year', '2026'], []]) {
    const { status, stdout, stderr } = run('nomenclature', 'import', file, ...year, '--out', out)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, /cn-2026\.tsv exists and is kept as it is: --force replaces it/)
  }
  assert.equal(readFileSync(join(out, 'cn-2026.tsv'), 'utf8'), 'mine\n')
})

test('a file that is not there, or a year that is none, is told at once', () => {
  const missing = run('nomenclature', 'import', join(folder, 'no.rdf'), '--out', out, '--force')
  assert.deepEqual([missing.status, missing.stdout], [1, ''])
  assert.match(missing.stderr, /no\.rdf is not a file that can be read/)
  assert.equal(run('nomenclature', 'import', file, '--year', '26').status, 2)
})
