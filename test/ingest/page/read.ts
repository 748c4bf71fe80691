import { type ConsolidatedPage, pageReader } from '../../../src/ingest/page/consolidated-page.ts'
import { mainTable, type PageTable, tableLines } from '../../../src/ingest/page/page-tables.ts'

export function readText(html: string): ConsolidatedPage {
  const reader = pageReader()
  reader.write(html)
  return reader.end()
}

export const printed = (page: ConsolidatedPage, table: PageTable = mainTable(page)): string =>
  [...tableLines(page, table)].join('')

/** The table of a piece: a header and rows, each a list of cells as HTML; for forms that need no file of their own. */
export function annexOf(rows: readonly (readonly string[])[], annex = 'XXI', before = ''): string {
  const cell = (html: string) =>
    html.startsWith('<td') ? html : `<td valign="top"><p class="tbl-norm">${html}</p></td>`
  const lines = rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`)
  return `${before}<div id="anx_${annex}"><p class="title-annex-1">ANNEX ${annex}</p>
<div class="centered"><table class="borderOj"><tbody>${lines.join('\n')}</tbody></table></div></div>\n`
}

export const modref = (celex: string, action: string, sign: string, dash = ''): string =>
  `<p class="modref"><a href="#" title="${celex}: ${action}">▼${sign}</a><a class="anchorarrow" id="${sign}-1" href="#"></a>${dash}</p>\n`
