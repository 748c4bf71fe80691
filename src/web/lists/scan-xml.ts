import { Parser } from 'saxen'
import { UnreadableFile } from './table.ts'

interface Handlers {
  /** `name` is the local name: programs use different prefixes and namespaces. */
  open(name: string, attributes: () => Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Elements of a workbook are nested about ten deep. */
const MAX_DEPTH = 100
/** Characters of one tag, text or comment: many times what a cell can contain. */
const MAX_TOKEN = 1_000_000
/** Bytes parsed at once. */
const CHUNK = 64 * 1024

/**
 * Parses XML chunk by chunk and buffers no more than one token. Document types, which could define entities that expand
 * without end, are rejected: the format forbids them (ECMA-376, part 2, section 8.2.5).
 */
export function scanXml({ open, text, close }: Handlers): { write(bytes: Uint8Array): void; end(): void } {
  const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
  const reject = (): never => {
    throw new UnreadableFile('not_xlsx')
  }
  let depth = 0
  let buffered = 0
  const parser = new Parser()
  parser.on('openTag', (name, attributesOf, decode) => {
    buffered = 0
    if (++depth > MAX_DEPTH) reject()
    open(localName(name), () => {
      const attributes: Record<string, string> = {}
      for (const [key, value] of Object.entries(attributesOf() || {})) attributes[key] = decode(value)
      return attributes
    })
  })
  parser.on('closeTag', (name) => {
    buffered = 0
    depth--
    close?.(localName(name))
  })
  parser.on('text', (value, decode) => text?.(decode(value)))
  parser.on('cdata', (value) => {
    buffered = 0
    text?.(value)
  })
  parser.on('comment', () => {
    buffered = 0
  })
  parser.on('attention', reject)
  parser.on('error', reject)
  const decoder = new TextDecoder()
  const parse = (piece: string): void => {
    buffered += piece.length
    parser.write(piece)
    if (buffered > MAX_TOKEN) reject()
  }
  return {
    write(bytes) {
      for (let at = 0; at < bytes.length; at += CHUNK)
        parse(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }))
    },
    end() {
      parse(decoder.decode())
      parser.end()
    },
  }
}
