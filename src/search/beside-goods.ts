import type { Sentence } from './sentence.ts'

/** Which words of a sentence say nothing about its goods: persons, verbs, journeys, parcels, and packing before its contents. */
export function besideGoods(
  { words, spans }: Sentence,
  places: readonly { readonly start: number; readonly end: number }[],
): (from: number, to: number) => boolean {
  const beside = new Uint8Array(words.length)
  const mark = (start: number, end: number) => beside.fill(1, start, end)
  for (const { start, end } of places) mark(start, end)
  for (const { kind, value, start, end } of spans) {
    if (kind === 'person' && value !== 'others') mark(start, end)
    const isFor = DESCRIBING.has(words[start - 1]?.word ?? '')
    if ((kind === 'no-goods' || kind === 'no-goods-alone') && isFor) mark(start, end)
    if (kind !== 'beside') continue
    if (value === 'packing') {
      const contents = words[end]?.word
      const isNamed = contents !== undefined && !spans.some((one) => one.start === end && one.kind !== 'place')
      if (isNamed && /^[a-z]{3,}$/.test(contents) && !ADJECTIVE.test(contents)) mark(start, end)
    } else if (value === 'packing_of') {
      if (words[end]?.word === 'of' && end + 1 < words.length) mark(start, end + 1)
    } else mark(start, end)
  }
  const ranges = words.flatMap(({ from, to }, at) => (beside[at] === 1 ? [{ from, to }] : []))
  return (from, to) => ranges.some((one) => one.from < to && from < one.to)
}

/** Behind these, what is no goods describes goods, as in "jacket for workers", and says little of what they are. */
const DESCRIBING: ReadonlySet<string> = new Set(['dla', 'z', 'ze', 'with'])

/** "butelki szklane" are bottles, "butelki wina" are wine: what is in a packing is a noun. */
const ADJECTIVE = /(?:ow|sk|ck|czn|icz|aln|jn|lan|ian|wan|zn|rn|nn|mn)(?:y|a|e|ych|ej|ym|ymi|ego)$/
