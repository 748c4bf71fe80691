import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer, ask } from '../../../test/real-law.ts'
import type { CnResponse } from '../../answer/response.ts'
import { verdictOf } from './verdict.ts'
import { verdictInWords } from './verdict-words.ts'

const say = (q: string, parameters: Record<string, string> = {}): string[] => {
  const response = ask(q, { limit: '500', ...parameters })
  const { sentence, more } = verdictInWords(verdictOf(response), response, parameters.lang === 'pl' ? 'pl' : 'en')
  return [sentence, ...more]
}

describe('the verdict in words', () => {
  test('a whole code: which ways, which countries', () => {
    assert.deepEqual(say('7306 40 80', { regime: 'EU-RU-833-2014', direction: 'import' }), [
      'Prohibited: imports from Russia and other dealings (details below).',
    ])
    assert.deepEqual(say('7403 11 00'), ['Prohibited: imports from Russia and exports to Russia and Belarus.'])
    assert.deepEqual(say('7403 11 00', { lang: 'pl' }), [
      'Zakazane: przywóz z Rosji oraz wywóz do Rosji i na Białoruś.',
    ])
  })

  test('part of a code: only if the goods are what the annex describes', () => {
    assert.deepEqual(say('4015', { regime: 'EU-RU-833-2014' }), [
      'Prohibited only if the goods fit the description in the annex: exports to Russia.',
    ])
  })

  test('a designation that says something is quoted in either language, a mere "other" in neither', () => {
    const partial = answerer.dataset.entries.filter(({ partialBy }) => partialBy === 'description')
    const quoted = (q: string, lang: string) => verdictOf(ask(q, { lang, limit: '500' })).designations.length > 0
    for (const code of new Set(partial.map(({ code }) => code)))
      assert.equal(quoted(code, 'pl'), quoted(code, 'en'), code)
    assert.deepEqual(verdictOf(ask('7406', { lang: 'pl' })).designations, [
      'Proszki i płatki miedzi, z wyjątkiem dendrytycznego proszku miedzi',
    ])
  })

  test('"ex" that leaves out only codes: prohibited what is not left out, and of what lies above only some', () => {
    const laptops = { regime: 'EU-RU-833-2014', direction: 'export' }
    assert.deepEqual(say('8471 30', laptops), ['Prohibited: exports to Russia.'])
    assert.match(say('8471', laptops)[0] ?? '', /^Prohibited for some goods of this code: exports to Russia/)
    assert.deepEqual(say('8514 19 10', laptops)[0], 'This code is not in the annexes that were checked.')
  })

  test('luxury goods: the ban begins at a value', () => {
    const perfume = { regime: 'EU-RU-833-2014', direction: 'export' }
    assert.deepEqual(say('3303', perfume), [
      'Prohibited only beyond a threshold (value of one item over 300 EUR): exports to Russia.',
    ])
    assert.deepEqual(say('3303', { ...perfume, lang: 'pl' }), [
      'Zakazane tylko przy spełnieniu progu (wartość powyżej 300 EUR za sztukę): wywóz do Rosji.',
    ])
  })

  test('a chapter of which only some codes are listed is not called prohibited', () => {
    for (const sentence of say('01')) assert.doesNotMatch(sentence, /^Prohibited:/)
    assert.match(say('01')[0] ?? '', /^Prohibited for some goods of this code/)
  })

  test('no match never says that trade is allowed', () => {
    assert.deepEqual(say('0101 30 00'), [
      'This code is not in the annexes that were checked.',
      'This does not mean that the trade is allowed: what no code can tell is named below.',
    ])
    assert.match(say('gżegżółka trójgłowa').join(' '), /no such goods.*nothing was checked/)
  })

  test('a day on which a listing was only possibly in force says perhaps', () => {
    // The lists are known to the day, so the doubt is made up.
    const known = ask('7208 10', { regime: 'EU-RU-833-2014', direction: 'import' })
    assert.ok(known.results.length > 0)
    const response = { ...known, results: known.results.map((one) => ({ ...one, in_force: 'possibly' as const })) }
    assert.deepEqual(new Set(verdictOf(response).reaches.map(({ extent }) => extent)), new Set(['perhaps']))
  })
})

/** An answer with its bans turned into something milder. */
const withoutBans = (response: CnResponse): CnResponse => ({
  ...response,
  results: response.results.map((one) => ({ ...one, restriction: { ...one.restriction, type: 'restriction' } })),
})

test('what is no ban is never called one', () => {
  for (const q of ['7304 11 00', '2710', '84', 'laptop']) {
    const response = withoutBans(ask(q))
    const verdict = verdictOf(response)
    assert.deepEqual([verdict.kind, verdict.reaches], ['condition', []])
    const words = verdictInWords(verdict, response, 'en')
    assert.equal(words.sentence, 'We found no prohibition, but conditions or duties apply.')
  }
})

test('the kind of the verdict is the API’s', () => {
  for (const q of ['7304', '2709', '0101 30 00', '9503', '4407', 'buty', '3004', '8703', '1604']) {
    const response = ask(q, { limit: '500' })
    const expected = response.has_prohibition ? 'ban' : response.verdict === 'restricted' ? 'condition' : 'clear'
    assert.equal(verdictOf(response).kind, expected, q)
  }
})
