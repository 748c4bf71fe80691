import type { Digits } from '../base/cn-code.ts'
import { type Day, yearOf } from '../base/day.ts'
import type { Dataset, Regime } from './dataset/dataset.ts'
import type { KnownDifference, TaricRow } from './read/read-taric.ts'
import { measureOf, type WitnessRule } from './witness/witness.ts'

export type WitnessComparison = ReturnType<typeof compareWitness>

/** Compares an extract of TARIC with the annexes on a day, by the crosswalk and the known differences of the law. */
export function compareWitness(dataset: Dataset, rows: readonly TaricRow[], day: Day) {
  const { witness } = dataset
  if (!witness) return { day, lists: [], unknown: rows }
  const ruled = rows.map((row) => ({ row, rule: measureOf(witness.data.rules, row) }))
  const leaves = leavesOf(dataset, day)
  const lists = new Map<string, { readonly rule: WitnessRule; readonly annexes: string }>()
  for (const rule of witness.data.rules)
    for (const annexes of rule.annexes ?? []) lists.set(keyOf(rule, annexes), { rule, annexes })
  return {
    day,
    /** How the rows of some annexes compare with the measures of TARIC that stand for them, in codes of eight digits. */
    lists: [...lists].flatMap(([key, { rule, annexes }]) => {
      const regime = dataset.regimes.find(({ data }) => data.code === rule.regime)
      if (!regime) return []
      const ours = leaves(listedOn(regime, annexes.split(' '), day))
      const own = ruled.filter((one) => one.rule?.annexes?.some((list) => keyOf(one.rule!, list) === key))
      const taric = leaves(own.map(({ row }) => ({ code: row.code, except: [] })))
      // Where TARIC joins a list with goods that are described, its further codes say nothing of the list.
      const joined = leaves(
        own.flatMap(({ row, rule: its }) => (its?.described ? [] : [{ code: row.code, except: [] }])),
      )
      const { regime: code, direction, area } = rule
      const known = witness.differences.filter((one) => keyOf(one, one.annexes) === key)
      return [
        {
          regime: code,
          direction,
          area,
          annexes,
          both: [...ours].filter((leaf) => taric.has(leaf)).length,
          onlyOurs: differing(
            [...ours].filter((leaf) => !taric.has(leaf)),
            known,
            'only_ours',
          ),
          onlyTaric: differing(
            [...joined].filter((leaf) => !ours.has(leaf)),
            known,
            'only_taric',
          ),
        },
      ]
    }),
    /** Rows of the extract that the crosswalk does not know. */
    unknown: ruled.filter(({ rule }) => rule === undefined).map(({ row }) => row),
  }
}

const keyOf = ({ regime, direction, area }: Pick<WitnessRule, 'regime' | 'direction' | 'area'>, annexes: string) =>
  [regime, direction, area, annexes].join(' ')

function differing(codes: readonly Digits[], known: readonly KnownDifference[], side: KnownDifference['side']) {
  const explained = known.filter((one) => one.side === side).flatMap((one) => one.codes)
  const isKnown = (code: Digits) => explained.some((one) => code.startsWith(one))
  // What is known is set aside, because the table of differences explains it.
  return { known: codes.filter(isKnown), fresh: codes.filter((code) => !isKnown(code)) }
}

interface Listed {
  readonly code: Digits
  readonly except: readonly Digits[]
}

/** Rows of annexes that are listed on that day. */
const listedOn = ({ law }: Regime, annexes: readonly string[], day: Day): Listed[] =>
  law.annexes
    .filter(({ annex }) => annexes.includes(annex))
    .flatMap(({ listings }) => listings)
    .filter(({ from, until }) => from <= day && (until === null || day <= until))
    .flatMap(({ code, except }) => (code === '' ? [] : [{ code, except }]))

/** The codes of eight digits that rows list. A code below which the tariff of that year has none stands for itself. */
function leavesOf({ nomenclatures }: Dataset, day: Day): (rows: readonly Listed[]) => ReadonlySet<Digits> {
  const leaves = nomenclatures.of(yearOf(day)).leaves()
  const byChapter = Map.groupBy(leaves, (code) => code.slice(0, 2))
  const byHeading = Map.groupBy(leaves, (code) => code.slice(0, 4))
  return (rows) =>
    new Set(
      rows.flatMap(({ code, except }) =>
        ((code.length < 4 ? byChapter.get(code) : byHeading.get(code.slice(0, 4))) ?? []).filter(
          (leaf) => leaf.startsWith(code) && !except.some((one) => leaf.startsWith(one)),
        ),
      ),
    )
}

export const isNew = ({ lists, unknown }: WitnessComparison): boolean =>
  unknown.length > 0 || lists.some(({ onlyOurs, onlyTaric }) => onlyOurs.fresh.length + onlyTaric.fresh.length > 0)

/** Codes as the shortest that name them all. */
export function shortest(codes: readonly Digits[], all: readonly Digits[]): Digits[] {
  const wanted = new Set(codes)
  const found = new Set<Digits>()
  for (const code of codes) {
    const lengths = [4, 6, 8].map((length) => code.slice(0, length) as Digits)
    const widest = lengths.find((prefix) => all.filter((one) => one.startsWith(prefix)).every((one) => wanted.has(one)))
    found.add(widest ?? code)
  }
  return [...found]
}
