import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { newPrivateKey, readPrivateKey, type SigningKey } from './signing-key.ts'

/** In DATA_DIR; `sqlite.ts` knows the name too, since the directory may be closed to others when it holds nothing else. */
const FILE = 'receipt-key.pem'

export const keyFileIn = (dataDir: string): string => join(dataDir, FILE)

/** The file cannot be read or written, or holds something else. The message names the path: it is for the log alone. */
export class KeyFileError extends Error {}

/** The key in the file; one is made if there is none. Of several processes that make one at once, one wins for all. */
export async function readOrMakeKey(file: string, onMade: (key: SigningKey) => void): Promise<SigningKey> {
  const found = await readKey(file)
  if (found) return found
  const temporary = await writeBeside(file)
  try {
    // Unlike a rename, a link fails if the file exists, so that no key ever replaces another that has signed.
    await link(temporary, file)
    const made = await readKey(file)
    if (made) onMade(made)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw failed(file, error)
  } finally {
    await unlink(temporary).catch(() => {})
  }
  const key = await readKey(file)
  if (!key) throw new KeyFileError(`${file} was made and is gone`)
  return key
}

/** A key that was copied here may be readable by others; false when that cannot be changed. */
export async function closeToOthers(file: string): Promise<boolean> {
  if (process.platform === 'win32') return true // Windows has no such modes
  try {
    if (((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600)
    return true
  } catch {
    return false
  }
}

/** Replaces the key in one step; services read the new one with the next receipt. */
export async function replaceKey(file: string): Promise<SigningKey> {
  const temporary = await writeBeside(file)
  try {
    await rename(temporary, file)
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw failed(file, error)
  }
  const key = await readKey(file)
  if (!key) throw new KeyFileError(`${file} was made and is gone`)
  return key
}

/** Null when there is no such file. */
async function readKey(file: string): Promise<SigningKey | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw failed(file, error)
  }
  const key = readPrivateKey(text)
  if (!key) throw new KeyFileError(`${file} holds no Ed25519 private key (PEM or JWK)`)
  return key
}

/** A new key in a file that its owner alone may read, on disk before it gets its name. */
async function writeBeside(file: string): Promise<string> {
  const temporary = `${file}.${randomUUID()}`
  try {
    await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(newPrivateKey())
      await handle.sync()
    } finally {
      await handle.close()
    }
    return temporary
  } catch (error) {
    throw failed(file, error)
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const failed = (file: string, error: unknown): KeyFileError =>
  new KeyFileError(`${file}: ${error instanceof Error && 'code' in error ? error.code : 'cannot be used'}`)
