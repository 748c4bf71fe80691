import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { countsOf, writeCounts } from '../../src/commands/law/count.ts'
import { inspectLaw } from '../../src/law/build/load.ts'
import { copySmallLaw } from '../small-law.ts'

test('law count --write writes what law validate asks for, and nothing when it is there', (t) => {
  const law = realpathSync(mkdtempSync(join(tmpdir(), 'count-')))
  t.after(() => rmSync(law, { recursive: true, force: true }))
  copySmallLaw(law)
  const annex = join(law, '833-2014', 'annexes', 'XLVIII.tsv')
  const table = readFileSync(annex, 'utf8')
  const row = table.trimEnd().split('\n').at(-1)!
  appendFileSync(annex, `${row.replaceAll(/\b8536(?= ?\d)/g, '8537')}\n`)
  assert.notDeepEqual(inspectLaw(law).mistakes, [])
  assert.match(writeCounts(law), /^written: counts\.yaml, 833-2014\/annexes\.yaml\n$/)
  const { mistakes } = inspectLaw(law)
  assert.deepEqual(
    mistakes.filter(({ what }) => what.includes('pinned')),
    [],
  )
  assert.match(writeCounts(law), /nothing to write/)
  assert.equal(countsOf(law), readFileSync(join(law, 'counts.yaml'), 'utf8'))
})
