import { extname } from 'node:path'
import { keepDerived, readDerived } from '../../base/derived-files.ts'
import { bundleKey, bundlePages, type PageBundle, type Script } from './page-bundle.ts'

export type Assets = ReturnType<typeof assetsOfBundle>

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.map': 'application/json; charset=utf-8',
}

let assets: Promise<Assets> | null = null

/** What pages load. Read once. */
export function assetsOf(): Promise<Assets> {
  assets ??= readBundle().then(assetsOfBundle)
  // The next caller tries again.
  assets.catch(() => {
    assets = null
  })
  return assets
}

/** Bundled when the program was built or at an earlier start, else now. Throws where there is neither a bundle nor the bundler. */
export async function readBundle(folder?: string): Promise<PageBundle> {
  const key = bundleKey()
  const kept = readDerived('page', key, folder === undefined ? undefined : [folder])
  const known = kept && parsed(kept)
  if (known) return known
  const { bundle } = await bundlePages()
  keepDerived('page', key, Buffer.from(JSON.stringify(bundle)), folder)
  return bundle
}

/** Source maps hold the sources: they are for those who work on them, and made when one is asked for. */
export const HAS_SOURCE_MAPS = import.meta.filename.endsWith('.ts') && process.env.NODE_ENV !== 'production'

let sourceMaps: ReturnType<typeof bundlePages> | null = null

export async function sourceMapAt(address: string): Promise<Asset | null> {
  if (!HAS_SOURCE_MAPS || extname(address) !== '.map') return null
  sourceMaps ??= bundlePages()
  const text = (await sourceMaps).sourceMaps[address.slice(ADDRESS.length)]
  return text === undefined ? null : assetOf(address, text)
}

/** Null for a file that was cut off: it is made again. */
function parsed(bytes: Buffer): PageBundle | null {
  try {
    return JSON.parse(bytes.toString()) as PageBundle
  } catch {
    return null
  }
}

const ADDRESS = '/assets/'
const addressOf = (name: string): string => ADDRESS + name

interface Asset {
  readonly type: string
  readonly body: Buffer
}

const assetOf = (name: string, text: string): Asset => ({
  type: TYPES[extname(name)] ?? 'application/octet-stream',
  body: Buffer.from(text),
})

function assetsOfBundle({ files, scripts, sheet, icon }: PageBundle) {
  return {
    /** The files by address, which contains a hash of their content, so that they may be cached for ever. */
    files: new Map(Object.entries(files).map(([name, text]) => [addressOf(name), assetOf(name, text)])),
    icon: addressOf(icon),
    sheet: addressOf(sheet),
    /** Address of the script of a page, and of what it imports, so that the browser can request them in parallel. */
    script: (name: Script) => ({
      main: addressOf(scripts[name].main),
      imports: scripts[name].imports.map(addressOf),
    }),
  }
}
