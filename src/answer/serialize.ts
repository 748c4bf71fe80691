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
  const lists = { results, documents: meta.documents, regimes: scope.regimes, winddowns, derogations }
  const skeleton = {
    ...response,
    results: `${NUL}results`,
    meta: { ...meta, documents: `${NUL}documents` },
    scope: { ...scope, regimes: `${NUL}regimes` },
    winddowns: `${NUL}winddowns`,
    derogations: `${NUL}derogations`,
  }
  const pieces: Buffer[] = []
  for (const [at, part] of JSON.stringify(skeleton).split(PLACEHOLDER).entries()) {
    if (at % 2 === 0) pieces.push(Buffer.from(part))
    else pushList(lists[part as keyof typeof lists], pieces)
  }
  return Buffer.concat(pieces)
}

const OPEN = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']')

function pushList(elements: readonly object[], pieces: Buffer[]): void {
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
  const bytes = Buffer.from(JSON.stringify(element))
  memoizedBytes.set(element, bytes)
  return bytes
}
