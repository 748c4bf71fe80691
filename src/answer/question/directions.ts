import { DIRECTIONS, type Direction } from '../../law/terms/law.ts'

/**
 * The directions that a question is about: exports travel, so whoever asks about exports must hear of transit bans as
 * well.
 */
export function directionsAsked(direction: Direction | null): readonly Direction[] {
  if (direction === null) return DIRECTIONS
  return direction === 'export' ? ['export', 'transit'] : [direction]
}

/** Whether something that concerns these directions concerns the question; without directions it concerns every one. */
export const concernsDirection = (
  { directions }: { readonly directions: readonly Direction[] },
  asked: Direction | null,
): boolean =>
  asked === null ||
  directions.length === 0 ||
  directionsAsked(asked).some((direction) => directions.includes(direction))
