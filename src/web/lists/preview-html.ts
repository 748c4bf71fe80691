import type { Language } from '../../base/language.ts'
import { DEAL_FIELDS } from '../../law/terms/law-vocabulary.ts'
import { counted } from '../../law/terms/wording.ts'
import { type Html, html, option } from '../design/html.ts'
import { LINE_FORMS, listSpeaker, ROW_FORMS } from '../pages/list-texts.ts'
import type { Column, Columns } from './columns.ts'
import { HEADER_WITHIN } from './header.ts'
import { asking, hasLostZero, type Line, MAX_LINES } from './lines.ts'
import { isBlank, type Sheet, type Table } from './table.ts'

/** What was read from the list, and the settings that the user may correct. */
interface Preview {
  readonly sheets: readonly Sheet[]
  readonly sheet: number
  readonly found: Columns
  readonly column: number | null
  /** The column asked about where the other one is empty; null for none. */
  readonly named: number | null
  readonly lines: readonly Line[]
  readonly addZeros: boolean
  /** The columns of the deals; null where the list is about none. */
  readonly dealColumns: Columns['places'] | null
}

export function previewHtml(preview: Preview, language: Language): Html {
  const say = listSpeaker(language)
  const { sheets, sheet, found, column, named, lines, addZeros, dealColumns } = preview
  const { columns, unplaced } = found
  // The rows from which the header can be chosen; the last one has nothing below it.
  const rows = (sheets[sheet]?.table ?? []).slice(0, HEADER_WITHIN + 1)
  const placed = columns.filter(({ at }) => Object.values(found.places).includes(at))
  const placeTitles = [...placed.map(({ title }) => title), ...unplaced]
  const zerosLost = asking(lines).filter(({ given }) => hasLostZero(given)).length
  const titleOf = ({ at, title, samples }: Column) =>
    `${title || say('columnN', at + 1)}${samples.length > 0 ? `: ${samples.join(', ')}` : ''}`.slice(0, 80)
  const columnOptions = (some: readonly Column[], chosen: number | null | undefined) =>
    some.map((one) => option(one.at, titleOf(one), chosen))
  const choice = (id: string, label: string, none: string, options: readonly Html[]) =>
    html`<div><label for="${id}">${label}</label>
<select id="${id}"><option value="">${none}</option>${options}</select></div>`
  return html`<fieldset class="preview"><legend>${say('preview')}</legend>
${
  rows.length > 1 &&
  html`<div class="settings">
${
  sheets.length > 1 &&
  html`<div><label for="sheet">${say('sheet')}</label>
<select id="sheet">${sheets.map(({ name }, at) => option(at, name, sheet))}</select></div>`
}
${choice(
  'header',
  say('header'),
  say('noHeader'),
  rows.slice(0, -1).map(({ number, cells }, at) => option(at, rowInShort(number, cells), found.header.at)),
)}
${
  columns.length > 1 &&
  html`<div class="wide"><label for="column">${say('column')}</label>
<select id="column"${column === null && html` aria-describedby="unclear"`}>${column === null && html`<option value="" selected>${say('columnPick')}</option>`}${columnOptions(columns, column)}</select>${column === null && html`<p class="error" id="unclear">${say('columnUnclear')}</p>`}</div>`
}
${
  columns.length > 1 &&
  choice(
    'name-column',
    say('nameColumn'),
    say('noNameColumn'),
    columnOptions(
      columns.filter(({ at }) => at !== column),
      named,
    ),
  )
}
${
  columns.length > 1 &&
  dealColumns &&
  DEAL_FIELDS.map((field) =>
    choice(`${field}-column`, say(`${field}Column`), say('noColumn'), columnOptions(columns, dealColumns[field])),
  )
}
</div>`
}
${!dealColumns && placeTitles.length > 0 && html`<p class="note">${say('dealColumns', placeTitles.join(', '))}</p>`}
${dealColumns && unplaced.length > 0 && html`<p class="note">${say('dealUnplaced', unplaced.join(', '))}</p>`}
${
  zerosLost > 0 &&
  html`<div class="note warning"><label class="choice"><input type="checkbox" id="zeros" aria-describedby="zeros-hint"${addZeros && html` checked`}> ${say('zeros', zerosLost)}</label>
<p id="zeros-hint">${say('zerosHint')}</p></div>`
}
${column !== null && countHtml(lines, language)}
</fieldset>`
}

/** `3: Lp., Kod CN, Nazwa towaru`. */
const rowInShort = (number: number, cells: Table[number]['cells']): string => {
  const texts = cells.filter((cell) => !isBlank(cell)).map(({ text }) => text.trim())
  return `${number}: ${texts.join(', ')}`.slice(0, 60)
}

function countHtml(lines: readonly Line[], language: Language): Html {
  const say = listSpeaker(language)
  const asked = asking(lines)
  if (asked.length === 0) return html`<p class="error">${say('nothingInColumn')}</p>`
  const count = counted(asked.length, LINE_FORMS, language)
  if (asked.length > MAX_LINES) return html`<p class="error">${say('tooMany', count)}</p>`
  const first = asked.slice(0, 5).map(({ given }) => given)
  const [empty, totals] = (['empty', 'total'] as const).map(
    (why) => lines.filter(({ skipped }) => skipped === why).length,
  ) as [number, number]
  return html`<p class="soft"><small>${count}: ${first.join(' · ')}${asked.length > first.length && ' …'}</small></p>${
    empty > 0 && html`<p class="soft"><small>${say('skippedRows', counted(empty, ROW_FORMS, language))}</small></p>`
  }${totals > 0 && html`<p class="soft"><small>${say('totalRows', counted(totals, ROW_FORMS, language))}</small></p>`}`
}
