import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failuresOf, readLawTests } from '../../src/commands/law/law-tests.ts'
import { answerer, LAW } from '../real-law.ts'

/** What lawyers write down in `law/tests/`: a question, what must be said, and why. */

const tests = readLawTests(LAW)

describe('the tests of the law', () => {
  for (const [file, ones] of Map.groupBy(tests, (one) => one.file)) {
    test(`${file} holds`, () => {
      const failures = ones.flatMap(({ test: one, line }) =>
        failuresOf(one, answerer).map((failure) => `${file}:${line} ${one.why}: ${failure}`),
      )
      assert.deepEqual(failures, [])
    })
  }

  test('are many, and say why', () => {
    assert.ok(tests.length >= 500, `${tests.length} tests`)
    const unfounded = tests.filter(({ test: one }) => !/\d/.test(one.why)).map(({ file, line }) => `${file}:${line}`)
    assert.deepEqual(unfounded, [], 'name no article')
  })

  test('fail where the answer says otherwise', () => {
    const ask = { q: '8471 30 00', origin: 'DE', destination: 'RU' }
    const fails = (says: Parameters<typeof failuresOf>[0]['says'], ...failures: RegExp[]) => {
      const found = failuresOf({ why: '3k(1)', ask, says }, answerer)
      assert.equal(found.length, failures.length, found.join('\n'))
      for (const [at, pattern] of failures.entries()) assert.match(found[at] ?? '', pattern)
    }
    fails({ verdict: 'no_match', extent: 'none' }, /^verdict/, /^extent/)
    fails({ sentence: ['Iceland'], sentence_not: ['Russia'] }, /lacks "Iceland"/, /has "Russia"/)
    fails(
      { answer: 'none', headline: ['No ban'], headline_not: ['Prohibited'] },
      /^answer/,
      /lacks "No ban"/,
      /has "Prohibited"/,
    )
    fails({ asks: ['value'], asks_first: 'route', steps: ['claim'] }, /^questions/, /^the first question/, /^steps/)
    fails({ named: ['3g(1)'], offered_not: ['3k(5)'] }, /not named/, /is offered/)
    fails(
      { findings: ['clause 12g(1)'], findings_not: ['prohibited 3k(1)'] },
      /no "clause 12g/,
      /"prohibited 3k\(1\)" is/,
    )
    fails({ grants: ['3i(4)(a)'], grants_not: ['12h'] }, /^grants: no/, /^grants: "12h"/)
    fails(
      { reaches: ['ban import RU whole'], grounds: ['ban export RU 3k(1) XXIII threshold'] },
      /^reaches/,
      /^grounds/,
    )
    fails({ results_are: [], findings_are: [] }, /^results/, /^findings/)
    fails({ finding_text: [{ article: '3i(1)', has: ['x'] }] }, /none of 3i/)
    fails({ problem: 'q_empty' }, /^not refused/)
    fails(
      {
        has: { verdict: 'restrict…', cn_name: 'Oil…', results: [{ article: '3k(1)' }, { article: '99' }], nothing: {} },
      },
      /^cn_name: no "Oil…"/,
      /^results: no .*99/,
      /^nothing/,
    )
    fails({ has_not: [{ verdict: 'no_match' }, { results: [{ article: '3k(1)' }] }] }, /^the answer has .*3k/)
    fails({ documents: ['Y000'], contract: 'open', words: ['§§'] }, /^contract/, /^documents/, /^the answer lacks/)
  })
})
