import { actReader } from '../../../src/ingest/act/act-document.ts'
import type { KnownRegime } from '../../../src/ingest/act/findings.ts'
import { printedRows } from '../../../src/ingest/act/propose-act.ts'
import { type AmendingAct, readAct } from '../../../src/ingest/act/read-act.ts'

export const p = (text: string, name = 'normal'): string => `<p class="oj-${name}">${text}</p>`

/** A numbered point: a table of two columns, as the Official Journal sets it. */
export const point = (label: string, ...content: readonly string[]): string =>
  `<table width="100%"><col width="4%"/><col width="96%"/><tbody><tr><td valign="top">${p(label)}</td><td valign="top">${content.join('\n')}</td></tr></tbody></table>`

export const table = (...rows: readonly (readonly string[])[]): string => {
  const cell = (text: string) => `<td class="oj-table">${text === '' ? '' : p(text, 'tbl-txt')}</td>`
  return `<table class="oj-table">${rows.map((cells) => `<tr class="oj-table">${cells.map(cell).join('')}</tr>`).join('')}</table>`
}

export const HEADER = ['CN code', 'Description'] as const

/** A quoted annex; the marks stand as in the Official Journal, before its title and behind its last table. */
export const quoted = (annex: string, ...content: readonly string[]): string =>
  `<div><div><div>${p(`‘ANNEX ${annex}`, 'doc-ti oj-quotation-ti')}${content.join('\n')}</div></div>’.</div>`

interface ActText {
  readonly title?: string
  readonly published?: string
  /** The content of Article 1, behind its opening sentence. */
  readonly article: readonly string[]
  readonly opening?: string
  readonly annexes?: Readonly<Record<string, readonly string[]>>
  readonly final?: string
}

export const RUSSIA = 'Regulation (EU) No 833/2014'
const FINAL =
  'This Regulation shall enter into force on the day following that of its publication in the Official Journal of the European Union.'

export function actHtml({
  title,
  published = '3.3.2027',
  article,
  opening,
  annexes = {},
  final = FINAL,
}: ActText): string {
  const own = Object.entries(annexes).map(
    ([number, content]) =>
      `<hr class="oj-doc-sep"/><div id="L_1"><div class="eli-container" id="anx_${number || 1}">${p(`ANNEX ${number}`.trim(), 'doc-ti')}${content.join('\n')}</div></div>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>L</title></head><body>
<table><tbody><tr><td>${p(published, 'hd-date')}</td></tr></tbody></table>
<div class="eli-container"><div class="eli-main-title" id="tit_1">${p('COUNCIL REGULATION (EU) 2027/77', 'doc-ti')}${p('of 2 March 2027', 'doc-ti')}${p(title ?? `amending ${RUSSIA} concerning restrictive measures`, 'doc-ti')}</div>
<div id="enc_1"><div class="eli-subdivision" id="art_1">${p('Article 1', 'ti-art')}${p(opening ?? `${RUSSIA} is amended as follows:`)}
${article.join('\n')}</div>
<div class="eli-subdivision" id="art_2">${p('Article 2', 'ti-art')}${final
    .split('|')
    .map((text) => p(text))
    .join('')}</div></div></div>
${own.join('\n')}<hr class="oj-doc-end"/></body></html>`
}

const coded = (annexes: string): KnownRegime['annexes'] =>
  new Map<string, 'coded' | 'described'>([
    ...annexes.split(' ').map((annex) => [annex, 'coded'] as const),
    ['XVI', 'described'],
  ])

export const REGIMES: readonly KnownRegime[] = [
  { folder: '833-2014', act: '32014R0833', annexes: coded('VII XVIII XXI XXIII XXIIIA XXIIIB XL') },
  { folder: '765-2006', act: '32006R0765', annexes: coded('Va VIII XVIII') },
]

export function readHtml(html: string): AmendingAct {
  const reader = actReader()
  reader.write(html)
  return readAct(reader.end(), REGIMES)
}

/** `+ XXIII ex 8504`, `- XXIII 850432`, `= XXI 2901`: what an act does, in brief. */
export const rowsOf = (act: AmendingAct): string[] =>
  printedRows(act).map(({ annex, operation, code, partial }) =>
    `${{ added: '+', replaced: '=', deleted: '-' }[operation]} ${annex} ${partial ? 'ex ' : ''}${code}`.trim(),
  )
