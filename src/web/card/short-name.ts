/** Longer names do not fit a card. */
const LONGEST = 60

/** Shorter ones, such as "of cotton", say too little without the line above them. */
const SHORTEST = 25

/**
 * The beginning of a name of the tariff that can stand alone: up to the last comma, semicolon or bracket that is not inside
 * brackets itself, so that nothing is cut within a pair of them.
 */
export function shortName(name: string): string {
  const parts = name.split(' › ')
  // A line such as "other than: …" says what it is not, which cannot be shortened; the line above it can stand alone.
  const own = parts.findLastIndex((part) => !part.includes(':'))
  if (own < 0) return parts.at(-1)!
  const plain = cutOutsideBrackets(parts[own]!)
  const above = parts[own - 1]
  return plain.length < SHORTEST && above ? `${cutOutsideBrackets(above)} › ${plain}` : plain
}

function cutOutsideBrackets(name: string): string {
  if (name.length <= LONGEST && !name.endsWith('…')) return name
  let depth = 0
  let end = 0
  let space = 0
  for (const [at, character] of [...name.slice(0, LONGEST)].entries()) {
    if (depth === 0 && /[,;–(]/.test(character)) end = at
    if (depth === 0 && character === ' ') space = at
    if (character === '(') depth++
    if (character === ')') depth--
  }
  return end > 0 ? name.slice(0, end).replace(/[\s,;–-]+$/, '') : `${name.slice(0, space)} …`
}
