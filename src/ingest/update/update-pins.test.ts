import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarDay } from '../../base/day.ts'
import { type AnnexPins, type RegimePin, updateAnnexes, updateRegime } from './update-pins.ts'

const REGIME = `code: X
consolidated: {celex: "02014R0833-20260724", version: 2026-07-24, sha256: null}
state: 2026-07-24   # checked
complete_from: 2026-07-24
worked_in: []
pending:
  []
data_quality: verified
to_read:
    - annex: I
      acts: [32026R0001]
last: 1
`
const PIN: RegimePin = {
  celex: '02014R0833-20260724',
  version: calendarDay('2026-07-24'),
  sha256: 'a'.repeat(64),
  state: calendarDay('2026-07-24'),
  completeFrom: calendarDay('2026-07-24'),
  workedIn: [],
  pending: [],
  unread: [],
}
const regime = (pin: Partial<RegimePin>) => updateRegime({ file: 'regime.yaml', text: REGIME }, { ...PIN, ...pin })

test('regime.yaml: only values that change are written, however the file is laid out', () => {
  const pinned = REGIME.replace('sha256: null', `sha256: "${PIN.sha256}"`)
  assert.equal(regime({}), pinned)
  assert.equal(
    regime({ state: calendarDay('2026-10-24'), pending: ['32026R0002'] }),
    pinned.replace('state: 2026-07-24 ', 'state: 2026-10-24 ').replace('  []', '  [32026R0002]'),
  )
})

test('regime.yaml: unread provisions stand behind the data quality, which is no longer verified', () => {
  const unread = [
    { annex: 'I', acts: ['32026R0001', '32026R0002R(01)'] },
    { article: '12', acts: ['32026R0002'] },
  ]
  const text = regime({ unread })
  assert.equal(
    text.slice(text.indexOf('data_quality')),
    `data_quality: to_review
to_read:
  - annex: I
    acts: [32026R0001, "32026R0002R(01)"]
  - article: "12"
    acts: [32026R0002]
last: 1
`,
  )
})

const ANNEXES = `annexes:
  # first
  - annex: I
    role: goods
    headings:
      - en: "A: one"
        pl: >-
          A: jeden
      - {en: B, pl: B}
  - role: goods
    annex: IV
uncoded: []
`
const annexes = (pins: Partial<AnnexPins>) =>
  updateAnnexes({ file: 'annexes.yaml', text: ANNEXES }, { headings: new Map(), added: [], ...pins })

test('annexes.yaml: stale headings change alone', () => {
  assert.equal(annexes({}), ANNEXES)
  assert.equal(
    annexes({ headings: new Map([['I', new Set(['B'])]]) }),
    ANNEXES.replace(/ {6}- en: "A: one"\n.*\n.*\n/, ''),
  )
  assert.equal(
    annexes({ headings: new Map([['I', new Set<string>()]]) }),
    ANNEXES.replace(/ {4}headings:\n.*\n.*\n.*\n.*\n/, ''),
  )
})

test('annexes.yaml: new annexes take their places in the order of the page', () => {
  const fresh = (annex: string, after: string | null) => ({ annex, role: 'goods' as const, after })
  const entry = (annex: string) => `  - annex: ${annex}\n    role: goods\n`
  const [first, second] = ANNEXES.split('  - role') as [string, string]
  assert.equal(
    annexes({ added: [fresh('0', null), fresh('II', 'I'), fresh('III', 'I')] }),
    `${first.replace('  - annex: I\n', `${entry('"0"')}  - annex: I\n`)}${entry('II')}${entry('III')}  - role${second}`,
  )
})
