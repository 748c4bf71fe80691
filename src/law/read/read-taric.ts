import { CONFIDENCES, DAY_BASES, DIRECTIONS, DOCUMENT_PURPOSES } from '../terms/law.ts'
import { rowsOf, type ValueRead } from './read-table.ts'

const EXTRACT = { required: ['direction', 'area', 'type', 'code', 'from', 'to', 'documents'] } as const
const DIFFERENCES = {
  required: ['regime', 'direction', 'area', 'annexes', 'side', 'codes', 'class', 'reason'],
} as const
const DOCUMENTS = { required: ['regime', 'direction', 'side', 'documents', 'codes', 'class', 'reason'] } as const

const DOCUMENT = {
  required: [
    'code',
    'regime',
    'articles',
    'direction',
    'purpose',
    'from',
    'from_basis',
    'until',
    'until_basis',
    'confidence',
    'text_pl',
    'text_en',
    'source',
    'remark',
  ],
} as const

const WAYS = ['import', 'export'] as const
const SIDES = ['only_ours', 'only_taric'] as const

/** A measure of TARIC on one code: what it asks for when the goods are declared. */
export type TaricRow = ValueRead<typeof readTaricRows>

/** An extract of TARIC: one measure on one code a row, with the documents that it asks for, if any. */
export const readTaricRows = (file: string, text: string) =>
  rowsOf(file, text, EXTRACT, (row) =>
    row.placed({
      direction: row.word('direction', WAYS),
      /** A country, or 1008 for all third countries. */
      area: row.cell('area'),
      type: row.cell('type'),
      code: row.code('code'),
      from: row.day('from'),
      to: row.day('to'),
      documents: row.documents('documents'),
    }),
  )

/** Codes that an annex lists and TARIC does not, or the other way round, and why. */
export type KnownDifference = ValueRead<typeof readDifferences>

/** What is known to differ between annexes and TARIC. `class` is for maintainers. */
export const readDifferences = (file: string, text: string) =>
  rowsOf(file, text, DIFFERENCES, (row) => {
    for (const column of ['codes', 'class', 'reason'] as const)
      if (row.cell(column) === '')
        row.mistake(column, `a difference has ${column === 'codes' ? 'codes' : `a ${column}`}`)
    return row.placed({
      regime: row.cell('regime'),
      direction: row.word('direction', WAYS),
      area: row.cell('area'),
      /** The annexes that are compared together, as the crosswalk names them. */
      annexes: row.cell('annexes'),
      side: row.word('side', SIDES),
      codes: row.codes('codes'),
      class: row.cell('class'),
      reason: row.cell('reason'),
    })
  })

/** Documents that answers offer and TARIC does not ask for, or the other way round, and why. */
export type KnownDocumentDifference = ValueRead<typeof readDocumentDifferences>

/** What is known to differ between the documents that answers offer and those that TARIC asks for. */
export const readDocumentDifferences = (file: string, text: string) =>
  rowsOf(file, text, DOCUMENTS, (row) => {
    for (const column of ['documents', 'class', 'reason'] as const)
      if (row.cell(column) === '')
        row.mistake(column, `a difference has ${column === 'documents' ? column : `a ${column}`}`)
    return row.placed({
      regime: row.cell('regime'),
      direction: row.word('direction', WAYS),
      side: row.word('side', SIDES),
      documents: row.documents('documents'),
      /** Empty: whatever the code. */
      codes: row.codes('codes'),
      reason: row.cell('reason'),
    })
  })

const listOf = (cell: string): readonly string[] => (cell === '' ? [] : cell.split('; '))

/** A document code a declarant enters, and the provision it stands for. */
export type TaricDocument = ValueRead<typeof readDocuments>

export const readDocuments = (file: string, text: string) =>
  rowsOf(file, text, DOCUMENT, (row) => {
    const code = row.document('code')
    for (const column of ['text_pl', 'text_en', 'source'] as const)
      if (row.cell(column) === '') row.mistake(column, `a ${column === 'source' ? 'source' : 'text'} is missing`)
    const day = (column: 'from' | 'until') => {
      const written = row.cell(column)
      const basis = row.cell(`${column}_basis`)
      if ((written === '') !== (basis === '')) row.mistake(`${column}_basis`, 'a day and its basis stand together')
      if (written === '' || basis === '') return { day: null, basis: null }
      return { day: row.day(column), basis: row.word(`${column}_basis`, DAY_BASES) }
    }
    const [from, until] = [day('from'), day('until')]
    return row.placed({
      code,
      regime: row.cell('regime'),
      /** Empty where no source names an article; such a document is never shown. */
      articles: listOf(row.cell('articles')),
      directions: listOf(row.cell('direction')).map((cell) => row.word('direction', DIRECTIONS, cell)),
      purpose: row.word('purpose', DOCUMENT_PURPOSES),
      from: from.day,
      fromBasis: from.basis,
      until: until.day,
      untilBasis: until.basis,
      confidence: row.word('confidence', CONFIDENCES),
      text: { pl: row.cell('text_pl'), en: row.cell('text_en') },
    })
  })
