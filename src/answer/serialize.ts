import type { CnResponse } from './response.ts'

/** Marks the place of a list in what is written around it. It stands in no answer: no question with it is read, and no law has it. */
const MARK = '\0'
const MARKED = /"\\u0000(\w+)"/

/** The bytes of an answer, the same as `JSON.stringify` gives. Elements that many answers share are written once and kept. */
export function writeResponse(response: CnResponse): Buffer {
  const { results, meta, scope, derogations } = response
  const lists = { results, documents: meta.documents, regimes: scope.regimes, derogations }
  const marked = {
    ...response,
    results: `${MARK}results`,
    meta: { ...meta, documents: `${MARK}documents` },
    scope: { ...scope, regimes: `${MARK}regimes` },
    derogations: `${MARK}derogations`,
  }
  const pieces: Buffer[] = []
  for (const [at, part] of JSON.stringify(marked).split(MARKED).entries()) {
    if (at % 2 === 0) pieces.push(Buffer.from(part))
    else writeList(lists[part as keyof typeof lists], pieces)
  }
  return Buffer.concat(pieces)
}

const OPEN = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']')

function writeList(elements: readonly object[], pieces: Buffer[]): void {
  let before = OPEN
  for (const element of elements) {
    pieces.push(before, writtenOnce(element))
    before = COMMA
  }
  if (before === OPEN) pieces.push(OPEN)
  pieces.push(CLOSE)
}

const written = new WeakMap<object, Buffer>()

function writtenOnce(element: object): Buffer {
  const known = written.get(element)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(element))
  written.set(element, bytes)
  return bytes
}
