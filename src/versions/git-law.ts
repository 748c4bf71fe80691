import { spawn } from 'node:child_process'
import { type LawSource, lawOf } from '../dataset/law-source.ts'

/** `law/` as it was in a revision of the repository it stands in, read from git without touching any file. */
export async function lawAtRevision(directory: string, revision: string): Promise<LawSource> {
  // Git would take it for an option.
  if (revision.startsWith('-')) throw new Error(`"${revision}" is no revision`)
  const listed = await git(directory, ['ls-tree', '-r', '-z', '--name-only', '--end-of-options', revision, '--', '.'])
  const paths = listed.toString().split('\0').filter(Boolean)
  const objects = paths.map((path) => `${revision}:./${path}\n`).join('')
  const blobs = blobsIn(await git(directory, ['cat-file', '--batch'], objects))
  return lawOf(revision, new Map(paths.map((path, at) => [path, blobs[at] ?? Buffer.alloc(0)])))
}

/** What `cat-file --batch` prints: a line that ends with a size, so many bytes, a line feed. */
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

function git(directory: string, args: readonly string[], input = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', directory, ...args], { stdio: 'pipe' })
    const out: Buffer[] = []
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.on('error', () => reject(new Error('git cannot be run')))
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out))
      else reject(new Error(said.trim().split('\n')[0] || `git ended with ${code}`))
    })
    // Git may end before it has read all; its exit code tells.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
