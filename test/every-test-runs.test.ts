import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

test('npm test runs every test file once, alone or in a group', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const alone = [...scripts.test.matchAll(/"([^"]+\.test\.ts)"/g)].map(([, pattern]) => pattern)
  const groups = globSync('test/grouped/*.test.ts', { cwd: ROOT })
  const grouped = groups.map((file) => /importAll\('([^']+)'\)/.exec(read(file))?.[1] ?? file)
  const run = [...alone, ...grouped].flatMap((pattern) => globSync(pattern, { cwd: ROOT })).toSorted()
  assert.deepEqual(run, globSync('{src,test}/**/*.test.ts', { cwd: ROOT }).toSorted())
})
