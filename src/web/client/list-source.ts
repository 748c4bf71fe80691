import { DEAL_FIELDS } from '../../law/terms/law-vocabulary.ts'
import { counted } from '../../law/terms/wording.ts'
import { html } from '../design/html.ts'
import { type Columns, columnsOf } from '../lists/columns.ts'
import { asking, type Line, linesOf, MAX_LINES } from '../lists/lines.ts'
import { previewHtml } from '../lists/preview-html.ts'
import { readDelimited } from '../lists/read-delimited.ts'
import { readFile } from '../lists/read-file.ts'
import { type Sheet, UnreadableFile } from '../lists/table.ts'
import { FILE_TEXTS, LINE_FORMS, listSpeaker } from '../pages/list-texts.ts'
import { elementById, language, setHtml } from './dom.ts'
import type { ListDeal } from './list-deal.ts'

/** Text is read after this pause in typing. */
const DEBOUNCE_MS = 250

const EXAMPLE = {
  pl: '7304 11 00\n8471 30 00\nkawior\n0101 21 00\n4901 10 00\nrury stalowe',
  en: '7304 11 00\n8471 30 00\ncaviar\n0101 21 00\n4901 10 00\nsteel pipes',
}

/** The part of the page in which a list is pasted or chosen, and its settings. */
export function addListSource(deal: ListDeal) {
  const say = listSpeaker(language)
  const form = elementById('list')
  const pasted = elementById('pasted', HTMLTextAreaElement)
  const file = elementById('file', HTMLInputElement)
  const preview = elementById('preview')
  const error = elementById('list-error')
  const check = elementById('check')

  let sheets: readonly Sheet[] = []
  let fileName: string | null = null
  let sheet = 0
  let found: Columns = columnsOf([])
  let column: number | null = null
  let named: number | null = null
  let addZeros = false
  let dealColumns: Columns['places'] = {}

  const table = () => sheets[sheet]?.table ?? []
  const lines = (): Line[] =>
    column === null ? [] : linesOf(table(), column, { skip: found.header.skip, addZeros, named, deal: dealSource() })
  const dealSource = () => (deal.isAsked() ? { columns: dealColumns, all: deal.all(), read: deal.read } : null)

  function take(read: readonly Sheet[], name: string | null): void {
    sheets = read
    fileName = name
    // The first sheet is often a cover.
    chooseSheet(
      Math.max(
        0,
        read.findIndex(({ table }) => columnsOf(table, { read: deal.read }).picked !== null),
      ),
    )
  }

  function takePasted(): void {
    if (pasted.value.trim() !== '') file.value = ''
    try {
      take([{ name: '', table: readDelimited(pasted.value, { commas: false }) }], null)
    } catch (reason) {
      reject(reason)
    }
  }

  function reject(reason: unknown): void {
    take([], null)
    error.textContent = FILE_TEXTS[reason instanceof UnreadableFile ? reason.reason : 'not_text'][language]
  }

  async function takeFile(chosen: File): Promise<void> {
    try {
      const read = await readFile(chosen.name, chosen.size, async () => new Uint8Array(await chosen.arrayBuffer()))
      pasted.value = ''
      take(read, chosen.name)
    } catch (reason) {
      reject(reason)
    }
  }

  function chooseSheet(chosen: number): void {
    sheet = chosen
    addZeros = false
    guess(undefined)
    if (found.places.origin !== undefined || found.places.destination !== undefined) deal.offer()
    render()
  }

  /** What each column is for; `header` is the row that the user chose for it. */
  function guess(header: number | null | undefined): void {
    found = columnsOf(table(), { read: deal.read, header })
    column = found.picked
    named = found.named
    dealColumns = found.places
  }

  function render(): void {
    const now = lines()
    setHtml(
      elementById('taken'),
      fileName !== null &&
        html`<p class="taken"><span>${say('fileTaken')}: <strong>${fileName}</strong></span> <button type="button" class="plain" id="remove">${say('fileRemove')}</button></p>`,
    )
    const filled = found.columns.length > 0
    const focused = document.activeElement?.id
    setHtml(
      preview,
      filled &&
        previewHtml(
          {
            sheets,
            sheet,
            found,
            column,
            named,
            lines: now,
            addZeros,
            dealColumns: deal.isAsked() ? dealColumns : null,
          },
          language,
        ),
    )
    // The fields are new elements, so the one that was being used needs its focus back.
    if (focused && preview.querySelector(`#${focused}`)) elementById(focused).focus()
    const count = asking(now).length
    check.textContent = count > 0 ? `${say('check')}: ${counted(count, LINE_FORMS, language)}` : say('check')
    error.textContent = ''
  }

  function setDealColumn(name: string, value: string): void {
    const field = DEAL_FIELDS.find((one) => one === name)
    if (!field) return
    const { [field]: _, ...others } = dealColumns
    dealColumns = value === '' ? others : { ...others, [field]: Number(value) }
  }

  /** Timer of the debounce; 0 when all that was typed has been read. */
  let debounce = 0
  const readTyped = () => {
    clearTimeout(debounce)
    debounce = 0
    takePasted()
  }
  pasted.addEventListener('input', () => {
    clearTimeout(debounce)
    debounce = window.setTimeout(readTyped, DEBOUNCE_MS)
  })
  elementById('example').addEventListener('click', () => {
    pasted.value = EXAMPLE[language]
    takePasted()
    check.focus()
  })
  form.addEventListener('change', ({ target }) => {
    const { id, value, checked } = target as HTMLInputElement
    if (id === 'sheet') return chooseSheet(Number(value))
    if (id === 'column') column = value === '' ? null : Number(value)
    else if (id === 'header') guess(value === '' ? null : Number(value))
    else if (id === 'name-column') named = value === '' ? null : Number(value)
    else if (id === 'zeros') addZeros = checked
    else if (id.endsWith('-column')) setDealColumn(id.replace('-column', ''), value)
    else if (!deal.concerns(target as HTMLElement)) return
    render()
  })
  form.addEventListener('click', ({ target }) => {
    if ((target as HTMLElement).id !== 'remove') return
    file.value = ''
    take([], null)
    file.focus()
  })
  acceptDropped((dropped) => {
    file.value = ''
    void takeFile(dropped)
  })
  const takeChosen = () => {
    const [chosen] = file.files ?? []
    if (chosen) void takeFile(chosen)
  }
  file.addEventListener('change', takeChosen)
  // The fields may be filled already: before this script was loaded, or by a browser that returns to the page.
  if (pasted.value !== '') takePasted()
  else takeChosen()

  return {
    /** The lines to check with the table they come from, or an error for the user and the field that it is about. */
    read() {
      // Text typed within the debounce counts as well.
      if (debounce !== 0) readTyped()
      const now = lines()
      const count = asking(now).length
      const field = document.getElementById('column') ? 'column' : 'pasted'
      if (count > MAX_LINES) return { error: say('tooMany', counted(count, LINE_FORMS, language)), field }
      const isMissing =
        now.length > 0 && now.every(({ skipped }) => ['no_deal', 'empty', 'total'].includes(skipped ?? ''))
      if (isMissing && now.some(({ skipped }) => skipped === 'no_deal'))
        return { error: say('dealMissing'), field: 'origin' }
      // Rows whose countries cannot be read are shown with the reason, even when there are no others.
      if (count === 0 && !now.some(({ skipped }) => skipped === 'place'))
        return { error: say(found.columns.length > 1 && column === null ? 'columnUnclear' : 'nothing'), field }
      return { lines: now, table: table(), titles: found.header.titles }
    },
  }
}

/** Accepts a file dropped anywhere on the page: beside the frame, the browser would open it instead. */
function acceptDropped(take: (file: File) => void): void {
  const frame = elementById('drop')
  for (const event of ['dragover', 'drop'] as const) {
    document.addEventListener(event, (dropping) => {
      if (!dropping.dataTransfer?.types.includes('Files')) return
      dropping.preventDefault()
      frame.classList.toggle('over', event === 'dragover')
      const [dropped] = dropping.dataTransfer.files
      if (event === 'drop' && dropped) take(dropped)
    })
  }
  document.addEventListener('dragleave', (leaving) => {
    if (leaving.relatedTarget === null) frame.classList.remove('over')
  })
}
