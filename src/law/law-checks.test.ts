import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Dataset } from './dataset/dataset.ts'
import { lawChecksIn } from './law-checks.ts'

const folder = mkdtempSync(join(tmpdir(), 'law-checks-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const dataset = {
  acts: [{ celex: '32026R0506' }],
  regimes: [{ data: { code: 'EU-RU-833-2014' } }, { data: { code: 'EU-BY-765-2006' } }],
} as unknown as Dataset

test('a machine that never looked has no checks', () => assert.deepEqual(lawChecksIn(folder, dataset), []))

test('the last look of each regime is told, with the acts that the law does not know', () => {
  mkdirSync(join(folder, 'cellar'))
  const write = (name: string, value: unknown) => writeFileSync(join(folder, 'cellar', name), JSON.stringify(value))
  const unknown = [
    { celex: '32026R0506', date: null },
    { celex: '32027R0077', date: '2027-03-02' },
  ]
  write('833-2014.json', { checked_at: '2027-03-03T08:17:00.123Z', newest: '02014R0833-20260724', unknown })
  write('765-2006.json', { checked_at: 'yesterday', newest: '', unknown: [] })
  write('999-2020.json', { checked_at: '2027-03-03T08:17:00Z', newest: '', unknown: [] })
  writeFileSync(join(folder, 'cellar', '692-2014.json'), '{')
  assert.deepEqual(lawChecksIn(folder, dataset), [
    { regime: 'EU-RU-833-2014', checkedAt: '2027-03-03T08:17:00Z', unknown: ['32027R0077'] },
  ])
})
