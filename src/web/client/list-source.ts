import { counted } from '../answer/wording.ts'
import { type Columns, columnsOf } from '../lists/columns.ts'
import { LINES_AT_MOST, type Line, linesOf } from '../lists/lines.ts'
import { previewHtml } from '../lists/preview-html.ts'
import { readDelimited } from '../lists/read-delimited.ts'
import { readFile } from '../lists/read-file.ts'
import { type Sheet, type Table, UnreadableFile } from '../lists/table.ts'
import { FILE_TEXTS, LINE_FORMS, listSpeaker } from '../pages/list-texts.ts'
import { html } from '../shell/html.ts'
import { at, language, show } from './dom.ts'

/** What was pasted or chosen, and what its reader set right about it. */
export interface Source {
  /** The lines to check, and the table they stand in; or what to say instead. */
  read(): { lines: readonly Line[]; table: Table; titles: readonly string[] } | { trouble: string }
}

const EXAMPLE = {
  pl: '7304 11 00\n8471 30 00\nkawior\n0101 21 00\n4901 10 00\nrury stalowe',
  en: '7304 11 00\n8471 30 00\ncaviar\n0101 21 00\n4901 10 00\nsteel pipes',
}

export function listSource(): Source {
  const say = listSpeaker(language)
  const form = at('list')
  const pasted = at<HTMLTextAreaElement>('pasted')
  const file = at<HTMLInputElement>('file')
  const [preview, trouble, check] = [at('preview'), at('trouble'), at('check')]

  let sheets: readonly Sheet[] = []
  let fileName: string | null = null
  let sheet = 0
  let found: Columns = columnsOf([])
  let column: number | null = null
  let header = false
  let addZeros = false

  const table = () => sheets[sheet]?.table ?? []
  const lines = (zeros = addZeros): Line[] =>
    column === null ? [] : linesOf(table(), column, { header, addZeros: zeros })

  function take(read: readonly Sheet[], name: string | null): void {
    sheets = read
    fileName = name
    chooseSheet(0)
  }

  function takePasted(): void {
    if (pasted.value.trim() !== '') file.value = ''
    try {
      take([{ name: '', table: readDelimited(pasted.value, { commas: false }) }], null)
    } catch (error) {
      refuse(error)
    }
  }

  function refuse(error: unknown): void {
    take([], null)
    trouble.textContent = FILE_TEXTS[error instanceof UnreadableFile ? error.reason : 'not_text'][language]
  }

  async function takeFile(chosen: File): Promise<void> {
    try {
      const read = await readFile(chosen.name, chosen.size, async () => new Uint8Array(await chosen.arrayBuffer()))
      pasted.value = ''
      take(read, chosen.name)
    } catch (error) {
      refuse(error)
    }
  }

  function chooseSheet(chosen: number): void {
    sheet = chosen
    found = columnsOf(table())
    column = found.picked
    header = found.header
    addZeros = false
    render()
  }

  function render(): void {
    const now = lines()
    show(
      at('taken'),
      fileName !== null &&
        html`<p class="taken"><span>${say('fileTaken')}: <strong>${fileName}</strong></span> <button type="button" class="plain" id="remove">${say('fileRemove')}</button></p>`,
    )
    const filled = found.columns.length > 0
    const focused = document.activeElement?.id
    show(
      preview,
      filled &&
        previewHtml(
          {
            sheets: sheets.map(({ name }) => name),
            sheet,
            columns: found.columns,
            column,
            header,
            lines: now,
            zerosLost: lines(false).filter(({ doubt }) => doubt === 'zero_lost').length,
            addZeros,
          },
          language,
        ),
    )
    // Made anew, the field that was changed would lose its place in the order of keys.
    if (focused && preview.querySelector(`#${focused}`)) at(focused).focus()
    check.textContent = now.length > 0 ? `${say('check')}: ${counted(now.length, LINE_FORMS, language)}` : say('check')
    trouble.textContent = ''
  }

  /** Text that was typed and not yet read. */
  let typing = 0
  const typed = () => {
    clearTimeout(typing)
    typing = 0
    takePasted()
  }
  pasted.addEventListener('input', () => {
    clearTimeout(typing)
    typing = window.setTimeout(typed, 250)
  })
  at('example').addEventListener('click', () => {
    pasted.value = EXAMPLE[language]
    takePasted()
    check.focus()
  })
  form.addEventListener('change', ({ target }) => {
    const { id, value, checked } = target as HTMLInputElement
    if (id === 'sheet') return chooseSheet(Number(value))
    if (id === 'column') column = value === '' ? null : Number(value)
    else if (id === 'header') header = checked
    else if (id === 'zeros') addZeros = checked
    else return
    render()
  })
  form.addEventListener('click', ({ target }) => {
    if ((target as HTMLElement).id !== 'remove') return
    file.value = ''
    take([], null)
    file.focus()
  })
  takeDropped((dropped) => {
    file.value = ''
    void takeFile(dropped)
  })
  const takeChosen = () => {
    const [chosen] = file.files ?? []
    if (chosen) void takeFile(chosen)
  }
  file.addEventListener('change', takeChosen)
  // Given before there was anybody to listen, or kept by a browser that comes back to the page.
  if (pasted.value !== '') takePasted()
  else takeChosen()

  return {
    read() {
      // What was typed a moment ago counts as well.
      if (typing !== 0) typed()
      const now = lines()
      if (now.length > LINES_AT_MOST) return { trouble: say('tooMany', now.length) }
      if (now.length === 0)
        return { trouble: say(found.columns.length > 1 && column === null ? 'columnUnclear' : 'nothing') }
      return {
        lines: now,
        table: table(),
        titles: header ? (table()[0]?.cells ?? []).map(({ text }) => text.trim()) : [],
      }
    },
  }
}

/** Anywhere on the page: who misses the frame must not have the file opened instead. */
function takeDropped(take: (file: File) => void): void {
  const frame = at('drop')
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
