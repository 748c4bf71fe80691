import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Two downloads into one file would mix their bytes: one `law fetch` at a time in a cache. */
export async function alone<T>(directory: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(directory, { recursive: true })
  const lock = join(directory, 'fetch.lock')
  if (!taken(lock)) {
    const holder = Number(readFileSync(lock, 'utf8'))
    if (isAlive(holder)) throw new Error(`Another law fetch (process ${holder}) is using ${directory}.`)
    // Whoever held it is gone, perhaps by a power cut.
    rmSync(lock, { force: true })
    if (!taken(lock)) throw new Error(`Another law fetch is using ${directory}.`)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
