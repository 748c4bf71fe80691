import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LAW } from '../real-law.ts'

const folder = mkdtempSync(join(tmpdir(), 'witness-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const EXTRACT = join(LAW, 'taric/extract.tsv')
const witness = (...args: string[]) => {
  const main = join(LAW, '..', 'bin', 'cn-sanctions.js')
  const env = { ...process.env, LAW_DIR: LAW, NO_COLOR: '1', FORCE_COLOR: undefined }
  return spawnSync(process.execPath, [main, 'law', 'witness', ...args], { encoding: 'utf8', env })
}

test('the extract in law/ shows nothing that is not explained', () => {
  const { status, stdout, stderr } = witness(EXTRACT)
  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /^EU-RU-833-2014 +export +RU +XXIII .* 0 *$/m)
  assert.match(stdout, /Nothing new/)
})

test('a code that only TARIC has is named, and the command exits with 1', () => {
  const more = join(folder, 'more.tsv')
  copyFileSync(EXTRACT, more)
  // Coffee is in no list.
  appendFileSync(more, 'export\tRU\t767\t09012100\t2026-01-01\t\tY920\n')
  const { status, stdout } = witness(more)
  assert.equal(status, 1)
  assert.match(stdout, /EU-RU-833-2014 export RU [^\n]*: only TARIC: 0901 21/)
  const machine = witness(more, '--json')
  assert.equal(machine.status, 1)
  assert.match(machine.stdout, /"09012100"/)
})

test('a file that is missing or no extract is told with what to do', () => {
  const missing = witness(join(folder, 'none.tsv'))
  assert.deepEqual([missing.status, missing.stdout], [2, ''])
  assert.match(missing.stderr, /^There is no file .*none\.tsv; an extract of TARIC was expected\.\n$/)
  const other = join(folder, 'other.tsv')
  writeFileSync(other, 'code\n8471\n')
  const wrong = witness(other)
  assert.deepEqual([wrong.status, wrong.stdout], [1, ''])
  assert.match(wrong.stderr, /other\.tsv:1:/)
})
