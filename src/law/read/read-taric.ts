import type { KnownDifference, KnownDocumentDifference, Placed, TaricRow } from './law.ts'
import { type Rows, rowsOf } from './read-table.ts'

const EXTRACT = { required: ['direction', 'area', 'type', 'code', 'from', 'to', 'documents'] } as const
const DIFFERENCES = {
  required: ['regime', 'direction', 'area', 'annexes', 'side', 'codes', 'class', 'reason'],
} as const
const DOCUMENTS = { required: ['regime', 'direction', 'side', 'documents', 'codes', 'class', 'reason'] } as const

const WAYS = ['import', 'export'] as const
const SIDES = ['only_ours', 'only_taric'] as const

/** An extract of TARIC: one measure on one code a row, with the documents that it asks for, if any. */
export function readTaricRows(file: string, text: string): Rows<Placed<TaricRow>> {
  return rowsOf(file, text, EXTRACT, (row) =>
    row.placed({
      direction: row.word('direction', WAYS),
      area: row.cell('area'),
      type: row.cell('type'),
      code: row.code('code'),
      from: row.day('from'),
      to: row.day('to'),
      documents: row.documents('documents'),
    }),
  )
}

/** What is known to differ between annexes and TARIC. `class` is for maintainers. */
export function readDifferences(file: string, text: string): Rows<Placed<KnownDifference>> {
  return rowsOf(file, text, DIFFERENCES, (row) => {
    for (const column of ['codes', 'class', 'reason'] as const)
      if (row.cell(column) === '')
        row.mistake(column, `a difference has ${column === 'codes' ? 'codes' : `a ${column}`}`)
    return row.placed({
      regime: row.cell('regime'),
      direction: row.word('direction', WAYS),
      area: row.cell('area'),
      annexes: row.cell('annexes'),
      side: row.word('side', SIDES),
      codes: row.codes('codes'),
      reason: row.cell('reason'),
    })
  })
}

/** What is known to differ between the documents that answers offer and those that TARIC asks for. */
export function readDocumentDifferences(file: string, text: string): Rows<Placed<KnownDocumentDifference>> {
  return rowsOf(file, text, DOCUMENTS, (row) => {
    for (const column of ['documents', 'class', 'reason'] as const)
      if (row.cell(column) === '')
        row.mistake(column, `a difference has ${column === 'documents' ? column : `a ${column}`}`)
    return row.placed({
      regime: row.cell('regime'),
      direction: row.word('direction', WAYS),
      side: row.word('side', SIDES),
      documents: row.documents('documents'),
      codes: row.codes('codes'),
      reason: row.cell('reason'),
    })
  })
}
