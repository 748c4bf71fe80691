import { type Mistake, printMistake } from '../../law/read/mistakes.ts'

/** One cause can have thousands of consequences, so only the first mistakes are listed. */
const LISTED = 10

/** A file that cannot be imported, with its mistakes; nothing was written. */
export class ImportError extends Error {
  constructor(mistakes: readonly Mistake[]) {
    const lines = mistakes.slice(0, LISTED).map(printMistake)
    if (mistakes.length > LISTED) lines.push(`… and ${mistakes.length - LISTED} more`)
    super([...lines, 'Nothing was written.'].join('\n'))
    this.name = 'ImportError'
  }
}
