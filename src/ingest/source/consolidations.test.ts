import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { retryAfter } from './answer-status.ts'
import { amendingActs, amendingQuery, consolidationsQuery, newestFirst } from './consolidations.ts'
import { besideOurs } from './fetch-law.ts'
import { checkPage, identityOf } from '../page/page-identity.ts'
import { SourceFault } from './source-error.ts'
import { bindingsOf } from './sparql.ts'

const ACT = '32014R0833'

test('CELEX literals are typed, as the endpoint wants them; versions are found by how their CELEX begins', () => {
  assert.match(amendingQuery(ACT), /"32014R0833"\^\^xsd:string/)
  assert.match(amendingQuery(ACT), /\?work cdm:resource_legal_amends_resource_legal \?framework/)
  assert.match(consolidationsQuery(ACT), /STRSTARTS\(STR\(\?celex\), "02014R0833-"\)/)
  assert.doesNotMatch(consolidationsQuery(ACT), /MAX/i)
})

test('the newest version is the latest day, in whatever order they come', () => {
  const days = fc.uniqueArray(
    fc
      .date({ min: new Date('2014-08-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(days, (list) => {
      const rows = list.map((day) => ({ celex: `02014R0833-${day.replaceAll('-', '')}` }))
      assert.deepEqual(
        newestFirst(rows, ACT).map(({ version }) => version),
        list.toSorted().toReversed(),
      )
    }),
  )
})

test('an act signed shortly before the pin may come into force after it: it counts as news until acts.yaml knows it', () => {
  const listed = amendingActs([
    { celex: '32026R9999', date: '2026-07-20' },
    { celex: '32026R2101', date: '2026-10-20T00:00:00' },
    { celex: '32026R0513', date: '2026-04-23' },
    { celex: '32026R1817', date: '2026-07-30' },
    { celex: '32010R0001', date: '2010-01-05' },
    { celex: '32026R2222' },
    { celex: '\u001b[31m' },
  ])
  const ours = [
    { celex: '32026R0513', status: 'pending' },
    { celex: '32026R1817', status: 'no_goods' },
  ] as const
  const { unknown, pending, known, older } = besideOurs(listed, ours, '2026-07-24')
  assert.deepEqual(
    unknown.map(({ celex, date }) => [celex, date]),
    [
      ['32026R9999', '2026-07-20'],
      ['32026R2101', '2026-10-20'],
      ['32026R2222', null],
    ],
  )
  assert.deepEqual(
    [pending.map(({ celex }) => celex), known.map(({ celex }) => celex), older],
    [['32026R0513'], ['32026R1817'], 1],
  )
})

test('every listed act that acts.yaml does not know is either told or counted', () => {
  const act = fc.record({
    celex: fc.constantFrom('32026R0001', '32026R0002', '32026R0003', '32026R0004'),
    date: fc.constantFrom('2014-01-01', '2026-07-01', '2026-08-01', 'soon'),
  })
  fc.assert(
    fc.property(fc.array(act), (rows) => {
      const listed = amendingActs(rows)
      const { unknown, older } = besideOurs(listed, [{ celex: '32026R0001', status: 'worked_in' }], '2026-07-24')
      assert.equal(unknown.length + older, listed.filter(({ celex }) => celex !== '32026R0001').length)
    }),
  )
})

const sourceFaultOrNothing = (work: () => unknown): void => {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof SourceFault, String(error))
  }
}

test('whatever a server answers to SPARQL, it is rows or a fault', () => {
  const odd = fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map((value) => JSON.stringify({ results: { bindings: value } })),
    fc.array(fc.jsonValue()).map((list) => JSON.stringify({ results: { bindings: list.map((celex) => ({ celex })) } })),
    fc.constant('{"results":{"bindings":[{"__proto__":{"celex":{"value":"x"}}}]}}'),
  )
  fc.assert(
    fc.property(odd, (text) =>
      sourceFaultOrNothing(() => {
        for (const row of bindingsOf(text, ['celex'], 'host'))
          assert.ok(row.celex === undefined || typeof row.celex === 'string')
      }),
    ),
  )
  assert.deepEqual(bindingsOf('{"results":{"bindings":[{}]}}', ['__proto__', 'constructor'], 'host'), [{}])
})

const PAGE = '<html><p class="reference">02014R0833 — EN — 24.07.2026 — 035.001</p></html>'

test('a page says what it is, however its dashes are written', () => {
  const is = { celex: '02014R0833-20260724', language: 'en', version: '2026-07-24' }
  assert.deepEqual(identityOf(PAGE), is)
  assert.deepEqual(identityOf(PAGE.replaceAll('—', '&#8212;')), is)
  assert.equal(identityOf(PAGE.replace('24.07', '31.02')), null)
  assert.equal(identityOf('<html>02014R0833</html>'), null)
})

test('a damaged page is a fault, never another error', () => {
  const bytes = Buffer.from(PAGE)
  fc.assert(
    fc.property(
      fc.nat({ max: bytes.length - 1 }),
      fc.uint8Array({ maxLength: 20 }),
      fc.nat({ max: 40 }),
      (at, put, less) => {
        const bent = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + less)])
        sourceFaultOrNothing(() => checkPage(bent, '02014R0833-20260724', 'en'))
      },
    ),
  )
  for (let end = 0; end < bytes.length; end++) {
    assert.throws(() => checkPage(bytes.subarray(0, end), '02014R0833-20260724', 'en'), SourceFault)
  }
})

test('Retry-After is seconds or a date, never a wait into the past', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  assert.equal(retryAfter('5', now), 5_000)
  assert.equal(retryAfter('Sun, 15 Nov 2026 11:00:00 GMT', now), 0)
  assert.equal(retryAfter('soon', now), null)
  assert.equal(retryAfter(null, now), null)
  fc.assert(fc.property(fc.string(), (text) => (retryAfter(text, now) ?? 0) >= 0))
})
