import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { PROBLEMS } from '../src/http/kernel/problem/problems.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const DOCUMENTS = globSync('{*.md,{docs,law,bench,.github}/**/*.md}', { cwd: ROOT, exclude: ['**/node_modules'] })

const PACKAGE = JSON.parse(read('package.json')) as Record<
  'scripts' | 'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
> & { version: string }

/** Every hit of a pattern in the documents, as `document: first group`. */
const inDocuments = (pattern: RegExp): { document: string; found: string }[] =>
  DOCUMENTS.flatMap((document) => [...read(document).matchAll(pattern)].map(([, found = '']) => ({ document, found })))

const printed = ({ document, found }: { document: string; found: string }): string => `${document}: ${found}`

test('the documents that the README names are there', () => {
  for (const document of ['README.md', 'ARCHITECTURE.md', 'docs/operating.md', 'law/FORMAT.md', 'docs/adr/README.md']) {
    assert.ok(DOCUMENTS.includes(document), document)
  }
})

test('lines of documents are at most 120 characters long, tables excepted', () => {
  const long = DOCUMENTS.filter((document) => document !== 'law/CHANGELOG.md').flatMap((document) =>
    read(document)
      .split('\n')
      .flatMap((line, at) => (!/^\s*\|/.test(line) && [...line].length > 120 ? [`${document}:${at + 1}`] : [])),
  )
  assert.deepEqual(long, [])
})

test('the README fits on a few screens', () => {
  const lines = read('README.md').trimEnd().split('\n')
  assert.ok(lines.length <= 135, `${lines.length} lines`)
})

test('the README has exactly two commands to begin with, and .ci/run runs the second and the rest', () => {
  const [, commands = ''] = /^```sh\n(.*?)^```/ms.exec(read('README.md')) ?? []
  const [start, check, ...more] = commands
    .trimEnd()
    .split('\n')
    .map((line) => line.split('#')[0]?.trim())
  assert.deepEqual([start, check, more], ['npm ci && npm start', 'npm ci && npm test', []])
  assert.equal(read('.ci/run').trimEnd().split('\n').at(-1), `${check} && npm run test:rest`)
})

test('every relative link leads to a file, and to a heading of it', () => {
  const broken = inDocuments(/\]\((?!https?:|mailto:)([^)\s]+)\)/g).filter(({ document, found }) => {
    const [path = '', heading] = found.split('#')
    const target = path === '' ? document : join(dirname(document), path)
    if (!existsSync(join(ROOT, target))) return true
    return heading !== undefined && !anchorsOf(read(target)).includes(heading)
  })
  assert.deepEqual(broken.map(printed), [])
})

/** Anchors as GitHub makes them of headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every path of the repository that is named exists, so that documents follow renames', () => {
  const named = inDocuments(/`((?:src|test|docs|law|bench|scripts|bin)\/[^`\s]*)`/g)
  assert.ok(named.length > 50)
  // In changelogs paths belong to their version; in examples a placeholder stands for a year or an annex.
  const wrong = named.filter(
    ({ document, found }) =>
      !document.endsWith('CHANGELOG.md') &&
      !/[A-Z]{4}|…|:\d/.test(found) &&
      globSync(found, { cwd: ROOT }).length === 0,
  )
  assert.deepEqual(wrong.map(printed), [])
})

test('files named after one with its path stand beside it', () => {
  const lists = inDocuments(/`(src\/[^`\s]+\.ts`(?:(?:,| →|\s|\(with)+`[\w-]+\.ts`)+)/g)
  assert.ok(lists.length > 0)
  const wrong = lists.flatMap(({ document, found }) => {
    const [first = '', ...others] = found.split('`').filter((part) => part.endsWith('.ts'))
    const missing = others.filter((other) => !existsSync(join(ROOT, dirname(first), other)))
    return missing.map((other) => `${document}: ${join(dirname(first), other)}`)
  })
  assert.deepEqual(wrong, [])
})

test('the map of ARCHITECTURE.md has every folder of src', () => {
  const map = read('ARCHITECTURE.md')
  const folders = globSync('src/**/', { cwd: ROOT }).map((path) => path.split('/').filter(Boolean))
  for (const folder of folders.filter(({ length }) => length > 1)) {
    const indent = '  '.repeat(folder.length - 1)
    assert.match(map, new RegExp(`^${indent}${folder.at(-1)}/`, 'm'), folder.join('/'))
  }
})

