import { relative } from 'node:path'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { printMistake, type Report, totalOf } from '../../law/read/mistakes.ts'

/** One mistake a line, in the form that editors link to its place, and how many there are. */
export function printMistakes(report: Report, from: string): string {
  const { mistakes, omitted } = report
  const lines: string[] = []
  mistakes.forEach((mistake, index) => {
    const file = relative(from, mistake.file) || mistake.file
    lines.push(printMistake({ ...mistake, file }))
    if (mistakes[index + 1]?.file === mistake.file) return
    const more = omitted.find((one) => one.file === mistake.file)
    if (more) lines.push(`${file} … and ${figure(more)} more in this file`)
  })
  const unlisted = omitted.filter(({ file }) => !mistakes.some((mistake) => mistake.file === file))
  if (unlisted.length > 0) {
    lines.push(`… and ${figure(...unlisted)} more in ${unlisted.length} other file${unlisted.length === 1 ? '' : 's'}`)
  }
  const listed = { count: mistakes.length }
  const total = totalOf(report)
  return `${lines.join('\n')}\n${figure(listed, ...omitted)} mistake${total === 1 ? '' : 's'} in the law\n`
}

function figure(...counts: readonly { readonly count: number; readonly atLeast?: true }[]): string {
  const sum = counts.reduce((total, { count }) => total + count, 0).toLocaleString('en-US')
  return counts.some(({ atLeast }) => atLeast) ? `at least ${sum}` : sum
}

/** A summary of a valid law/. */
export function printLaw({ version, regimes, entries, nomenclatures }: Dataset): string {
  const lines = regimes.map((regime) => {
    const { code, state, data_quality } = regime.data
    const own = entries.filter((entry) => entry.regime === regime)
    return `${code}: state of ${state}, ${own.length} entries, ${regime.annexes.length} annexes with codes, ${data_quality}`
  })
  return `${[...lines, `CN ${nomenclatures.years.join(', ')}`, `dataset ${version}`, 'law/ is valid'].join('\n')}\n`
}
