import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MODULE_EXTENSION } from '../../terms/module-extension.ts'
import { type BrowserModule, readModules } from './browser-modules.ts'

/** All scripts of the pages have half a megabyte. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

/**
 * The modules of the pages, read in a process of its own. Node strips types with a compiler in WebAssembly, which would
 * hold up all requests for half a second and keep 50 MB for as long as the service runs. Where no process can be started,
 * the service does it itself.
 */
export async function modulesWithoutTypes(program = process.execPath): Promise<Map<string, BrowserModule>> {
  // A package has compiled code, of which there is nothing to strip.
  if (MODULE_EXTENSION === '.js') return readModules()
  try {
    const child = join(import.meta.dirname, 'strip-types-process.ts')
    // The environment of the service holds secrets. On Windows no process starts without `SystemRoot`.
    const { SystemRoot } = process.env
    const options = { env: SystemRoot ? { SystemRoot } : {}, maxBuffer: MAX_OUTPUT_BYTES }
    const { stdout } = await promisify(execFile)(program, [child], options)
    return new Map(JSON.parse(stdout) as [string, BrowserModule][])
  } catch {
    return readModules()
  }
}
