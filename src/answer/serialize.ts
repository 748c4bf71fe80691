import type { Answerer } from './answer.ts'
import type { Question } from './question.ts'
import type { CnResponse } from './response.ts'
import { shortLookupOf } from './short.ts'

/** The answer to a lookup as bytes, in the detail asked for: what the service sends and what receipts are about. */
export function answerBytes(answerer: Answerer, question: Question): Buffer {
  const response = answerer.answer(question)
  return question.detail === 'short'
    ? Buffer.from(JSON.stringify(shortLookupOf(response)))
    : serializeResponse(response)
}

/**
 * Begins the placeholder of a list in the JSON around it. NUL cannot occur elsewhere: `readQuery` rejects control
 * characters in questions and `forbiddenCharacterIn` in the law.
 */
const NUL = '\0'
const PLACEHOLDER = /"\\u0000(\w+)"/

/**
 * The bytes of an answer, the same as `JSON.stringify` gives. Elements that many answers share (`memoizePer`) are serialized
 * once, and their bytes are put in the place of the placeholders.
 */
export function serializeResponse(response: CnResponse): Buffer {
  const { results, meta, scope, winddowns, derogations } = response
  const lists = { results, documents: meta.documents, winddowns, derogations }
  // The same lists for all questions about the same regimes, so that their bytes are kept whole.
  const shared = { regimes: scope.regimes, on_request: scope.on_request }
  const skeleton = {
    ...response,
    results: `${NUL}results`,
    meta: { ...meta, documents: `${NUL}documents` },
    scope: { ...scope, regimes: `${NUL}regimes`, on_request: `${NUL}on_request` },
    winddowns: `${NUL}winddowns`,
    derogations: `${NUL}derogations`,
  }
  const pieces: (string | Buffer)[] = []
  for (const [at, part] of JSON.stringify(skeleton).split(PLACEHOLDER).entries()) {
    if (at % 2 === 0) pieces.push(part)
    else if (part in shared) pieces.push(bytesOf(shared[part as keyof typeof shared]))
    else pushList(lists[part as keyof typeof lists], pieces)
  }
  return joined(pieces)
}

const OPEN = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']')

function pushList(elements: readonly object[], pieces: (string | Buffer)[]): void {
  let before = OPEN
  for (const element of elements) {
    pieces.push(before, bytesOf(element))
    before = COMMA
  }
  if (before === OPEN) pieces.push(OPEN)
  pieces.push(CLOSE)
}

const memoizedBytes = new WeakMap<object, Buffer>()

function bytesOf(element: object): Buffer {
  const known = memoizedBytes.get(element)
  if (known) return known
  const bytes = joined([JSON.stringify(element)])
  memoizedBytes.set(element, bytes)
  return bytes
}

/**
 * All pieces in an allocation of their own. `Buffer.concat` and `Buffer.from` cut small buffers out of a shared pool, and
 * whoever keeps one of them, as the caches do, keeps the whole 64 kB slab of the pool in memory.
 */
function joined(pieces: readonly (string | Buffer)[]): Buffer {
  let length = 0
  for (const piece of pieces) length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') at += bytes.write(piece, at)
    else {
      bytes.set(piece, at)
      at += piece.length
    }
  }
  return bytes
}
