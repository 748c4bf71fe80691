import { PageError } from './page-error.ts'
import { textOf } from './page-text.ts'
import { descendants, type Element, has, isElement } from './page-tree.ts'

/** A row of the table of acts at the head of a page. */
export type PageAct = Readonly<NonNullable<ReturnType<typeof readActs>>[number]>

/** The CELEX of an act, of its corrigendum, or of a treaty of accession. */
const ACT = /^(?:3\d{4}[A-Z]\d{4}(?:R\(\d{2}\))?|1\d{4}[A-Z][\w/()]*)$/
const CORRIGENDUM =
  /OJ\s+(L\s+\S+?),\s*(\d{1,2}\.\d{1,2}\.\d{4})(?:,\s*p\.?\s*(\d+))?|Dz\.U\.\s+(L\s+\S+?)\s+z\s+(\d{1,2}\.\d{1,2}\.\d{4}),\s*s\.\s*(\d+)/

/** The acts of the table at the head of a page; null for another table. */
export function readActs(table: Element) {
  const arrows = [...descendants(table)].filter((element) => has(element, 'arrow'))
  if (arrows.length === 0) return null
  const acts = []
  for (const row of [...descendants(table)].filter(({ name }) => name === 'tr')) {
    const cells = row.children.filter(isElement)
    const arrow = cells[0] && [...descendants(cells[0])].find((element) => has(element, 'arrow'))
    if (!arrow) continue
    const sign = /^(►)?\s*(B|[MCA]\d+)$/.exec(textOf(arrow))
    if (cells.length !== 2 && cells.length !== 5) {
      throw new PageError(`a row of ${cells.length} cells in the table of acts`, row, textOf(row))
    }
    if (!sign) throw new PageError('a row of the table of acts without its mark', row, textOf(row))
    // A title that an act has changed bears amendment marks, whose anchors name that act and what it did.
    const celex = [...descendants(cells[1] ?? row)].map(({ title }) => title.trim()).find((title) => ACT.test(title))
    if (!celex) throw new PageError(`the act of ${sign[2]} cannot be read`, row, textOf(row))
    const title = textOf(cells[1]!)
    const [, oj, day, page, dz, pldzien, strona] = CORRIGENDUM.exec(title) ?? []
    acts.push({
      mark: sign[2]!,
      celex,
      title,
      oj: cells[2] ? textOf(cells[2]) : (oj ?? dz ?? ''),
      page: cells[3] ? textOf(cells[3]) : (page ?? strona ?? ''),
      /** As printed, `12.9.2014`. */
      date: cells[4] ? textOf(cells[4]) : (day ?? pldzien ?? ''),
      /** Some text of the act still stands in the page. */
      live: sign[1] !== undefined,
    })
  }
  return acts
}
