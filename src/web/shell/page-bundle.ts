import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { BuildOptions, BuildResult, OutputFile } from 'esbuild'
import { addFiles, codeHash } from '../../base/code-hash.ts'

/** The entry scripts: `client/<name>.ts`, one for each page that has a script. */
const SCRIPTS = ['search', 'list', 'lists', 'api', 'methodology', 'record', 'design'] as const
export type Script = (typeof SCRIPTS)[number]

/** What a page loads to run a script, by the names of files. */
interface LoadedScript {
  readonly main: string
  /** What it imports at once, so that the browser can request all of it in parallel. */
  readonly imports: readonly string[]
}

type Files = Readonly<Record<string, string>>

/** Scripts, styles and icon of the pages as browsers get them. Names contain a hash of the content. */
export interface PageBundle {
  readonly files: Files
  readonly scripts: Readonly<Record<Script, LoadedScript>>
  readonly sheet: string
  readonly icon: string
}

/** `src/` of a checkout, `dist/` of a package. */
const PROGRAM = join(import.meta.dirname, '..', '..')
const WEB = join(PROGRAM, 'web')

/** What the bundle is made of: all code that scripts of a page may import, styles and icon. */
export function bundleKey(): string {
  const hash = createHash('sha256').update(codeHash('base', 'law/terms', 'answer', 'client', 'web'))
  const paths = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(?:css|svg)$/.test(path))
  addFiles(
    hash,
    paths.toSorted().map((path) => [path, readFileSync(join(WEB, path))]),
  )
  return hash.digest('hex')
}

/** Bundles what the pages load. The bundler is a development dependency: a package or an image has its output instead. */
export async function bundlePages(): Promise<{ bundle: PageBundle; sourceMaps: Files }> {
  const { build, stop } = await bundler()
  const options = {
    absWorkingDir: PROGRAM,
    bundle: true,
    minify: true,
    // No script names its map, so that the bundle is the same with and without maps.
    sourcemap: 'external',
    metafile: true,
    write: false,
    outdir: PROGRAM,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    charset: 'utf8',
    loader: { '.svg': 'copy' },
    // Nothing but what stands here decides the output.
    tsconfigRaw: {},
    logLevel: 'silent',
  } as const satisfies BuildOptions
  try {
    // Each page is built alone: code that pages share would become a file for each set of pages that shares it.
    const scripts = await Promise.all(
      SCRIPTS.map((name) =>
        build({ ...options, entryPoints: [`web/client/${name}.ts`], format: 'esm', target: 'es2022', splitting: true }),
      ),
    )
    const styles = await build({ ...options, entryPoints: ['web/design/css/site.css', 'web/icon.svg'] })
    const texts = Object.fromEntries([...scripts, styles].flatMap(({ outputFiles }) => outputFiles.map(namedText)))
    const bundle = {
      files: withExtension(texts, (extension) => extension !== '.map'),
      scripts: Object.fromEntries(SCRIPTS.map((name, at) => [name, loadedBy(scripts[at]!)])) as PageBundle['scripts'],
      sheet: outputOf(styles, 'web/design/css/site.css'),
      icon: outputOf(styles, 'web/icon.svg'),
    }
    return { bundle, sourceMaps: withExtension(texts, (extension) => extension === '.map') }
  } finally {
    // Its process would otherwise stay for as long as ours.
    await stop()
  }
}

const bundler = () =>
  import('esbuild').catch((cause) => {
    throw new Error(
      'The pages are not bundled, and the bundler is not installed: run "npm ci" with development dependencies and "node bin/compile.js".',
      { cause },
    )
  })

type Built = BuildResult<{ metafile: true; write: false }>

const namedText = ({ path, text }: OutputFile) => [relative(PROGRAM, path), text] as const

const withExtension = (files: Files, isMeant: (extension: string) => boolean): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => isMeant(extname(name))))

function outputOf({ metafile }: Built, entry: string): string {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)
  if (!found) throw new Error(`${entry} was not bundled`)
  return found[0]
}

function loadedBy({ metafile: { outputs } }: Built): LoadedScript {
  const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint?.startsWith('web/client/'))
  if (found === undefined) throw new Error('a script was not bundled')
  const imports = new Set<string>()
  const addImports = (file: string): void => {
    for (const { kind, path } of outputs[file]?.imports ?? []) {
      if (kind !== 'import-statement' || imports.has(path)) continue
      imports.add(path)
      addImports(path)
    }
  }
  addImports(found)
  return { main: found, imports: [...imports] }
}
