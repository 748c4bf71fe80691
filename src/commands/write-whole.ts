import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Whoever looks sees the file before or the file after, never half of it, not even after a power cut. */
export async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const beside = `${file}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const handle = await open(beside, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
