import type { Nomenclature } from '../dataset/nomenclature.ts'
import { LANGUAGES } from '../terms/language.ts'
import type { Words } from '../terms/law.ts'
import { fold, formsOf, WORD } from './fold.ts'
import type { Postings, Sought } from './postings.ts'
import { EVERYDAY } from './rank.ts'
import { STOP_WORDS } from './weigh.ts'

/** The second code of an everyday name is a little less what people mean than the first. */
const LATER = 0.05

/** The word of the question that fits best: in "rechargeable battery" the second is the battery, whatever the first may mean. */
function placeOf(wanted: number, words: readonly Sought[]): number {
  let best = -1
  for (const [at, sought] of words.entries()) {
    const fit = sought.get(wanted)
    if (fit !== undefined && (best === -1 || fit > words[best]!.get(wanted)!)) best = at
  }
  return best
}

/** Everyday names of one or more words: one counts only when all its words are asked for. */
export interface Phrases {
  /** The word of this number is a name by itself. */
  isName(number: number): boolean
  /** Raises the weights of the goods of every name that the question holds whole, for each of its words. */
  spread(words: readonly Sought[], weights: readonly Float32Array[], touched: number[]): void
}

interface Phrase {
  readonly numbers: readonly number[]
  readonly goods: readonly { ord: number; weight: number }[]
}

export function buildPhrases(everyday: readonly Words[], nomenclature: Nomenclature, postings: Postings): Phrases {
  const byNumber = new Map<number, Phrase[]>()
  for (const entry of everyday) {
    const goods = entry.codes.flatMap((code, at) => {
      const line = nomenclature.line(code)
      return line ? [{ ord: line.ord, weight: EVERYDAY - at * LATER }] : []
    })
    for (const language of LANGUAGES) {
      for (const term of entry[language]) {
        const words = [...fold(term).matchAll(WORD)].map(([token]) => formsOf(token)[0]!)
        const numbers = words.filter((word) => !STOP_WORDS.has(word)).map((word) => postings.know(word, language))
        for (const number of new Set(numbers)) {
          const phrase = { numbers, goods }
          const list = byNumber.get(number)
          if (list) list.push(phrase)
          else byNumber.set(number, [phrase])
        }
      }
    }
  }
  return {
    isName: (number) => byNumber.get(number)?.some(({ numbers }) => numbers.length === 1) ?? false,
    spread: (words, weights, touched) => {
      for (const sought of words) {
        for (const number of sought.keys()) {
          for (const { numbers, goods } of byNumber.get(number) ?? []) {
            const places = numbers.map((wanted) => placeOf(wanted, words))
            if (places.includes(-1)) continue
            const fit = Math.min(...numbers.map((wanted, at) => words[places[at]!]!.get(wanted)!))
            for (const place of places) {
              for (const { ord, weight } of goods) {
                touched.push(ord)
                weights[place]![ord] = Math.max(weights[place]![ord]!, weight * fit)
              }
            }
          }
        }
      }
    },
  }
}
