import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ENDED_COLUMNS, LISTING_COLUMNS } from '../../src/law/read/read-rows.ts'
import { LAW } from '../real-law.ts'

test('tables of one kind have one header', () => {
  for (const [pattern, columns] of [
    ['*/annexes/*.tsv', LISTING_COLUMNS],
    ['*/history/*.tsv', ENDED_COLUMNS],
  ] as const) {
    const files = globSync(pattern, { cwd: LAW })
    assert.ok(files.length > 20, pattern)
    for (const file of files)
      assert.equal(readFileSync(join(LAW, file), 'utf8').split('\n')[0], columns.join('\t'), file)
  }
})
