/** Where in an act reading stopped. */
export interface ActPlace {
  /** From the outside in: `Annex I`, `point (3)`. */
  readonly path: readonly string[]
  readonly line: number
}

/** An act that is refused as a whole: the place, what is wrong with it, and the text found there. */
export class ActError extends Error {
  constructor(what: string, place: ActPlace | null = null, met = '') {
    super(`${place ? `${printPlace(place)}: ` : ''}${what}${met === '' ? '' : `, met "${shorten(met)}"`}`)
    this.name = 'ActError'
  }
}

export const printPlace = ({ path, line }: ActPlace): string => [...path, `line ${line}`].join(', ')

const shorten = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 199)}…`)
