import { isWhole, type Placed } from '../read/law.ts'
import type { NotNearReason } from '../terms/law.ts'
import type { Inspection } from './inspection.ts'

/** What may describe goods without codes. */
type Describing = Placed<{ readonly near?: readonly string[]; readonly not_near?: NotNearReason }>

/** Checks that it is said of all goods that only words describe where they are found, or why nothing about the goods decides. */
export function checkNear({ law, mistake }: Inspection): void {
  const lists = new Set(law.near.map(({ value }) => value.list))
  const used = new Set<string>()
  const check = ({ value: { near, not_near }, at }: Describing) => {
    if ((near === undefined) === (not_near === undefined))
      mistake(at(), 'goods that only words describe have near, or not_near and why')
    near?.forEach((list, index) => {
      if (!lists.has(list)) mistake(at('near', index), `no list ${list} in near.tsv`)
      used.add(list)
    })
  }
  for (const { uncoded } of law.regimes) uncoded.forEach(check)
  const countries = law.countries
  countries?.value.regimes?.forEach((value, index) => {
    const at: Placed<unknown>['at'] = (...path) => countries.at('regimes', index, ...path)
    if (value.what !== undefined) check({ value, at })
    else if (value.near ?? value.not_near) mistake(at('near'), 'nothing is described')
  })
  const seen = new Set<string>()
  for (const { value, at } of law.near) {
    if (!used.has(value.list) && countries && isWhole(law))
      mistake(at('list'), `nothing is near by the list ${value.list}`)
    for (const code of value.codes) {
      const key = `${value.list} ${code}`
      if (seen.has(key)) mistake(at('codes'), `${code} stands twice in the list ${value.list}`)
      seen.add(key)
    }
  }
}
