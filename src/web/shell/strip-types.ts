import { join } from 'node:path'
import { MODULE_EXTENSION } from '../../base/module-extension.ts'
import { runProcess } from '../../system/run-process.ts'
import { type BrowserModule, readModules } from './browser-modules.ts'

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
    const { output } = await runProcess(program, [child], { env: SystemRoot ? { SystemRoot } : {} })
    return new Map(JSON.parse(output.toString()) as [string, BrowserModule][])
  } catch {
    return readModules()
  }
}
