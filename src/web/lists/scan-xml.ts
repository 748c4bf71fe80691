import { Parser } from 'saxen'
import { UnreadableFile } from './table.ts'

interface Handlers {
  /** Elements by their bare names, whichever prefix or edition of the format a program writes. */
  open(name: string, attributes: () => Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Elements of a workbook are nested some ten deep. */
const DEPTH_AT_MOST = 100
/** Characters of one tag, text or comment: many times what a cell can hold. */
const TOKEN_AT_MOST = 1_000_000
/** Bytes parsed at once. */
const STEP = 64 * 1024

/**
 * Reads XML that comes in pieces, and never holds more of it than the token it is in. Document types, which could define
 * entities that expand without end, are refused: the format forbids them (ECMA-376, part 2, section 8.2.5).
 */
export function scanXml({ open, text, close }: Handlers): { write(bytes: Uint8Array): void; end(): void } {
  const bare = (name: string): string => name.slice(name.indexOf(':') + 1)
  const refuse = (): never => {
    throw new UnreadableFile('not_xlsx')
  }
  let depth = 0
  let waiting = 0
  const parser = new Parser()
  parser.on('openTag', (name, attributesOf, decode) => {
    waiting = 0
    if (++depth > DEPTH_AT_MOST) refuse()
    open(bare(name), () => {
      const attributes: Record<string, string> = {}
      for (const [key, value] of Object.entries(attributesOf() || {})) attributes[key] = decode(value)
      return attributes
    })
  })
  parser.on('closeTag', (name) => {
    waiting = 0
    depth--
    close?.(bare(name))
  })
  parser.on('text', (value, decode) => text?.(decode(value)))
  parser.on('cdata', (value) => {
    waiting = 0
    text?.(value)
  })
  parser.on('comment', () => {
    waiting = 0
  })
  parser.on('attention', refuse)
  parser.on('error', refuse)
  const decoder = new TextDecoder()
  const parse = (piece: string): void => {
    waiting += piece.length
    parser.write(piece)
    if (waiting > TOKEN_AT_MOST) refuse()
  }
  return {
    write(bytes) {
      for (let at = 0; at < bytes.length; at += STEP)
        parse(decoder.decode(bytes.subarray(at, at + STEP), { stream: true }))
    },
    end() {
      parse(decoder.decode())
      parser.end()
    },
  }
}
