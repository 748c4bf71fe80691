import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { writeAtomically } from '../../ingest/atomic-write.ts'
import { YamlEdit } from '../../ingest/update/yaml-edit.ts'
import { readLawAt } from '../../law/build/load.ts'
import type { Law, RegimeLaw } from '../../law/read/law.ts'
import { LawError } from '../../law/read/mistakes.ts'
import { countLaw } from '../../law/validate/count.ts'

const HEAD =
  '# What law/ must add up to: `law count --write`. A change of the law changes these figures in the same commit.\n'

/** What is counted must have been read whole: a file with a mistake would count as empty. */
function lawOf(lawDir: string): Law {
  const { law, ...report } = readLawAt(lawDir)
  if (!law || report.mistakes.length > 0) throw new LawError(report)
  return law
}

const countsFile = (law: Law): string => HEAD + stringify(countLaw(law))

export const countsOf = (lawDir: string): string => countsFile(lawOf(lawDir))

/** Writes counts.yaml and the rows of every annex; tells which files have changed. */
export function writeCounts(lawDir: string): string {
  const law = lawOf(lawDir)
  const files = [
    { path: 'counts.yaml', edit: () => countsFile(law) },
    ...law.regimes.map((regime) => ({
      path: `${regime.folder}/annexes.yaml`,
      edit: (text: string) => withRows(regime, text),
    })),
  ]
  const changed = files.filter(({ path, edit }) => {
    const file = join(lawDir, path)
    const text = readFileSync(file, 'utf8')
    const edited = edit(text)
    if (edited !== text) writeAtomically(file, edited)
    return edited !== text
  })
  return changed.length === 0
    ? 'counts.yaml and annexes.yaml say what law/ holds: nothing to write\n'
    : `written: ${changed.map(({ path }) => path).join(', ')}\n`
}

function withRows({ folder, annexes }: RegimeLaw, text: string): string {
  const file = new YamlEdit({ file: `${folder}/annexes.yaml`, text })
  file.items('annexes').forEach((item, index) => {
    const { declared, listings } = annexes[index]!
    const rows = listings.length
    const without = listings.filter(({ value }) => value.code === '').length
    if (declared.value.rows !== rows) file.set(item, 'rows', rows)
    if ((declared.value.without_code ?? 0) === without) return
    if (without === 0) file.remove(item, 'without_code')
    else if (declared.value.without_code === undefined) file.insertAfter(item, 'rows', 'without_code', without)
    else file.set(item, 'without_code', without)
  })
  return file.toString()
}
