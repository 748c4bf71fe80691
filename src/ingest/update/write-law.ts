import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inspectLaw } from '../../law/check.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { LawError, type Report, totalOf } from '../../law/read/mistakes.ts'
import { type StagedFile, stageFile, writeAtomically } from '../atomic-write.ts'

/** The update would leave mistakes in law/; nothing was written. */
export class InvalidUpdateError extends LawError {
  constructor(report: Report) {
    super(report)
    this.name = 'InvalidUpdateError'
    this.message = `law/ would have ${totalOf(report)} mistake(s)`
  }
}

/**
 * Writes all files or none. They are first written into a copy of law/, which must be valid and pass `accept`; then they
 * replace those of law/, and if one of them cannot be replaced, the others are restored.
 */
export function writeLaw(
  directory: string,
  files: ReadonlyMap<string, string | null>,
  accept: (copy: string, dataset: Dataset) => void,
): void {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'law-update-')))
  try {
    // Symbolic links stay links, so that they are refused in the copy as they are in law/.
    cpSync(realpathSync(directory), copy, { recursive: true })
    for (const [path, text] of files) {
      if (text === null) rmSync(join(copy, path))
      else {
        mkdirSync(dirname(join(copy, path)), { recursive: true })
        writeFileSync(join(copy, path), text)
      }
    }
    const { dataset, mistakes, omitted } = inspectLaw(copy)
    if (mistakes.length > 0) {
      const inLaw = <T extends { readonly file: string }>(one: T): T => ({
        ...one,
        file: join(directory, one.file.slice(copy.length)),
      })
      throw new InvalidUpdateError({ mistakes: mistakes.map(inLaw), omitted: omitted.map(inLaw) })
    }
    if (dataset) accept(copy, dataset)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  replaceFiles(directory, files)
}

function replaceFiles(directory: string, files: ReadonlyMap<string, string | null>): void {
  const staged: StagedFile[] = []
  const replaced: { readonly file: string; readonly before: Buffer | null }[] = []
  try {
    const changes = [...files].map(([path, text]) => {
      const file = join(directory, path)
      if (text === null) return { file, apply: () => rmSync(file) }
      mkdirSync(dirname(file), { recursive: true })
      const stagedFile = stageFile(file, text)
      staged.push(stagedFile)
      return { file, apply: stagedFile.commit }
    })
    for (const { file, apply } of changes) {
      replaced.push({ file, before: existsSync(file) ? readFileSync(file) : null })
      apply()
    }
  } catch (error) {
    for (const { file, before } of replaced) {
      if (before === null) rmSync(file, { force: true })
      else writeAtomically(file, before)
    }
    throw error
  } finally {
    for (const { discard } of staged) discard()
  }
}
