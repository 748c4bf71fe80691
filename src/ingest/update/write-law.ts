import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectLaw } from '../../law/build/load.ts'
import { type Mistake, type Omitted, type Report, totalOf } from '../../law/read/mistakes.ts'

/** Mistakes that law/ would have: nothing was written. */
export class UpdateRefused extends Error implements Report {
  readonly mistakes: readonly Mistake[]
  readonly omitted: readonly Omitted[]
  constructor(report: Report) {
    super(`law/ would have ${totalOf(report)} mistake(s)`)
    this.name = 'UpdateRefused'
    this.mistakes = report.mistakes
    this.omitted = report.omitted
  }
}

/**
 * All of it or nothing: the files are written into a copy of law/, the copy is held to every rule and to `accept`, and only
 * then do the files take their places. Should one of them fail to, those before it are put back.
 */
export function writeLaw(
  directory: string,
  files: ReadonlyMap<string, string | null>,
  accept: (copy: string) => void,
): void {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'law-update-')))
  try {
    // Symbolic links stay links: the check of the copy refuses what the check of law/ refuses.
    cpSync(realpathSync(directory), copy, { recursive: true })
    for (const [path, text] of files) {
      if (text === null) rmSync(join(copy, path))
      else writeFileSync(join(copy, path), text)
    }
    const { mistakes, omitted } = inspectLaw(copy)
    if (mistakes.length > 0) {
      const inLaw = <T extends { readonly file: string }>(one: T): T => ({
        ...one,
        file: join(directory, one.file.slice(copy.length)),
      })
      throw new UpdateRefused({ mistakes: mistakes.map(inLaw), omitted: omitted.map(inLaw) })
    }
    accept(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  moveIntoPlace(directory, files)
}

function moveIntoPlace(directory: string, files: ReadonlyMap<string, string | null>): void {
  const staged = [...files].map(([path, text]) => ({
    text,
    to: join(directory, path),
    aside: `${join(directory, path)}.new`,
  }))
  const done: { to: string; before: Buffer | null }[] = []
  try {
    // What can fail for want of space or rights fails here, before law/ is touched.
    for (const { text, aside } of staged) if (text !== null) writeFileSync(aside, text, { flush: true })
    for (const { text, to, aside } of staged) {
      done.push({ to, before: existsSync(to) ? readFileSync(to) : null })
      if (text === null) rmSync(to)
      else renameSync(aside, to)
    }
  } catch (error) {
    for (const { to, before } of done) {
      if (before === null) rmSync(to, { force: true })
      else writeFileSync(to, before)
    }
    throw error
  } finally {
    for (const { aside } of staged) rmSync(aside, { force: true })
  }
}
