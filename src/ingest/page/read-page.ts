import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { PageError } from './page-error.ts'

/** The largest consolidated page has about 10 MB. */
const MAX_FILE = 128 * 1024 * 1024
const CHUNK = 64 * 1024

export interface PageFile {
  readonly bytes: number
  readonly sha256: string
}

/** Reads a page in chunks; a file that is no UTF-8 page is refused with a message that says what it is instead. */
export async function readPage(
  file: string,
  take: (text: string) => void,
  progress: (read: number, all: number) => void = () => {},
): Promise<PageFile> {
  const stats = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new PageError(error.code === 'ENOENT' ? `no file ${file}` : `${file} cannot be read (${error.code})`)
  })
  if (!stats.isFile()) throw new PageError(`${file} is not a file`)
  if (stats.size === 0) throw new PageError(`${file} is empty`)
  if (stats.size > MAX_FILE) throw new PageError(`${file} has ${stats.size} bytes: no consolidated page is that large`)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const hash = createHash('sha256')
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new PageError(`${file} cannot be read (${error.code})`)
  })
  const buffer = Buffer.alloc(CHUNK)
  let read = 0
  let start = ''
  const decode = (chunk: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk.length > 0 })
    } catch {
      throw new PageError(`${file} is not UTF-8: a wrong byte stands between ${read} and ${read + chunk.length}`)
    }
  }
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK, null)
      const chunk = buffer.subarray(0, bytesRead)
      if (read === 0) refuseOtherKinds(file, chunk)
      hash.update(chunk)
      const text = decode(chunk)
      if (start === '' && text !== '') {
        start = text.slice(0, 2_000)
        refuseOtherTexts(file, start)
      }
      read += bytesRead
      if (text !== '') take(text)
      progress(read, stats.size)
      if (bytesRead === 0) return { bytes: read, sha256: hash.digest('hex') }
    }
  } finally {
    await handle.close()
  }
}

/** The first bytes of other kinds of files. */
const SIGNATURES: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive (Formex?): the page is needed as XHTML'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF: the page is needed as XHTML or HTML'],
  [[0x1f, 0x8b], 'packed with gzip: unpack it first'],
  [[0xff, 0xfe], 'UTF-16: save the page as UTF-8'],
  [[0xfe, 0xff], 'UTF-16: save the page as UTF-8'],
]

function refuseOtherKinds(file: string, bytes: Buffer): void {
  for (const [signature, kind] of SIGNATURES) {
    if (signature.every((byte, at) => bytes[at] === byte)) throw new PageError(`${file} is ${kind}`)
  }
  const start = bytes.subarray(0, 1_000)
  if (start.includes(0)) throw new PageError(`${file} is binary, or UTF-16 without a mark: a page is UTF-8 text`)
  const charset = /charset=["']?([\w-]+)/i.exec(start.toString('latin1'))?.[1]
  if (charset && !/^utf-?8$/i.test(charset)) throw new PageError(`${file} says it is ${charset}: save it as UTF-8`)
}

function refuseOtherTexts(file: string, start: string): void {
  const text = start.trimStart()
  if (text === '') return
  if (!text.startsWith('<')) throw new PageError(`${file} is not a page`, null, text.replace(/\s+/g, ' '))
  if (/<!DOCTYPE[^>[]*\[/i.test(text))
    throw new PageError(`${file} declares entities of its own: no page of EUR-Lex does`)
  if (/^<\?xml[^>]*>\s*<(?:sparql|rdf:RDF|error)\b/i.test(text)) {
    throw new PageError(`${file} is another kind of XML`, null, text.replace(/\s+/g, ' '))
  }
}
