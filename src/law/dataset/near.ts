import { CN_LENGTH, type Digits, prefixOf } from '../../base/cn-code.ts'
import type { NearRow } from '../read/read-near.ts'

/**
 * How likely goods of a code are those that a measure without codes describes. `near`: they may be. `weak`: they hardly ever are,
 * but the measure is worth a look. `no`: they cannot be.
 */
export type Nearness = 'near' | 'weak' | 'no'

/** The codes where goods of one description are found. */
interface NearList {
  readonly codes: ReadonlyMap<Digits, Nearness>
  /** Headings and chapters above those codes, with the nearest of them. */
  readonly above: ReadonlyMap<Digits, Nearness>
}

/** Where the goods of a measure without codes are found: several lists if it describes several kinds. */
export type Near = readonly NearList[]

/** How near a code is: the nearest of the lists decides. */
export const nearTo = (near: Near, code: Digits): Nearness =>
  near.reduce<Nearness>((nearest, list) => nearer(nearest, nearnessIn(list, code)), 'no')

/** The longest code of the list that covers the code decides, unless one below the code is nearer. */
function nearnessIn({ codes, above }: NearList, code: Digits): Nearness {
  const below = above.get(code) ?? 'no'
  for (let length = Math.min(code.length, CN_LENGTH); length >= 2; length -= 2) {
    const found = codes.get(prefixOf(code, length))
    if (found !== undefined) return nearer(found, below)
  }
  return below
}

const ORDER: readonly Nearness[] = ['no', 'weak', 'near']
const nearer = (a: Nearness, b: Nearness): Nearness => (ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b)

const NOTHING_NEAR: Near = Object.freeze([])

export type NearOf = (names: readonly string[] | undefined) => Near

/** Finds the lists of these names; no names, nothing is near. */
export function nearOf(rows: readonly NearRow[]): NearOf {
  const lists = new Map([...Map.groupBy(rows, ({ list }) => list)].map(([name, own]) => [name, listOf(own)]))
  return (names) => (names === undefined ? NOTHING_NEAR : Object.freeze(names.flatMap((name) => lists.get(name) ?? [])))
}

function listOf(rows: readonly NearRow[]): NearList {
  const codes = new Map<Digits, Nearness>()
  const above = new Map<Digits, Nearness>()
  for (const { codes: named, weak } of rows) {
    const nearness = weak ? 'weak' : 'near'
    for (const code of named) {
      codes.set(code, nearness)
      for (let length = code.length - 2; length >= 2; length -= 2) {
        const wider = prefixOf(code, length)
        above.set(wider, nearer(above.get(wider) ?? 'no', nearness))
      }
    }
  }
  return Object.freeze({ codes, above })
}
