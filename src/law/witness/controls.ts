import type { ControlsLaw } from '../read/law.ts'
import type { TaricRow } from '../read/read-taric.ts'
import type { ControlData } from '../terms/law.ts'
import { measureOf, rowsByCode } from './witness.ts'

/** A code on which TARIC flags a control. */
export interface ControlRow extends TaricRow {
  readonly control: ControlData
  readonly measure: ControlData['measures'][number]
}

export type Controls = ReturnType<typeof buildControls>

/** Duties of every export or import of certain goods that are no sanctions. They list nothing: TARIC flags codes. */
export function buildControls({ declared, rows }: ControlsLaw) {
  const { controls } = declared.value
  const flagged = rows.flatMap(({ value }): ControlRow[] => {
    const control = controlOf(controls, value)
    return control ? [Object.freeze({ ...value, ...control })] : []
  })
  return Object.freeze({ data: Object.freeze(controls), rowsOn: rowsByCode(flagged) })
}

/** The first control with a measure that fits a row; undefined where none does. */
export function controlOf(
  controls: readonly ControlData[],
  row: TaricRow,
): Pick<ControlRow, 'control' | 'measure'> | undefined {
  for (const control of controls) {
    const measure = measureOf(control.measures, row)
    if (measure) return { control, measure }
  }
  return undefined
}
