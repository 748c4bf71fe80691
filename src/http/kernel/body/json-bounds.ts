/** What a body may be at most. A list, an object, a field and a member are parts. */
export interface Bounds {
  readonly bytes: number
  readonly parts: number
  /** Lists and objects inside each other. */
  readonly depth: number
  /** The longest text as it is written, escapes and all. */
  readonly textBytes: number
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OBJECT, ARRAY, COMMA, COLON] = [0x7b, 0x5b, 0x2c, 0x3a]
const [OBJECT_END, ARRAY_END] = [0x7d, 0x5d]

/**
 * The first bound that a JSON text exceeds, null for none. `JSON.parse` cannot be interrupted, and for a megabyte of
 * nothing but brackets it takes fifty times as long as for a megabyte of text; what is built from them takes longer
 * still. This scan takes a millisecond. Texts that are not JSON are counted somehow and left to the parser.
 */
export function exceededBound(json: Uint8Array, { bytes, parts, depth, textBytes }: Bounds): keyof Bounds | null {
  if (json.length > bytes) return 'bytes'
  let counted = 0
  let deep = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) {
      const end = endOfText(json, at + 1)
      if (end - at - 1 > textBytes) return 'textBytes'
      at = end
    } else if (byte === COMMA || byte === COLON) {
      if (++counted > parts) return 'parts'
    } else if (byte === OBJECT || byte === ARRAY) {
      if (++counted > parts) return 'parts'
      if (++deep > depth) return 'depth'
    } else if (byte === OBJECT_END || byte === ARRAY_END) deep--
  }
  return null
}

/** Bytes of a text that are looked at one by one; most texts end before. A call of `indexOf` takes as long as these. */
const PLAIN_BYTES = 32

/** Where the quote stands that ends a text; behind the last byte if none does. */
function endOfText(json: Uint8Array, begin: number): number {
  let plain = 0
  for (let at = begin; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) return at
    if (byte === BACKSLASH) {
      at++
      plain = 0
    } else if (++plain === PLAIN_BYTES) {
      const quote = json.indexOf(QUOTE, at)
      if (quote === -1) return json.length
      let slashes = 0
      while (json[quote - 1 - slashes] === BACKSLASH) slashes++
      if (slashes % 2 === 0) return quote
      at = quote
      plain = 0
    }
  }
  return json.length
}

const AMPERSAND = 0x26

/** The same for a form, `name=value&name=value`. */
export function exceededInForm(form: Uint8Array, { bytes, parts, textBytes }: Bounds): keyof Bounds | null {
  if (form.length > bytes) return 'bytes'
  let fields = 1
  let begin = 0
  for (let at = 0; at <= form.length; at++) {
    if (at < form.length && form[at] !== AMPERSAND) continue
    if (at - begin > textBytes) return 'textBytes'
    begin = at + 1
    if (at < form.length && ++fields > parts) return 'parts'
  }
  return null
}
