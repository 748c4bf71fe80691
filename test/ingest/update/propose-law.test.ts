import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { calendarDay, type Day } from '../../../src/base/day.ts'
import { runProposedTests } from '../../../src/commands/law/law-tests.ts'
import { actReader } from '../../../src/ingest/act/act-document.ts'
import { knownRegime } from '../../../src/ingest/act/propose-act.ts'
import { proposeLaw } from '../../../src/ingest/act/propose-law.ts'
import { type AmendingAct, readAct } from '../../../src/ingest/act/read-act.ts'
import { applyPage } from '../../../src/ingest/update/apply.ts'
import { compare } from '../../../src/ingest/update/compare.ts'
import { openLaw } from '../../../src/ingest/update/open-law.ts'
import { inspectLaw, readLawAt } from '../../../src/law/check.ts'
import { isCurrent } from '../../../src/law/read/law.ts'
import { copySmallLaw } from '../../small-law.ts'
import { actHtml, HEADER, p, point, quoted, RUSSIA, table } from '../act/act-html.ts'
import { readText } from '../page/read.ts'
import { modelOf, renderPage } from '../page/render-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'propose-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const BEFORE = join(folder, 'before')
copySmallLaw(BEFORE, ['2401', '2402', '2701', '9503', '9504'])
const law = join(folder, 'law')
beforeEach(() => {
  rmSync(law, { recursive: true, force: true })
  cpSync(BEFORE, law, { recursive: true })
})
const file = (path: string) => readFileSync(join(law, path), 'utf8')

function actOf(html: string): AmendingAct {
  const reader = actReader()
  reader.write(html)
  return readAct(reader.end(), readLawAt(law).law!.regimes.map(knownRegime))
}

const NOTHING = { inForceFrom: null, roles: new Map() }
const propose = (act: AmendingAct) =>
  proposeLaw(law, act, NOTHING, true, (copy, dataset) => runProposedTests(dataset, copy, act.celex))
const inAnnexXxiii = (...content: readonly string[]) =>
  actOf(
    actHtml({
      article: [
        point('(1)', p('in Article 3k, the following paragraph is added:'), p('‘9. Goods of CN code 2401 are free.’;')),
        point('(2)', p('Annex XXIII is amended in accordance with Annex I to this Regulation.')),
      ],
      annexes: { I: [p(`Annex XXIII to ${RUSSIA} is amended as follows:`), ...content] },
    }),
  )
const xxiii = () =>
  readLawAt(law)
    .law!.regimes[0]!.annexes.find(({ declared }) => declared.value.annex === 'XXIII')!
    .listings.map(({ value }) => value)

/** A code that Annex XXIII lists whole, and one that it does not list. */
const LISTED = xxiiiBefore().find(({ part, code }) => part === '' && code.length === 4)!.code
const FREE = '2401'
const OTHER = xxiiiBefore().filter(({ part, code }) => part === '' && code.length === 4)[1]!.code

function xxiiiBefore() {
  const annex = readLawAt(BEFORE).law!.regimes[0]!.annexes.find(({ declared }) => declared.value.annex === 'XXIII')!
  return annex.listings.map(({ value }) => value).filter(isCurrent)
}

const inserted = point('(a)', p('the following row is inserted:'), table([`‘${FREE}`, 'Unmanufactured tobacco’;']))
const deleted = point('(b)', p(`the entry for CN code ${LISTED} is deleted.`))

test('rows of an act are written with its days, to be reviewed, and the act stays pending', () => {
  const [proposal] = propose(inAnnexXxiii(inserted, deleted))
  assert.deepEqual(proposal!.left, [])
  const fresh = xxiii().find(({ code }) => code === FREE)!
  assert.deepEqual([fresh.from, fresh.fromAct, fresh.basis], ['2027-03-04', '32027R0077', 'act'])
  const gone = xxiii().find(({ code, untilAct }) => code === LISTED && untilAct === '32027R0077')!
  assert.equal(gone.until, '2027-03-03')
  const dataset = inspectLaw(law).dataset!
  const regime = dataset.regimes[0]!.data
  assert.deepEqual([regime.pending, regime.data_quality], [['32027R0077'], 'to_review'])
  assert.deepEqual(regime.to_read, [{ article: '3k', acts: ['32027R0077'] }])
  assert.match(file('CHANGELOG.md'), /2027-03-04.*\(EU\) 2027\/77: Annex XXIII gains 2401, loses/)
  assert.match(file('tests/32027R0077-833-2014.yaml'), /q: "2401", regime: EU-RU-833-2014, as_of: 2027-03-04/)
})

test('a replaced annex proposes only what differs', () => {
  const rows = xxiiiBefore()
    .filter(({ code, successorOf }) => code !== '' && successorOf === '' && code !== LISTED)
    .map(({ printed, designation }) => [printed, designation.replaceAll('‘', '“').replaceAll('’', '”')])
  const annex = quoted('XXIII', table(HEADER, ...rows, [FREE, 'Unmanufactured tobacco']))
  const act = inAnnexXxiii(point('(a)', p('Annex XXIII is replaced by the following:'), annex))
  const [proposal] = propose(act)
  assert.deepEqual(proposal!.left, [])
  const [compared] = proposal!.comparison.annexes
  assert.deepEqual(
    [compared!.added.map(({ printed }) => printed), compared!.removed.map(({ code }) => code)],
    [[FREE], [LISTED]],
  )
  assert.deepEqual(
    xxiii()
      .filter(({ basis }) => basis === 'act')
      .map(({ code }) => code),
    [FREE],
  )
})

