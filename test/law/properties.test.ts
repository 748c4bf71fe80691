import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { digits, onOnePath } from '../../src/base/cn-code.ts'
import { buildCodeIndex } from '../../src/search/by-code.ts'
import { answerer, ask } from '../real-law.ts'

const { dataset } = answerer
const find = buildCodeIndex(dataset)(dataset.regimes)
const tariff = dataset.nomenclatures.of(2026).lines.flatMap(({ kind, code }) => (kind === 'cn8' ? [code] : []))
const listed = [...new Set(dataset.entries.map(({ code }) => code))]

/** Codes as people type them: from the tariff, from the lists, shortened, lengthened, or plain wrong. */
const codes = fc.oneof(
  fc.constantFrom(...tariff),
  fc.constantFrom(...listed),
  fc.tuple(fc.constantFrom(...tariff), fc.integer({ min: 2, max: 8 })).map(([code, length]) => code.slice(0, length)),
  fc.tuple(fc.constantFrom(...listed), fc.stringMatching(/^\d{0,2}$/)).map(([code, more]) => (code + more).slice(0, 9)),
  fc.stringMatching(/^\d{2,9}$/),
)
/** Codes of a length that is answered; the others are refused. */
const questions = codes.filter((code) => code.length % 2 === 0)
const runs = { numRuns: 3000 }

describe('codes and listings', () => {
  test("a parent's answer contains its children's listings", () => {
    fc.assert(
      fc.property(codes, fc.integer({ min: 2, max: 8 }), (code, length) => {
        const parent = code.slice(0, length)
        const found = new Set(find(digits(parent)))
        for (const entry of find(digits(code))) assert.ok(found.has(entry), `${entry.code} ${entry.article}`)
      }),
      runs,
    )
  })

  test('matching is symmetric: L is found for Q exactly when Q is on the path of L, less exceptions', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const found = new Set(find(digits(code)))
        for (const entry of dataset.entries) {
          const excepted = entry.except.some((out) => code.startsWith(out))
          assert.equal(found.has(entry), onOnePath(entry.code, digits(code)) && !excepted)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('excluded codes never match through the row that excludes them, nor does anything below them', () => {
    const excluding = dataset.entries.filter(({ except }) => except.length > 0)
    assert.ok(excluding.length > 15)
    for (const entry of excluding) {
      for (const out of entry.except) {
        for (const below of [out, ...tariff.filter((code) => code.startsWith(out))]) {
          assert.ok(!find(below).includes(entry), `${below} through ${entry.code}`)
        }
      }
    }
  })

  test('no entry is found twice, and the order is: exact, parents from the longest, children by code', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const found = find(digits(code))
        assert.equal(new Set(found).size, found.length)
        const rank = (listing: string) =>
          listing === code ? '0' : code.startsWith(listing) ? `1${9 - listing.length}` : `2${listing}`
        const ranks = found.map((entry) => rank(entry.code))
        assert.deepEqual(ranks, ranks.toSorted())
        assert.ok(
          found.every(
            (entry, at) => at === 0 || entry.code !== found[at - 1]?.code || bansFirst(found[at - 1]!, entry),
          ),
        )
      }),
      runs,
    )
  })
})

const bansFirst = (before: { type: string }, after: { type: string }): boolean =>
  before.type.endsWith('_ban') || !after.type.endsWith('_ban')

describe('answers', () => {
  const days = fc
    .date({ min: new Date('2014-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

  test('the same question gives the same bytes', () => {
    fc.assert(
      fc.property(questions, days, fc.constantFrom('pl', 'en'), (q, as_of, lang) => {
        assert.equal(JSON.stringify(ask(q, { as_of, lang })), JSON.stringify(ask(q, { as_of, lang })))
      }),
      { numRuns: 150 },
    )
  })

  test('the verdict, the ban and the counts agree with the results on any day', () => {
    fc.assert(
      fc.property(
        questions,
        days,
        fc.option(fc.constantFrom('import', 'export', 'transit'), { nil: undefined }),
        (q, as_of, direction) => {
          const response = ask(q, { as_of, limit: '500', ...(direction && { direction }) })
          assert.equal(response.verdict === 'restricted', response.meta.total > 0)
          assert.equal(response.meta.returned, response.results.length)
          if (response.meta.total <= 500) {
            assert.equal(
              response.has_prohibition,
              response.results.some(({ restriction }) => restriction.type.endsWith('_ban')),
            )
          }
          for (const result of response.results) {
            assert.ok(result.valid_to === null || as_of <= result.valid_to)
            if (result.in_force === 'yes') assert.ok(result.valid_from !== null && result.valid_from <= as_of)
            assert.equal(result.has_exemptions, result.exemption !== null)
            assert.ok(result.name.length > 0 && result.restriction.label.length > 0)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a full code that the law restricts is restricted through every one of its parents', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tariff), fc.constantFrom(2, 4, 6), (code, length) => {
        if (ask(code).verdict === 'restricted') assert.equal(ask(code.slice(0, length)).verdict, 'restricted')
      }),
      { numRuns: 300 },
    )
  })
})
