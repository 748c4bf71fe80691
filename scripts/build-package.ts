/**
 * Compiles `src/` into `dist/` for `npm pack`: Node does not strip types inside node_modules. A checkout never needs it.
 * Types are checked by `npm run types`. The package has declarations for what `exports` of package.json names, and for nothing else.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundlePages } from '../src/web/shell/page-bundle.ts'
import { apiTypes } from './api-types.ts'
import { compile, IMPORT, importCompiled, ROOT } from './compile.ts'

const DIST = join(ROOT, 'dist')
const ENTRIES = ['library/index.d.ts', 'client/index.d.ts']

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
await compile('tsconfig.build.json', 'tsconfig.declarations.json')
writeFileSync(join(DIST, 'client', 'api-types.d.ts'), apiTypes())
const needed = declarationsNeeded(ENTRIES)
for (const path of globSync('**/*.d.ts', { cwd: DIST })) if (!needed.has(path)) rmSync(join(DIST, path))
importCompiled(DIST)
const load = <T>(path: string): Promise<T> => import(pathToFileURL(join(DIST, path)).href) as Promise<T>
const { keepDerived, shippedFolder } =
  await load<typeof import('../src/base/derived-files.ts')>('base/derived-files.js')

/** The law of the package is checked here, so that no start has to. */
async function keepLawChecked(): Promise<void> {
  const { checkLaw } = await load<typeof import('../src/law/check.ts')>('law/check.js')
  const { contentsAt } = await load<typeof import('../src/law/read/law-source.ts')>('law/read/law-source.js')
  const { snapshotKey } =
    await load<typeof import('../src/law/snapshot/snapshot-key.ts')>('law/snapshot/snapshot-key.js')
  const contents = contentsAt(join(ROOT, 'law'))
  const key = snapshotKey(contents)
  const { snapshot } = checkLaw(contents, key)
  if (!snapshot) throw new Error('law/ has mistakes: npm run law')
  keepDerived('law', key, snapshot, shippedFolder('law'))
}

/** The pages are bundled here, from the sources, because the package has no bundler. */
async function keepPagesBundled(): Promise<void> {
  const { bundleKey } = await load<typeof import('../src/web/shell/page-bundle.ts')>('web/shell/page-bundle.js')
  const bundle = JSON.stringify((await bundlePages()).bundle)
  keepDerived('page', bundleKey(), Buffer.from(bundle), shippedFolder('page'))
}

await keepLawChecked()
await keepPagesBundled()
