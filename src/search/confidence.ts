import type { Ranked } from './rank.ts'

/** How sure it is that the best goods are what the name means. */
export type Confidence = 'high' | 'medium' | 'low'

/** From which probability of the best goods on (docs/search.md). */
const HIGH = 0.7
const MEDIUM = 0.4

export const confidenceOf = (probability: number): Confidence =>
  probability >= HIGH ? 'high' : probability >= MEDIUM ? 'medium' : 'low'

/** A name that may well name nothing, or whose best goods are a guess among hundreds, was not understood. */
const MAX_NONE = 0.15
const LEAST_PROBABILITY = 0.03

export const isUnderstood = ({ goods, none }: Ranked): boolean =>
  goods.length > 0 && none <= MAX_NONE && goods[0]!.probability >= LEAST_PROBABILITY
