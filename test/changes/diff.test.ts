import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { digits } from '../../src/base/cn-code.ts'
import { calendarDay } from '../../src/base/day.ts'
import { isToldOf } from '../../src/changes/audience.ts'
import type { Change } from '../../src/changes/change.ts'
import { diff } from '../../src/changes/diff.ts'
import { historyOf } from '../../src/changes/history.ts'
import { edited, LAW_TODAY, RU } from './laws.ts'

const brief = ({ type, annex, article, cn_codes, act, day }: Change) =>
  [type, annex ?? '–', article, cn_codes.join(' + '), act ?? '–', day].join(' · ')

/** The changes without the summary that closes every difference. */
const lawChanges = (changes: readonly Change[]) => changes.filter(({ type }) => type !== 'dataset.published')

test('the same law has not changed', () => {
  assert.deepEqual(diff(LAW_TODAY, LAW_TODAY), [])
})

test('what an act adds is told with its annex, article, act and day', () => {
  const before = edited({ rows: (row) => (row.act === '32026R1848' && row.mark === 'inserted' ? null : row) })
  const changes = lawChanges(diff(before, LAW_TODAY))
  assert.equal(changes.length, 25)
  assert.equal(brief(changes[0]!), 'listing.added · XXI · 3i(1) · 2603 · 32026R1848 · 2026-07-24')
  assert.deepEqual(changes[0]?.text, {
    pl: '2603 dodano do załącznika XXI (zakaz przywozu, art. 3i ust. 1): Rudy i koncentraty miedzi. Rozporządzenie Rady (UE) 2026/1848, od 24 lipca 2026 r.',
    en: '2603 added to Annex XXI (import ban, Article 3i(1)): Copper ores and concentrates. Council Regulation (EU) 2026/1848, from 24 July 2026.',
  })
  assert.match(
    diff(before, LAW_TODAY).find(({ type }) => type === 'dataset.published')?.text.en ?? '',
    /listings added: 25\.$/,
  )
})

test('what a new law brings is what the history of that law shows, under the same ids', () => {
  const history = new Set(historyOf(LAW_TODAY).map(brief))
  const known = new Set(historyOf(LAW_TODAY).map(({ id }) => id))
  for (const [act, rows] of [
    ['32026R1848', 25],
    ['32026R0506', 50],
    ['32025R2041', 50],
    ['32024R1745', 300],
  ] as const) {
    // Its rows have not come, and what it ended stands there.
    const before = edited({
      regime: act === '32025R2041' ? 'EU-BY-765-2006' : RU,
      rows: (row) => {
        if (row.fromAct === act) return null
        return row.untilAct === act ? { ...row, until: null, untilAct: '' } : row
      },
    })
    const changes = lawChanges(diff(before, LAW_TODAY))
    assert.ok(changes.length >= rows, `${act}: ${changes.length} changes`)
    for (const change of changes) assert.ok(known.has(change.id) && history.has(brief(change)), brief(change))
  }
})

test('a row that is gone is no permission: what still lists its goods is named', () => {
  const wider = edited({
    rows: (row, annex) => (annex === 'XXI' && row.code === '2603' ? { ...row, code: digits('26') } : row),
  })
  const [removed] = lawChanges(diff(LAW_TODAY, wider)).filter(({ type }) => type === 'listing.removed')
  assert.deepEqual(removed?.cn_codes, ['2603'])
  assert.equal(removed?.act, null, 'no mark is left to tell which act did it')
  assert.match(removed?.text.en ?? '', /^2603 is no longer listed in Annex XXI .* Still listed in this annex: 26\./)
  const gone = edited({ rows: (row, annex) => (annex === 'XXI' && row.code === '2603' ? null : row) })
  assert.doesNotMatch(lawChanges(diff(LAW_TODAY, gone))[0]?.text.en ?? '', /Still listed/)
})

test('partial flag, exclusions, threshold, designation and last day are told with before and after', () => {
  const now = edited({
    rows: (row, annex) => {
      if (annex !== 'XXI' || row.code !== '2603') return row
      const limits = [{ operator: '>', amount: 300, unit: 'EUR', scope: 'item' } as const]
      return {
        ...row,
        part: 'ex',
        except: [digits('26030000')],
        limits,
        designation: 'Copper ores',
        until: calendarDay('2027-01-31'),
      }
    },
  })
  const [change, ...none] = lawChanges(diff(LAW_TODAY, now))
  assert.deepEqual(none, [])
  assert.equal(change && brief(change), 'listing.changed · XXI · 3i(1) · 2603 · – · 2026-07-24')
  for (const part of [
    'covers: the whole code → part of the code',
    'codes left out: none → 2603 00 00',
    'threshold: none → value of one item over 300 EUR',
    'designation: “Copper ores and concentrates” → “Copper ores”',
    'last day: open → 31 January 2027',
  ]) {
    assert.ok(change?.text.en.includes(part), `${part} in ${change?.text.en}`)
  }
})

test('a re-issue word for word is no change, whatever the mark says', () => {
  const now = edited({
    rows: (row) => ({ ...row, mark: 'replaced', act: '32026R1848' }),
  })
  assert.deepEqual(lawChanges(diff(LAW_TODAY, now)), [])
})

