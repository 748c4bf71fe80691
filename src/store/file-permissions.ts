import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from './store-error.ts'

/** Group and others. */
const OTHERS = 0o077

/**
 * Takes the files of the database from everybody but their owner: they hold e-mails and the secrets of webhooks. New ones
 * are made so; these may come from an earlier version, a copy or a backup. The directory is closed too where it holds
 * nothing else. What cannot be changed is told, and the store opens all the same.
 */
export async function closeToOthers(
  dataDir: string,
  file: string,
  others: readonly string[],
  onTrouble: (error: StoreError) => void,
): Promise<void> {
  if (process.platform === 'win32') return // modes mean nothing there
  try {
    const names = await readdir(dataDir)
    const ours = names.filter((name) => name.startsWith(file))
    for (const name of ours) await close(join(dataDir, name), onTrouble)
    if (names.every((name) => ours.includes(name) || others.includes(name))) await close(dataDir, onTrouble)
  } catch (error) {
    onTrouble(new StoreError('store.permissions', error))
  }
}

async function close(path: string, onTrouble: (error: StoreError) => void): Promise<void> {
  try {
    const found = await lstat(path)
    // What a link points at may be anybody's.
    if ((found.mode & OTHERS) === 0 || found.isSymbolicLink()) return
    await chmod(path, found.mode & 0o700)
  } catch (error) {
    // Another process that closes the database deletes its log.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    onTrouble(new StoreError('store.permissions', error))
  }
}
