import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { stageFile, writeAtomically } from './atomic-write.ts'

const folder = mkdtempSync(join(tmpdir(), 'atomic-'))
const file = join(folder, 'a', 'file')
after(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => rmSync(join(folder, 'a'), { recursive: true, force: true }))

test('the file is replaced, its folder made, and nothing is left beside it', () => {
  for (const content of ['one', Buffer.from('two')]) {
    writeAtomically(file, content)
    assert.equal(readFileSync(file, 'utf8'), String(content))
  }
  assert.deepEqual(readdirSync(join(folder, 'a')), ['file'])
})

test('what is staged changes nothing until it is committed, and leaves no trace when it is discarded', () => {
  writeAtomically(file, 'before')
  const staged = stageFile(file, 'after')
  assert.equal(readFileSync(file, 'utf8'), 'before')
  staged.discard()
  assert.deepEqual([readdirSync(join(folder, 'a')), readFileSync(file, 'utf8')], [['file'], 'before'])
})

test('a target that cannot be replaced is an error without a leftover, and a link beside it is not written through', () => {
  mkdirSync(join(file, 'inside'), { recursive: true })
  assert.throws(() => writeAtomically(file, 'x'))
  assert.deepEqual(readdirSync(join(folder, 'a')), ['file'])
  rmSync(file, { recursive: true })
  writeFileSync(join(folder, 'target'), 'untouched')
  symlinkSync(join(folder, 'target'), `${file}.${process.pid}.tmp`)
  writeAtomically(file, 'x')
  assert.equal(readFileSync(join(folder, 'target'), 'utf8'), 'untouched')
})
