import { cpSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectLaw } from '../src/law/build/load.ts'
import { LawError } from '../src/law/read/mistakes.ts'

/** The law as it is shipped. */
export const LAW = join(import.meta.dirname, '..', 'law')

/**
 * Copies the law with a small tariff and few words: headings, and below them the codes that the law names. It is as
 * valid as the whole one and has the same acts, annexes and measures, but is read and checked in a fraction of the time.
 * For tests that load a law many times and do not ask about the rest of the tariff.
 * `further`: codes below a heading that the law does not name and a test needs.
 */
export function copySmallLaw(to: string, further: readonly string[] = []): void {
  cpSync(LAW, to, { recursive: true })
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(join(to, path), change(readFileSync(join(to, path), 'utf8')))
  const named = new Set([...codesNamedIn(to), ...further])
  for (const tariff of globSync('nomenclature/*.tsv', { cwd: to })) edit(tariff, (text) => smallTariff(text, named))
  edit('words.tsv', fewWords)
  writeFileSync(join(to, 'words.yaml'), 'means: []\n')
  edit('counts.yaml', (text) => recount(to, text))
}

let made: string | null = null

/** The directory of a small law for all tests of a file, to be read or copied, not changed. */
export function smallLaw(): string {
  if (made !== null) return made
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'small-law-')))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  copySmallLaw(directory)
  made = directory
  return directory
}

/** Every number of 6 to 10 digits in the annexes and articles, up to 8 of them; that some are no codes does no harm. */
function codesNamedIn(law: string): readonly string[] {
  const files = globSync(['*/{annexes,measures,history}/*', '*/annexes.yaml'], { cwd: law })
  const numbers = files.flatMap((file) => readFileSync(join(law, file), 'utf8').match(/\b\d{6,10}\b/g) ?? [])
  return numbers.map((number) => number.slice(0, 8))
}

/** The lines down to the headings, undivided ones (0409 00 00) included; below them the codes named. */
function smallTariff(text: string, named: ReadonlySet<string>): string {
  const kept = text.split('\n').filter((line) => {
    const [kind = '', code = ''] = line.split('\t')
    if (!['hs6', 'cn8', 'group'].includes(kind)) return true
    return code.endsWith('0000') || named.has(code) || named.has(code.slice(0, 6))
  })
  return kept.join('\n')
}

/** The words for one heading as a whole, which the small tariff has. */
function fewWords(text: string): string {
  const [header = '', ...names] = text.split('\n')
  return `${[header, ...names.filter((name) => /^\d{4}\t/.test(name)).slice(0, 50)].join('\n')}\n`
}

/** The figures of counts.yaml as the law adds up now. Any other mistake is a mistake of the test. */
function recount(law: string, text: string): string {
  const lines = text.split('\n')
  const { dataset: _, ...report } = inspectLaw(law)
  for (const { file, line, what } of report.mistakes) {
    const counted = /: (\d+) in law\/, pinned \d+$/.exec(what)?.[1]
    if (!file.endsWith('counts.yaml') || counted === undefined) throw new LawError(report)
    lines[line - 1] = lines[line - 1]!.replace(/\d+$/, counted)
  }
  return lines.join('\n')
}
