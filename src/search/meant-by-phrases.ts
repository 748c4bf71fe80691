import type { Digits } from '../base/cn-code.ts'
import type { Sentence, Span } from './sentence.ts'

interface MeantByPhrases {
  /** The guide about what a text speaks of instead of goods. */
  readonly noGoods: string | null
  /** The code of the goods that it calls by everyday words. */
  readonly named: Digits | null
}

/**
 * What phrases of the law alone settle. Behind a preposition words for what is no goods only describe goods that stand before
 * them, as in "laptop with software"; some words describe whatever else is named, as in "cash register".
 */
export function meantByPhrases(
  { words, spans }: Sentence,
  places: readonly { readonly start: number; readonly end: number }[],
): MeantByPhrases {
  const isSpoken = new Uint8Array(words.length)
  for (const { kind, start, end } of spans) if (kind !== 'place') isSpoken.fill(1, start, end)
  for (const { start, end } of places) isSpoken.fill(1, start, end)
  const mayBeGoods = (from: number, to: number) =>
    words.slice(from, to).some(({ word }, at) => isSpoken[from + at] === 0 && word.length > 2 && !/^\d/.test(word))
  const isAlone = ({ start, end }: Span) => !mayBeGoods(0, start) && !mayBeGoods(end, words.length)
  const noGoods = spans.find((span) => {
    if (span.kind === 'no-goods-alone') return isAlone(span)
    return (
      span.kind === 'no-goods' && (!PREPOSITIONS.has(words[span.start - 1]?.word ?? '') || !mayBeGoods(0, span.start))
    )
  })
  const named = spans.find((span) => span.kind === 'named' && isAlone(span))
  return { noGoods: noGoods?.value ?? null, named: noGoods || !named ? null : (named.value as Digits) }
}

const PREPOSITIONS: ReadonlySet<string> = new Set(['z', 'ze', 'na', 'do', 'dla', 'with', 'without', 'bez', 'for'])
