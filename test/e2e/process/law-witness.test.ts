import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LAW } from '../../real-law.ts'

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
  // Iran and North Korea, as the lists were compared by other means.
  for (const [regime, direction, area, annex, both, ours, taric] of [
    ['EU-IR-2023-1529', 'export', 'IR', 'II', 563, 0, 0],
    ['EU-IR-267-2012', 'export', 'IR', 'VIIb', 272, 0, 0],
    ['EU-IR-267-2012', 'export', 'IR', 'VIb', 86, 0, 0],
    ['EU-IR-267-2012', 'import', 'IR', 'IV', 67, 0, 0],
    ['EU-IR-267-2012', 'import', 'IR', 'V', 76, 4, 0],
    ['EU-KP-2017-1509', 'export', 'KP', 'III', 8, 0, 0],
    ['EU-KP-2017-1509', 'export', 'KP', 'VIII', 1397, 4, 3],
    ['EU-KP-2017-1509', 'import', 'KP', 'XIf', 1144, 0, 0],
  ])
    assert.match(
      stdout,
      new RegExp(`^${regime} +${direction} +${area} +${annex} +${both} +${ours} +${taric} +\\d+ +0 *$`, 'm'),
    )
})

test('a code that TARIC no longer flags for Iran is named', () => {
  const fewer = join(folder, 'fewer.tsv')
  const rows = readFileSync(EXTRACT, 'utf8').split('\n')
  writeFileSync(fewer, rows.filter((row) => !/^import\tIR\t707\t2713\t/.test(row)).join('\n'))
  const { status, stdout } = witness(fewer)
  assert.equal(status, 1)
  assert.match(stdout, /EU-IR-267-2012 import IR IV: only ours: 2713/)
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
