import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs `work` while holding the lock file of a cache: two downloads into one file would mix their bytes. */
export async function withLock<T>(directory: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(directory, { recursive: true })
  const lock = join(directory, 'fetch.lock')
  if (!tryAcquire(lock)) {
    const holder = Number(readFileSync(lock, 'utf8'))
    if (isAlive(holder)) throw new Error(`Another law fetch (process ${holder}) is using ${directory}.`)
    // A stale lock: the process that held it was killed or lost its power.
    rmSync(lock, { force: true })
    if (!tryAcquire(lock)) throw new Error(`Another law fetch is using ${directory}.`)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function tryAcquire(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Signal 0 only asks whether the process exists; EPERM means that it does and belongs to somebody else. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
