import type { Candidate, Field } from './fields.ts'
import type { Answered } from './measure.ts'
import type { Choice, Target } from './targets.ts'

/** What a way of asking cost. */
export interface Measured extends Answered {
  readonly cpu: number
  readonly choice: Choice
}

/** Pages and answers below this are not worth climbing further from: everything costs so much. */
const FLAT_MS = 1.5

/** Which of two costs is worse. */
export type Cost = (measured: Measured) => number

export const byCpu: Cost = ({ cpu }) => cpu
/** What a caller can cause with its limit. */
export const byPoint: Cost = ({ cpu, points }) => cpu / Math.max(points ?? 1, 1)

/** Starts that are climbed from: a value that is dear only beside another one is not found from a single start. */
const STARTS = 2

/** Whether one cost is worse than another by more than noise. */
const isWorse = (cost: Cost, one: Measured, other: Measured): boolean =>
  cost(one) > cost(other) * 1.1 && one.cpu > FLAT_MS

/**
 * Every value of the first field that must be there: alone, with the most of each amount, and with the most of all of them.
 * One amount may hide what another costs: nothing is left of five hundred results behind the last one.
 */
function startsOf({ fields, required }: Target): Choice[] {
  const must = fields.filter(({ name, candidates }) => required.has(name) && candidates.length > 0)
  const least = new Map(must.map(({ name, candidates }): [string, Candidate] => [name, candidates[0]!]))
  const counted = fields.filter(({ isAmount }) => isAmount)
  const most = counted.map(({ name, candidates }): [string, Candidate] => [name, candidates[0]!])
  const amounts = most.length > 1 ? [[], ...most.map((amount) => [amount]), most] : [[], most]
  const [first] = must.filter(({ isAmount }) => !isAmount)
  const chosen = first ? first.candidates.map((candidate) => new Map([[first.name, candidate]])) : [new Map()]
  return chosen.flatMap((one) => amounts.map((amount) => new Map([...least, ...one, ...amount])))
}

/**
 * Coordinate ascent: one field after the other gets the value that costs most, given the values of the others, until a
 * round changes nothing. Begins at the dearest of several starts.
 */
export async function climb(
  target: Target,
  measure: (choice: Choice, times: number) => Promise<Measured>,
  cost: Cost,
): Promise<Measured> {
  const starts: Measured[] = []
  for (const choice of startsOf(target)) starts.push(await measure(choice, 2))
  const dearest = starts.toSorted((one, other) => cost(other) - cost(one)).slice(0, STARTS)
  const climbed: Measured[] = []
  for (const start of dearest) {
    let worst = start
    for (let round = 0; round < 2; round++) {
      const before = worst
      for (const { name, candidates } of target.fields) {
        const current = worst.choice
        for (const candidate of candidates) {
          if (current.get(name) === candidate) continue
          const choice = new Map([...current, [name, candidate]])
          // What looks dear once is measured again: a collection of garbage or another process may have been in the way.
          const once = await measure(choice, 1)
          const measured = isWorse(cost, once, worst) ? await measure(choice, 2) : once
          if (isWorse(cost, measured, worst)) worst = measured
        }
      }
      if (worst === before) break
    }
    climbed.push(worst)
  }
  return climbed.toSorted((one, other) => cost(other) - cost(one))[0]!
}

/** Items of a list while the dearest way of asking is looked for; the whole list costs a second and more each time. */
const FEW_ITEMS = 20
const isCount = ({ name }: Field): boolean => name.endsWith('.#')

/** The same target with short lists; null when it takes none. */
export function withFewItems(target: Target): Target | null {
  if (!target.fields.some(isCount)) return null
  const few: Candidate = { label: `${FEW_ITEMS} items`, value: () => FEW_ITEMS }
  return {
    ...target,
    fields: target.fields.map((field) => (isCount(field) ? { ...field, candidates: [few] } : field)),
  }
}

/**
 * The whole list, from the dearest way to ask a short one: what a point pays for depends on the kind of question and on
 * how much is told, so these are tried again.
 */
export async function withAllItems(
  target: Target,
  measure: (choice: Choice, times: number) => Promise<Measured>,
  { choice }: Measured,
): Promise<Measured[]> {
  const most = target.fields.filter(isCount).map(({ name, candidates }): [string, Candidate] => [name, candidates[0]!])
  const whole = new Map([...choice, ...most])
  const found = [await measure(whole, 2)]
  for (const { name, candidates } of target.fields.filter(({ name }) => /(\.q|detail|^\?(codes|names))$/.test(name)))
    for (const candidate of candidates) found.push(await measure(new Map([...whole, [name, candidate]]), 1))
  const dearest = (cost: Cost) => found.toSorted((one, other) => cost(other) - cost(one))[0]!
  return [dearest(byCpu), dearest(byPoint)]
}

/** The dearest way of asking with one value that is long or of many parts. */
export async function withFillers(
  target: Target,
  measure: (choice: Choice, times: number) => Promise<Measured>,
  from: Measured,
): Promise<Measured | null> {
  let worst: Measured | null = null
  for (const { name, fillers } of target.fields) {
    for (const filler of fillers) {
      const measured = await measure(new Map([...from.choice, [name, filler]]), 1)
      if (worst === null || measured.cpu > worst.cpu) worst = measured
    }
  }
  return worst
}