test('an act that is proposed again adds what was left, and leaves alone what is written', () => {
  const replaced = point(
    '(c)',
    p(`the row for CN code ${OTHER} is replaced by the following:`),
    table([`‘${OTHER}`, 'Goods in other words’.']),
  )
  const added = quoted('LIX', table(HEADER, ['2402', 'Cigars']))
  const act = actOf(
    actHtml({
      article: [
        point('(1)', p('Annex XXIII is amended in accordance with Annex I to this Regulation.')),
        point('(2)', p('Annex LIX is added as set out in Annex II to this Regulation.')),
      ],
      annexes: { I: [p(`Annex XXIII to ${RUSSIA} is amended as follows:`), inserted, deleted, replaced], II: [added] },
    }),
  )
  assert.deepEqual(
    propose(act)[0]!.left.map(({ annex }) => annex),
    ['LIX'],
  )
  const table23 = file('833-2014/annexes/XXIII.tsv')
  const tests = file('tests/32027R0077-833-2014.yaml')
  const measure = file('833-2014/measures/3k.yaml')
    .split(/^(?= {2}- id: )/m)
    .find((part) => part.includes('"3k-1"'))!
  const own = measure.replace('"3k-1"', '"3zz-1"').replace('"3k(1)"', '"3zz(1)"').replace('annex: XXIII', 'annex: LIX')
  writeFileSync(
    join(law, '833-2014/measures/3zz.yaml'),
    `article: "3zz"\nmeasures:\n${own
      .replace(/applies_from: .*/, 'applies_from: 2027-03-04')
      .replace(/inserted_by: .*/, 'inserted_by: 32027R0077')
      .replace(/ {4}amended_by: .*\n/, '')
      .replace(/ {4}grants:.*$/s, '    grants: ["12h"]\n')}`,
  )
  const decisions = { inForceFrom: null, roles: new Map([['LIX', 'goods' as const]]) }
  const accept = (copy: string, dataset: Parameters<typeof runProposedTests>[0]) =>
    runProposedTests(dataset, copy, act.celex)
  const [again] = proposeLaw(law, act, decisions, true, accept)
  assert.deepEqual(again!.left, [])
  assert.equal(file('833-2014/annexes/XXIII.tsv'), table23)
  assert.match(file('833-2014/annexes/LIX.tsv'), /\n2402\t.*\t2027-03-04\t/)
  const asked = file('tests/32027R0077-833-2014.yaml')
  assert.ok(asked.startsWith(tests.trimEnd()), 'the tests of before stay')
  assert.match(asked, /q: "2402".*"3zz\(1\)"/s)
})

test('the consolidated text confirms what was proposed, row by row', () => {
  propose(inAnnexXxiii(inserted))
  const page = modelOf(law, '833-2014')
  page.celex = '02014R0833-20270304'
  page.version = '2027-03-04'
  page.acts.push({
    mark: 'M60',
    celex: '32027R0077',
    title: 'COUNCIL REGULATION (EU) 2027/77 of 2 March 2027',
    oj: 'L 77',
    page: '1',
    date: '3.3.2027',
  })
  const read = readText(renderPage(page))
  const compared = compare(read, openLaw(law, '833-2014', null)).annexes.find(({ annex }) => annex === 'XXIII')!
  assert.deepEqual([compared.status, compared.confirmed], ['same', 1])
  const update = applyPage(
    law,
    undefined,
    { page: read, sha256: 'a'.repeat(64), polish: null },
    { inForce: new Map(), roles: new Map() },
    false,
  )
  assert.deepEqual([update.conflicts, update.written], [[], true])
  const row = xxiii().find(({ code }) => code === FREE)!
  assert.deepEqual([row.basis, row.from, row.fromAct], ['', '2027-03-04', '32027R0077'])
  assert.deepEqual(inspectLaw(law).dataset!.regimes[0]!.data.pending, [])
})

test('an annex of which anything is uncertain is left to a person as a whole', () => {
  const [proposal] = propose(inAnnexXxiii(inserted, point('(b)', p('the entry for CN code 2402 is deleted.'))))
  assert.deepEqual(proposal!.left, [{ annex: 'XXIII', why: ['Annex XXIII: 2402 is not listed'] }])
  assert.equal(
    xxiii().some(({ code }) => code === FREE),
    false,
  )
  assert.deepEqual(inspectLaw(law).dataset!.regimes[0]!.data.to_read?.[0], { annex: 'XXIII', acts: ['32027R0077'] })
})

test('a change whose day is not that of the act is left to a person', () => {
  const act = inAnnexXxiii(inserted)
  const own = {
    paths: [['Article 1', 'point (2)']],
    from: null,
    text: 'This point shall apply when the Council so decides.',
  }
  const whyOf = (from: Day | null) => {
    const changed = { ...act, applications: [{ ...own, from }] }
    return proposeLaw(law, changed, NOTHING, false)[0]!
      .left.flatMap(({ why }) => why)
      .join()
  }
  assert.match(whyOf(null), /first day is not known/)
  assert.match(whyOf(calendarDay('2027-06-01')), /applies from 2027-06-01/)
})
