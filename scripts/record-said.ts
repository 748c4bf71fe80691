import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { buildAnswerer } from '../src/answer/answer.ts'
import { LANGUAGES } from '../src/base/language.ts'
import { readLawTests, saidIn } from '../src/commands/law/law-tests.ts'
import { loadDataset } from '../src/law/load.ts'

/**
 * Writes into `law/tests/said.yaml` what is said today, to be read line by line in the difference: `node scripts/record-said.ts`.
 * A new question needs `why` and `ask` alone.
 */
const law = join(import.meta.dirname, '..', 'law')
const path = join(law, 'tests', 'said.yaml')
const answerer = buildAnswerer(await loadDataset(law), 'record-said')
const file = parseDocument(readFileSync(path, 'utf8'))
const tests = readLawTests(law).filter((one) => one.file.endsWith('/said.yaml'))
for (const [at, { test }] of tests.entries()) {
  for (const language of LANGUAGES)
    file.setIn(['tests', at, 'says', 'said', language], file.createNode(saidIn(language, test.ask, answerer)))
}
writeFileSync(path, file.toString({ lineWidth: 118 }))
