import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from './store-error.ts'

/** The permissions of group and others. */
const GROUP_AND_OTHERS = 0o077

/**
 * Restricts the files of the database to their owner, since they hold e-mails and the secrets of webhooks. New files are
 * created so; existing ones may come from an earlier version, a copy or a backup. The directory is restricted too if it
 * holds nothing else. A mode that cannot be changed is reported, and the store opens all the same.
 */
export async function restrictToOwner(
  dataDir: string,
  file: string,
  others: readonly string[],
  onError: (error: StoreError) => void,
): Promise<void> {
  if (process.platform === 'win32') return // Windows has no such modes
  try {
    const names = await readdir(dataDir)
    const ours = names.filter((name) => name.startsWith(file))
    for (const name of ours) await restrict(join(dataDir, name), onError)
    if (names.every((name) => ours.includes(name) || others.includes(name))) await restrict(dataDir, onError)
  } catch (error) {
    onError(new StoreError('store.permissions', error))
  }
}

async function restrict(path: string, onError: (error: StoreError) => void): Promise<void> {
  try {
    const found = await lstat(path)
    // A link is left alone: its target may belong to somebody else.
    if ((found.mode & GROUP_AND_OTHERS) === 0 || found.isSymbolicLink()) return
    await chmod(path, found.mode & 0o700)
  } catch (error) {
    // Another process that closed the database has deleted its log.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    onError(new StoreError('store.permissions', error))
  }
}
