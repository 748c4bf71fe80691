import { type Digits, group } from '../../../base/cn-code.ts'
import { yearOf } from '../../../base/day.ts'
import { shortest, type WitnessComparison } from '../../../law/compare-witness.ts'
import type { Dataset } from '../../../law/dataset/dataset.ts'
import { printTable } from '../../terminal.ts'

/** Codes of a new difference that are printed; --json has them all. */
const CODES_SHOWN = 20

/** The comparison for people: a line for each list, then what nobody has explained yet. */
export function printWitness({ day, lists, unknown }: WitnessComparison, { nomenclatures }: Dataset): string {
  const leaves = nomenclatures.of(yearOf(day)).leaves()
  const named = (codes: readonly Digits[]): string => {
    const short = shortest(codes, leaves).map(group)
    const more = short.length > CODES_SHOWN ? ` … (+${short.length - CODES_SHOWN})` : ''
    return short.slice(0, CODES_SHOWN).join(', ') + more
  }
  const table = printTable(
    ['REGIME', 'DIRECTION', 'AREA', 'ANNEXES', 'IN BOTH', 'ONLY OURS', 'ONLY TARIC', 'KNOWN', 'NEW'],
    lists.map(({ regime, direction, area, annexes, both, onlyOurs, onlyTaric }) => [
      regime,
      direction,
      area,
      annexes,
      String(both),
      String(onlyOurs.known.length + onlyOurs.fresh.length),
      String(onlyTaric.known.length + onlyTaric.fresh.length),
      String(onlyOurs.known.length + onlyTaric.known.length),
      String(onlyOurs.fresh.length + onlyTaric.fresh.length),
    ]),
  )
  const fresh = lists.flatMap(({ regime, direction, area, annexes, onlyOurs, onlyTaric }) => {
    const place = `${regime} ${direction} ${area} ${annexes}`
    return [
      ...(onlyOurs.fresh.length > 0 ? [`${place}: only ours: ${named(onlyOurs.fresh)}`] : []),
      ...(onlyTaric.fresh.length > 0 ? [`${place}: only TARIC: ${named(onlyTaric.fresh)}`] : []),
    ]
  })
  const strange = unknown.map(
    ({ direction, area, type, code }) => `no rule for measure ${type}, ${direction}, ${area} (${group(code)})`,
  )
  const notes = [...new Set([...fresh, ...strange])]
  const verdict =
    notes.length === 0
      ? [`Nothing new: every difference of ${day} is explained in law/taric/differences.tsv.`]
      : ['New, in codes of eight digits of the tariff:', ...notes]
  return `${table}\n${verdict.join('\n')}\n`
}
