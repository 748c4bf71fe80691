import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readBundle } from './assets.ts'

test('the pages are bundled once for a state of their sources; a bundle that was cut off is made again', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'page-bundle-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const bundle = await readBundle(folder)
  const [name = '', ...others] = readdirSync(folder)
  assert.deepEqual(others, [])
  const file = join(folder, name)
  const whole = readFileSync(file)
  assert.deepEqual(JSON.parse(whole.toString()), bundle)

  writeFileSync(file, JSON.stringify({ ...bundle, icon: 'from-the-cache.svg' }))
  assert.equal((await readBundle(folder)).icon, 'from-the-cache.svg')
  writeFileSync(file, whole.subarray(0, -9))
  assert.deepEqual(await readBundle(folder), bundle)
  assert.deepEqual(readFileSync(file), whole)
})
