import type { Answerer } from './answer.ts'
import type { Question } from './question.ts'
import { shortLookupOf } from './short.ts'

/** The answer to a lookup as bytes, in the detail asked for: what the service sends and what receipts are about. */
export function answerBytes(answerer: Answerer, question: Question): Buffer {
  const response = answerer.answer(question)
  return jsonBytes(question.detail === 'short' ? shortLookupOf(response) : response)
}

/** The JSON of an object in UTF-8. JSON is always well formed: https://tc39.es/ecma262/#sec-quotejsonstring */
export const jsonBytes = (value: object): Buffer =>
  encoded(hasLongList(value) ? jsonParts(value) : [JSON.stringify(value)])

/** Of so many results the JSON has some 60 kB. */
const LONG_LIST = 20

const hasLongList = (object: object): boolean =>
  Object.values(object).some((value) => Array.isArray(value) && value.length > LONG_LIST)

/** A text in UTF-8. */
export const utf8Bytes = (text: string): Buffer => encoded([text])

/**
 * `JSON.stringify` of an object, a field or an item of a list in a field at a time. V8 marks the whole heap after a few
 * dozen megabytes of long strings, which takes half a second of CPU; short ones are gone before.
 */
function* jsonParts(object: object): Generator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (Array.isArray(value) && value.length > 0) {
      for (let at = 0; at < value.length; at++) {
        yield at === 0 ? '[' : ','
        yield JSON.stringify(value[at] ?? null)
      }
      yield ']'
    } else yield JSON.stringify(value)
  }
  yield before === '{' ? '{}' : '}'
}

/** Room for texts that are written one after the other, kept since each large answer would need megabytes anew. */
let room = Buffer.alloc(0)
const MAX_KEPT_BYTES = 8 * 1024 * 1024

/** Encodes the 26 kB of an answer in 28 µs; `Buffer.write` takes 40 µs for them. */
const UTF8 = new TextEncoder()

/** The most bytes that UTF-8 has for a unit of UTF-16. */
const BYTES_OF_UNIT = 3

/**
 * Texts in UTF-8, in an allocation of its own: whoever keeps a slice of Node's pool of buffers, as a cache would, keeps all
 * of it in memory. And in one of V8: those that Node's own code allocates, as `transcode` does, are freed only when V8
 * marks the whole heap.
 */
function encoded(texts: Iterable<string>): Buffer {
  let space = room
  let end = 0
  for (const text of texts) {
    const needed = end + BYTES_OF_UNIT * text.length
    if (needed > space.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed)
      space.copy(larger, 0, 0, end)
      space = larger
      if (space.length <= MAX_KEPT_BYTES) room = space
    }
    end += UTF8.encodeInto(text, space.subarray(end)).written
  }
  const bytes = Buffer.allocUnsafeSlow(end)
  space.copy(bytes, 0, 0, end)
  return bytes
}
