import type { Nomenclature } from '../../src/law/tariff/nomenclature.ts'
import type { Nomenclatures } from '../../src/law/tariff/nomenclature-years.ts'
import { type Digits, digits, prefixOf } from '../../src/terms/cn-code.ts'

/** Gives a code another place in the tariff. Codes on one path stay on one path, and a code keeps its length. */
export type Move = (code: string) => string

/** Headings that change places stay among this many of about the same size, so that few codes fall together. */
const BAND = 40

/** The odd chapters take what grows; the even ones keep their answers, so that the same question can be asked of every size. */
export const growsInChapter = (code: string): boolean => Number(code.slice(0, 2)) % 2 === 1

/** Moves the codes of one further regime; `number` says of which one, each gets other codes. */
export function movesIn(tariff: Nomenclature): (number: number) => Move {
  const below = childrenOf(tariff)
  const headings = [...below.keys()].filter((code) => code.length === 4)
  const sizeOf = (heading: Digits) => (below.get(heading) ?? []).length
  const bySize = (list: readonly Digits[]) => list.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1))
  const ranks = new Map(bySize(headings).map((heading, rank) => [heading, rank]))
  const taking = bySize(headings.filter(growsInChapter))
  const chapters = [...new Set(taking.map((heading) => prefixOf(heading, 2)))].toSorted()

  const headingFor = (heading: Digits, number: number): Digits => {
    const rank = Math.floor((ranks.get(heading) ?? numberIn(heading)) * (taking.length / headings.length))
    const start = Math.min(rank - (rank % BAND), taking.length - BAND)
    return taking[Math.max(0, start) + ((rank - start + number * 7) % Math.min(BAND, taking.length))]!
  }

  return (number) => {
    const known = new Map<string, string>()
    const move = (code: string): string => {
      if (code.length <= 2) return chapters[(Number(code) + number) % chapters.length]!
      if (code.length <= 4) return headingFor(digits(code), number)
      // Ten digits are TARIC's, below a code of eight.
      if (code.length > 8) return `${found(code.slice(0, 8))}${code.slice(8)}`
      const above = found(code.slice(0, code.length - 2))
      const places = below.get(digits(above)) ?? []
      const own = (below.get(digits(code.slice(0, -2))) ?? []).indexOf(digits(code))
      return places[((own < 0 ? numberIn(code) : own) + number) % places.length] ?? `${above}00`
    }
    const found = (code: string): string => {
      const moved = known.get(code) ?? move(code)
      known.set(code, moved)
      return moved
    }
    return found
  }
}

const byLength = new WeakMap<Nomenclatures, Map<number, readonly Digits[]>>()

/** The codes of that length in the newest tariff that growth may take, in order. */
export function codesOfLength(nomenclatures: Nomenclatures, length: number): readonly Digits[] {
  const lengths = byLength.get(nomenclatures) ?? new Map<number, readonly Digits[]>()
  byLength.set(nomenclatures, lengths)
  const { lines } = nomenclatures.of(nomenclatures.years.at(-1)!)
  const codes = () => lines.filter(({ kind, code }) => kind === 'cn8' && growsInChapter(code))
  const known = lengths.get(length) ?? [...new Set(codes().map(({ code }) => prefixOf(code, length)))]
  lengths.set(length, known)
  return known
}

const numberIn = (code: string): number => Number(code.slice(-2))

/** The codes two digits longer, by code, also where the tariff prints no line for the code. */
function childrenOf({ lines }: Nomenclature): ReadonlyMap<Digits, readonly Digits[]> {
  const below = new Map<Digits, Set<Digits>>()
  for (const { kind, code } of lines) {
    if (kind !== 'cn8') continue
    for (const length of [4, 6, 8]) {
      const above = prefixOf(code, length - 2)
      below.set(above, (below.get(above) ?? new Set()).add(prefixOf(code, length)))
    }
  }
  return new Map([...below].map(([code, children]) => [code, [...children]]))
}
