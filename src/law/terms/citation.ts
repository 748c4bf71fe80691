/**
 * Parses citations such as `3k(5a)(g)`, `3g(1)(a)-(c)`, `3ea(1), (1a), (2)` and `3m(8), fifth subparagraph` into the places they
 * mean, each a path from the article down.
 */
type Place = readonly string[]

const POINTS = /\(([^()]+)\)/g
const SUBPARAGRAPH = /, ((?:first|second|third|fourth|fifth|sixth|last) subparagraph)$/

/** Whether two citations mean the same place, or one a place within the other. */
export function concerns(one: string, other: string): boolean {
  const others = placesOf(other)
  return placesOf(one).some((a) => others.some((b) => within(a, b) || within(b, a)))
}

/**
 * A test of citations for concerning that place. The place is parsed once and not memoized: it comes from a request, and
 * there is no bound on what may be asked for.
 */
export function concerning(asked: string): (citation: string) => boolean {
  const places = parseCitation(asked)
  return (citation) => placesOf(citation).some((a) => places.some((b) => within(a, b) || within(b, a)))
}

/** Sorts citations in the order of the law: `3k(4)`, `3k(4a)`, `3k(5)(a)`, `3k(5)(b)`, `12h`. */
export function inOrderOfLaw(one: string, other: string): number {
  const [a, b] = [stepsOf(one), stepsOf(other)]
  for (const [at, step] of a.entries()) {
    const against = b[at]
    if (against === undefined) return 1
    const order = step[0] - against[0] || (step[1] < against[1] ? -1 : step[1] > against[1] ? 1 : 0)
    if (order !== 0) return order
  }
  return a.length - b.length
}

const ORDINALS: readonly string[] = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'last']

/** The article and its paragraphs and points, each as a number and the letters behind it. */
const stepsOf = (citation: string): (readonly [number, string])[] =>
  (citation.match(/\d+[a-z]*|(?<=\()[a-z]+(?=\))|first|second|third|fourth|fifth|sixth|last/g) ?? []).map((step) => [
    ORDINALS.includes(step) ? ORDINALS.indexOf(step) : Number.parseInt(step, 10) || 0,
    ORDINALS.includes(step) ? '' : step.replace(/^\d+/, ''),
  ])

const within = (inner: Place, outer: Place): boolean => outer.every((step, at) => inner[at] === step)

const memoized = new Map<string, readonly Place[]>()

function placesOf(citation: string): readonly Place[] {
  const places = memoized.get(citation) ?? parseCitation(citation)
  memoized.set(citation, places)
  return places
}

function parseCitation(citation: string): readonly Place[] {
  // "3n(5) and Annex XXVIII" stands in 3n(5); "1h(3) of 2021" is a former 1h(3), which no document of today means.
  const plain = citation.replace(/ and Annex .*$/, '')
  const subparagraph = SUBPARAGRAPH.exec(plain)?.[1]
  const [first = '', ...siblings] = plain.replace(SUBPARAGRAPH, '').split(', ')
  const places = rangeOf(first)
  const above = places[0]?.slice(0, -1) ?? []
  for (const sibling of siblings) places.push([...above, ...pointsOf(sibling)])
  return subparagraph ? places.map((place) => [...place, subparagraph]) : places
}

/** `3g(1)(a)-(c)` means the points (a), (b) and (c) of 3g(1). */
function rangeOf(citation: string): Place[] {
  const [start = '', end] = citation.split('-')
  const article = start.replace(POINTS, '')
  const path = [article, ...pointsOf(start)]
  const last = end === undefined ? undefined : pointsOf(end).at(-1)
  if (last === undefined) return [path]
  const above = path.slice(0, -1)
  return between(path.at(-1)!, last).map((point) => [...above, point])
}

const pointsOf = (text: string): string[] => [...text.matchAll(POINTS)].map(([, point]) => point!)

function between(first: string, last: string): string[] {
  const numbers = /^\d+$/.test(first) && /^\d+$/.test(last)
  const from = numbers ? Number(first) : first.charCodeAt(0)
  const to = numbers ? Number(last) : last.charCodeAt(0)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, step) =>
    numbers ? String(from + step) : String.fromCharCode(from + step),
  )
}
