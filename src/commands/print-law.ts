import { relative } from 'node:path'
import type { Dataset } from '../dataset/dataset.ts'
import { type Mistake, printMistake } from '../dataset/mistakes.ts'

/** The mistakes as an editor wants them, one a line, and how many there are. */
export function printMistakes(mistakes: readonly Mistake[], from: string): string {
  const lines = mistakes.map((mistake) =>
    printMistake({ ...mistake, file: relative(from, mistake.file) || mistake.file }),
  )
  return `${lines.join('\n')}\n${mistakes.length} mistake${mistakes.length === 1 ? '' : 's'} in law/\n`
}

/** What a valid law/ adds up to, for whoever ran the check. */
export function printLaw({ version, regimes, entries, nomenclatures }: Dataset): string {
  const lines = regimes.map((regime) => {
    const { code, state, data_quality } = regime.data
    const own = entries.filter((entry) => entry.regime === regime)
    return `${code}: state of ${state}, ${own.length} entries, ${regime.annexes.length} annexes with codes, ${data_quality}`
  })
  return `${[...lines, `CN ${nomenclatures.years.join(', ')}`, `dataset ${version}`, 'law/ is valid'].join('\n')}\n`
}
