import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LawError, MistakeList } from '../../../law/read/mistakes.ts'
import { yamlReader } from '../../../law/read/read-yaml.ts'
import type { LawTest } from '../../../terms/law.ts'
import { LAW_SHAPES } from '../../../terms/law-schemas.ts'

const readFile = yamlReader(LAW_SHAPES.tests)

/** A test of the law and where it stands. */
export interface PlacedTest {
  readonly test: LawTest
  readonly file: string
  readonly line: number
}

/** All tests of a law, `tests/*.yaml`; none where it has no such folder. A file that cannot be read is a mistake. */
export function readLawTests(lawDir: string): readonly PlacedTest[] {
  const folder = join(lawDir, 'tests')
  if (!existsSync(folder)) return []
  const mistakes = new MistakeList()
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .flatMap((name) => {
      const file = `law/tests/${name}`
      const { value, locate, mistakes: found } = readFile(file, readFileSync(join(folder, name), 'utf8'))
      for (const mistake of found) mistakes.add(mistake)
      return (value?.tests ?? []).map((test, at) => ({ test, file, line: locate('tests', at).line }))
    })
  const report = mistakes.report()
  if (report.mistakes.length > 0) throw new LawError(report)
  return tests
}
