import type { CnResponse } from './response.ts'

/** Lists whose elements many answers share: each element is written once and kept as bytes. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  results: [],
  derogations: [],
  meta: ['documents'],
  scope: ['regimes'],
}

/** The bytes of an answer, the same as `JSON.stringify` gives. */
export function writeResponse(response: CnResponse): Buffer {
  const pieces: Buffer[] = []
  let text = ''
  const bytes = (written: Buffer): void => {
    if (text !== '') pieces.push(Buffer.from(text))
    text = ''
    pieces.push(written)
  }
  const list = (elements: readonly object[]): void => {
    text += '['
    for (const [at, element] of elements.entries()) {
      if (at > 0) text += ','
      bytes(writtenOnce(element))
    }
    text += ']'
  }
  const fields = (of: object, shared: readonly string[]): void => {
    let before = '{'
    for (const [name, value] of Object.entries(of)) {
      if (value === undefined) continue
      text += `${before}"${name}":`
      before = ','
      const inner = SHARED[name]
      if (shared.includes(name)) list(value as readonly object[])
      else if (of === response && inner) {
        if (inner.length === 0) list(value as readonly object[])
        else fields(value as object, inner)
      } else text += JSON.stringify(value)
    }
    text += before === '{' ? '{}' : '}'
  }
  fields(response, [])
  pieces.push(Buffer.from(text))
  return Buffer.concat(pieces)
}

const written = new WeakMap<object, Buffer>()

function writtenOnce(element: object): Buffer {
  const known = written.get(element)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(element))
  written.set(element, bytes)
  return bytes
}
