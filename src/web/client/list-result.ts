import { writeCsv } from '../../terms/csv.ts'
import type { ListQuestion } from '../lists/batch-client.ts'
import { type CheckedLine, reportOf } from '../lists/report.ts'
import { PAGE_SIZE, resultHtml, tableHtml } from '../lists/result-html.ts'
import { countVerdicts, filterAndSort, INITIAL_VIEW, SORTS, type TableView } from '../lists/sort-and-filter.ts'
import type { Table } from '../lists/table.ts'
import { VERDICTS } from '../lists/verdict.ts'
import { listSpeaker } from '../pages/list-texts.ts'
import { html } from '../shell/html.ts'
import { elementById, language, setHtml } from './dom.ts'

/** The outcome of a check, complete or partial. */
export interface Result {
  readonly checked: readonly CheckedLine[]
  readonly question: ListQuestion
  /** The user's table and its column titles, for the download. */
  readonly table: Table
  readonly titles: readonly string[]
  readonly disclaimer: string
  /** Why it is not complete; empty when it is. */
  readonly error: string
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The result part of the page; `resume` continues a check that was cancelled or failed. */
export function addListResult(resume: () => void): { present(result: Result | null): void } {
  const say = listSpeaker(language)
  const place = elementById('result')
  let result: Result | null = null
  let view: TableView = INITIAL_VIEW
  let from = 0

  function present(next: Result | null): void {
    result = next
    view = INITIAL_VIEW
    setHtml(place, null)
    if (!result) return
    const { checked, question, error, disclaimer } = result
    const isIncomplete = checked.some(({ line, reply }) => line.damage === null && reply === null)
    setHtml(
      place,
      html`${
        error !== '' &&
        html`<div class="note problem" role="alert"><p>${error}</p>${isIncomplete && html`<button type="button" class="button quiet" id="resume">${say('resume')}</button>`}</div>`
      }
${resultHtml(countVerdicts(checked), checked.length, recordOf(checked), question, disclaimer)}`,
    )
    showFrom(0)
    elementById('result-title').focus()
  }

  /** The day and the data version that the result is based on. */
  function recordOf(checked: readonly CheckedLine[]) {
    const replies = checked.flatMap(({ reply }) => reply ?? [])
    const distinct = (values: readonly string[]) => [...new Set(values)].join(', ')
    return [
      { term: say('asOf'), text: distinct(replies.map(({ as_of }) => as_of)) },
      { term: say('dataset'), text: distinct(replies.map(({ dataset }) => dataset)) },
    ].filter(({ text }) => text !== '')
  }

  function showFrom(first: number, whole = false): void {
    if (!result) return
    from = first
    const lines = filterAndSort(result.checked, view, language)
    setHtml(elementById('table'), tableHtml(lines, view, from, whole, result.question))
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

  function showOnly(name: string, button: Element): void {
    view = { ...view, verdict: VERDICTS.find((one) => one === name) ?? null }
    for (const chip of place.querySelectorAll('[data-only]')) chip.setAttribute('aria-pressed', String(chip === button))
    showFrom(0)
  }

  async function save(kind: 'csv' | 'xlsx', { checked, table, titles }: Result): Promise<void> {
    const rows = reportOf(checked, table, titles, language)
    const day = checked.find(({ reply }) => reply)?.reply?.as_of
    const name = `${say('fileName')}${day ? `-${day}` : ''}.${kind}`
    if (kind === 'csv') return download(name, 'text/csv;charset=utf-8', writeCsv(rows, language === 'pl' ? ';' : ','))
    const { writeXlsx } = await import('../lists/write-xlsx.ts')
    download(name, XLSX_TYPE, writeXlsx(rows, say('results')))
  }

  place.addEventListener('click', ({ target }) => {
    const button = (target as HTMLElement).closest('button')
    if (!button || !result) return
    const { sort, page, only } = button.dataset
    if (sort !== undefined) sortBy(sort)
    else if (page !== undefined) turnPage(Number(page))
    else if (only !== undefined) showOnly(only, button)
    else if (button.id === 'csv' || button.id === 'xlsx') void save(button.id, result)
    else if (button.id === 'print') window.print()
    else if (button.id === 'resume') resume()
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

  return { present }
}

/** Saves content as a file of the user. It stays in the browser: nothing is sent. */
function download(name: string, type: string, content: string | Uint8Array): void {
  const address = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked later, since the browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
