/** Where in a page a reader stopped: the annex or article, the row as people count it, the line of the file. */
export interface PagePlace {
  readonly line: number
  readonly annex?: string | undefined
  readonly article?: string | undefined
  readonly row?: number | undefined
}

/** A page that is not what it should be, or a form the parser was not taught: the place, and the text it met. */
export class PageError extends Error {
  readonly place: PagePlace | null
  constructor(what: string, place: PagePlace | null = null, met = '') {
    super(`${place ? `${printPlace(place)}: ` : ''}${what}${met === '' ? '' : `, met "${cut(met)}"`}`)
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

const cut = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 119)}…`)
