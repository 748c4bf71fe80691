import { counted } from '../answer/wording.ts'
import { type Html, html } from '../html.ts'
import { FILE_TEXTS, LINE_FORMS, listSpeaker } from '../list-texts.ts'
import { type Arrangement, AS_GIVEN, arrange, countVerdicts, SORTS } from '../lists/arrange.ts'
import { askAll, type Reply } from '../lists/ask.ts'
import { type Columns, columnsOf } from '../lists/columns.ts'
import { LINES_AT_MOST, type Line, linesOf } from '../lists/lines.ts'
import { previewHtml } from '../lists/preview-html.ts'
import { readDelimited } from '../lists/read-delimited.ts'
import { readFile } from '../lists/read-file.ts'
import { type Checked, reportOf } from '../lists/report.ts'
import { type About, PAGE, resultHtml, tableHtml } from '../lists/result-html.ts'
import { type Sheet, UnreadableFile } from '../lists/table.ts'
import { VERDICTS } from '../lists/verdict.ts'
import { writeCsv } from '../lists/write-csv.ts'
import { download } from './download.ts'
import { later } from './later.ts'

const language = document.documentElement.lang === 'en' ? 'en' : 'pl'
const say = listSpeaker(language)
const at = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const show = (element: HTMLElement, content: Html | null) => {
  element.innerHTML = content?.markup ?? ''
}

const form = at<HTMLFormElement>('list')
const pasted = at<HTMLTextAreaElement>('pasted')
const file = at<HTMLInputElement>('file')
const [preview, trouble, progress, result] = [at('preview'), at('trouble'), at('progress'), at('result')]
const check = at<HTMLButtonElement>('check')

const EXAMPLE = {
  pl: '7304 11 00\n8471 30 00\nkawior\n0101 21 00\n4011 10 00\nrury stalowe',
  en: '7304 11 00\n8471 30 00\ncaviar\n0101 21 00\n4011 10 00\nsteel pipes',
}

/** What was read, and what the reader set right about it. */
let sheets: readonly Sheet[] = []
let fromFile: string | null = null
let sheet = 0
let found: Columns = columnsOf([])
let column: number | null = null
let header = false
let addZeros = false

const tableOf = () => sheets[sheet]?.table ?? []
const linesNow = (zeros = addZeros): Line[] =>
  column === null ? [] : linesOf(tableOf(), column, { header, addZeros: zeros })

function take(read: readonly Sheet[], name: string | null): void {
  sheets = read
  fromFile = name
  chooseSheet(0)
}

function chooseSheet(chosen: number): void {
  sheet = chosen
  found = columnsOf(tableOf())
  column = found.picked
  header = found.header
  addZeros = false
  renderPreview()
}

function renderPreview(): void {
  const lines = linesNow()
  show(at('taken'), fromFile === null ? null : takenHtml(fromFile))
  const filled = tableOf().some((cells) => cells.some(({ text }) => text.trim() !== ''))
  const focused = document.activeElement?.id
  show(
    preview,
    filled
      ? previewHtml(
          {
            sheets: sheets.map(({ name }) => name),
            sheet,
            columns: found.columns,
            column,
            header,
            lines,
            zerosLost: linesNow(false).filter(({ doubt }) => doubt === 'zero_lost').length,
            addZeros,
          },
          language,
        )
      : null,
  )
  // Made anew, the field that was changed would lose its place in the order of keys.
  if (focused && preview.querySelector(`#${focused}`)) at(focused).focus()
  check.textContent =
    lines.length > 0 ? `${say('check')}: ${counted(lines.length, LINE_FORMS, language)}` : say('check')
  trouble.textContent = ''
}

const takenHtml = (name: string): Html =>
  html`<p class="taken"><span>${say('fileTaken')}: <strong>${name}</strong></span> <button type="button" class="plain" id="remove">${say('fileRemove')}</button></p>`

pasted.addEventListener(
  'input',
  later(250, () => {
    if (pasted.value.trim() !== '') file.value = ''
    take([{ name: '', table: readDelimited(pasted.value, { commas: false }) }], null)
  }),
)