test('a measure: new, changed, gone', () => {
  const without = edited({ measures: (measure) => (measure.id === '3k-1b' ? null : measure) })
  const [added] = lawChanges(diff(without, LAW_TODAY))
  assert.match(
    added ? brief(added) : '',
    /^measure\.added · – · 3k\(1b\) · 7304 11 00 \+ .* · 32026R0506 · 2026-04-24$/,
  )
  const [removed] = lawChanges(diff(LAW_TODAY, without))
  assert.equal(removed?.type, 'measure.removed')
  assert.match(removed?.text.en ?? '', /Other provisions may cover the goods/)

  const changed = edited({
    measures: (measure) =>
      measure.id === '3k-1b'
        ? { ...measure, applies_from: calendarDay('2026-05-01'), grants: ['3k(4)', '12h'] }
        : measure,
  })
  const [change, ...none] = lawChanges(diff(LAW_TODAY, changed))
  assert.deepEqual(none, [])
  assert.equal(change?.type, 'measure.changed')
  assert.equal(change?.act, null, 'no act says so')
  assert.match(
    change?.text.en ?? '',
    /applies from: 24 April 2026 → 1 May 2026; new: exemption of Article 3k\(4\) \(.*; gone: exemption of Article 3k\(4a\)/,
  )
})

test('an amendment has the id of the bare mark in the history, and tells more', () => {
  const before = edited({
    measures: (measure) =>
      measure.id === '3k-1'
        ? { ...measure, amended_by: '32026R0506', summary: { pl: 'Inaczej.', en: 'Otherwise.' } }
        : measure,
  })
  const [change] = lawChanges(diff(before, LAW_TODAY))
  assert.deepEqual([change?.act, change?.day], ['32026R1848', '2026-07-24'])
  const mark = historyOf(LAW_TODAY).find(({ id }) => id === change?.id)
  assert.match(mark?.text.en ?? '', /Our sources do not show what was changed/)
  assert.match(change?.text.en ?? '', /summary: “Otherwise\.” → /)
})

test('a wind-down that is prolonged concerns its own codes, not the whole annex', () => {
  const now = edited({
    grants: (one) => (one.ref === '3i(3bf)' ? { ...one, until: calendarDay('2027-04-25') } : one),
  })
  const [change] = lawChanges(diff(LAW_TODAY, now))
  assert.deepEqual([change?.type, change?.cn_codes], ['measure.changed', ['7403 19']])
  assert.match(
    change?.text.pl ?? '',
    /zmienione: okres przejściowy z art. 3i ust. 3bf \(do 25 stycznia 2027 r. → 25 kwietnia 2027 r./,
  )
})

test('a pending act is told once, and concerns every code', () => {
  const [before, now] = [edited({ pending: [] }), edited({ pending: ['32026R1848'] })]
  const [change] = lawChanges(diff(before, now))
  assert.deepEqual([change?.type, change?.act, change?.regime], ['act.pending', '32026R1848', RU])
  assert.ok(change && isToldOf([digits('0101')])(change))
  assert.deepEqual(lawChanges(diff(now, before)), [])
})

test('whatever rows go, exactly they are told, and their return is told as exactly', () => {
  const all = LAW_TODAY.regimes.flatMap(({ law }) => law.annexes.flatMap(({ listings }) => listings))
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(all.length - 1), { maxLength: 40 }), fc.boolean(), (picked, russian) => {
      const gone = new Set(picked.map((index) => all[index]))
      const regime = russian ? RU : 'EU-BY-765-2006'
      const law = edited({ regime, rows: (row) => (gone.has(row) ? null : row) })
      const codesOf = (changes: readonly Change[], type: Change['type']) =>
        changes
          .filter((change) => change.type === type)
          .map(({ annex, cn_codes }) => `${annex} ${cn_codes}`)
          .toSorted()
      const [there, back] = [diff(LAW_TODAY, law), diff(law, LAW_TODAY)]
      assert.deepEqual(codesOf(there, 'listing.removed'), codesOf(back, 'listing.added'))
      assert.deepEqual(codesOf(there, 'listing.added'), [])
      assert.deepEqual(codesOf(back, 'listing.removed'), [])
      assert.deepEqual(there, diff(LAW_TODAY, law), 'the same again, in the same order')
      assert.equal(
        new Set([...there, ...back].map(({ id }) => id)).size,
        there.length + back.length,
        'ids of their own',
      )
    }),
    { numRuns: 8 },
  )
})

test('notes, remarks, doubts and a missing second reading are ours: none of them is a change of the law', () => {
  const now = edited({
    measures: (measure) =>
      measure.id === '5i'
        ? {
            ...measure,
            note: { pl: 'x', en: 'x' },
            code_notes: [{ codes: ['49070030'], text: { pl: 'x', en: 'x' } }],
            remark: 'x',
            read_once: true,
            doubts: [],
          }
        : measure,
    grants: (grant) => ({ ...grant, remark: 'x', read_once: true }),
  })
  assert.deepEqual(lawChanges(diff(LAW_TODAY, now)), [])
})

test('what an article means by a code is told with before and after', () => {
  const text = { pl: 'Banknoty euro', en: 'Euro banknotes' }
  const listed_as = [{ codes: ['ex 49070030'], text }]
  const [change] = lawChanges(
    diff(LAW_TODAY, edited({ measures: (one) => (one.id === '5i' ? { ...one, listed_as } : one) })),
  )
  assert.equal(change?.article, '5i(1)')
  assert.match(change?.text.en ?? '', /designation.*currency of a Member State.*Euro banknotes/)
})
