import { buildAnswerer } from '../../../answer/answer.ts'
import type { Dataset } from '../../../law/build/dataset.ts'
import { LawError } from '../../../law/read/mistakes.ts'
import { readLawTests } from './read-tests.ts'
import { failuresOf } from './run-tests.ts'

/** How many tests of the law hold, in words; a LawError with the place of each that does not. */
export function runLawTests(dataset: Dataset, lawDir: string): string {
  const answerer = buildAnswerer(dataset, 'law tests')
  const tests = readLawTests(lawDir)
  const mistakes = tests.flatMap(({ test, file, line }) =>
    failuresOf(test, answerer).map((failure) => ({ file, line, column: 1, what: `${failure} (${test.why})` })),
  )
  if (mistakes.length > 0) throw new LawError({ mistakes, omitted: [] })
  return `${tests.length} tests of the law hold\n`
}
