import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegimeLaw } from '../../law/read/law.ts'
import { updateChangelog } from './changelog.ts'
import type { Comparison } from './compare.ts'

const TEXT = `# Changes

## Regulation 833/2014
- **2026-07-24**: before

## Regulation 765/2006
`
const lawOf = (folder: string) =>
  ({
    folder,
    regime: {
      value: {
        consolidated: { version: '2026-07-24' },
        name: { en: 'Korea' },
        legal_act: { en: 'Regulation 2017/1509' },
      },
    },
  }) as unknown as RegimeLaw
const COMPARISON = { page: '02014R0833-20261024', newActs: [], annexes: [], articles: [], annexTexts: [] }
const updated = (folder: string, version = '2026-10-24') =>
  updateChangelog(TEXT, COMPARISON as unknown as Comparison, lawOf(folder), version)

test('a newer version is an entry at the top of its act’s section', () => {
  const entry = '- **2026-10-24**: no listed goods changed. Read by machine from 02014R0833-20261024.\n'
  assert.equal(updated('833-2014'), TEXT.replace('- **2026-07-24**', `${entry}- **2026-07-24**`))
  assert.equal(updated('765-2006'), TEXT + entry)
})

test('the pinned version without differences is no entry, and an act without a section gets one', () => {
  assert.equal(updated('833-2014', '2026-07-24'), TEXT)
  assert.equal(
    updated('2017-1509'),
    `${TEXT}\n## Korea: Regulation 2017/1509\n- **2026-10-24**: no listed goods changed. Read by machine from 02014R0833-20261024.\n`,
  )
})
