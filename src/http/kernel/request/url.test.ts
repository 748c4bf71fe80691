import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_PARAMETERS, parametersOf, queryProblem } from './url.ts'

test('parameters come in their order, repeated ones too', () => {
  assert.deepEqual(parametersOf('q=84&lang=en&q=85'), [
    ['q', '84'],
    ['lang', 'en'],
    ['q', '85'],
  ])
  assert.deepEqual(parametersOf(''), [])
  assert.deepEqual(parametersOf('&&'), [])
  assert.deepEqual(parametersOf('q'), [['q', '']])
  assert.deepEqual(parametersOf('=x'), [['', 'x']])
  assert.deepEqual(parametersOf('q=a=b'), [['q', 'a=b']])
  assert.deepEqual(parametersOf('q=7304+11%2000%2B'), [['q', '7304 11 00+']])
  assert.deepEqual(parametersOf('%C5%82=%C5%BC%00'), [['ł', 'ż\0']])
})

test('broken encoding anywhere refuses the whole', () => {
  for (const broken of ['%', '%4', '%zz', '%ff', '%C3', '%C3%28', '%ED%A0%80', '%C0%80', '%F4%90%80%80']) {
    for (const query of [broken, `q=${broken}`, `${broken}=84`, `q=84&x=${broken}&lang=en`, `q=84&${broken}`]) {
      assert.equal(parametersOf(query), null, query)
    }
  }
})

test('what URLSearchParams writes is read back', () => {
  const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })))
  fc.assert(
    fc.property(pairs, (given) => {
      assert.deepEqual(parametersOf(new URLSearchParams(given).toString()), given)
    }),
  )
})

test('whatever is read, URLSearchParams reads the same', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme-ascii' }),
    fc.string({ unit: 'binary-ascii' }),
    fc.constantFrom('&', '=', '+', '%20', '%26', '%C5%82', '%', '%zz', 'q=', '&&', '[]'),
  )
  const query = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(query, (any) => {
      const read = parametersOf(any)
      // A question mark at the front is URLSearchParams' own.
      if (read !== null) assert.deepEqual(read, [...new URLSearchParams(`?${any}`)])
      else assert.match(any, /%(?![0-9a-f]{2})|%[89a-f]/i, 'refused without a reason')
    }),
    { numRuns: 500 },
  )
})

test('more parameters than anybody needs are refused without reading them', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=%C5%82`).join('&')
  assert.equal(parametersOf(many(MAX_PARAMETERS))?.length, MAX_PARAMETERS)
  for (const query of [many(MAX_PARAMETERS + 1), many(8_000), '&'.repeat(16_000)]) {
    assert.equal(parametersOf(query), null)
    assert.equal(queryProblem(query).problem, 'parameters_too_many')
  }
  assert.equal(queryProblem('q=%zz').problem, 'url_invalid')
})
