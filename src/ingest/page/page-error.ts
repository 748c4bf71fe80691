/** Where in a page reading stopped: the annex or article, the row from 1, the line of the file. */
export interface PagePlace {
  readonly line: number
  readonly annex?: string | undefined
  readonly article?: string | undefined
  readonly row?: number | undefined
}

/** A file that is no consolidated page, or a form the parser does not know: the place, and the text found there. */
export class PageError extends Error {
  readonly place: PagePlace | null
  constructor(what: string, place: PagePlace | null = null, met = '') {
    super(`${place ? `${printPlace(place)}: ` : ''}${what}${met === '' ? '' : `, met "${shorten(met)}"`}`)
    this.name = 'PageError'
    this.place = place
  }
}

function printPlace({ annex, article, row, line }: PagePlace): string {
  const where = [
    annex === undefined ? '' : `annex ${annex}`,
    article === undefined ? '' : `article ${article}`,
    row === undefined ? '' : `row ${row}`,
    `line ${line}`,
  ]
  return where.filter((part) => part !== '').join(', ')
}

const shorten = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 119)}…`)
