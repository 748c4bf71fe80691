import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export type StagedFile = ReturnType<typeof stageFile>

/**
 * A file written beside its target and forced to disk; `commit` renames it over the target. Everything that can fail for want of space or permissions fails
 * here, before the target is touched.
 */
export function stageFile(file: string, content: string | Buffer) {
  mkdirSync(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}.tmp`
  /** Removes what was staged; without effect after `commit`. */
  const discard = (): void => rmSync(temporary, { force: true })
  try {
    // Removes the leftover of a killed process, or a symbolic link that would be written through.
    discard()
    const handle = openSync(temporary, 'wx')
    try {
      const bytes = Buffer.from(content)
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    discard()
    throw error
  }
  return { commit: (): void => renameSync(temporary, file), discard }
}

/** Writes the whole file or nothing of it. */
export function writeAtomically(file: string, content: string | Buffer): void {
  const staged = stageFile(file, content)
  try {
    staged.commit()
  } finally {
    staged.discard()
  }
}
