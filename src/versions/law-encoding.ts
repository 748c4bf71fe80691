import type { LawContents } from '../law/read/law-source.ts'

/** The first line, as JSON. The bytes of the files follow, one after another. */
interface Header {
  readonly root: string
  readonly folders: readonly string[]
  readonly mistakes: LawContents['mistakes']
  readonly files: readonly (readonly [path: string, bytes: number])[]
}

/** Encodes a law as bytes, to send it from one process of this program to another. */
export function encodeLaw({ root, folders, mistakes, files }: LawContents): Buffer {
  const listed = [...files].map(([path, bytes]): [string, number] => [path, bytes.length])
  const header: Header = { root, folders: [...folders], mistakes, files: listed }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...files.values()])
}

export function decodeLaw(message: Buffer): LawContents {
  let start = message.indexOf('\n') + 1
  const { root, folders, mistakes, files } = JSON.parse(message.subarray(0, start).toString()) as Header
  const bytes = files.map(([path, length]): [string, Buffer] => {
    start += length
    return [path, message.subarray(start - length, start)]
  })
  return { root, folders: new Set(folders), mistakes, files: new Map(bytes) }
}
