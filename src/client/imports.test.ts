import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

test('the client imports nothing but its neighbours, and uses nothing that only Node has', () => {
  for (const file of globSync('*.ts', { cwd: import.meta.dirname })) {
    if (file.endsWith('.test.ts')) continue
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    // Nothing but types of the schemas, which are written out for the packages.
    if (file === 'api-types.ts') {
      assert.doesNotMatch(source, /^(?:import (?!type )|export (?!type ))/m)
      continue
    }
    for (const [, target = ''] of source.matchAll(/(?: from |\bimport\(|^import )'([^']+)'/gm))
      assert.match(target, /^\.\/[\w-]+\.ts$/)
    assert.doesNotMatch(source, /\b(?:process|Buffer|require|setImmediate|NodeJS)\b/, file)
  }
})
