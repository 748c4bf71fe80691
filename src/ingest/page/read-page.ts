import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { PageError } from './page-error.ts'

/** No consolidated page comes near this: the largest has about 10 MB. */
const LARGEST = 128 * 1024 * 1024
const PIECE = 64 * 1024

export interface PageFile {
  readonly bytes: number
  readonly sha256: string
}

/** The text of a page, piece by piece; what is no UTF-8 page is refused with what it is instead. */
export async function readPage(
  file: string,
  take: (text: string) => void,
  progress: (read: number, all: number) => void = () => {},
): Promise<PageFile> {
  const about = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new PageError(error.code === 'ENOENT' ? `no file ${file}` : `${file} cannot be read (${error.code})`)
  })
  if (!about.isFile()) throw new PageError(`${file} is not a file`)
  if (about.size === 0) throw new PageError(`${file} is empty`)
  if (about.size > LARGEST) throw new PageError(`${file} has ${about.size} bytes: no consolidated page is that large`)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const hash = createHash('sha256')
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new PageError(`${file} cannot be read (${error.code})`)
  })
  const buffer = Buffer.alloc(PIECE)
  let read = 0
  let start = ''
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, PIECE, null)
      const piece = buffer.subarray(0, bytesRead)
      if (read === 0) refuseOtherKinds(file, piece)
      hash.update(piece)
      const text = decode(decoder, piece, bytesRead === 0, file, read)
      if (start === '' && text !== '') {
        start = text.slice(0, 2_000)
        refuseOtherTexts(file, start)
      }
      read += bytesRead
      if (text !== '') take(text)
      progress(read, about.size)
      if (bytesRead === 0) return { bytes: read, sha256: hash.digest('hex') }
    }
  } finally {
    await handle.close()
  }
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  piece: Uint8Array,
  last: boolean,
  file: string,
  offset: number,
): string {
  try {
    return decoder.decode(piece, { stream: !last })
  } catch {
    throw new PageError(`${file} is not UTF-8: a wrong byte stands between ${offset} and ${offset + piece.length}`)
  }
}

/** How files of other kinds begin. */
const KINDS: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive (Formex?): the page is needed as XHTML'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF: the page is needed as XHTML or HTML'],
  [[0x1f, 0x8b], 'packed with gzip: unpack it first'],
  [[0xff, 0xfe], 'UTF-16: save the page as UTF-8'],
  [[0xfe, 0xff], 'UTF-16: save the page as UTF-8'],
]

function refuseOtherKinds(file: string, bytes: Buffer): void {
  for (const [signature, kind] of KINDS) {
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
