import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import { LANGUAGES } from '../terms/language.ts'
import type { Words } from '../terms/law.ts'
import { forEachSliced, type TimeSliced } from '../terms/time-slices.ts'
import type { Marks } from './accumulators.ts'
import { fold, formsOf, WORD } from './fold.ts'
import type { Postings } from './postings.ts'
import { EVERYDAY } from './rank.ts'
import { STOP_WORDS } from './weigh.ts'

/** The second code of an everyday name is a little less what people mean than the first. */
const LATER = 0.05

/** Which word of the question a stem fits best, and how well: in "rechargeable battery" the second is the battery, whatever the first may mean. */
interface BestWords {
  /** 0 when no word of the question may mean that stem. */
  fitOf(number: number): number
  /** Its position among the words searched for; -1 when it is one of those that were left out. */
  wordOf(number: number): number
}

/** Everyday names of one or more words: one counts only when all its words are asked for. */
export interface Phrases {
  /** The word of this number is a name by itself. */
  isName(number: number): boolean
  /** The work of `spread` for a question that has this number. */
  workOf(number: number): number
  /** Marks the goods of every name filed under that number which the question holds whole, for each of its words. */
  spread(number: number, best: BestWords, marks: Marks): void
}

interface Phrase {
  readonly numbers: readonly number[]
  readonly goods: readonly { ord: number; weight: number }[]
}

export function* buildPhrases(
  everyday: readonly Words[],
  nomenclature: Nomenclature,
  postings: Postings,
): TimeSliced<Phrases> {
  const phrases: Phrase[] = []
  yield* forEachSliced(everyday, (entry) => {
    const goods = entry.codes.flatMap((code, at) => {
      const line = nomenclature.line(code)
      return line ? [{ ord: line.ord, weight: EVERYDAY - at * LATER }] : []
    })
    for (const language of LANGUAGES) {
      for (const term of entry[language]) {
        const words = [...fold(term).matchAll(WORD)].map(([token]) => formsOf(token)[0]!)
        const numbers = words.filter((word) => !STOP_WORDS.has(word)).map((word) => postings.know(word, language))
        if (numbers.length > 0) phrases.push({ numbers: [...new Set(numbers)], goods })
      }
    }
  })
  const names = new Set(phrases.filter(({ numbers }) => numbers.length === 1).map(({ numbers }) => numbers[0]!))
  const filed = yield* filedByRarest(phrases)
  return {
    isName: (number) => names.has(number),
    workOf: (number) => filed[number]?.work ?? 0,
    spread: (number, best, marks) => {
      const under = filed[number]
      if (!under) return
      for (const { numbers, goods } of under.phrases) {
        let fit = 1
        for (let at = 0; at < numbers.length && fit > 0; at++) fit = Math.min(fit, best.fitOf(numbers[at]!))
        if (fit === 0) continue
        for (const wanted of numbers) {
          const word = best.wordOf(wanted)
          if (word >= 0) for (const { ord, weight } of goods) marks.raise(word, ord, weight * fit)
        }
      }
    },
  }
}

/** Work of looking whether the words of a name are asked for. */
const PHRASE_STEPS = 10

/** Names that are filed before a pause. */
const PHRASES_AT_ONCE = 1_000

interface Filed {
  readonly phrases: Phrase[]
  work: number
}

/** Every name once, by the one of its words that the fewest names have: all of them must be asked for anyhow. */
function* filedByRarest(phrases: readonly Phrase[]): TimeSliced<readonly (Filed | undefined)[]> {
  const uses = new Map<number, number>()
  const count = ({ numbers }: Phrase) => {
    for (const number of numbers) uses.set(number, (uses.get(number) ?? 0) + 1)
  }
  yield* forEachSliced(phrases, count, PHRASES_AT_ONCE)
  const filed: (Filed | undefined)[] = Array.from({ length: Math.max(-1, ...uses.keys()) + 1 })
  const file = (phrase: Phrase) => {
    const rarest = phrase.numbers.reduce((one, other) => (uses.get(other)! < uses.get(one)! ? other : one))
    filed[rarest] ??= { phrases: [], work: 0 }
    filed[rarest].phrases.push(phrase)
    filed[rarest].work += PHRASE_STEPS + phrase.numbers.length * (1 + phrase.goods.length)
  }
  yield* forEachSliced(phrases, file, PHRASES_AT_ONCE)
  return filed
}
