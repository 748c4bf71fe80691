import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { MODULE_EXTENSION } from '../../base/module-extension.ts'

/** The entry scripts: `client/<name>.ts`, one for each page that has a script. */
const SCRIPTS = ['search', 'list', 'lists', 'api', 'methodology', 'record'] as const
export type Script = (typeof SCRIPTS)[number]

export const LOADER = clientScript('deferred-loader')

/** Packages that scripts may import by name: each has one file that browsers run unchanged. */
const LIBRARIES: Readonly<Record<string, string>> = {
  fflate: 'fflate/esm/browser.js',
  saxen: 'saxen/dist/index.js',
}

export const SRC = join(import.meta.dirname, '..', '..')

/** The path of a script below `SRC`: the source, or in the package what was compiled of it. */
export function clientScript(name: string): string {
  return `web/client/${name}${MODULE_EXTENSION}`
}

/** The scripts of the pages and all that they import, by path below `src/`: types stripped, nothing bundled. */
export function readModules(): Map<string, BrowserModule> {
  const modules = new Map<string, BrowserModule>()
  readModule(LOADER, modules)
  for (const name of SCRIPTS) readModule(clientScript(name), modules)
  return modules
}

export interface BrowserModule {
  readonly code: string
  /** Paths, below `src/`, of its static imports. */
  readonly imports: readonly string[]
}

const IMPORT = new RegExp(`(\\bfrom\\s*|\\bimport\\s*\\(?)'(\\.[^']+)\\${MODULE_EXTENSION}'`, 'g')
/** Comments that have lines of their own are for readers of the source: a tenth of what a visitor would load. */
const COMMENT_LINES = /^[ \t]*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)[ \t]*\n/gm
const IMPORT_LIBRARY = /(\bfrom\s*)'([a-z][^'./]*)'/g

function readModule(path: string, modules: Map<string, BrowserModule>): void {
  if (modules.has(path)) return
  const source = readFileSync(join(SRC, path), 'utf8')
  const stripped = MODULE_EXTENSION === '.ts' ? withoutWarnings(() => stripTypeScriptTypes(source)) : source
  const targets = [...stripped.matchAll(IMPORT)].map(([, how = '', target]) => ({
    path: posix.join(dirname(path), `${target}${MODULE_EXTENSION}`),
    isDynamic: how.includes('('),
  }))
  const imports = targets.filter(({ isDynamic }) => !isDynamic).map((target) => target.path)
  const code = stripped
    .replace(COMMENT_LINES, '')
    .replace(IMPORT, "$1'$2.js'")
    .replace(IMPORT_LIBRARY, (_, from, name) => `${from}'${posix.relative(dirname(path), readLibrary(name, modules))}'`)
  modules.set(path, { code, imports })
  for (const target of targets) readModule(target.path, modules)
}

/** Adds a package to the modules and returns its path there. */
function readLibrary(name: string, modules: Map<string, BrowserModule>): string {
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
