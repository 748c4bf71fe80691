import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildAnswerer } from '../../../answer/answer.ts'
import { loadDataset } from '../../../law/load.ts'
import { describeApi } from '../../reference/document.ts'
import { groupedText, problemOf, quote, sizeText } from './problem.ts'
import { PROBLEMS, type ProblemCode, problemType } from './problems.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const codes = Object.keys(PROBLEMS) as ProblemCode[]

interface Described {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  readonly components: {
    readonly schemas: { readonly Problem: { properties: { code: { 'x-extensible-enum': string[] } } } }
    readonly responses: Record<string, Response>
  }
}
interface Response {
  readonly description?: string
  readonly content?: Readonly<Record<string, unknown>>
  readonly $ref?: string
}
const described = describeApi(
  buildAnswerer(await loadDataset(join(root, 'law')), 'test'),
  { build: 'test', apiVersion: '1' },
  null,
) as Described

/** What is documented of a code: the statuses it stands under, by path. */
const documented = Object.entries(described.paths).flatMap(([path, operations]) =>
  Object.values(operations).flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, response]) => {
        const referred = described.components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response
        if (!referred.content?.['application/problem+json']) return []
        return (referred.description ?? '')
          .split(/, |: /)
          .filter((word) => /^[a-z_]+$/.test(word))
          .map((code) => ({ path, status: Number(status), code }))
      }),
  ),
)

/** Answers to what is no request for any documented path. */
const OF_NO_PATH: Partial<Record<ProblemCode, string>> = {
  not_found: 'there is no such path',
  method_not_allowed: 'the path is documented, the method is not',
  page_invalid: 'of the page /changes, which is for people',
  case_invalid: 'of the page /record, which is for people',
  verification_incomplete: 'of the page /verify, which is for people',
  receipt_too_large: 'of the page /verify, which is for people',
  request_invalid: 'it was no HTTP, so no path was asked for',
  argument_unknown: 'told in the result of an MCP tool',
  argument_invalid: 'told in the result of an MCP tool',
  code_expected: 'told in the result of an MCP tool',
  items_count_invalid: 'told in the result of an MCP tool',
  csv_code_invalid: 'told in a line of check.csv',
  item_invalid: 'told in a line of a batch',
  item_id_invalid: 'told in a line of a batch',
}

test('every problem has a title and a detail in both languages, and a title of its own', () => {
  for (const code of codes) {
    const { title, detail } = PROBLEMS[code]
    for (const text of [title, detail]) {
      assert.ok(text.pl.length > 5 && text.en.length > 5, code)
      assert.notEqual(text.pl, text.en, code)
      for (const said of [text.pl, text.en]) assert.match(said, /^\p{Lu}.*$/u, code)
    }
    for (const said of [detail.pl, detail.en]) assert.match(said, /\.$/, code)
    for (const said of [title.pl, title.en]) assert.doesNotMatch(said, /\.$/, code)
  }
  for (const language of ['pl', 'en'] as const)
    assert.equal(new Set(codes.map((code) => PROBLEMS[code].title[language])).size, codes.length)
})

test('every problem has a status of an error, and a code in small letters', () => {
  for (const code of codes) {
    assert.match(code, /^[a-z][a-z_]+$/)
    assert.ok(
      [400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 429, 431, 500, 503].includes(PROBLEMS[code].status),
      code,
    )
  }
})

test('a problem is what RFC 9457 wants', () => {
  for (const code of codes) {
    for (const language of ['pl', 'en'] as const) {
      const { status, title, detail } = PROBLEMS[code]
      const errors = [{ parameter: 'q', detail: 'x' }]
      assert.deepEqual(problemOf(code, language, '/api/v1/cn', { errors: () => errors }), {
        type: problemType(code),
        title: title[language],
        status,
        detail: detail[language],
        instance: '/api/v1/cn',
        code,
        errors,
      })
      assert.deepEqual(problemOf(code, language, '/').errors, [])
    }
    assert.ok(URL.canParse(problemType(code)))
  }
})

test('a text quotes the same values in both languages, and whoever refuses a request fills them in', () => {
  for (const code of codes) {
    const { title, detail } = PROBLEMS[code]
    const [pl, en] = [detail.pl, detail.en].map((text) => new Set(text.match(/\{\w+\}/g)))
    assert.deepEqual(pl, en, code)
    assert.doesNotMatch(`${title.pl} ${title.en}`, /\{/, code)
  }
  const { code, values = {} } = quote('list_items_too_many', { max: groupedText(20_000), perName: 10 })
  assert.match(problemOf(code, 'pl', '/', { values }).detail, /najwyżej 20 000 pozycji, .* liczy się za 10;/)
  assert.match(problemOf(code, 'en', '/', { values }).detail, /at most 20,000 items, .* counts as 10;/)
  assert.deepEqual([sizeText(16 * 1024), sizeText(8 * 1024 ** 2)], ['16 KiB', '8 MiB'])
  assert.deepEqual(groupedText(2_000), { pl: '2000', en: '2,000' })
})

test('of many errors a problem lists the first, says how many more there are, and repeats no long name', () => {
  const errors = Array.from({ length: 25 }, (_, at) => ({ parameter: `p${at}`, detail: 'x' }))
  const ten = errors.slice(0, 10)
  assert.equal(problemOf('parameter_unknown', 'en', '/', { errors: () => ten }).errors_omitted, undefined)
  for (const [language, more] of [
    ['pl', 'Wymieniono pierwsze błędy (10); liczba dalszych: co najmniej 15.'],
    ['en', 'The first 10 errors are listed; there are at least 15 more.'],
  ] as const) {
    const problem = problemOf('parameter_unknown', language, '/', { errors: () => errors })
    assert.deepEqual(problem.errors, ten)
    assert.equal(problem.errors_omitted, 15)
    assert.equal(problem.detail, `${PROBLEMS.parameter_unknown.detail[language]} ${more}`)
  }
  const long = [
    { parameter: 'a'.repeat(16_000), detail: 'x' },
    { pointer: `/${'😀'.repeat(1_000)}`, detail: 'x' },
  ]
  assert.deepEqual(problemOf('field_unknown', 'en', '/', { errors: () => long }).errors, [
    { parameter: `${'a'.repeat(100)}…`, detail: 'x' },
    { pointer: `/${'😀'.repeat(49)}…`, detail: 'x' },
  ])
})

test('the description lists every problem, each under its own status', () => {
  assert.deepEqual(described.components.schemas.Problem.properties.code['x-extensible-enum'], codes)
  for (const { path, status, code } of documented)
    assert.equal(status, PROBLEMS[code as ProblemCode]?.status, `${path} ${code}`)
  const listed = new Set(documented.map(({ code }) => code))
  assert.deepEqual(codes.filter((code) => !listed.has(code)).toSorted(), Object.keys(OF_NO_PATH).toSorted())
})
