/** Position of the first member that is not before the place looked for; the list is sorted. */
export function firstNotBefore<T>(sorted: readonly T[], isBefore: (member: T) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(sorted[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