test('every npm script that is named exists', () => {
  const named = inDocuments(/npm run (?:-s )?([a-z][\w:-]*)/g)
  assert.ok(named.length > 10)
  assert.deepEqual(named.filter(({ found }) => !Object.hasOwn(PACKAGE.scripts, found)).map(printed), [])
})

test('every dependency has its line in ARCHITECTURE.md', () => {
  const [, table = ''] = /^## Dependencies\n(.*)$/ms.exec(read('ARCHITECTURE.md')) ?? []
  const names = [PACKAGE.dependencies, PACKAGE.devDependencies, PACKAGE.optionalDependencies].flatMap(Object.keys)
  assert.deepEqual(
    names.filter((name) => !table.includes(`\`${name}\``)),
    [],
  )
})

test('every table of the store stands in ARCHITECTURE.md, and how long its rows are kept in docs/personal-data.md', () => {
  const documents = ['ARCHITECTURE.md', 'docs/personal-data.md'].map(read)
  const tables = [...read('src/store/sql/first-tables.ts').matchAll(/create (?:unlogged )?table (\w+)/g)]
  assert.ok(tables.length > 8)
  for (const [, table = ''] of tables)
    for (const document of documents) assert.match(document, new RegExp(`^\\| (?:[^|]*, )?\`${table}\`[ ,]`, 'm'))
})

test('every line of the log that docs/operating.md explains is written somewhere', () => {
  const [, table = ''] = /^## Log lines\n(.*?)^## /ms.exec(read('docs/operating.md')) ?? []
  const lines = [...table.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split('`, `').map((line) => line.replaceAll('`', '')),
  )
  assert.ok(lines.length > 20)
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).map(read).join('\n')
  assert.deepEqual(
    lines.filter((line) => !sources.includes(`'${line}'`)),
    [],
  )
})

test('every metric and every code of a problem that documents name exists', () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).map(read).join('\n')
  const metrics = inDocuments(/`(cn_[a-z_]+)[`{]/g).filter(
    ({ found }) => !['cn_code', 'cn_codes', 'cn_exists', 'cn_name', 'cn_year', 'cn_years'].includes(found),
  )
  assert.ok(metrics.length > 8)
  assert.deepEqual(metrics.filter(({ found }) => !sources.includes(`'${found}'`)).map(printed), [])
  const problems = [...read('docs/api.md').matchAll(/"code": "([a-z_]+)"/g)].map(([, code = '']) => code)
  assert.deepEqual(
    problems.filter((code) => !Object.hasOwn(PROBLEMS, code)),
    [],
  )
})

test('every decision stands in their table, and the newest version in the changelog', () => {
  const table = read('docs/adr/README.md')
  const numbers = new Set<string>()
  for (const path of globSync('docs/adr/[0-9]*.md', { cwd: ROOT })) {
    const name = path.slice('docs/adr/'.length)
    assert.ok(!numbers.has(name.slice(0, 4)), `${name}: another decision has this number`)
    numbers.add(name.slice(0, 4))
    assert.ok(table.includes(`(${name})`), name)
    assert.match(read(path), new RegExp(`^# ${name.slice(0, 4)} .+\n\\d{4}-\\d\\d-\\d\\d · (?:accepted|superseded)`))
  }
  const [, newest] = /^## (\d+\.\d+\.\d+) · (?:\d{4}-\d\d-\d\d|unreleased)$/m.exec(read('CHANGELOG.md')) ?? []
  assert.equal(newest, PACKAGE.version)
})
