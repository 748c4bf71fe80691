import type { Line } from '../law/tariff/nomenclature.ts'
import { lowestBit, type Marks, WORDS_AT_MOST } from './accumulators.ts'
import { firstNotBefore } from './binary-search.ts'
import { countBits } from './bitmask.ts'
import type { Budget } from './budget.ts'

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
/** Work of looking up the words on the path of a line, of weighing one of them, and of noting one line as an answer. */
const PATH_STEPS = 6
const WORD_STEPS = 8
const ANSWER_STEPS = 8

/** What must stand on the path of a line, and how many lines are wanted. */
export interface Need {
  readonly of: 'every word' | 'any word'
  readonly most: number
}

export interface Ranking {
  /**
   * Lines on whose path every one of the first `words` words is marked (or, for a hint, any), the best first, then in the order of
   * the tariff; a line below an equally good one adds nothing. At most `most` of them, since thousands can share one word and to put all in order would cost
   * more than to find them. Nothing when the budget does not allow to weigh them all.
   */
  rank(marks: Marks, words: number, need: Need, budget: Budget): Goods[]
}

export function buildRanking(lines: readonly Line[]): Ranking {
  const parents = Int32Array.from(lines, ({ parent }) => parent?.ord ?? -1)
  /** How many lines each stands for as an answer. */
  const answers = Int32Array.from(lines, (line) => {
    let count = 0
    eachAnswer(line, () => count++)
    return count
  })
  const isAnswer = Uint8Array.from(lines, ({ kind }) => (ANSWERS.has(kind) ? 1 : 0))
  /** The best score of each line in this search; all zero between searches. */
  const scores = new Float64Array(lines.length)

  /** The words on the path of a line, as bits. */
  const wordsOn = (ord: number, { words }: Marks): number => {
    let found = 0
    for (let at = ord; at >= 0; at = parents[at]!) found |= words[at]!
    return found
  }

  /** By word of the question, the best weight on the path of one line; all zero between lines. */
  const best = new Float64Array(WORDS_AT_MOST)
  const scoreOf = (line: number, { words, weights }: Marks): number => {
    let found = 0
    for (let at = line; at >= 0; at = parents[at]!) {
      const context = at === line ? 1 : ABOVE
      for (let bits = words[at]!; bits !== 0; bits &= bits - 1) {
        const word = lowestBit(bits)
        const weight = weights[at * WORDS_AT_MOST + word]! * context
        if (weight > best[word]!) best[word] = weight
      }
      found |= words[at]!
    }
    let score = 0
    for (let bits = found; bits !== 0; bits &= bits - 1) {
      const word = lowestBit(bits)
      score += best[word]!
      best[word] = 0
    }
    return score
  }

  const isCovered = (ord: number): boolean => {
    for (let above = parents[ord]!; above >= 0; above = parents[above]!) if (scores[above]! >= scores[ord]!) return true
    return false
  }

  const note = (ord: number, score: number, scored: number[]) => {
    if (scores[ord] === 0) scored.push(ord)
    if (scores[ord]! < score) scores[ord] = score
  }

  return {
    rank: (marks, words, need, budget) => {
      if (!budget.take(marks.touched.length * PATH_STEPS)) return []
      const scored: number[] = []
      let best: number[] = []
      // Lines with more words first: as soon as fewer words could not give a better score, the rest need not be weighed.
      const least = need.of === 'every word' ? words : 1
      const byWords: number[][] = Array.from({ length: words + 1 }, () => [])
      for (const ord of marks.touched) {
        const count = countBits(wordsOn(ord, marks))
        if (count >= least) byWords[count]!.push(ord)
      }
      for (let count = words; count >= least; count--) {
        if (best.length === need.most && scores[best.at(-1)!]! > count / words) break
        const candidates = byWords[count]!
        if (candidates.length === 0) continue
        let work = scored.length * ANSWER_STEPS
        for (const ord of candidates) work += count * WORD_STEPS + answers[ord]! * ANSWER_STEPS
        if (!budget.take(work)) break
        for (const candidate of candidates) {
          const score = scoreOf(candidate, marks) / (words * EVERYDAY)
          if (isAnswer[candidate] === 1) note(candidate, score, scored)
          else eachAnswer(lines[candidate]!, ({ ord }) => note(ord, score, scored))
        }
        best = bestOf(scored, scores, need.most, isCovered)
      }
      const goods = best.map((ord) => ({ line: lines[ord]!, score: scores[ord]! }))
      for (const ord of scored) scores[ord] = 0
      return goods
    },
  }
}

/** The best lines that no line above covers, in order. */
function bestOf(
  scored: readonly number[],
  scores: Float64Array,
  most: number,
  isCovered: (ord: number) => boolean,
): number[] {
  const isBefore = (one: number, other: number) =>
    scores[one]! > scores[other]! || (scores[one] === scores[other] && one < other)
  const best: number[] = []
  for (const ord of scored) {
    if (best.length === most && !isBefore(ord, best.at(-1)!)) continue
    if (isCovered(ord)) continue
    if (best.length === most) best.pop()
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
