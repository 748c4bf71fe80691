import { FEATURE_KINDS, type FeatureKind } from '../../src/law/read/name-model.ts'
import { featuresOf, tokensOf } from '../../src/search/features.ts'
import type { Lexicon } from '../../src/search/lexicon.ts'
import type { Example } from './examples.ts'
import { numberedBy, type Sample } from './learn.ts'
import { oneOf } from './random.ts'

/** In how many examples a feature must occur, so that what stands in a single text is not learned by heart. */
const LEAST_EXAMPLES: Readonly<Record<FeatureKind, number>> = { word: 1, pair: 2, start: 2, characters: 2 }

export interface Prepared {
  readonly samples: readonly Sample[]
  /** Numbers of the features by their hashes. */
  readonly numbers: ReadonlyMap<number, number>
}

type Features = Readonly<Record<FeatureKind, Int32Array>>

/** Words that may stand beside any goods, by what they are; sizes are made up. */
export interface Noise {
  readonly words: readonly string[]
  /** How often an example of these sources is varied by additions, by slips of the keyboard. */
  readonly share: number
  readonly slips: number
}

/** Texts to numbered features. `targetOf` gives the class of a code, or null for an example that is not for this model. */
export function prepare(
  examples: readonly Example[],
  lexicon: Lexicon,
  noise: Noise | null,
  kinds: readonly FeatureKind[],
  targetOf: (example: Example) => number | null,
): Prepared {
  const read = (text: string) => featuresOf(tokensOf(text, lexicon), lexicon)
  const counts = new Map<number, number>()
  const kindsOf = new Map<number, FeatureKind>()
  const texts = new Map<string, ReturnType<typeof read>>()
  for (const { text } of examples) {
    if (texts.has(text)) continue
    const features = read(text)
    texts.set(text, features)
    for (const kind of kinds)
      for (const hash of features[kind].hashes) {
        counts.set(hash, (counts.get(hash) ?? 0) + 1)
        kindsOf.set(hash, kind)
      }
  }
  const numbers = new Map<number, number>()
  for (const [hash, count] of counts) if (count >= LEAST_EXAMPLES[kindsOf.get(hash)!]) numbers.set(hash, numbers.size)
  const number = numberedBy(numbers)
  const NOTHING = new Int32Array()
  const numbered = (features: ReturnType<typeof read>): Features =>
    Object.fromEntries(
      FEATURE_KINDS.map((kind) => [kind, kinds.includes(kind) ? number(features[kind]) : NOTHING]),
    ) as Features
  const cache = new Map([...texts].map(([text, features]) => [text, numbered(features)]))
  const samples = examples.flatMap((example): Sample[] => {
    const target = targetOf(example)
    if (target === null) return []
    const { text, weight, source } = example
    const features = cache.get(text)!
    if (noise === null || source === 'tariff' || source === 'none') return [{ features, target, weight }]
    const vary = (random: () => number): Features | null => {
      const drawn = random()
      if (drawn < noise.share) return numbered(read(withNoise(text, noise, random)))
      if (drawn < noise.share + noise.slips) return numbered(read(withSlip(text, random)))
      return null
    }
    return [{ features, target, weight, vary }]
  })
  return { samples, numbers }
}

/** The name among words of an invoice or a sentence, in front and behind. */
function withNoise(text: string, { words }: Noise, random: () => number): string {
  const parts = [text]
  const many = 1 + Math.floor(random() * 4)
  for (let at = 0; at < many; at++) {
    const word = oneOf(words, random)
    if (random() < 0.35) parts.unshift(word)
    else parts.push(word)
  }
  return parts.join(' ')
}

const LETTERS = [...'abcdefghijklmnoprstuwyz']
const SHORTEST_SLIPPED = 5

/** One letter of one word left out, doubled, swapped with the next or replaced. */
function withSlip(text: string, random: () => number): string {
  const words = text.split(' ')
  const long = words.flatMap((word, at) => (word.length >= SHORTEST_SLIPPED ? [at] : []))
  if (long.length === 0) return text
  const at = oneOf(long, random)
  const word = words[at]!
  const place = 1 + Math.floor(random() * (word.length - 2))
  const [before, letter, after] = [word.slice(0, place), word[place]!, word.slice(place + 1)]
  const drawn = random()
  if (drawn < 0.3) words[at] = before + after
  else if (drawn < 0.5) words[at] = before + letter + letter + after
  else if (drawn < 0.75) words[at] = before + (after[0] ?? '') + letter + after.slice(1)
  else words[at] = before + oneOf(LETTERS, random) + after
  return words.join(' ')
}
