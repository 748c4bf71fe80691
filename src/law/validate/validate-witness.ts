import { controlOf } from '../witness/controls.ts'
import { measureOf } from '../witness/witness.ts'
import type { Inspection } from './inspection.ts'

/** Checks that the crosswalk knows every row of the extract, and that rules and known differences are about what the law has. */
export function checkWitness({ law, nomenclatures, mistake }: Inspection): void {
  const { witness } = law
  if (!witness) return
  const { value, at } = witness.declared
  const used = new Set(
    witness.rows.map(({ value: row, at: place }) => {
      const rule = measureOf(value.rules, row)
      if (!rule) mistake(place('type'), `no rule for measure ${row.type}, ${row.direction}, ${row.area}`)
      if (nomenclatures.existedIn(row.code).length === 0) mistake(place('code'), `${row.code} is in no CN year`)
      return rule
    }),
  )
  const annexes = new Set(
    law.regimes.flatMap(({ regime, annexes: own }) =>
      own.map(({ declared }) => `${regime.value.code} ${declared.value.annex}`),
    ),
  )
  const lists = new Set<string>()
  value.rules.forEach((rule, index) => {
    if (!used.has(rule)) mistake(at('rules', index), 'no row of the extract is left for this rule')
    for (const list of rule.annexes ?? []) {
      lists.add([rule.regime, rule.direction, rule.area, list].join(' '))
      for (const annex of list.split(' ')) {
        if (!annexes.has(`${rule.regime} ${annex}`)) mistake(at('rules', index), `${rule.regime} has no annex ${annex}`)
      }
    }
  })
  for (const { value: known, at: place } of witness.differences) {
    if (!lists.has([known.regime, known.direction, known.area, known.annexes].join(' ')))
      mistake(place('annexes'), `no rule compares annex ${known.annexes} in ${known.area}, ${known.direction}`)
  }
}

/** Checks that every flagged code belongs to a control, and that every measure and document of a control is on some code. */
export function checkControls({ law, nomenclatures, mistake }: Inspection): void {
  const { controls } = law
  if (!controls) return
  const { value, at } = controls.declared
  const used = new Set<unknown>()
  for (const { value: row, at: place } of controls.rows) {
    if (nomenclatures.existedIn(row.code).length === 0) mistake(place('code'), `${row.code} is in no CN year`)
    const found = controlOf(value.controls, row)
    if (!found) mistake(place('type'), `no control has measure ${row.type}, ${row.direction}, ${row.area}`)
    used.add(found?.measure)
    for (const document of found?.control.documents ?? []) if (row.documents.includes(document.code)) used.add(document)
  }
  const ids = new Set<string>()
  value.controls.forEach(({ id, measures, documents = [] }, index) => {
    if (ids.has(id)) mistake(at('controls', index, 'id'), `the control ${id} stands twice`)
    ids.add(id)
    for (const [kind, items] of Object.entries({ measures, documents })) {
      items.forEach((item, nth) => {
        if (!used.has(item)) mistake(at('controls', index, kind, nth), 'no row of controls.tsv is left for this')
      })
    }
  })
}
