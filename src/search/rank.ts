import type { Line } from '../dataset/nomenclature.ts'
import { countBits } from './bits.ts'
import type { Budget } from './budget.ts'
import { lowestBit, type Marks } from './marks.ts'
import { firstNotBefore } from './sorted.ts'

/** Goods a name was found to mean. */
export interface Goods {
  readonly line: Line
  /** Up to 1: every word is an everyday name of the thing. */
  readonly score: number
}

/** An everyday name is chosen for its goods, so it says more than a word of their text, which counts up to 1. */
export const EVERYDAY = 1.3
/** A word that stands in a line above is context. */
const ABOVE = 0.6
/** Chapters give context but are no answer: nobody declares goods under a chapter. */
const ANSWERS: ReadonlySet<string> = new Set(['heading', 'hs6', 'cn8'])
/** The best goods that are told; thousands can share one word, and putting all of them in order would cost more than finding them. */
const GOODS_AT_MOST = 100

/** Work of looking up the words on the path of a line, of weighing one of them, and of noting one line as an answer. */
const PATH_STEPS = 4
const WORD_STEPS = 6
const ANSWER_STEPS = 6

export interface Ranking {
  /**
   * Lines on whose path every one of the first `words` words is marked (or, for a hint, any), the best first, then in the order of
   * the tariff; a line below an equally good one adds nothing. Nothing when the budget does not allow to weigh them all.
   */
  rank(marks: Marks, words: number, need: 'every word' | 'any word', budget: Budget): Goods[]
}

export function buildRanking(lines: readonly Line[]): Ranking {
  const parents = Int32Array.from(lines, ({ parent }) => parent?.ord ?? -1)
  /** How many lines each stands for as an answer. */
  const answers = Int32Array.from(lines, (line) => {
    let count = 0
    eachAnswer(line, () => count++)
    return count
  })
  /** The best score of each line in this search; all zero between searches. */
  const scores = new Float64Array(lines.length)

  /** The words on the path of a line, as bits. */
  const wordsOn = (ord: number, { words }: Marks): number => {
    let found = 0
    for (let at = ord; at >= 0; at = parents[at]!) found |= words[at]!
    return found
  }

  const scoreOf = (ord: number, words: number, { weights }: Marks): number => {
    let score = 0
    for (let bits = words; bits !== 0; bits &= bits - 1) {
      const own = weights[lowestBit(bits)]!
      let best = own[ord]!
      for (let above = parents[ord]!; above >= 0; above = parents[above]!) {
        const weight = own[above]! * ABOVE
        if (weight > best) best = weight
      }
      score += best
    }
    return score
  }

  const isCovered = (ord: number): boolean => {
    for (let above = parents[ord]!; above >= 0; above = parents[above]!) if (scores[above]! >= scores[ord]!) return true
    return false
  }

  return {
    rank: (marks, words, need, budget) => {
      if (!budget.take(marks.touched.length * PATH_STEPS)) return []
      const all = words === 32 ? -1 : (1 << words) - 1
      const candidates: { ord: number; words: number }[] = []
      let work = 0
      for (const ord of marks.touched) {
        const found = wordsOn(ord, marks)
        if (need === 'every word' && found !== all) continue
        candidates.push({ ord, words: found })
        work += countBits(found) * WORD_STEPS + answers[ord]! * ANSWER_STEPS
      }
      if (!budget.take(work)) return []
      const scored: number[] = []
      for (const candidate of candidates) {
        const score = scoreOf(candidate.ord, candidate.words, marks) / (words * EVERYDAY)
        eachAnswer(lines[candidate.ord]!, ({ ord }) => {
          if (scores[ord] === 0) scored.push(ord)
          if (scores[ord]! < score) scores[ord] = score
        })
      }
      const best = bestOf(scored, scores, isCovered)
      const goods = best.map((ord) => ({ line: lines[ord]!, score: scores[ord]! }))
      for (const ord of scored) scores[ord] = 0
      return goods
    },
  }
}

/** The best lines that no line above covers, in order. */
function bestOf(scored: readonly number[], scores: Float64Array, isCovered: (ord: number) => boolean): number[] {
  const isBefore = (one: number, other: number) =>
    scores[one]! > scores[other]! || (scores[one] === scores[other] && one < other)
  const best: number[] = []
  for (const ord of scored) {
    if (best.length === GOODS_AT_MOST && !isBefore(ord, best.at(-1)!)) continue
    if (isCovered(ord)) continue
    if (best.length === GOODS_AT_MOST) best.pop()
    best.splice(
      firstNotBefore(best, (other) => isBefore(other, ord)),
      0,
      ord,
    )
  }
  return best
}

/** A line itself if goods are declared under it; a group stands for the lines below it. */
function eachAnswer(line: Line, tell: (answer: Line) => void): void {
  if (ANSWERS.has(line.kind)) tell(line)
  else if (line.kind === 'group') for (const child of line.children) eachAnswer(child, tell)
}
