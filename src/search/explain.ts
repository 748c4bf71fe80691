import type { Token } from './features.ts'
import type { Ranked } from './rank.ts'

/** How sure it is that the best goods are what the name means. */
type Confidence = 'high' | 'medium' | 'low'

/** What was made of a name, in the words it was written with. */
export interface NameReading {
  /** Words that decided. */
  readonly understood: string[]
  /** Words that carry nothing: sizes, numbers, packaging, makes, places, words of the deal. */
  readonly ignored: string[]
  /** Words that were never seen. */
  readonly unknown: string[]
  readonly confidence: Confidence
  /** Words that decided and were read as others, with those. */
  readonly corrected?: { word: string; read_as: string }[]
}

/** A word decided if it has at least this share of what all words add to the score of the best goods. */
const DECIDING_SHARE = 0.1

/** Which words of a name decided, which carry nothing, and which were never seen. */
export function readingOf(tokens: readonly Token[], ranked: Ranked | null, confidence: Confidence): NameReading {
  const understood = new Set<string>()
  const ignored = new Set<string>()
  const unknown = new Set<string>()
  const corrected = new Map<string, string>()
  const total = (ranked?.contributions ?? []).reduce((sum, one) => sum + Math.max(0, one), 0)
  tokens.forEach(({ shown, word, isIgnored }, at) => {
    const share = ranked && total > 0 ? ranked.contributions[at]! / total : 0
    const right = ranked?.corrected.get(word)
    if (share >= DECIDING_SHARE && right !== undefined) corrected.set(shown, right)
    if (share >= DECIDING_SHARE) understood.add(shown)
    else if (isIgnored || word.length === 1 || (ranked?.isKnown[at] ?? false)) ignored.add(shown)
    else unknown.add(shown)
  })
  // A word that is written twice is told once, by what it did where it did most.
  for (const word of understood) {
    ignored.delete(word)
    unknown.delete(word)
  }
  for (const word of ignored) unknown.delete(word)
  return {
    understood: [...understood],
    ignored: [...ignored],
    unknown: [...unknown],
    confidence,
    ...(corrected.size > 0 && { corrected: [...corrected].map(([word, read_as]) => ({ word, read_as })) }),
  }
}
