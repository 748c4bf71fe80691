import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The repository's own directory, from which all training data come. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** The rows of a table with a header, as objects by column. */
export function rowsOf(path: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n')
  const columns = header.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']))
  })
}
