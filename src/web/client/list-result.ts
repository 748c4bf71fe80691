import { writeCsv } from '../../base/csv.ts'
import { html } from '../design/html.ts'
import { LINE_CLASSES } from '../lists/checked-line.ts'
import { csvRows, type ListResult, regimesOf, resultSheet } from '../lists/report.ts'
import { recordSheet } from '../lists/report-record.ts'
import { PAGE_SIZE, resultHtml, tableHtml } from '../lists/result-html.ts'
import { filterAndSort, INITIAL_VIEW, SORTS, type TableView } from '../lists/sort-and-filter.ts'
import { keepHtml } from '../lists/stored-html.ts'
import { listSpeaker } from '../pages/list-texts.ts'
import { elementById, language, setHtml } from './dom.ts'
import { download, XLSX_TYPE } from './download.ts'
import { keepList } from './keep-list.ts'

/** The outcome of a check, complete or partial. */
export interface Result extends ListResult {
  /** Why it is not complete; empty when it is. */
  readonly error: string
}

/** The result part of the page; `resume` continues a check that was cancelled or failed, `choose` checks a line as a code. */
export function addListResult(resume: () => void, choose: (row: number, code: string) => void) {
  const say = listSpeaker(language)
  const place = elementById('result')
  let result: Result | null = null
  let view: TableView = INITIAL_VIEW
  let from = 0

  function render(next: Result): void {
    result = next
    const { checked, error } = next
    const isIncomplete = checked.some(({ line, reply }) => line.skipped === null && reply === null)
    setHtml(
      place,
      html`${
        error !== '' &&
        html`<div class="note problem" role="alert"><p>${error}</p>${isIncomplete && html`<button type="button" class="button quiet" id="resume">${say('resume')}</button>`}</div>`
      }
${resultHtml(next)}
${!isIncomplete && keepHtml(language)}`,
    )
  }

  /** Shows a result from its beginning; null removes it. */
  function present(next: Result | null): void {
    result = null
    view = INITIAL_VIEW
    setHtml(place, null)
    if (!next) return
    render(next)
    showFrom(0)
    elementById('result-title').focus()
  }

  /** Shows a result after one of its lines was checked again: sorting, filter and page stay. */
  function update(next: Result, row: number): void {
    render(next)
    elementById('find', HTMLInputElement).value = view.text
    pressChip()
    showFrom(from)
    // The button that was pressed is gone, so the focus goes on to the line's own link, if the filter still shows it.
    const line = place.querySelector<HTMLElement>(`#row-${row} .links a, #row-${row} button`)
    ;(line ?? elementById('result-title')).focus()
  }

  function showFrom(first: number, whole = false): void {
    if (!result) return
    from = first
    const lines = filterAndSort(result.checked, view, regimesOf(result), language)
    setHtml(elementById('table'), tableHtml(lines, view, from, whole, result))
  }

  function sortBy(name: string): void {
    const sort = SORTS.find((one) => one === name) ?? 'row'
    view = { ...view, sort, descending: view.sort === sort && !view.descending }
    showFrom(0)
    place.querySelector<HTMLElement>(`[data-sort="${sort}"]`)?.focus()
  }

  function turnPage(by: number): void {
    showFrom(from + by * PAGE_SIZE)
    const again = place.querySelector<HTMLElement>(`[data-page="${by}"]:not([disabled])`)
    ;(again ?? place.querySelector<HTMLElement>('[data-page]:not([disabled])'))?.focus({ preventScroll: true })
    elementById('caption').scrollIntoView({ block: 'start' })
  }

  function showOnly(name: string): void {
    view = { ...view, only: LINE_CLASSES.find((one) => one === name) ?? null }
    pressChip()
    showFrom(0)
  }

  /** Marks the filter button that is in use. */
  function pressChip(): void {
    for (const chip of place.querySelectorAll<HTMLElement>('[data-only]'))
      chip.setAttribute('aria-pressed', String(chip.dataset.only === (view.only ?? '')))
  }

  async function save(kind: 'csv' | 'xlsx', whole: Result): Promise<void> {
    const { origin } = window.location
    const day = whole.checked.find(({ reply }) => reply)?.reply?.as_of
    const name = `${say('fileName')}${day ? `-${day}` : ''}.${kind}`
    if (kind === 'csv') {
      const text = writeCsv(csvRows(whole, origin), language === 'pl' ? ';' : ',')
      return download(name, 'text/csv;charset=utf-8', text)
    }
    const { writeXlsx } = await import('../lists/write-xlsx.ts')
    download(name, XLSX_TYPE, writeXlsx([resultSheet(whole, origin), recordSheet(whole, origin)]))
  }

  place.addEventListener('click', ({ target }) => {
    const button = (target as HTMLElement).closest('button')
    if (!button || !result) return
    const { sort, page, only, choose: code, row } = button.dataset
    if (sort !== undefined) sortBy(sort)
    else if (page !== undefined) turnPage(Number(page))
    else if (only !== undefined) showOnly(only)
    else if (code !== undefined) choose(Number(row), code)
    else if (button.id === 'csv' || button.id === 'xlsx') void save(button.id, result)
    else if (button.id === 'print') window.print()
    else if (button.id === 'resume') resume()
  })
  place.addEventListener('submit', (submitting) => {
    submitting.preventDefault()
    if (result) void keepList(result.checked)
  })
  place.addEventListener('input', ({ target }) => {
    const { id, value } = target as HTMLInputElement
    if (id !== 'find') return
    view = { ...view, text: value }
    showFrom(0)
  })
  // Paper has no button for the next page, so all lines are printed.
  window.addEventListener('beforeprint', () => showFrom(from, true))
  window.addEventListener('afterprint', () => showFrom(from))

  return { present, update }
}
