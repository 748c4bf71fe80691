import { type Digits, prefixOf } from '../base/cn-code.ts'
import { type Day, later } from '../base/day.ts'
import { derivedOnce } from '../base/derived-once.ts'
import type { Dataset, Entry, Regime } from '../law/dataset/dataset.ts'
import { isBan, isOnRequest } from '../law/dataset/dataset.ts'
import { DIRECTIONS } from '../law/terms/law.ts'
import { lowerBound } from './binary-search.ts'

/** The index of some regimes, whose entries are then all that is looked at. The list of regimes must not change. */
export type CodeIndex = (regimes: readonly Regime[]) => Find

/**
 * Every entry whose goods may include goods of `code`, in the order of an answer: of what the act lists today, and for a day on
 * which something else was still listed, of that too.
 */
export type Find = (code: Digits, day?: Day) => readonly Entry[]

/** An index of the entries of a dataset by code. */
export function buildCodeIndex(dataset: Dataset): CodeIndex {
  const onRequest = dataset.regimes.some(isOnRequest)
  const usual = findIn(dataset, onRequest ? of(dataset, (regime) => !isOnRequest(regime)) : dataset)
  // Most questions name no regime and no place with one of its own, so the other indexes are built for the first question that does.
  let whole: Find | undefined
  const all = (): Find => {
    whole ??= findIn(dataset, dataset)
    return whole
  }
  const ofRegime = new Map<Regime, Find>()
  const choose = (regimes: readonly Regime[]): Find => {
    const [first] = regimes
    if (first && regimes.length === 1) {
      const own =
        ofRegime.get(first) ??
        findIn(
          dataset,
          of(dataset, (regime) => regime === first),
        )
      ofRegime.set(first, own)
      return own
    }
    const wanted = new Set(regimes)
    const find = regimes.some(isOnRequest) ? all() : usual
    return (code, day) => find(code, day).filter(({ regime }) => wanted.has(regime))
  }
  return derivedOnce(choose)
}

type Entries = Pick<Dataset, 'entries' | 'ended'>

const of = ({ entries, ended }: Dataset, wanted: (regime: Regime) => boolean): Entries => ({
  entries: entries.filter(({ regime }) => wanted(regime)),
  ended: ended.filter(({ regime }) => wanted(regime)),
})

function findIn(dataset: Dataset, { entries, ended }: Entries): Find {
  const today = indexOf(dataset, entries)
  const lastDay = ended.reduce<Day | null>((last, { validity }) => later(last, validity.to), null)
  // Most questions are about today, so the index of the past is built for the first that is not.
  let withPast: Finder | undefined
  return (code, day) => {
    if (day === undefined || lastDay === null || day > lastDay) return today(code)
    withPast ??= indexOf(dataset, [...entries, ...ended])
    return withPast(code)
  }
}

type Finder = (code: Digits) => readonly Entry[]

function indexOf(dataset: Dataset, entries: readonly Entry[]): Finder {
  const byCode = new Map<Digits, Entry[]>()
  for (const entry of entries) {
    const list = byCode.get(entry.code)
    if (list) list.push(entry)
    else byCode.set(entry.code, [entry])
  }
  const regimeOrd = new Map(dataset.regimes.map((regime, order) => [regime, order]))
  for (const list of byCode.values()) list.sort((a, b) => compareWithinCode(a, b, regimeOrd))
  const codes = [...byCode.keys()].toSorted()
  const lengths = [...new Set(codes.map(({ length }) => length))].toSorted((a, b) => b - a)
  return (code) => {
    const found: Entry[] = []
    const add = (listed: Digits) => {
      for (const entry of byCode.get(listed) ?? []) {
        if (!entry.except.some((out) => code.startsWith(out))) found.push(entry)
      }
    }
    // The code itself, then its parents, the nearest first, then its children in the order of the tariff.
    for (const length of lengths) if (length >= 2 && length <= code.length) add(prefixOf(code, length))
    for (let at = lowerBound(codes, (listed) => listed <= code); codes[at]?.startsWith(code); at++) add(codes[at]!)
    return found
  }
}

/** Order of entries with the same code: bans first, then by regime, direction, annex and the order of the law. */
function compareWithinCode(a: Entry, b: Entry, regimeOrd: ReadonlyMap<object, number>): number {
  return (
    Number(isBan(b.type)) - Number(isBan(a.type)) ||
    regimeOrd.get(a.regime)! - regimeOrd.get(b.regime)! ||
    directionOrd(a) - directionOrd(b) ||
    a.annexOrd - b.annexOrd ||
    a.ord - b.ord
  )
}

const directionOrd = ({ direction }: Entry): number =>
  direction === null ? DIRECTIONS.length : DIRECTIONS.indexOf(direction)
