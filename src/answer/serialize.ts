import type { Answerer } from './answer.ts'
import type { Question } from './question/question.ts'
import { shortLookupOf } from './shape/short.ts'

/** The answer to a lookup as bytes, in the detail asked for: what the service sends and what receipts are about. */
export function answerBytes(answerer: Answerer, question: Question): Buffer {
  const response = answerer.answer(question)
  return jsonBytes(question.detail === 'short' ? shortLookupOf(response) : response)
}

/** The JSON of an object in UTF-8. JSON is always well formed: https://tc39.es/ecma262/#sec-quotejsonstring */
export const jsonBytes = (value: object): Buffer => utf8Bytes(JSON.stringify(value))

const UTF8 = new TextEncoder()

/**
 * A text in UTF-8, in an allocation of its own: short texts of `Buffer.from` share a pool, which a cache that keeps one of
 * them keeps whole (https://nodejs.org/api/buffer.html#static-method-bufferallocunsafesize).
 */
export const utf8Bytes = (text: string): Buffer => Buffer.from(UTF8.encode(text).buffer)
