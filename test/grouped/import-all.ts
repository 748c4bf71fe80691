import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Imports test files, so that they run in the process of the one that calls this. Starting Node, reading the law and
 * building its indexes takes two to three seconds of CPU time in each process, most of what these files would cost alone.
 */
export async function importAll(pattern: string): Promise<void> {
  const files = globSync(pattern, { cwd: ROOT }).toSorted()
  if (files.length === 0) throw new Error(`no test files match ${pattern}`)
  for (const file of files) await import(pathToFileURL(join(ROOT, file)).href)
}
