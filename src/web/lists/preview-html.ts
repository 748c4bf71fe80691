import type { Language } from '../../terms/language.ts'
import { counted } from '../../terms/wording.ts'
import { LINE_FORMS, listSpeaker, ROW_FORMS } from '../pages/list-texts.ts'
import { type Html, html } from '../shell/html.ts'
import type { Column } from './columns.ts'
import { asking, type Line, MAX_LINES } from './lines.ts'
import { DEAL_FIELDS, type DealField } from './places.ts'
import { isBlank, type Table } from './table.ts'

/** What was read from the list, and the settings that the user may correct. */
export interface Preview {
  readonly sheets: readonly string[]
  readonly sheet: number
  readonly columns: readonly Column[]
  readonly column: number | null
  /** The column asked about where the other one is empty; null for none. */
  readonly named: number | null
  /** The first rows, from which the header can be chosen. */
  readonly rows: Table
  /** The place of the header among them; null without one. */
  readonly header: number | null
  readonly lines: readonly Line[]
  readonly zerosLost: number
  readonly addZeros: boolean
  /** The columns of the deals; null where the list is about none. */
  readonly dealColumns: DealColumns | null
  /** The titles of columns that hold countries, and of those which do not say which ones. */
  readonly placeTitles: readonly string[]
  readonly unplaced: readonly string[]
}

export type DealColumns = Readonly<Partial<Record<DealField, number>>>

export function previewHtml(preview: Preview, language: Language): Html {
  const say = listSpeaker(language)
  const { sheets, sheet, columns, column, named, rows, header, lines, zerosLost, addZeros } = preview
  const { dealColumns, placeTitles, unplaced } = preview
  const titleOf = ({ at, title, samples }: Column) =>
    `${title || say('columnN', at + 1)}${samples.length > 0 ? `: ${samples.join(', ')}` : ''}`.slice(0, 80)
  return html`<fieldset class="preview"><legend>${say('preview')}</legend>
${
  rows.length > 1 &&
  html`<div class="settings">
${
  sheets.length > 1 &&
  html`<div><label for="sheet">${say('sheet')}</label>
<select id="sheet">${sheets.map((name, at) => html`<option value="${at}"${at === sheet && html` selected`}>${name}</option>`)}</select></div>`
}
${
  rows.length > 1 &&
  html`<div><label for="header">${say('header')}</label>
<select id="header"><option value="">${say('noHeader')}</option>${rows
    .slice(0, -1)
    .map(
      ({ number, cells }, at) =>
        html`<option value="${at}"${at === header && html` selected`}>${rowInShort(number, cells)}</option>`,
    )}</select></div>`
}
${
  columns.length > 1 &&
  html`<div class="wide"><label for="column">${say('column')}</label>
<select id="column"${column === null && html` aria-describedby="unclear"`}>${column === null && html`<option value="" selected>${say('columnPick')}</option>`}${columns.map(
    (one) => html`<option value="${one.at}"${one.at === column && html` selected`}>${titleOf(one)}</option>`,
  )}</select>${column === null && html`<p class="error" id="unclear">${say('columnUnclear')}</p>`}</div>`
}
${
  columns.length > 1 &&
  html`<div><label for="name-column">${say('nameColumn')}</label>
<select id="name-column"><option value="">${say('noNameColumn')}</option>${columns
    .filter(({ at }) => at !== column)
    .map(
      (one) => html`<option value="${one.at}"${one.at === named && html` selected`}>${titleOf(one)}</option>`,
    )}</select></div>`
}
${
  columns.length > 1 &&
  dealColumns &&
  DEAL_FIELDS.map(
    (field) => html`<div><label for="${field}-column">${say(`${field}Column`)}</label>
<select id="${field}-column"><option value="">${say('noColumn')}</option>${columns.map(
      (one) =>
        html`<option value="${one.at}"${one.at === dealColumns[field] && html` selected`}>${titleOf(one)}</option>`,
    )}</select></div>`,
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
