import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lookupParameters } from '../../answer/question/question.ts'
import { PROBLEMS } from '../kernel/problem/problems.ts'
import { inputSchema, problemsInWords, readArguments } from './arguments.ts'

test('arguments are described from the declarations that read the parameters of the API', () => {
  const schema = inputSchema(lookupParameters(['EU-RU-833-2014'])) as {
    properties: Record<string, object>
    required: string[]
    additionalProperties: boolean
  }
  assert.deepEqual(schema.required, ['q'])
  assert.equal(schema.additionalProperties, false)
  assert.deepEqual(schema.properties.lang, {
    type: 'string',
    enum: ['pl', 'en'],
    default: 'pl',
    description: 'language of names and labels',
  })
  assert.deepEqual(schema.properties.regime, {
    type: 'string',
    enum: ['EU-RU-833-2014'],
    description: 'only this regime',
  })
})

test('texts and numbers are read, null is an argument left out', () => {
  const { texts, problems } = readArguments({ q: 84713000, offset: 20, named: true, lang: null }, [
    'q',
    'offset',
    'named',
    'lang',
  ])
  assert.deepEqual(texts, [
    ['q', '84713000'],
    ['offset', '20'],
    ['named', 'true'],
  ])
  assert.deepEqual(problems, [])
})

test('what is unknown or neither a text nor a number is told, with what to do', () => {
  const { problems } = readArguments({ as_off: '2026-01-01', via: ['RU'], q: {} }, ['q', 'via', 'as_of'])
  assert.equal(
    problemsInWords(problems, 'en'),
    [
      'as_off: This tool has no such argument. Known arguments: q, via, as_of. [argument_unknown]',
      'via: Give a text or a number, not a list or an object; separate several country codes by commas. [argument_invalid]',
      'q: Give a text or a number, not a list or an object; separate several country codes by commas. [argument_invalid]',
    ].join('\n'),
  )
  assert.match(problemsInWords(problems, 'pl'), /^as_off: To narzędzie nie ma takiego argumentu\. Znane argumenty: q,/)
})

test('codes that could have been meant are named', () => {
  const problem = { code: 'q_code_length', argument: 'q', suggestions: ['0306 17 92'] } as const
  assert.match(problemsInWords([problem], 'pl'), /Może chodziło o: 0306 17 92\. \[q_code_length\]$/)
})

test('whatever a model sends, at most ten problems are told, and nothing long is repeated', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 500 }), fc.jsonValue()), (given) => {
      const { problems } = readArguments(given, ['q'])
      const text = problemsInWords(problems, 'en')
      assert.ok([...text.matchAll(/\[argument_(?:unknown|invalid)\]/g)].length <= 10)
      assert.ok(text.length < 10 * (PROBLEMS.argument_invalid.detail.en.length + 200))
    }),
  )
})
