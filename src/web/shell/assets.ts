import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { MODULE_EXTENSION } from '../../terms/module-extension.ts'

/** A file for the browser, ready to be sent. Its address contains a hash of its content, so it may be cached for ever. */
interface Asset {
  readonly type: string
  readonly body: Buffer
}

export interface Assets {
  /** By address. */
  readonly files: ReadonlyMap<string, Asset>
  readonly icon: string
  sheet(name: Sheet): string
  /** Address of the script that loads the page's own script behind the first paint. */
  readonly loader: string
  /** Address of a script of `client/`, and of all that it imports, so that the browser can request them in parallel. */
  script(name: Script): { readonly main: string; readonly imports: readonly string[] }
}

/** The entry scripts: `client/<name>.ts`, one for each page that has a script. */
const SCRIPTS = ['search', 'list', 'lists', 'api'] as const
export type Script = (typeof SCRIPTS)[number]

const LOADER = clientScript('deferred-loader')

/** Style sheets, in the order in which they apply: every page has `base` and, at the end, `print`. */
const SHEETS = {
  base: ['base.css', 'search.css'],
  answer: ['answer.css', 'pictures.css'],
  list: ['list.css'],
  changes: ['changes.css'],
  api: ['api.css'],
  print: ['print.css'],
} as const
export type Sheet = keyof typeof SHEETS

/** Packages that scripts may import by name: each has one file that browsers run unchanged. */
const LIBRARIES: Readonly<Record<string, string>> = {
  fflate: 'fflate/esm/browser.js',
  saxen: 'saxen/dist/index.js',
}

const SRC = join(import.meta.dirname, '..', '..')

/** The path of a script below `SRC`: the source, or in the package what was compiled of it. */
function clientScript(name: string): string {
  return `web/client/${name}${MODULE_EXTENSION}`
}

/**
 * The sources of the page as native modules: types stripped, nothing bundled. One hash over all files is part of every
 * address, so relative imports need no rewriting, and files of two versions are never mixed.
 */
export function readAssets(): Assets {
  const sheets = Object.entries(SHEETS).map(([name, parts]) => ({
    path: `${name}.css`,
    text: parts.map((part) => readFileSync(join(SRC, 'web', 'css', part), 'utf8')).join('\n'),
  }))
  const icon = readFileSync(join(SRC, 'web', 'icon.svg'), 'utf8')
  const modules = new Map<string, Module>()
  readModule(LOADER, modules)
  for (const name of SCRIPTS) readModule(clientScript(name), modules)
  const hash = createHash('sha256').update(icon)
  for (const { path, text } of sheets) hash.update(path).update(text)
  for (const [path, { code }] of modules) hash.update(path).update(code)
  const base = `/assets/${hash.digest('hex').slice(0, 12)}/`
  const addressOf = (path: string) => base + path.replace(/\.ts$/, '.js')
  const files = new Map<string, Asset>([[`${base}icon.svg`, { type: 'image/svg+xml', body: Buffer.from(icon) }]])
  for (const { path, text } of sheets) {
    files.set(base + path, { type: 'text/css; charset=utf-8', body: Buffer.from(text) })
  }
  for (const [path, { code }] of modules) {
    files.set(addressOf(path), { type: 'text/javascript; charset=utf-8', body: Buffer.from(code) })
  }
  return {
    files,
    icon: `${base}icon.svg`,
    sheet: (name) => `${base}${name}.css`,
    loader: addressOf(LOADER),
    script: (name) => {
      const main = clientScript(name)
      return { main: addressOf(main), imports: [...importsOf(main, modules)].map(addressOf) }
    },
  }
}

interface Module {
  readonly code: string
  /** Paths, below `src/`, of its static imports. */
  readonly imports: readonly string[]
}

const IMPORT = new RegExp(`(\\bfrom\\s*|\\bimport\\s*\\(?)'(\\.[^']+)\\${MODULE_EXTENSION}'`, 'g')
const IMPORT_LIBRARY = /(\bfrom\s*)'([a-z][^'./]*)'/g

function readModule(path: string, modules: Map<string, Module>): void {
  if (modules.has(path)) return
  const source = readFileSync(join(SRC, path), 'utf8')
  const stripped = MODULE_EXTENSION === '.ts' ? withoutWarnings(() => stripTypeScriptTypes(source)) : source
  const targets = [...stripped.matchAll(IMPORT)].map(([, how = '', target]) => ({
    path: posix.join(dirname(path), `${target}${MODULE_EXTENSION}`),
    isDynamic: how.includes('('),
  }))
  const imports = targets.filter(({ isDynamic }) => !isDynamic).map((target) => target.path)
  const code = stripped
    .replace(IMPORT, "$1'$2.js'")
    .replace(IMPORT_LIBRARY, (_, from, name) => `${from}'${posix.relative(dirname(path), readLibrary(name, modules))}'`)
  modules.set(path, { code, imports })
  for (const target of targets) readModule(target.path, modules)
}

/** Adds a package to the modules and returns its path there. */
function readLibrary(name: string, modules: Map<string, Module>): string {
  const path = `library/${name}.js`
  const file = LIBRARIES[name]
  if (file === undefined) throw new Error(`${name} is no library of the page`)
  if (!modules.has(path)) {
    const directory = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const code = readFileSync(join(directory, '..', file), 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
    modules.set(path, { code, imports: [] })
  }
  return path
}

function importsOf(path: string, modules: ReadonlyMap<string, Module>, found = new Set<string>()): Set<string> {
  for (const target of modules.get(path)?.imports ?? []) {
    if (found.has(target)) continue
    found.add(target)
    importsOf(target, modules, found)
  }
  return found
}

/** Runs without process warnings: Node would write to stderr that type stripping is experimental, and its version is pinned. */
function withoutWarnings<T>(work: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}
