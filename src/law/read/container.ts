/** The first line of a container; the bytes of its parts follow it, one after another. */
interface Header {
  readonly format: string
  readonly files: readonly (readonly [name: string, bytes: number])[]
}

/** Several files in one, as buffers to be written one after another. */
export function containerOf(format: string, parts: ReadonlyMap<string, Uint8Array>): Uint8Array[] {
  const header: Header = { format, files: [...parts].map(([name, { length }]) => [name, length]) }
  return [Buffer.from(`${JSON.stringify(header)}\n`), ...parts.values()]
}

/** The parts of a container; null when it is damaged, of another format, or names a part twice. */
export function partsOf(format: string, container: Buffer): Map<string, Buffer> | null {
  let start = container.indexOf('\n') + 1
  const listed = filesIn(format, container.subarray(0, start).toString())
  if (!listed) return null
  const parts = new Map<string, Buffer>()
  for (const [name, length] of listed) {
    parts.set(name, container.subarray(start, start + length))
    start += length
  }
  return start === container.length && parts.size === listed.length ? parts : null
}

function filesIn(format: string, header: string): Header['files'] | null {
  let contents: unknown
  try {
    contents = JSON.parse(header)
  } catch {
    return null
  }
  const { format: found, files } = (contents ?? {}) as { format?: unknown; files?: unknown }
  if (found !== format || !Array.isArray(files)) return null
  const isFile = (file: unknown): file is [string, number] =>
    Array.isArray(file) && typeof file[0] === 'string' && Number.isSafeInteger(file[1]) && file[1] >= 0
  return files.every(isFile) ? files : null
}
