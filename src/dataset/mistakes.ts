/** A mistake in `law/`, where a person can go and mend it. */
export interface Mistake {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly what: string
}

/** `law/833-2014/annexes/XVII.tsv:12:6 what`: editors and terminals jump to it. */
export const printMistake = (mistake: Mistake): string =>
  `${mistake.file}:${mistake.line}:${mistake.column} ${mistake.what}`

/** Points at a value inside a file by its path: ['measures', 3, 'applies_from']. */
export type Locate = (...path: readonly (string | number)[]) => Omit<Mistake, 'what'>

/** Law that must not be served: every mistake found, not only the first. */
export class LawError extends Error {
  readonly mistakes: readonly Mistake[]
  constructor(mistakes: readonly Mistake[]) {
    super(`law/ has ${mistakes.length} mistake(s), the first: ${mistakes[0] ? printMistake(mistakes[0]) : ''}`)
    this.name = 'LawError'
    this.mistakes = mistakes
  }
}
