import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserModule, clientScript, LOADER, type Script, SRC } from './browser-modules.ts'
import { modulesWithoutTypes } from './strip-types.ts'

export type Assets = Awaited<ReturnType<typeof readAssets>>

/** Style sheets, in the order in which they apply: every page has `base` and, at the end, `print`. */
const SHEETS = {
  base: ['tokens.css', 'base.css', 'site.css', 'controls.css', 'ask.css'],
  answer: ['card.css', 'panels.css', 'law.css'],
  list: ['list.css'],
  changes: ['changes.css'],
  api: ['api.css'],
  record: ['record.css'],
  print: ['print.css'],
} as const
export type Sheet = keyof typeof SHEETS

/**
 * The sources of the page as native modules: types stripped, nothing bundled. One hash over all files is part of every
 * address, so relative imports need no rewriting, and files of two versions are never mixed.
 */
export async function readAssets() {
  const sourceOf = (...path: string[]) => readFileSync(join(SRC, 'web', ...path), 'utf8')
  const modules = await modulesWithoutTypes()
  const sources = [
    ['icon.svg', 'image/svg+xml', sourceOf('icon.svg')],
    ...Object.entries(SHEETS).map(([name, parts]) => {
      const text = parts.map((part) => sourceOf('design', 'css', part)).join('\n')
      return [`${name}.css`, 'text/css; charset=utf-8', text] as const
    }),
    ...[...modules].map(([path, { code }]) => [path, 'text/javascript; charset=utf-8', code] as const),
  ] as const
  const hash = createHash('sha256')
  for (const [path, , text] of sources) hash.update(path).update(text)
  const base = `/assets/${hash.digest('hex').slice(0, 12)}/`
  const addressOf = (path: string) => base + path.replace(/\.ts$/, '.js')
  return {
    /** The files by address, which contains a hash of their content, so that they may be cached for ever. */
    files: new Map(sources.map(([path, type, text]) => [addressOf(path), { type, body: Buffer.from(text) }])),
    icon: `${base}icon.svg`,
    sheet: (name: Sheet) => `${base}${name}.css`,
    /** Address of the script that loads the page's own script behind the first paint. */
    loader: addressOf(LOADER),
    /** Address of a script of `client/`, and of all that it imports, so that the browser can request them in parallel. */
    script: (name: Script) => {
      const main = clientScript(name)
      return { main: addressOf(main), imports: [...importsOf(main, modules)].map(addressOf) }
    },
  }
}

function importsOf(path: string, modules: ReadonlyMap<string, BrowserModule>, found = new Set<string>()): Set<string> {
  for (const target of modules.get(path)?.imports ?? []) {
    if (found.has(target)) continue
    found.add(target)
    importsOf(target, modules, found)
  }
  return found
}
