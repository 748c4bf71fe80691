import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

test('npm test and npm run test:rest run every test file once, alone or in a group', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const patterns = `${scripts.test} ${scripts['test:rest']}`.matchAll(/"([^"]+\.test\.ts)"/g)
  const alone = [...patterns].flatMap(([, pattern]) => globSync(pattern!, { cwd: ROOT }))
  const grouped = alone.flatMap((file) => {
    const pattern = /importAll\('([^']+)'\)/.exec(read(file))?.[1]
    return pattern ? globSync(pattern, { cwd: ROOT }) : []
  })
  const run = [...alone, ...grouped].toSorted()
  assert.deepEqual(run, globSync('{src,test}/**/*.test.ts', { cwd: ROOT }).toSorted())
})
