import { writeCsv } from '../../terms/csv.ts'
import { type Checked, reportOf } from '../lists/report.ts'
import { type About, PAGE, resultHtml, tableHtml } from '../lists/result-html.ts'
import { type Arrangement, AS_GIVEN, arrange, countVerdicts, SORTS } from '../lists/sort-and-filter.ts'
import type { Table } from '../lists/table.ts'
import { VERDICTS } from '../lists/verdict.ts'
import { listSpeaker } from '../pages/list-texts.ts'
import { html } from '../shell/html.ts'
import { at, language, show } from './dom.ts'
import { download } from './download.ts'

/** What a check has brought, whole or in part. */
export interface Result {
  readonly checked: readonly Checked[]
  readonly about: About
  /** Of the file, for the download. */
  readonly table: Table
  readonly titles: readonly string[]
  readonly disclaimer: string
  /** Why it is not whole; empty when it is. */
  readonly trouble: string
}

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The place of the result; `resume` goes on where a check broke off. */
export function resultPlace(resume: () => void): { present(result: Result | null): void } {
  const say = listSpeaker(language)
  const place = at('result')
  let result: Result | null = null
  let arrangement: Arrangement = AS_GIVEN
  let arranged: readonly Checked[] = []
  let from = 0

  function present(next: Result | null): void {
    result = next
    arrangement = AS_GIVEN
    show(place, null)
    if (!result) return
    const { checked, about, trouble, disclaimer } = result
    const left = checked.some(({ line, reply }) => line.doubt === null && reply === null)
    show(
      place,
      html`${
        trouble !== '' &&
        html`<div class="note problem" role="alert"><p>${trouble}</p>${left && html`<button type="button" class="button quiet" id="resume">${say('resume')}</button>`}</div>`
      }
${resultHtml(countVerdicts(checked), checked.length, recordOf(checked), about, disclaimer)}`,
    )
    turnTo(0)
    at('result-title').focus()
  }

  /** The day and the data it is about. */
  function recordOf(checked: readonly Checked[]) {
    const replies = checked.flatMap(({ reply }) => reply ?? [])
    const each = (values: readonly string[]) => [...new Set(values)].join(', ')
    return [
      { term: say('asOf'), text: each(replies.map(({ as_of }) => as_of)) },
      { term: say('dataset'), text: each(replies.map(({ dataset }) => dataset)) },
    ].filter(({ text }) => text !== '')
  }

  function turnTo(first: number, whole = false): void {
    if (!result) return
    from = first
    arranged = arrange(result.checked, arrangement, language)
    show(at('table'), tableHtml(arranged, arrangement, from, whole, result.about))
  }

  function sortBy(name: string): void {
    const sort = SORTS.find((one) => one === name) ?? 'row'
    arrangement = { ...arrangement, sort, down: arrangement.sort === sort && !arrangement.down }
    turnTo(0)
    place.querySelector<HTMLElement>(`[data-sort="${sort}"]`)?.focus()
  }

  function turn(by: number): void {
    turnTo(from + by * PAGE)
    const again = place.querySelector<HTMLElement>(`[data-page="${by}"]:not([disabled])`)
    ;(again ?? place.querySelector<HTMLElement>('[data-page]:not([disabled])'))?.focus({ preventScroll: true })
    at('caption').scrollIntoView({ block: 'start' })
  }

  function showOnly(name: string, button: Element): void {
    arrangement = { ...arrangement, only: VERDICTS.find((one) => one === name) ?? null }
    for (const chip of place.querySelectorAll('[data-only]')) chip.setAttribute('aria-pressed', String(chip === button))
    turnTo(0)
  }

  async function save(kind: 'csv' | 'xlsx', { checked, table, titles }: Result): Promise<void> {
    const rows = reportOf(checked, table, titles, language)
    const day = checked.find(({ reply }) => reply)?.reply?.as_of
    const name = `${say('fileName')}${day ? `-${day}` : ''}.${kind}`
    if (kind === 'csv') return download(name, 'text/csv;charset=utf-8', writeCsv(rows, language === 'pl' ? ';' : ','))
    const { writeXlsx } = await import('../lists/write-xlsx.ts')
    download(name, EXCEL, writeXlsx(rows, say('results')))
  }

  place.addEventListener('click', ({ target }) => {
    const button = (target as HTMLElement).closest('button')
    if (!button || !result) return
    const { sort, page, only } = button.dataset
    if (sort !== undefined) sortBy(sort)
    else if (page !== undefined) turn(Number(page))
    else if (only !== undefined) showOnly(only, button)
    else if (button.id === 'csv' || button.id === 'xlsx') void save(button.id, result)
    else if (button.id === 'print') window.print()
    else if (button.id === 'resume') resume()
  })
  place.addEventListener('input', ({ target }) => {
    const { id, value } = target as HTMLInputElement
    if (id !== 'find') return
    arrangement = { ...arrangement, text: value }
    turnTo(0)
  })
  // Paper has no next page to click.
  window.addEventListener('beforeprint', () => turnTo(from, true))
  window.addEventListener('afterprint', () => turnTo(from))

  return { present }
}
