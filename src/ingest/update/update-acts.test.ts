import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarDay } from '../../base/day.ts'
import type { PageAct } from '../page/acts-table.ts'
import { updateActs } from './update-acts.ts'

const RUSSIA = 'EU-RU-833-2014'
const BELARUS = 'EU-BY-765-2006'

/** The same act amends both regimes; keys come in any order, and a comment stands between acts. */
const TEXT = `acts:
  - {celex: 32014R0833, kind: basic, regime: ${RUSSIA}, mark: B, status: worked_in}
  - kind: amending
    celex: 32026R1846
    regime: ${BELARUS}
    in_force_from: null # not said
    status: pending
  # the same act for Russia
  - regime: ${RUSSIA}
    celex: 32026R1846
    kind: amending
    in_force_from: null
    status: pending
  - celex: "32022R0328R(01)"
    kind: corrigendum
    regime: ${RUSSIA}
    status: worked_in
`
const pageAct = (mark: string, celex: string, title: string, oj = 'L 1'): PageAct => ({
  mark,
  celex,
  title,
  oj,
  page: '7',
  date: '23.10.2026',
  live: true,
})
const update = (acts: readonly PageAct[], regime = RUSSIA) =>
  updateActs({ file: 'law/acts.yaml', text: TEXT }, regime, acts, () => calendarDay('2026-10-24'))

test('a pending act of the regime is worked in, found by its number, and the same act of another regime is not', () => {
  const act = pageAct('M91', '32026R1846', 'COUNCIL REGULATION (EU) 2026/1846 of 23 July 2026')
  const [before, after] = TEXT.split('  # the same act for Russia\n') as [string, string]
  assert.deepEqual(update([act]), {
    text: `${before}  # the same act for Russia\n${after
      .replace(`regime: ${RUSSIA}\n    celex`, `regime: ${RUSSIA}\n    mark: M91\n    celex`)
      .replace('in_force_from: null', 'in_force_from: 2026-10-24')
      .replace('status: pending', 'status: worked_in')}`,
    added: 0,
    conflicts: [],
  })
  assert.equal(
    update([act], BELARUS).text,
    TEXT.replace(`regime: ${BELARUS}\n`, `regime: ${BELARUS}\n    mark: M91\n`)
      .replace('null # not said', '2026-10-24 # not said')
      .replace('status: pending', 'status: worked_in'),
  )
})

test('new acts are added in the order of the page behind the acts of their kind', () => {
  const { text, added } = update([
    pageAct('M44', '32026R2100', 'COUNCIL REGULATION (EU) 2026/2100 of 20 October 2026', 'L 2100'),
    pageAct('M45', '32026R2101', 'COMMISSION DELEGATED REGULATION (EU) 2026/2101 of 21 October 2026'),
    pageAct('C9', '32026R2100R(01)', 'Corrigendum, OJ L 9, 1.11.2026, p. 3 (2026/2100)', ''),
  ])
  assert.equal(added, 3)
  const celexes = [...text.matchAll(/celex: "?([\dR()]+)/g)].map(([, celex]) => celex)
  assert.deepEqual(celexes, [
    '32014R0833',
    '32026R1846',
    '32026R1846',
    '32026R2100',
    '32026R2101',
    '32022R0328R(01)',
    '32026R2100R(01)',
  ])
  assert.match(text, /oj: "OJ L, 2026\/2100, 23\.10\.2026"\n/)
  assert.match(text, /oj: "OJ L 1, 23\.10\.2026, p\. 7"\n/)
  assert.ok(
    text.endsWith(`  - celex: "32026R2100R(01)"
    kind: corrigendum
    regime: ${RUSSIA}
    mark: C9
    corrects: 32026R2100
    title:
      pl: "Sprostowanie (2026/2100)"
      en: "Corrigendum (2026/2100)"
    date: null
    oj: null
    in_force_from: 2026-10-24
    status: worked_in
`),
  )
})

test('an act whose title is in no known form is a conflict, and the file stays as it is', () => {
  assert.deepEqual(update([pageAct('M44', '32026D2100', 'COUNCIL DECISION (CFSP) 2026/2100')]), {
    text: TEXT,
    added: 0,
    conflicts: [{ kind: 'title_unknown', sign: 'M44', celex: '32026D2100' }],
  })
})
