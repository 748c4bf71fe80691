import type { Line } from '../law/tariff/nomenclature.ts'
import { type Accumulators, MAX_WORDS, NAMED } from './accumulators.ts'
import { lowerBound } from './binary-search.ts'
import { lowestBit, popcount } from './bitmask.ts'
import type { Budget } from './budget.ts'

/** Goods that a name means. */
export interface Goods {
  readonly line: Line
  /** At most 1, which means that every word is an everyday name of the goods. */
  readonly score: number
}

/** The weight of an everyday name, which was chosen for its goods. Words of the tariff's text weigh at most 1. */
export const EVERYDAY = 1.3
/** Factor for a word that only a line above contains. */
const CONTEXT = 0.6
/** Chapters give context but are no answer, because goods are never declared under a chapter. */
const ANSWERS: ReadonlySet<string> = new Set(['heading', 'hs6', 'cn8'])
/** Costs: collecting the words on the path of a line, weighing one word, scoring one line. */
const PATH_STEPS = 15
const WORD_STEPS = 14
const ANSWER_STEPS = 12

/** Goods and the words of the question that they explain. */
export interface RankedGoods extends Goods {
  readonly words: number
}

/** What is asked of a line. Words are the bits of a bitmask. */
export interface Need {
  /** How much each word counts. */
  readonly importance: readonly number[]
  /** The sum of all importance, also that of words which no line can explain. */
  readonly total: number
  /** The path of a line must have all of these words, */
  readonly all: number
  /** and at least one of these. */
  readonly any: number
  readonly most: number
}

export interface Ranking {
  /**
   * The lines whose path has the words that are needed, by score and then in the order of the tariff. A line below an equally good
   * one is left out, and so is one far below the best. There are at most `most`, because thousands of lines can share a word and
   * sorting them all would cost more than finding them. Empty when the budget does not allow to score them all.
   */
  rank(accumulators: Accumulators, need: Need, budget: Budget): RankedGoods[]
}

export function buildRanking(lines: readonly Line[]): Ranking {
  const parents = Int32Array.from(lines, ({ parent }) => parent?.ord ?? -1)
  /** The number of answers that each line stands for. */
  const answers = Int32Array.from(lines, (line) => {
    let count = 0
    eachAnswer(line, () => count++)
    return count
  })
  const isAnswer = Uint8Array.from(lines, ({ kind }) => (ANSWERS.has(kind) ? 1 : 0))
  /** Scores of the lines in this search; all zero between searches. */
  const scores = new Float64Array(lines.length)

  /** A bitmask of the words on the path of a line, memoized for one ranking. */
  const paths = new Int32Array(lines.length)
  const rankedAt = new Int32Array(lines.length)
  let ranking = 0
  const wordsOn = (ord: number, accumulators: Accumulators): number => {
    if (ord < 0) return 0
    if (rankedAt[ord] === ranking) return paths[ord]!
    const found = accumulators.words[ord]! | wordsOn(parents[ord]!, accumulators)
    rankedAt[ord] = ranking
    paths[ord] = found
    return found
  }

  /** For each word the best weight on the path of one line; all zero between lines. */
  const best = new Float64Array(MAX_WORDS)
  const scoreOf = (line: number, { words, weights }: Accumulators, importance: readonly number[]): number => {
    let found = 0
    for (let at = line; at >= 0; at = parents[at]!) {
      const factor = at === line ? 1 : CONTEXT
      for (let bits = words[at]! & ~NAMED; bits !== 0; bits &= bits - 1) {
        const word = lowestBit(bits)
        const weight = weights[at * MAX_WORDS + word]! * factor
        if (weight > best[word]!) best[word] = weight
      }
      found |= words[at]!
    }
    let score = 0
    for (let bits = found & ~NAMED; bits !== 0; bits &= bits - 1) {
      const word = lowestBit(bits)
      score += best[word]! * importance[word]!
      best[word] = 0
    }
    return score
  }

  const candidateSteps = (ord: number, { words }: Accumulators): number =>
    popcount(words[ord]!) * WORD_STEPS + answers[ord]! * ANSWER_STEPS

  const isCovered = (ord: number): boolean => {
    for (let above = parents[ord]!; above >= 0; above = parents[above]!) if (scores[above]! >= scores[ord]!) return true
    return false
  }

  const note = (ord: number, score: number, scored: number[]) => {
    if (scores[ord] === 0) scored.push(ord)
    if (scores[ord]! < score) scores[ord] = score
  }

  return {
    rank: (accumulators, need, budget) => {
      if (!budget.take(accumulators.touched.length * PATH_STEPS)) return []
      ranking++
      const scored: number[] = []
      let best: number[] = []
      // Lines that may explain most come first. The search stops as soon as the rest cannot come near the best.
      const levels: number[][] = Array.from({ length: LEVELS + 1 }, () => [])
      for (const ord of accumulators.touched) {
        const words = wordsOn(ord, accumulators)
        if ((words & need.all) !== need.all || (words & need.any) === 0) continue
        const explained = importanceOf(words, need.importance) / need.total
        levels[Math.min(LEVELS, Math.ceil(explained * LEVELS))]!.push(ord)
      }
      for (let level = LEVELS; level > 0; level--) {
        const candidates = levels[level]!
        if (candidates.length === 0) continue
        const most = level / LEVELS
        if (best.length > 0 && most < scores[best[0]!]! * NEAR) break
        if (best.length === need.most && scores[best.at(-1)!]! > most) break
        let work = scored.length * ANSWER_STEPS
        for (const ord of candidates) work += candidateSteps(ord, accumulators)
        if (!budget.take(work)) {
          best = []
          break
        }
        for (const candidate of candidates) {
          const score = scoreOf(candidate, accumulators, need.importance) / (need.total * EVERYDAY)
          if (isAnswer[candidate] === 1) note(candidate, score, scored)
          else eachAnswer(lines[candidate]!, ({ ord }) => note(ord, score, scored))
        }
        best = bestOf(scored, scores, need.most, isCovered)
      }
      const goods = best.map((ord) => ({
        line: lines[ord]!,
        // A colour or a condition that fits adds to what the other words can explain.
        score: Math.min(1, scores[ord]!),
        words: wordsOn(ord, accumulators),
      }))
      for (const ord of scored) scores[ord] = 0
      return goods
    },
  }
}

/** Lines are scored in so many portions. */
const LEVELS = 16
/** Goods that score less than this share of the best are not wanted. */
const NEAR = 0.5

function importanceOf(words: number, importance: readonly number[]): number {
  let sum = 0
  for (let bits = words & ~NAMED; bits !== 0; bits &= bits - 1) sum += importance[lowestBit(bits)]!
  return sum
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
      lowerBound(best, (other) => isBefore(other, ord)),
      0,
      ord,
    )
  }
  return best
}

/** Calls `tell` with the line itself if goods are declared under it; a group stands for the lines below it. */
export function eachAnswer(line: Line, tell: (answer: Line) => void): void {
  if (ANSWERS.has(line.kind)) tell(line)
  else if (line.kind === 'group') for (const child of line.children) eachAnswer(child, tell)
}
