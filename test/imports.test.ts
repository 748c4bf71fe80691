import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const SRC = join(import.meta.dirname, '..', 'src')

/** Who may import whom, folder by folder; main.ts wires everything and may import all. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  system: [],
  law: ['base'],
  changes: ['law', 'base'],
  search: ['law', 'base'],
  answer: ['search', 'law', 'base'],
  store: ['changes', 'law', 'system', 'base'],
  // A running server serves what is in law/ and never contacts a source: http/ must not import ingest/.
  ingest: ['law', 'base'],
  versions: ['answer', 'store', 'changes', 'law', 'system', 'base'],
  screening: ['answer', 'store', 'changes', 'law', 'base'],
  webhooks: ['answer', 'store', 'changes', 'law', 'base'],
  // Of web/ the template function, which escapes, and the addresses of pages; of webhooks/ the worker and its back-off.
  mail: ['web', 'webhooks', 'store', 'changes', 'law', 'base'],
  receipts: ['versions', 'answer', 'store', 'law', 'base'],
  // The client runs wherever there is `fetch`: it takes the types of the schemas of the API alone (src/client/imports.test.ts).
  client: ['http', 'answer'],
  // The law in process. Of http/ it takes the problems, so that a mistake is told as the API tells it.
  library: ['client', 'http', 'answer', 'law', 'base'],
  // Of law/ the words and types of its terms: the page shows answers and reads no law.
  // Of client/ the client of the API, by which its scripts ask.
  web: ['client', 'answer', 'law/terms', 'base'],
  http: ['web', 'mail', 'answer', 'receipts', 'screening', 'webhooks', 'store', 'changes', 'law', 'base'],
  // Of web/ the reading of lists, which the page and `check --file` share.
  commands: [
    'web',
    'receipts',
    'versions',
    'screening',
    'webhooks',
    'answer',
    'store',
    'changes',
    'law',
    'ingest',
    'base',
  ],
}

/** More files than this in one folder cannot be scanned by eye. */
const MAX_FILES = 25

const sources = globSync('**/*.ts', { cwd: SRC }).filter((file) => !file.endsWith('.test.ts'))

/** Paths below `src/` of what a file imports, types and dynamic imports included. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, target = '']) =>
    relative(SRC, join(SRC, dirname(file), target)),
  )

test('no folder has too many files to scan', () => {
  const folders = Map.groupBy(sources, (file) => dirname(file))
  const large = [...folders].filter(([, files]) => files.length > MAX_FILES).map(([folder]) => folder)
  assert.deepEqual(large, [])
})

test('no file imports itself by a detour, not even for a type', () => {
  const known = new Set(sources)
  const graph = new Map(sources.map((file) => [file, new Set(importsOf(file).filter((path) => known.has(path)))]))
  assert.deepEqual(cyclesIn(graph), [])
})

test('dependencies point one way', () => {
  assert.ok(sources.length > 30)
  const wrong: string[] = []
  for (const file of sources) {
    const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : 'main'
    if (folder === 'main') continue
    const allowed = MAY_IMPORT[folder]
    assert.ok(allowed, `${folder}/ is not known: name it in this test and in ARCHITECTURE.md`)
    for (const path of importsOf(file)) {
      const isAllowed = [folder, ...allowed].some((name) => path.startsWith(`${name}/`))
      if (!isAllowed) wrong.push(`${file} imports ${path}`)
    }
  }
  assert.deepEqual(wrong, [])
})

/** Parts whose folders still import each other. */
const TANGLED = ['web']

test('no two folders import each other, at any depth, and not by a detour', () => {
  // Files that lie directly in a folder count as a folder of their own.
  const importsOfFolder = new Map<string, Set<string>>()
  for (const file of sources) {
    const folder = dirname(file)
    if (folder === '.' || TANGLED.includes(folder.split('/')[0]!)) continue
    const targets = importsOfFolder.get(folder) ?? new Set()
    for (const path of importsOf(file)) if (dirname(path) !== folder) targets.add(dirname(path))
    importsOfFolder.set(folder, targets)
  }
  assert.ok(importsOfFolder.size > 20)
  assert.deepEqual(cyclesIn(importsOfFolder), [])
})

