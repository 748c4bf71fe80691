import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { load } from 'js-yaml'
import { lawChecks } from '../../../scripts/compile-law-checks.ts'
import type { LawShape } from '../../terms/law.ts'
import { LAW_CHECKS } from './law-checks.ts'
import { lawSchemaErrors } from './schema-errors.ts'

const LAW = join(import.meta.dirname, '..', '..', '..', 'law')

test('the compiled checks are those of the schemas', () => {
  const written = readFileSync(join(import.meta.dirname, 'law-checks.ts'), 'utf8')
  assert.equal(written, lawChecks(), 'run `npm run law-checks` and commit what it writes')
})

const shapeOf = (path: string): LawShape => {
  if (path.includes('/measures/')) return 'article'
  if (path.startsWith('national/')) return 'national'
  if (path.startsWith('tests/')) return 'tests'
  return basename(path, '.yaml') as LawShape
}
const files = globSync('**/*.yaml', { cwd: LAW }).map((path) => ({
  shape: shapeOf(path),
  value: load(readFileSync(join(LAW, path), 'utf8')),
}))

/** Every place in a value, as the way to it. */
function* placesOf(value: unknown, way: readonly string[] = []): Generator<readonly string[]> {
  yield way
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) yield* placesOf(member, [...way, name])
}

function replaced(value: unknown, [step, ...way]: readonly string[], by: (old: unknown) => unknown): unknown {
  if (step === undefined) return by(value)
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[step] = replaced(copy[step], way, by)
  return copy
}

const spoil = fc.constantFrom<(old: unknown) => unknown>(
  () => null,
  () => 7,
  () => '',
  () => 'no word of the law',
  () => [],
  () => undefined,
  (old) => [old],
  (old) => (typeof old === 'object' && !Array.isArray(old) ? { ...old, unheard_of: 1 } : old),
)

test('whatever is spoiled in a file of law/, the compiled check refuses what the schema refuses', () => {
  assert.deepEqual(new Set(files.map(({ shape }) => shape)), new Set(Object.keys(LAW_CHECKS)))
  const places = files.map(({ value }) => [...placesOf(value)])
  for (const { shape, value } of files) assert.ok(LAW_CHECKS[shape](value))
  let refused = 0
  fc.assert(
    fc.property(fc.nat(), fc.nat(), spoil, (file, place, by) => {
      const { shape, value } = files[file % files.length]!
      const ways = places[file % files.length]!
      const spoiled = replaced(value, ways[place % ways.length]!, by)
      const fits = LAW_CHECKS[shape](spoiled)
      if (!fits) refused++
      assert.equal(lawSchemaErrors(shape, spoiled).length === 0, fits)
    }),
  )
  assert.ok(refused > 0)
})