at('example').addEventListener('click', () => {
  pasted.value = EXAMPLE[language]
  file.value = ''
  take([{ name: '', table: readDelimited(pasted.value, { commas: false }) }], null)
  check.focus()
})

async function takeFile(chosen: File): Promise<void> {
  try {
    const read = await readFile(chosen.name, chosen.size, async () => new Uint8Array(await chosen.arrayBuffer()))
    pasted.value = ''
    take(read, chosen.name)
  } catch (error) {
    take([], null)
    trouble.textContent = FILE_TEXTS[error instanceof UnreadableFile ? error.reason : 'not_text'][language]
  }
}

file.addEventListener('change', () => {
  const [chosen] = file.files ?? []
  if (chosen) void takeFile(chosen)
})

/** Anywhere on the page: who misses the frame must not have the file opened instead. */
for (const event of ['dragover', 'drop'] as const) {
  document.addEventListener(event, (dropping) => {
    if (!dropping.dataTransfer?.types.includes('Files')) return
    dropping.preventDefault()
    at('drop').classList.toggle('over', event === 'dragover')
    const [dropped] = dropping.dataTransfer.files
    if (event === 'drop' && dropped) {
      file.value = ''
      void takeFile(dropped)
    }
  })
}
document.addEventListener('dragleave', (leaving) => {
  if (leaving.relatedTarget === null) at('drop').classList.remove('over')
})

form.addEventListener('change', ({ target }) => {
  const { id, value, checked } = target as HTMLInputElement
  if (id === 'sheet') chooseSheet(Number(value))
  else if (id === 'column') column = value === '' ? null : Number(value)
  else if (id === 'header') header = checked
  else if (id === 'zeros') addZeros = checked
  else return
  renderPreview()
})
form.addEventListener('click', ({ target }) => {
  if ((target as HTMLElement).id !== 'remove') return
  file.value = ''
  take([], null)
  file.focus()
})

/** A check under way, or done: its lines, and the replies that came. */
let lines: readonly Line[] = []
let replies = new Map<string, Reply>()
let about: About = { language, asOf: null, direction: null, contractDate: null }
let disclaimer = ''
let running: AbortController | null = null

form.addEventListener('submit', (submitting) => {
  submitting.preventDefault()
  const now = linesNow()
  const wrong =
    now.length > LINES_AT_MOST
      ? say('tooMany', now.length)
      : now.length > 0
        ? null
        : say(found.columns.length > 1 && column === null ? 'columnUnclear' : 'nothing')
  trouble.textContent = wrong ?? ''
  if (wrong !== null) return (document.getElementById('column') ?? pasted).focus()
  const value = (id: string) => at<HTMLInputElement>(id).value || null
  lines = now
  replies = new Map()
  about = { language, asOf: value('as-of'), direction: value('direction'), contractDate: value('contract') }
  void run()
})

async function run(): Promise<void> {
  running?.abort()
  const mine = new AbortController()
  running = mine
  const open = lines.filter(({ doubt, q }) => doubt === null && !replies.has(q))
  show(result, null)
  progress.hidden = false
  check.disabled = true
  report()
  at('cancel').focus()
  let end = ''
  try {
    await askAll(
      open.map(({ q }) => q),
      {
        ...about,
        signal: mine.signal,
        onReplies: (more) => {
          for (const [q, reply] of more) replies.set(q, reply)
          at('waiting').textContent = ''
          report()
        },
        onWait: (seconds) => {
          at('waiting').textContent = seconds === null ? say('retrying') : say('waiting', seconds)
        },
        onDisclaimer: (text) => {
          disclaimer = text
        },
      },
      { fetch: (address, init) => fetch(address, init), wait },
    )
  } catch (error) {
    end = mine.signal.aborted ? say('cancelled') : [say('failed'), (error as Error).message].join(' ').trim()
  }
  if (running !== mine) return
  running = null
  progress.hidden = true
  check.disabled = false
  at('waiting').textContent = ''
  renderResult(end)
}

