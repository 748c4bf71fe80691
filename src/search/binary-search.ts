/** Binary search: the position of the first member of a sorted list for which `isBefore` is false. */
export function lowerBound<T>(sorted: readonly T[], isBefore: (member: T) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(sorted[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
