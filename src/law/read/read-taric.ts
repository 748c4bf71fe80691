import type { Digits } from '../../terms/cn-code.ts'
import { isDay } from '../../terms/day.ts'
import type { KnownDifference, KnownDocumentDifference, Placed, TaricRow } from './law.ts'
import { isListedLength, placed, type Rows, rowsOf } from './read-rows.ts'
import type { Columns, Row } from './read-table.ts'

const EXTRACT = {
  required: ['direction', 'area', 'type', 'code', 'from', 'to', 'documents'],
  optional: [],
} as const satisfies Columns<string>

const DIFFERENCES = {
  required: ['regime', 'direction', 'area', 'annexes', 'side', 'codes', 'class', 'reason'],
  optional: [],
} as const satisfies Columns<string>

const DOCUMENTS = {
  required: ['regime', 'direction', 'side', 'documents', 'codes', 'class', 'reason'],
  optional: [],
} as const satisfies Columns<string>

const WAYS = ['import', 'export'] as const
const SIDES = ['only_ours', 'only_taric'] as const

/** One of the words that a column may hold; the first of them where it holds another, which is a mistake. */
function wordIn<C extends string, const W extends string>(
  row: Row<C, unknown>,
  column: C,
  vocabulary: readonly [W, ...W[]],
  mistake: (column: C, what: string) => void,
): W {
  const found = vocabulary.find((word) => word === row.cell(column))
  if (found === undefined) mistake(column, `"${row.cell(column)}" is not one of: ${vocabulary.join(', ')}`)
  return found ?? vocabulary[0]
}

function codesIn<C extends string>(
  row: Row<C, unknown>,
  column: C,
  mistake: (column: C, what: string) => void,
): readonly Digits[] {
  const codes = row.cell(column).split(' ').filter(Boolean)
  for (const code of codes) if (!isListedLength(code)) mistake(column, `"${code}" is not a code of 2, 4, 6 or 8 digits`)
  return codes as Digits[]
}

function documentsIn<C extends string>(
  row: Row<C, unknown>,
  column: C,
  mistake: (column: C, what: string) => void,
): readonly string[] {
  const documents = row.cell(column).split(' ').filter(Boolean)
  for (const code of documents)
    if (!/^[A-Z]\d{3}$/.test(code)) mistake(column, `"${code}" is not a document code such as Y824`)
  return documents
}

/** An extract of TARIC: one measure on one code a row, with the documents that it asks for, if any. */
export function readTaricRows(file: string, text: string): Rows<Placed<TaricRow>> {
  return rowsOf(file, text, EXTRACT, (row, mistake) => {
    const day = (column: 'from' | 'to') => {
      const cell = row.cell(column)
      if (cell !== '' && !isDay(cell)) mistake(column, `"${cell}" is not a day (YYYY-MM-DD)`)
      return isDay(cell) ? cell : null
    }
    const code = row.cell('code')
    if (!isListedLength(code)) mistake('code', `"${code}" is not a code of 2, 4, 6 or 8 digits`)
    return placed(row, {
      direction: wordIn(row, 'direction', WAYS, mistake),
      area: row.cell('area'),
      type: row.cell('type'),
      code: code as Digits,
      from: day('from'),
      to: day('to'),
      documents: documentsIn(row, 'documents', mistake),
    })
  })
}

/** What is known to differ between annexes and TARIC. `class` is for maintainers. */
export function readDifferences(file: string, text: string): Rows<Placed<KnownDifference>> {
  return rowsOf(file, text, DIFFERENCES, (row, mistake) => {
    for (const column of ['codes', 'class', 'reason'] as const)
      if (row.cell(column) === '') mistake(column, `a difference has ${column === 'codes' ? 'codes' : `a ${column}`}`)
    return placed(row, {
      regime: row.cell('regime'),
      direction: wordIn(row, 'direction', WAYS, mistake),
      area: row.cell('area'),
      annexes: row.cell('annexes'),
      side: wordIn(row, 'side', SIDES, mistake),
      codes: codesIn(row, 'codes', mistake),
      reason: row.cell('reason'),
    })
  })
}

/** What is known to differ between the documents that answers offer and those that TARIC asks for. */
export function readDocumentDifferences(file: string, text: string): Rows<Placed<KnownDocumentDifference>> {
  return rowsOf(file, text, DOCUMENTS, (row, mistake) => {
    for (const column of ['documents', 'class', 'reason'] as const)
      if (row.cell(column) === '')
        mistake(column, `a difference has ${column === 'documents' ? column : `a ${column}`}`)
    return placed(row, {
      regime: row.cell('regime'),
      direction: wordIn(row, 'direction', WAYS, mistake),
      side: wordIn(row, 'side', SIDES, mistake),
      documents: documentsIn(row, 'documents', mistake),
      codes: codesIn(row, 'codes', mistake),
      reason: row.cell('reason'),
    })
  })
}
