import type { TaricRow } from '../read/read-taric.ts'
import type { ControlData, ControlsData } from '../terms/law.ts'
import { rowsByCode } from './rows-by-code.ts'
import { measureOf, type TaricTable, taricRow } from './witness.ts'

/** A code on which TARIC flags a control. */
export interface ControlRow extends TaricRow {
  readonly control: ControlData
  readonly measure: ControlData['measures'][number]
}

export type Controls = ReturnType<typeof buildControls>

/** `taric/controls.yaml` and the extract beside it. */
export interface ControlTables {
  readonly data: ControlsData
  readonly rows: TaricTable
}

/** Duties of every export or import of certain goods that are no sanctions. They list nothing: TARIC flags codes. */
export function buildControls({ data: { controls }, rows }: ControlTables) {
  const flagged = rowsByCode(rows.code, (at): ControlRow | null => {
    const row = taricRow(rows, at)
    const control = controlOf(controls, row)
    return control ? Object.freeze({ ...row, ...control }) : null
  })
  return Object.freeze({ data: controls, rowsOn: flagged.on })
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
