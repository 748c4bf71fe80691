import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const SRC = join(import.meta.dirname, '..', 'src')

/** Who may import whom, folder by folder; main.ts wires everything and may import all. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  terms: [],
  dataset: ['terms'],
  search: ['dataset', 'terms'],
  answer: ['search', 'dataset', 'terms'],
  store: ['terms'],
  web: ['answer', 'terms'],
  http: ['web', 'answer', 'store', 'dataset', 'terms'],
  commands: ['answer', 'store', 'dataset', 'terms'],
}

test('dependencies point one way', () => {
  const files = globSync('**/*.ts', { cwd: SRC }).filter((file) => !file.endsWith('.test.ts'))
  assert.ok(files.length > 30)
  const wrong: string[] = []
  for (const file of files) {
    const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : 'main'
    if (folder === 'main') continue
    const allowed = MAY_IMPORT[folder]
    assert.ok(allowed, `${folder}/ has no place in the house: name it in this test and in ARCHITECTURE.md`)
    const source = readFileSync(join(SRC, file), 'utf8')
    for (const [, target = ''] of source.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)) {
      const path = relative(SRC, join(SRC, dirname(file), target))
      const to = path.slice(0, path.indexOf('/'))
      if (to !== folder && !allowed.includes(to)) wrong.push(`${file} imports ${path}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('the terms import nothing of ours, and nothing below the edge reads the clock', () => {
  for (const file of globSync('{terms,dataset,search,answer}/**/*.ts', { cwd: SRC })) {
    if (file.endsWith('.test.ts')) continue
    const source = readFileSync(join(SRC, file), 'utf8')
    assert.doesNotMatch(source, /new Date\(\)|Date\.now\(\)|performance\.now/, `${file}: the day is an argument`)
    assert.doesNotMatch(source, /process\.env/, `${file}: the environment is read in one place`)
  }
})