test('an answer is made in steps: each imports only those before it', () => {
  const steps = ['question', 'response', 'match', 'judge', 'decide', 'say', 'shape', 'listings']
  const wrong = sources.flatMap((file) => {
    const at = steps.indexOf(/^answer\/(\w+)\//.exec(file)?.[1] ?? '')
    if (at < 0) return []
    return importsOf(file)
      .filter(
        (path) =>
          path.startsWith('answer/') && !steps.slice(0, at + 1).some((step) => path.startsWith(`answer/${step}/`)),
      )
      .map((path) => `${file} imports ${path}`)
  })
  assert.deepEqual(wrong, [])
})

/** Every way on which a file or folder imports itself, each once. */
function cyclesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (node: string, path: readonly string[]): void => {
    const start = path.indexOf(node)
    if (start !== -1) return void cycles.push([...path.slice(start), node].join(' → '))
    if (done.has(node)) return
    for (const target of graph.get(node) ?? []) visit(target, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

test('base imports nothing of ours, and nothing below the edge reads the clock', () => {
  for (const file of globSync('{base,law,changes,search,answer}/**/*.ts', { cwd: SRC })) {
    if (file.endsWith('.test.ts')) continue
    const source = readFileSync(join(SRC, file), 'utf8')
    assert.doesNotMatch(source, /new Date\(\)|Date\.now\(\)|performance\.now/, `${file}: the day is an argument`)
    assert.doesNotMatch(source, /process\.env/, `${file}: the environment is read in one place`)
  }
})

/** What is loaded with a file: our modules, and the packages they import. */
function loadedWith(...files: readonly string[]) {
  const modules = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (modules.has(file)) return
    modules.add(file)
    const source = readFileSync(join(SRC, file), 'utf8')
    // What is only a type is gone when it runs; what a command loads inside itself is loaded by that command alone.
    for (const [, target = ''] of source.matchAll(/^(?:import|export) (?!type )[^';]*?from '([^']+)'/gm)) {
      if (target.startsWith('.')) visit(relative(SRC, join(SRC, dirname(file), target)))
      else packages.add(target)
    }
  }
  for (const file of files) visit(file)
  return { modules, packages }
}

test('a running server never loads what asks the official sources, nor does any command before it needs it', () => {
  const { modules } = loadedWith('main.ts', 'serve.ts', 'workers.ts')
  assert.ok(modules.has('http/app.ts') && modules.has('commands/law/law.ts'))
  assert.deepEqual(
    [...modules].filter((file) => file.startsWith('ingest/')),
    [],
  )
})

test('a start loads no YAML editor, no MCP, no API description and no client for the web', () => {
  const { modules, packages } = loadedWith('main.ts', 'serve.ts', 'workers.ts')
  assert.ok(packages.has('fastify') && packages.has('typebox'))
  assert.deepEqual(
    [...packages].filter((name) => /^yaml$|^@modelcontextprotocol\//.test(name)),
    [],
  )
  assert.ok(!modules.has('http/reference/document.ts'))
})

test('the law in process loads neither server nor store, and the client loads no package at all', () => {
  const library = loadedWith('library/index.ts')
  assert.ok(library.modules.has('answer/answer.ts'))
  // What reads YAML and checks schemas is loaded for a law that was not checked before.
  assert.deepEqual(
    [...library.packages].filter((name) => !name.startsWith('node:')),
    ['lru-cache'],
  )
  assert.deepEqual(
    [...library.modules].filter((file) => /^(?:store|versions|webhooks|web|ingest|changes)\//.test(file)),
    [],
  )
  assert.deepEqual([...loadedWith('client/index.ts').packages], [])
})

test('a process is started in one place, with a listener for its error in the same statement', () => {
  const root = join(SRC, '..')
  const startedIn = (pattern: RegExp) =>
    [...sources.map((file) => join('src', file)), ...globSync('bin/*.js', { cwd: root })]
      .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
      .toSorted()
  // The second runs on a Node that cannot read TypeScript.
  assert.deepEqual(startedIn(/child_process/), ['bin/packaged-node.js', 'src/system/run-process.ts'])
  assert.deepEqual(startedIn(/worker_threads/), [])
  assert.deepEqual(startedIn(/\bfork\b.*cluster|cluster\s*\.fork|setupPrimary/), ['src/workers.ts'])
  for (const file of ['bin/packaged-node.js', 'src/system/run-process.ts', 'src/workers.ts']) {
    const source = readFileSync(join(root, file), 'utf8')
    const started = source.match(/= (?:spawn|fork|exec\w*|cluster\s*\.fork)\(/g)
    const heard = source.match(/= (?:spawn|fork|exec\w*|cluster\s*\.fork)\((?:[^()]|\([^()]*\))*\)\s*\.on\('error'/g)
    assert.deepEqual([started?.length, heard?.length], [1, 1], file)
  }
})
