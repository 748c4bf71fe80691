/**
 * The known name that an unknown one resembles, such as DATABASE_URL for DATABSE_URL: the Sørensen–Dice coefficient of their
 * pairs of neighbouring characters is at least 0.7.
 */
export function resembling(name: string, known: readonly string[]): string | undefined {
  const rated = known.map((other) => ({ other, likeness: likeness(name, other) }))
  return rated.filter((one) => one.likeness >= 0.7).toSorted((a, b) => b.likeness - a.likeness)[0]?.other
}

function likeness(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)]
  const rest = [...others]
  for (const pair of pairs) {
    const at = rest.indexOf(pair)
    if (at !== -1) rest.splice(at, 1)
  }
  return (2 * (others.length - rest.length)) / (pairs.length + others.length)
}

const pairsOf = (text: string): string[] => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))
