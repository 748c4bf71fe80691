/**
 * Compiles `src/` into `dist/` for `npm pack`: Node does not strip types inside node_modules. A checkout never needs it.
 * Types are checked by `npm run types`. The package has declarations for what `exports` of package.json names, and for nothing else.
 */
import { execFile } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const ENTRIES = ['library/index.d.ts', 'client/index.d.ts']

const run = promisify(execFile)
const compile = (project: string) =>
  run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', project], { cwd: ROOT })

/** Imports in a declaration, with the extension that the compiler leaves there. */
const IMPORT = /( from |^import )'(\.[^']+)\.ts'/gm

/** The entries, and the declarations that they need. */
function declarationsNeeded(paths: readonly string[], needed = new Set<string>()): Set<string> {
  for (const path of paths.filter((path) => !needed.has(path))) {
    needed.add(path)
    const imports = [...readFileSync(join(DIST, path), 'utf8').matchAll(IMPORT)]
    declarationsNeeded(
      imports.map(([, , target]) => join(dirname(path), `${target}.d.ts`)),
      needed,
    )
  }
  return needed
}

rmSync(DIST, { recursive: true, force: true })
try {
  await Promise.all([compile('tsconfig.build.json'), compile('tsconfig.declarations.json')])
} catch (error) {
  process.stderr.write(String((error as { stdout?: string }).stdout || error))
  process.exit(1)
}
const needed = declarationsNeeded(ENTRIES)
for (const path of globSync('**/*.d.ts', { cwd: DIST })) {
  const file = join(DIST, path)
  if (needed.has(path)) writeFileSync(file, readFileSync(file, 'utf8').replace(IMPORT, "$1'$2.js'"))
  else rmSync(file)
}
for (const path of globSync('web/**/*.{css,svg}', { cwd: join(ROOT, 'src') })) {
  cpSync(join(ROOT, 'src', path), join(DIST, path))
}
