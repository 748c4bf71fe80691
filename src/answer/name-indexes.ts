import type { Dataset } from '../law/build/dataset.ts'
import { buildNameIndex, type Designation, type NameIndex } from '../search/by-name.ts'
import { runToEnd } from '../terms/time-slices.ts'

/** The indexes of names of one dataset, one for each tariff year, made when they are first needed. */
export interface NameIndexes {
  /** Of a year the dataset has; built at once, all other work waiting, unless it is ready. */
  of(year: number): NameIndex
  /** Null when the index of that year is ready; else it is built in slices, with a `turn` for other work between them. */
  prepare(year: number, turn: () => Promise<unknown>): Promise<void> | null
}

export function buildNameIndexes(dataset: Dataset): NameIndexes {
  const ready = new Map<number, NameIndex>()
  /** All who wait for a year wait for the same work. */
  const underWay = new Map<number, Promise<void>>()
  let designations: readonly Designation[] | null = null
  const lawOf = (year: number) => {
    designations ??= designationsOf(dataset)
    return [dataset.nomenclatures.of(year), dataset.words, dataset.meanings, designations] as const
  }

  async function build(year: number, turn: () => Promise<unknown>): Promise<void> {
    try {
      const steps = buildNameIndex(...lawOf(year))
      // Somebody who could not wait may have had it built meanwhile.
      while (!ready.has(year)) {
        const step = steps.next()
        if (step.done) ready.set(year, step.value)
        else await turn()
      }
    } finally {
      underWay.delete(year)
    }
  }

  return {
    of: (year) => {
      const index = ready.get(year) ?? runToEnd(buildNameIndex(...lawOf(year)))
      ready.set(year, index)
      return index
    },
    prepare: (year, turn) => {
      if (ready.has(year)) return null
      const building = underWay.get(year) ?? build(year, turn)
      if (!ready.has(year)) underWay.set(year, building)
      return building
    },
  }
}

/** What the annexes call their goods, once for each code and wording. */
function designationsOf({ entries }: Dataset): Designation[] {
  const seen = new Set<string>()
  return entries.flatMap(({ code, listedAs }) => {
    return [...new Set([listedAs?.en, listedAs?.pl])].flatMap((text) => {
      if (text === undefined || seen.has(`${code} ${text}`)) return []
      seen.add(`${code} ${text}`)
      return [{ code, text }]
    })
  })
}
