import type { Answerer } from '../../answer/answer.ts'
import { boundedMap } from '../../store/bounded-map.ts'
import type { Utf8 } from '../../terms/utf8.ts'

/** Half of it is dropped at once. All codes of the tariff in one language take 12 MB, those of one trade far less. */
const CACHE_BYTES = 8 * 1024 * 1024
/** A longer line would evict many others. */
const LINE_BYTES_AT_MOST = 64 * 1024
/** Circumstances that are told apart, and how long each may be: 2 MB at most, whatever is asked. */
const CONTEXTS_AT_MOST = 100
const CONTEXT_LENGTH_AT_MOST = 8_000

const NO_LINES: Lines = { get: () => undefined, set: () => {} }

/** What an entry takes besides its key, of which a character may take two bytes, and its longer texts. */
const ENTRY_BYTES = 200
const POINTER_BYTES = 8
const SHORT = 16

/** The texts of lines that answer the same questions in the same circumstances. */
interface Lines {
  /** The pieces that `set` was given for that question. */
  get(question: string): readonly Utf8[] | undefined
  set(question: string, pieces: readonly Utf8[]): void
}

export interface LineCache {
  /** `context`: everything that the lines depend on besides their question and the law. */
  about(context: string): Lines
  /** What is counted against the bound. */
  bytes(): number
}

/**
 * A cache of answered lines, bounded in bytes. Most codes of a heading have the same matches, so lines are kept in
 * pieces, and equal pieces are kept once. Like `boundedMap`, it has two generations: when the young one is full, the old
 * one is dropped whole, so nobody has to count who uses a piece.
 */
export function lineCache(bytesAtMost = CACHE_BYTES): LineCache {
  let young = newGeneration()
  let old = newGeneration()
  // A number is never used again, so that lines of a context that was forgotten are not found for another one.
  const numbers = boundedMap<number>(CONTEXTS_AT_MOST)
  let last = 0

  function numberOf(context: string): number {
    const known = numbers.get(context) ?? ++last
    numbers.set(context, known)
    return known
  }

  function put(key: string, pieces: readonly Utf8[]): void {
    const own = ENTRY_BYTES + 2 * key.length + POINTER_BYTES * pieces.length
    const longest = pieces.reduce((sum, { length }) => sum + length, own)
    if (longest > Math.min(LINE_BYTES_AT_MOST, bytesAtMost / 2)) return
    if (young.bytes + longest > bytesAtMost / 2) {
      old = young
      young = newGeneration()
    }
    const { lines, texts } = young
    if (lines.has(key)) return
    young.bytes += own
    const shared = pieces.map((piece) => {
      // Punctuation between values, of which there is one of each anyway.
      if (piece.length < SHORT) return piece
      const known = texts.get(piece)
      if (known !== undefined) return known
      texts.set(piece, piece)
      young.bytes += piece.length
      return piece
    })
    lines.set(key, shared)
  }

  return {
    about(context) {
      if (context.length > CONTEXT_LENGTH_AT_MOST) return NO_LINES
      const number = numberOf(context)
      const keyOf = (question: string) => `${number} ${question}`
      return {
        get(question) {
          const key = keyOf(question)
          const known = young.lines.get(key)
          if (known) return known
          const older = old.lines.get(key)
          if (older) put(key, older)
          return older
        },
        set: (question, pieces) => put(keyOf(question), pieces),
      }
    },
    bytes: () => young.bytes + old.bytes,
  }
}

interface Generation {
  readonly lines: Map<string, readonly Utf8[]>
  readonly texts: Map<Utf8, Utf8>
  bytes: number
}

const newGeneration = (): Generation => ({ lines: new Map(), texts: new Map(), bytes: 0 })

const caches = new WeakMap<Answerer, LineCache>()

/** The cache of one law. A batch that began under another law has that law's, and both go with their law. */
export function lineCacheOf(answerer: Answerer): LineCache {
  const known = caches.get(answerer)
  if (known) return known
  const cache = lineCache()
  caches.set(answerer, cache)
  return cache
}
