declare const brand: unique symbol

/**
 * A text in UTF-8 as a string with one character for each byte, which Node calls latin1. Kept like this, a text with
 * Polish letters or dashes takes half the memory, and it is sent without being encoded again. The type is branded, so
 * that it cannot pass for a text that people read.
 */
export type Utf8 = string & { readonly [brand]: 'Utf8' }

export const utf8 = (text: string): Utf8 => Buffer.from(text).toString('latin1') as Utf8

/** The bytes to send. */
export const bytesOfUtf8 = (text: Utf8): Buffer => Buffer.from(text, 'latin1')

/** Texts one behind the other. */
export function joinUtf8(texts: readonly Utf8[]): Utf8 {
  let joined = ''
  for (const text of texts) joined += text
  return joined as Utf8
}
