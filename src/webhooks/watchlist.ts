import { type Digits, isCodeLength, prefixOf, typedCode } from '../base/cn-code.ts'
import { EVENT_TYPES } from '../changes/change.ts'

/** Above what any trader watches; every change is compared with all of them. */
export const MAX_CODES = 2_000

/** A code to watch; null for a text that is none. */
export function watchedCode(text: string): Digits | null {
  const digits = text.length > 100 ? null : typedCode(text)
  if (digits === null || !isCodeLength(digits.length)) return null
  // The Combined Nomenclature ends at eight digits; ten-digit codes are TARIC's.
  return digits.length === 10 ? prefixOf(digits, 8) : digits
}

/** The codes that a webhook is to watch, each once, and the texts that are no codes, as positions. */
export function readWatchlist(texts: readonly string[]): { codes: readonly Digits[]; wrong: readonly number[] } {
  const read = texts.map(watchedCode)
  return {
    codes: [...new Set(read.filter((code) => code !== null))].toSorted(),
    wrong: read.flatMap((code, at) => (code === null ? at : [])),
  }
}

export const isEventType = (text: string): boolean => EVENT_TYPES.some((type) => type === text)
