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

/** Source maps hold the sources: they are for those who work on them. */
const hasSourceMaps = import.meta.filename.endsWith('.ts') && process.env.NODE_ENV !== 'production'

/** Read once. */
export function assetsOf(): Promise<Assets> {
  assets ??= readAssets(hasSourceMaps).catch((error) => {
    // The next caller tries again.
    assets = null
    throw error
  })
  return assets
}

/**
 * What pages load, bundled when the program was built or at an earlier start, else now. Throws where there is neither a bundle
 * nor the bundler.
 */
async function readAssets(sourceMaps: boolean): Promise<Assets> {
  const key = bundleKey(sourceMaps)
  const kept = readDerived('page', key)
  if (kept) {
    const bundle = parsed(kept)
    if (bundle) return assetsOfBundle(bundle)
  }
  const bundle = await bundlePages(sourceMaps)
  keepDerived('page', key, Buffer.from(JSON.stringify(bundle)))
  return assetsOfBundle(bundle)
}

/** Null for a file that was cut off: it is made again. */
function parsed(bytes: Buffer): PageBundle | null {
  try {
    return JSON.parse(bytes.toString()) as PageBundle
  } catch {
    return null
  }
}

const addressOf = (name: string): string => `/assets/${name}`

function assetsOfBundle({ files, scripts, sheet, icon }: PageBundle) {
  return {
    /** The files by address, which contains a hash of their content, so that they may be cached for ever. */
    files: new Map(
      Object.entries(files).map(([name, text]) => [
        addressOf(name),
        { type: TYPES[extname(name)] ?? 'application/octet-stream', body: Buffer.from(text) },
      ]),
    ),
    icon: addressOf(icon),
    sheet: addressOf(sheet),
    /** Address of the script of a page, and of what it imports, so that the browser can request them in parallel. */
    script: (name: Script) => ({
      main: addressOf(scripts[name].main),
      imports: scripts[name].imports.map(addressOf),
    }),
  }
}
