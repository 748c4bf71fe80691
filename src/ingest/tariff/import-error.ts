import { type Mistake, printMistake } from '../../law/read/mistakes.ts'

/** How many findings are told one by one: a person mends the cause, not the thousandth consequence. */
const TOLD = 10

/** A source that must not become law: what is wrong and where, and that nothing was written. */
export class Refusal extends Error {
  constructor(mistakes: readonly Mistake[]) {
    const lines = mistakes.slice(0, TOLD).map(printMistake)
    if (mistakes.length > TOLD) lines.push(`… and ${mistakes.length - TOLD} more`)
    super([...lines, 'Nothing was written.'].join('\n'))
    this.name = 'Refusal'
  }
}
