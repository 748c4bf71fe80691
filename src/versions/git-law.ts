import type { FileMistake } from '../law/read/law-directory.ts'
import { isLawFile, isLawPath } from '../law/read/law-files.ts'
import { LIMITS, TOO_LARGE_LAW, TOO_MANY_FILES, tooLargeFile } from '../law/read/law-limits.ts'
import { contentsOf, type LawContents } from '../law/read/law-source.ts'
import { lawErrorAt } from '../law/read/mistakes.ts'
import { runProcess } from '../system/run-process.ts'

/** `law/` as it was in a revision of the repository it stands in, read from git without touching any file. */
export async function lawAtRevision(directory: string, revision: string): Promise<LawContents> {
  // Git would read it as an option.
  if (revision.startsWith('-')) throw new Error(`"${revision}" is no revision`)
  const listed = await git(directory, ['ls-tree', '-r', '-z', '-l', '--end-of-options', revision, '--', '.'])
  const { files, mistakes } = selectFiles(entriesIn(listed.toString()))
  if (files.length > LIMITS.files) throw lawErrorAt(revision, TOO_MANY_FILES)
  if (files.reduce((sum, { size }) => sum + size, 0) > LIMITS.lawBytes) throw lawErrorAt(revision, TOO_LARGE_LAW)
  const blobs = blobsIn(await git(directory, ['cat-file', '--batch'], files.map(({ id }) => `${id}\n`).join('')))
  const bytes = new Map(files.map(({ path }, at) => [path, blobs[at] ?? Buffer.alloc(0)]))
  return { ...contentsOf(revision, bytes), mistakes }
}

interface Entry {
  readonly mode: string
  readonly id: string
  readonly size: number
  readonly path: string
}

/** Parses what `ls-tree -z -l` prints: mode, type, object and size, a tab, the path. */
const entriesIn = (listed: string): Entry[] =>
  [...listed.matchAll(/(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t([^\0]*)\0/g)].map(
    ([, mode = '', id = '', size, path = '']) => ({
      mode,
      id,
      size: Number(size) || 0,
      path,
    }),
  )

/** The same rules as for a directory: plain files with plain names, none of them too large. */
function selectFiles(entries: readonly Entry[]): { files: Entry[]; mistakes: FileMistake[] } {
  const files: Entry[] = []
  const mistakes: FileMistake[] = []
  for (const entry of entries) {
    const { mode, path, size } = entry
    if (path.split('/').some((name) => name.startsWith('.'))) continue
    // 100644 and 100755 are files, 120000 is a symbolic link, 160000 another repository.
    if (!mode.startsWith('100'))
      mistakes.push({ path, what: 'a symbolic link or submodule: a law is made of plain files' })
    else if (!isLawFile(path)) continue
    else if (!isLawPath(path)) mistakes.push({ path, what: 'no path inside a law' })
    else if (size > LIMITS.fileBytes) mistakes.push({ path, what: tooLargeFile(size) })
    else files.push(entry)
  }
  return { files, mistakes }
}

/** Parses what `cat-file --batch` prints: a line that ends with a size, that many bytes, a line feed. */
function blobsIn(output: Buffer): Buffer[] {
  const blobs: Buffer[] = []
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf('\n', start)
    const size = Number(/ blob (\d+)$/.exec(output.subarray(start, end).toString())?.[1])
    if (Number.isNaN(size)) throw new Error('git gave something that is no file')
    blobs.push(output.subarray(end + 1, end + 1 + size))
    start = end + 1 + size + 1
  }
  return blobs
}

async function git(directory: string, args: readonly string[], input = ''): Promise<Buffer> {
  const ran = runProcess('git', ['-C', directory, ...args], { input })
  const { code, output, mistakes } = await ran.catch((error: NodeJS.ErrnoException) => {
    throw new Error(`git cannot be run (${error.code})`)
  })
  if (code !== 0) throw new Error(mistakes.trim().split('\n')[0] || `git ended with ${code}`)
  return output
}
