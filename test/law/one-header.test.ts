import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LISTING_COLUMNS } from '../../src/law/read/read-rows.ts'
import { LAW } from '../real-law.ts'

test('all tables of annexes have one header', () => {
  const files = globSync('*/annexes/*.tsv', { cwd: LAW })
  assert.ok(files.length > 20)
  for (const file of files)
    assert.equal(readFileSync(join(LAW, file), 'utf8').split('\n')[0], LISTING_COLUMNS.join('\t'), file)
})
