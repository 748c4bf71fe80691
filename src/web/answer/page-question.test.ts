import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { answerer, ask } from '../../../test/real-law.ts'
import { digits } from '../../base/cn-code.ts'
import { apiParameters, FILTERS, queryStringOf, readPageQuestion } from './page-question.ts'

test('the address holds the question and its filters, and nothing else', () => {
  const { question, rest } = readPageQuestion(
    new URLSearchParams('q=7304+11&as_of=&direction=import&utm_source=x&as_off=2020-01-01'),
    'pl',
  )
  assert.deepEqual(question, { language: 'pl', q: '7304 11', filters: { direction: 'import' } })
  assert.deepEqual(rest, [['as_off', '2020-01-01']], 'left for the API, which rejects it')
  assert.equal(queryStringOf(question), '?q=7304+11&direction=import')
  assert.equal(queryStringOf({ q: '', filters: { direction: 'import' } }), '')
})

test('every question survives the way through the address', () => {
  const filters = fc.dictionary(
    fc.constantFrom(...FILTERS),
    fc.string({ minLength: 1 }).filter((value) => value.trim() !== ''),
  )
  const q = fc.string({ minLength: 1 }).filter((value) => value.trim() !== '' && value.isWellFormed())
  fc.assert(
    fc.property(q, filters, (q, filters) => {
      const { question, rest } = readPageQuestion(new URLSearchParams(queryStringOf({ q, filters })), 'en')
      assert.deepEqual([question.q, { ...question.filters }, rest], [q, { ...filters }, []])
    }),
  )
})

test('the API is asked the same', () => {
  const question = { language: 'en', q: '84', filters: { regime: 'EU-RU-833-2014' } } as const
  assert.equal(
    String(new URLSearchParams(apiParameters(question))),
    'q=84&regime=EU-RU-833-2014&limit=200&include=tree%2Chistory&lang=en',
  )
})

test('a page has every match of a heading', () => {
  const { limit } = Object.fromEntries(apiParameters({ language: 'pl', q: '84', filters: {} }))
  const tariff = answerer.dataset.nomenclatures.of(2026)
  const headings = Array.from({ length: 9_900 }, (_, at) => String(at + 100).padStart(4, '0'))
  const known = headings.filter((code) => tariff.exists(digits(code)))
  assert.ok(known.length > 1_200)
  for (const code of known) assert.ok(ask(code, { limit: '1' }).meta.total <= Number(limit), code)
})
