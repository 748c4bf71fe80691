import type { Answerer } from './answer.ts'
import type { Question } from './question.ts'
import { shortLookupOf } from './short.ts'

/** The answer to a lookup as bytes, in the detail asked for: what the service sends and what receipts are about. */
export function answerBytes(answerer: Answerer, question: Question): Buffer {
  const response = answerer.answer(question)
  return jsonBytes(question.detail === 'short' ? shortLookupOf(response) : response)
}

/**
 * The JSON of a value in an allocation of its own. `Buffer.from` cuts small buffers out of a shared pool, and whoever
 * keeps one of them, as the cache of answers does, keeps the whole 64 kB slab of the pool in memory.
 */
export function jsonBytes(value: object): Buffer {
  const json = JSON.stringify(value)
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json))
  bytes.write(json)
  return bytes
}
