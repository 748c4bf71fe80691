import type { Line } from '../dataset/nomenclature.ts'

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

/**
 * Lines on whose path every word stands (or, for a hint, any), the best first, then in the order of the tariff; a line below an
 * equally good one adds nothing.
 */
export function rank(
  lines: readonly Line[],
  weights: readonly Float32Array[],
  touched: readonly number[],
  need: 'every word' | 'any word' = 'every word',
): Goods[] {
  const scores = new Map<Line, number>()
  for (const ord of new Set(touched)) {
    const line = lines[ord]!
    const score = scoreOf(line, weights, need)
    if (score > 0)
      for (const answer of answersOf(line)) if ((scores.get(answer) ?? 0) < score) scores.set(answer, score)
  }
  const goods: Goods[] = []
  for (const [line, score] of scores) {
    let covered = false
    for (let above = line.parent; above && !covered; above = above.parent) covered = (scores.get(above) ?? 0) >= score
    if (!covered) goods.push({ line, score: score / (weights.length * EVERYDAY) })
  }
  return goods.toSorted((a, b) => b.score - a.score || a.line.ord - b.line.ord)
}

function scoreOf(line: Line, weights: readonly Float32Array[], need: 'every word' | 'any word'): number {
  let score = 0
  for (const own of weights) {
    let best = own[line.ord]!
    for (let above = line.parent; above; above = above.parent) {
      const weight = own[above.ord]! * ABOVE
      if (weight > best) best = weight
    }
    if (best === 0 && need === 'every word') return 0
    score += best
  }
  return score
}

/** A line itself if goods are declared under it; a group stands for the lines below it. */
function answersOf(line: Line): readonly Line[] {
  if (ANSWERS.has(line.kind)) return [line]
  return line.kind === 'group' ? line.children.flatMap(answersOf) : []
}
