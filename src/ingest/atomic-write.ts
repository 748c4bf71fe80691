import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** The whole file or none of it: written aside, forced to disk, then put in its place. */
export function writeWhole(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  const aside = `${file}.${process.pid}.tmp`
  try {
    // Left behind by a process that was killed, or a link somebody put there: neither is written through.
    rmSync(aside, { force: true })
    const handle = openSync(aside, 'wx')
    try {
      const bytes = Buffer.from(content)
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(aside, file)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
}
