import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const ROOT = join(import.meta.dirname, '..')

/** Imports in a declaration, with the extension that the compiler leaves there. */
export const IMPORT = /( from |^import )'(\.[^']+)\.ts'/gm

const run = promisify(execFile)

/** Compiles TypeScript projects of the root; what the compiler says ends the process. */
export async function compile(...projects: readonly string[]): Promise<void> {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  try {
    await Promise.all(projects.map((project) => run(process.execPath, [tsc, '-p', project], { cwd: ROOT })))
  } catch (error) {
    process.stderr.write(String((error as { stdout?: string }).stdout || error))
    process.exit(1)
  }
}

/** Lets the declarations below a directory import compiled modules. */
export function importCompiled(directory: string): void {
  for (const path of globSync('**/*.d.ts', { cwd: directory })) {
    const file = join(directory, path)
    writeFileSync(file, readFileSync(file, 'utf8').replace(IMPORT, "$1'$2.js'"))
  }
}