/** The bar and its words. */
function report(): void {
  const done = lines.filter(({ doubt, q }) => doubt !== null || replies.has(q)).length
  at<HTMLProgressElement>('bar').value = lines.length === 0 ? 0 : done / lines.length
  at('state').textContent = say('progress', done, lines.length)
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

at('cancel').addEventListener('click', () => running?.abort())

let checked: readonly Checked[] = []
let arranged: readonly Checked[] = []
let arrangement: Arrangement = AS_GIVEN
let from = 0

function renderResult(end: string): void {
  checked = lines.map((line) => ({ line, reply: line.doubt === null ? (replies.get(line.q) ?? null) : null }))
  arrangement = AS_GIVEN
  const first = replies.values().next().value
  const record = [
    { term: say('asOf'), text: first?.as_of ?? '' },
    { term: say('dataset'), text: [...new Set([...replies.values()].map(({ dataset }) => dataset))].join(', ') },
  ].filter(({ text }) => text !== '')
  const left = checked.some(({ line, reply }) => line.doubt === null && reply === null)
  show(
    result,
    html`${end !== '' && html`<div class="note problem" role="alert"><p>${end}</p>${left && html`<button type="button" class="button quiet" id="resume">${say('resume')}</button>`}</div>`}
${resultHtml(countVerdicts(checked), checked.length, record, about, disclaimer)}`,
  )
  renderTable(0)
  at('result-title').focus()
}

function renderTable(page: number, whole = false): void {
  from = page
  arranged = arrange(checked, arrangement, language)
  show(at('table'), tableHtml(arranged, arrangement, from, whole, about))
}

result.addEventListener('click', ({ target }) => {
  const button = (target as HTMLElement).closest('button')
  if (!button) return
  const { sort, page, only } = button.dataset
  if (sort !== undefined) {
    const chosen = SORTS.find((one) => one === sort) ?? 'row'
    arrangement = { ...arrangement, sort: chosen, down: arrangement.sort === chosen && !arrangement.down }
    renderTable(0)
    result.querySelector<HTMLElement>(`[data-sort="${sort}"]`)?.focus()
  } else if (page !== undefined) {
    renderTable(from + Number(page) * PAGE)
    const again = result.querySelector<HTMLButtonElement>(`[data-page="${page}"]`)
    ;(again?.disabled ? result.querySelector<HTMLElement>('[data-page]:not([disabled])') : again)?.focus()
    at('caption').scrollIntoView({ block: 'start' })
  } else if (only !== undefined) {
    arrangement = { ...arrangement, only: VERDICTS.find((one) => one === only) ?? null }
    for (const chip of result.querySelectorAll('[data-only]'))
      chip.setAttribute('aria-pressed', String(chip === button))
    renderTable(0)
  } else if (button.id === 'csv' || button.id === 'xlsx') void save(button.id)
  else if (button.id === 'print') window.print()
  else if (button.id === 'resume') void run()
})

result.addEventListener('input', ({ target }) => {
  if ((target as HTMLElement).id !== 'find') return
  arrangement = { ...arrangement, text: (target as HTMLInputElement).value }
  renderTable(0)
})

// Paper has no next page to click.
window.addEventListener('beforeprint', () => checked.length > 0 && renderTable(from, true))
window.addEventListener('afterprint', () => checked.length > 0 && renderTable(from))

async function save(kind: 'csv' | 'xlsx'): Promise<void> {
  const rows = reportOf(checked, tableOf(), header ? (tableOf()[0] ?? []).map(({ text }) => text.trim()) : [], language)
  const day = checked.find(({ reply }) => reply)?.reply?.as_of ?? ''
  const name = `${say('fileName')}${day && `-${day}`}.${kind}`
  if (kind === 'csv') return download(name, 'text/csv;charset=utf-8', writeCsv(rows, language === 'pl' ? ';' : ','))
  const { writeXlsx } = await import('../lists/write-xlsx.ts')
  download(name, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', writeXlsx(rows, say('results')))
}

// A browser that comes back to the page may have kept what was pasted.
if (pasted.value !== '') pasted.dispatchEvent(new Event('input'))
