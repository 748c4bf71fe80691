import type { Sentence } from './sentence.ts'

/**
 * The guide about what a text speaks of instead of goods. Behind a preposition such words only describe goods that stand before
 * them, as in "laptop with software"; some of them describe whatever else is named, as in "cash register".
 */
export function noGoodsIn(
  { words, spans }: Sentence,
  places: readonly { readonly start: number; readonly end: number }[],
): string | null {
  const isSpoken = new Uint8Array(words.length)
  for (const { kind, start, end } of spans) if (kind !== 'place') isSpoken.fill(1, start, end)
  for (const { start, end } of places) isSpoken.fill(1, start, end)
  const mayBeGoods = (from: number, to: number) =>
    words.slice(from, to).some(({ word }, at) => isSpoken[from + at] === 0 && word.length > 2 && !/^\d/.test(word))
  const found = spans.find(({ kind, start, end }) => {
    if (kind === 'no-goods-alone') return !mayBeGoods(0, start) && !mayBeGoods(end, words.length)
    return kind === 'no-goods' && (!PREPOSITIONS.has(words[start - 1]?.word ?? '') || !mayBeGoods(0, start))
  })
  return found?.value ?? null
}

const PREPOSITIONS: ReadonlySet<string> = new Set(['z', 'ze', 'na', 'do', 'dla', 'with', 'without', 'bez', 'for'])
