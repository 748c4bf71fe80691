import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { buildAnswerer } from '../../../src/answer/answer.ts'
import { readQuestion } from '../../../src/answer/question/question.ts'
import type { CnResponse } from '../../../src/answer/response/response.ts'
import { shortLookupOf } from '../../../src/answer/shape/short.ts'
import { PROBLEMS } from '../../../src/http/kernel/problem/problems.ts'
import { openStore } from '../../../src/store/store.ts'
import { answerer, ask, TODAY } from '../../real-law.ts'
import { type Answered, BUILD, emptyPlace, PLENTY, problemIn, reasonsIn, type Service, serviceFor } from './service.ts'
import { answersIn, askOver, askRaw, sendBytes } from './wire.ts'

const RUSSIA = 'EU-RU-833-2014'
const BELARUS = 'EU-BY-765-2006'

/** Law in which nothing is listed: every answer differs from the real one. */
const emptyLaw = buildAnswerer({ ...answerer.dataset, version: 'nothing-listed', entries: [] }, BUILD)

const answerIn = (answer: Pick<Answered, 'body'>): CnResponse => JSON.parse(answer.body)

/** The query is answered as the law answers it, or refused with the first problem that it has. */
function isAnswered(answer: Answered, query: string): void {
  const read = readQuestion(new URLSearchParams(query), { today: TODAY, dataset: answerer.dataset })
  if (answer.statusCode === 200) {
    assert.ok('question' in read, `${query} cannot be read`)
    const response = answerer.answer(read.question)
    const expected = read.question.detail === 'short' ? shortLookupOf(response) : response
    assert.equal(answer.body, JSON.stringify(expected), query)
  } else {
    const { code, status } = problemIn(answer)
    assert.equal(status, 400, query)
    // Bytes that are no UTF-8 or no HTTP are refused before there are parameters.
    if (code === 'url_invalid' || code === 'request_invalid') return
    assert.ok('problems' in read, `${query} was refused as ${code}`)
    assert.equal(code, read.problems[0]?.code, query)
  }
}

describe('asking', () => {
  test('the bytes of an answer are the answer, and nothing else', async (t) => {
    const { get } = await serviceFor(t)
    const questions: [string, Record<string, string>][] = [
      ['7304 11 00', {}],
      ['7401 00 00', { contract_date: '2026-04-01' }],
      ['8471', { lang: 'pl', limit: '2', offset: '1' }],
      ['wódka', { lang: 'pl' }],
      ['caviar', { direction: 'import', regime: RUSSIA }],
      ['72', { as_of: '2023-06-30', regime: BELARUS }],
      ['99', {}],
    ]
    for (const [q, parameters] of questions) {
      const query = new URLSearchParams({ q, lang: 'en', ...parameters })
      const expected = JSON.stringify(ask(q, parameters))
      for (const from of ['the law', 'the kept answers']) {
        const { statusCode, headers, body } = await get(`/api/v1/cn?${query}`)
        assert.equal(statusCode, 200, from)
        assert.equal(headers['content-type'], 'application/json; charset=utf-8')
        assert.equal(headers['content-length'], String(Buffer.byteLength(expected)))
        assert.equal(body, expected, `${q} from ${from}`)
      }
    }
  })

  test('every parameter is obeyed', async (t) => {
    const { get } = await serviceFor(t)
    const asked = async (query: string) => answerIn(await get(`/api/v1/cn?q=7304+11+00&${query}`))
    assert.equal((await asked('')).scope.as_of, '2026-11-15')
    assert.equal((await asked('as_of=2023-06-30')).scope.as_of, '2023-06-30')
    assert.match((await asked('')).disclaimer, /^To informacja/)
    assert.match((await asked('lang=pl')).disclaimer, /^To informacja/)
    assert.match((await asked('lang=en')).disclaimer, /^This is information/)
    assert.deepEqual((await asked('direction=import')).scope.directions, ['import'])
    const { scope, results } = await asked(`regime=${BELARUS}`)
    assert.deepEqual(
      scope.regimes.map(({ code }) => code),
      [BELARUS],
    )
    assert.ok(results.every(({ regime }) => regime.code === BELARUS))
    const whole = await asked('')
    assert.ok(whole.meta.total > 2)
    const part = await asked('limit=1&offset=1')
    assert.deepEqual(part.results, whole.results.slice(1, 2))
    assert.deepEqual([part.meta.returned, part.meta.total], [1, whole.meta.total])
    const copper = async (query: string) => answerIn(await get(`/api/v1/cn?q=7401+00+00&${query}`)).winddowns
    assert.ok((await copper('')).every(({ applies }) => applies === null))
    assert.ok((await copper('contract_date=2020-01-01&as_of=2026-05-01')).some(({ applies }) => applies === true))
  })

  test('a plus is a space, and an encoded plus is a plus', async (t) => {
    const { get } = await serviceFor(t)
    assert.equal(answerIn(await get('/api/v1/cn?q=7304+11+00')).query, '7304 11 00')
    assert.equal(answerIn(await get('/api/v1/cn?q=rury%2Bstal')).query, 'rury+stal')
    assert.equal(answerIn(await get('/api/v1/cn?q=%20%2084%09')).query, '  84\t', 'q is repeated as received')
  })

  test('names and values may be encoded, empty parts and a bare question mark change nothing', async (t) => {
    const { get } = await serviceFor(t)
    const plain = await get('/api/v1/cn?q=8471&lang=en')
    for (const query of ['%71=%38%34%37%31&l%61ng=en', '&&q=8471&&lang=en&', 'lang=en&q=8471']) {
      assert.equal((await get(`/api/v1/cn?${query}`)).body, plain.body, query)
    }
    assert.equal(answerIn(await get('/api/v1/cn?q=rury%3Dstal=cynk')).query, 'rury=stal=cynk')
  })
})

describe('methods and paths', () => {
  test('HEAD has the headers of GET and no body', async (t) => {
    const port = await (await serviceFor(t)).listen()
    const lasting = ({
      date,
      'x-request-id': id,
      'ratelimit-remaining': left,
      'ratelimit-reset': seconds,
      ...same
    }: Record<string, unknown>) => same
    for (const [path, headers] of [
      ['/api/v1/cn?q=7304', {}],
      ['/api/v1/cn?q=7304', { 'accept-encoding': 'br' }],
      ['/api/v1/cn?q=7304', { 'accept-encoding': 'gzip' }],
      ['/api/v1/cn?q=', {}],
      ['/api/v1/cn?q=7304', { 'x-api-key': 'wrong' }],
      ['/api/v1/dataset', {}],
      ['/openapi.json', {}],
      ['/healthz', {}],
      ['/readyz', {}],
      ['/nowhere', {}],
    ] as const) {
      const got = await askOver(port, path, { headers })
      const head = await askOver(port, path, { method: 'HEAD', headers })
      assert.equal(head.statusCode, got.statusCode, path)
      assert.deepEqual(lasting(head.headers), lasting(got.headers), path)
      assert.equal(head.bytes.length, 0)
      assert.equal(head.headers['content-length'], String(got.bytes.length), path)
    }
  })

  test('HEAD of an answer the caller has is a 304 that declares no other length than the answer’s', async (t) => {
    const port = await (await serviceFor(t)).listen()
    for (const packing of ['identity', 'gzip', 'br']) {
      const got = await askOver(port, '/api/v1/cn?q=7304', { headers: { 'accept-encoding': packing } })
      const headers = { 'accept-encoding': packing, 'if-none-match': String(got.headers.etag) }
      for (const method of ['GET', 'HEAD']) {
        const known = await askOver(port, '/api/v1/cn?q=7304', { method, headers })
        assert.deepEqual([known.statusCode, known.headers.etag], [304, got.headers.etag])
        assert.ok(
          [undefined, String(got.bytes.length)].includes(known.headers['content-length']),
          `${method} ${packing}`,
        )
      }
    }
  })

  test('a browser on any page may ask: OPTIONS is answered for every path, and not counted', async (t) => {
    const { app, get } = await serviceFor(t, { limits: { lookups: 1 } })
    for (const [url, allow] of [
      ['/api/v1/cn', 'GET, HEAD, OPTIONS'],
      ['/api/v1/cn?q=84', 'GET, HEAD, OPTIONS'],
      ['/api/v1/dataset', 'GET, HEAD, OPTIONS'],
      ['/api/lead', 'POST, OPTIONS'],
      ['/nowhere', 'OPTIONS'],
    ] as const) {
      const preflight = { origin: 'https://erp.example.com', 'access-control-request-method': 'POST' }
      const { statusCode, headers, body } = await app.inject({ method: 'OPTIONS', url, headers: preflight })
      assert.equal(statusCode, 204)
      assert.equal(body, '')
      assert.equal(headers.allow, allow, url)
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
      const asked = String(headers['access-control-allow-headers']).toLowerCase().split(', ')
      for (const name of ['content-type', 'x-api-key', 'authorization', 'idempotency-key', 'if-none-match']) {
        assert.ok(asked.includes(name), name)
      }
      assert.match(String(headers['access-control-max-age']), /^\d+$/)
      assert.equal(headers['ratelimit-limit'], undefined)
    }
    assert.equal((await get('/api/v1/cn?q=84')).statusCode, 200, 'the one lookup of this minute is left')
  })

  test('every answer can be read by any page, is not sniffed, framed or referred from, and has an id', async (t) => {
    const { app, get, ops, post } = await serviceFor(t, { limits: { lookups: 3 } })
    const answers = [
      await get('/api/v1/cn?q=84'),
      await get('/api/v1/cn'),
      await get('/api/v1/cn?q=84', { 'x-api-key': 'wrong' }),
      await get('/api/v1/cn?q=84'),
      await get('/nowhere'),
      await get('/openapi.json'),
      await get('/healthz'),
      await ops('/metrics'),
      await post('{'),
      await post({ email: 'anna@example.com' }),
      await app.inject({ method: 'DELETE', url: '/api/v1/cn' }),
      await app.inject({ method: 'OPTIONS', url: '/api/v1/cn' }),
    ]
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 400, 401, 429, 404, 200, 200, 200, 400, 200, 405, 204],
    )
    for (const { headers } of answers) {
      assert.equal(headers['access-control-allow-origin'], '*')
      const exposed = String(headers['access-control-expose-headers']).toLowerCase()
      for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy']) {
        assert.ok(exposed.includes(name))
      }
      for (const name of ['retry-after', 'etag', 'x-request-id']) assert.ok(exposed.includes(name))
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
    }
    assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, answers.length)
  })

  test('another method is refused with those that are allowed, whatever body it brings', async (t) => {
    const { app } = await serviceFor(t)
    const bodies = [
      {},
      { payload: '{', headers: { 'content-type': 'application/json' } },
      { payload: '<q/>', headers: { 'content-type': 'application/xml' } },
      { payload: 'x'.repeat(20_000), headers: { 'content-type': 'text/plain' } },
      { payload: '', headers: { 'content-type': 'application/json' } },
    ]
    for (const [url, allow, methods] of [
      ['/api/v1/cn?q=84', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE']],
      ['/api/v1/dataset', 'GET, HEAD, OPTIONS', ['POST', 'DELETE']],
      ['/openapi.json', 'GET, HEAD, OPTIONS', ['PUT']],
      ['/api/lead', 'POST, OPTIONS', ['PUT', 'PATCH', 'DELETE']],
    ] as const) {
      for (const method of methods) {
        for (const body of bodies) {
          const answer = await app.inject({ method, url, ...body })
          problemIn(answer, 'method_not_allowed')
          assert.equal(answer.headers.allow, allow, `${method} ${url} ${JSON.stringify(body).slice(0, 80)}`)
        }
      }
    }
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: '/api/lead' })
      assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'POST, OPTIONS'])
    }
  })

  test('methods that few have heard of are refused like the known ones', async (t) => {
    const port = await (await serviceFor(t)).listen()
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'QUERY', 'SEARCH', 'REPORT', 'M-SEARCH', 'LINK']) {
      const answer = await askRaw(port, `${method} /api/v1/cn?q=84 HTTP/1.1`)
      problemIn(answer, 'method_not_allowed')
      assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS')
    }
  })

  test('a path that is nobody’s is not found, whatever body it brings', async (t) => {
    const { app, get } = await serviceFor(t)
    const near = ['/api/v1/cn/', '/API/V1/CN', '//api/v1/cn', '/api/v1/cn/8471', '/api/v1/cn%2F', '/api/v1/cn;x=1']
    const odd = ['/apis', '/api/v1', '/api/leads', '/*', '/foo*bar', '/:q(', '/..%2f..%2fetc', '/%00']
    for (const path of [...near, ...odd]) problemIn(await get(`${path}?q=84`), 'not_found')
    assert.equal(problemIn(await get('/nowhere?q=84')).instance, '/nowhere', 'what was asked is not repeated')
    for (const [type, payload] of Object.entries({ 'application/json': '{', 'application/xml': '<a>' })) {
      const headers = { 'content-type': type }
      problemIn(await app.inject({ method: 'POST', url: '/api/leads', headers, payload }), 'not_found')
    }
  })

  test('a path that cannot be decoded is refused as such', async (t) => {
    const { get } = await serviceFor(t)
    for (const path of ['/%zz', '/%', '/api/v1/%ff', '/api/v1/c%E0n']) problemIn(await get(path), 'url_invalid')
    assert.equal((await get('/%zz?lang=en')).headers['content-language'], 'en')
  })
})

describe('parameters are understood whole or refused', () => {
  const refused: [string, string, string[]][] = [
    ['nothing asked', '', ['q_missing q']],
    ['only a language', 'lang=en', ['q_missing q']],
    ['no value', 'q', ['q_empty q']],
    ['an empty value', 'q=', ['q_empty q']],
    ['only spaces', 'q=+%20%C2%A0%E3%80%80', ['q_empty q']],
    ['only signs', 'q=---', ['q_empty q']],
    ['a single letter', 'q=z', ['q_too_vague q']],
    ['one digit', 'q=8', ['q_code_length q']],
    ['three digits', 'q=847', ['q_code_length q']],
    ['a code that lost its zero', 'q=3061792', ['q_code_length q']],
    ['nine digits with a prefix', 'q=CN+8471+30+000', ['q_code_length q']],
    ['199 digits', `q=${'8'.repeat(199)}`, ['q_code_length q']],
    ['another detail', 'q=84&detail=long', ['detail_unknown detail']],
    ['a detail in capitals', 'q=84&detail=Short', ['detail_unknown detail']],
    ['an empty detail', 'q=84&detail=', ['detail_unknown detail']],
    ['a detail twice', 'q=84&detail=short&detail=short', ['parameter_repeated detail']],
    ['a detail twice, not the same', 'q=84&detail=short&detail=full', ['parameter_repeated detail']],
    ['eleven digits', 'q=84713000100', ['q_code_length q']],
    ['eleven digits with dots', 'q=8471.30.00.100', ['q_code_length q']],
    ['201 characters', `q=${'a'.repeat(201)}`, ['q_too_long q']],
    ['201 characters of four bytes', `q=${'%F0%9F%98%80'.repeat(201)}`, ['q_too_long q']],
    ['15,000 characters', `q=${'a'.repeat(15_000)}`, ['q_too_long q']],
    ['NUL alone', 'q=%00', ['q_invalid q']],
    ['NUL in a code', 'q=8471%00', ['q_invalid q']],
    ['NUL in a name', 'q=ru%00ry', ['q_invalid q']],
    ['an escape sequence', 'q=%1B%5B31mrury', ['q_invalid q']],
    ['another language', 'q=84&lang=de', ['lang_unknown lang']],
    ['a language in capitals', 'q=84&lang=EN', ['lang_unknown lang']],
    ['a language with a region', 'q=84&lang=en-GB', ['lang_unknown lang']],
    ['an empty language', 'q=84&lang=', ['lang_unknown lang']],
    ['a day that is none', 'q=84&as_of=2026-02-30', ['as_of_invalid as_of']],
    ['a day the Polish way', 'q=84&as_of=15.11.2026', ['as_of_invalid as_of']],
    ['a moment', 'q=84&as_of=2026-11-15T00:00:00Z', ['as_of_invalid as_of']],
    ['a word for a day', 'q=84&as_of=today', ['as_of_invalid as_of']],
    ['an empty day', 'q=84&as_of=', ['as_of_invalid as_of']],
    ['a contract on no day', 'q=84&contract_date=2025-13-01', ['contract_date_invalid contract_date']],
    ['an empty contract day', 'q=84&contract_date=', ['contract_date_invalid contract_date']],
    ['another direction', 'q=84&direction=both', ['direction_unknown direction']],
    ['a direction in capitals', 'q=84&direction=Import', ['direction_unknown direction']],
    ['another regime', 'q=84&regime=RU', ['regime_unknown regime']],
    ['a regime in small letters', 'q=84&regime=eu-ru-833-2014', ['regime_unknown regime']],
    ['no results', 'q=84&limit=0', ['limit_invalid limit']],
    ['501 results', 'q=84&limit=501', ['limit_invalid limit']],
    ['minus one result', 'q=84&limit=-1', ['limit_invalid limit']],
    ['half a result', 'q=84&limit=1.5', ['limit_invalid limit']],
    ['results in hexadecimal', 'q=84&limit=0x10', ['limit_invalid limit']],
    ['results with an exponent', 'q=84&limit=1e2', ['limit_invalid limit']],
    ['an empty limit', 'q=84&limit=', ['limit_invalid limit']],
    ['an addition nobody knows', 'q=84&include=trees', ['include_unknown include']],
    ['an offset below zero', 'q=84&offset=-1', ['offset_invalid offset']],
    ['an offset no number can hold', `q=84&offset=${'9'.repeat(30)}`, ['offset_invalid offset']],
    ['a misspelt parameter', 'q=84&as_off=2026-01-01', ['parameter_unknown as_off']],
    ['a parameter in capitals', 'Q=84', ['parameter_unknown Q', 'q_missing q']],
    ['a parameter with a space', 'q=84&+lang=en', ['parameter_unknown  lang']],
    ['brackets', 'q[]=84', ['parameter_unknown q[]', 'q_missing q']],
    ['an index', 'q[0]=84&q[1]=85', ['parameter_unknown q[0]', 'parameter_unknown q[1]', 'q_missing q']],
    ['a name that objects have', 'q=84&__proto__=1', ['parameter_unknown __proto__']],
    ['another one', 'q=84&constructor=1&toString=2', ['parameter_unknown constructor', 'parameter_unknown toString']],
    ['a nameless value', 'q=84&=1', ['parameter_unknown ']],
    ['a tracking parameter', 'q=84&utm_source=x', ['parameter_unknown utm_source']],
    ['NUL in a name', 'q=84&lang%00=en', ['parameter_unknown lang\ufffd']],
    ['q twice', 'q=84&q=85', ['parameter_repeated q']],
    ['q twice the same', 'q=84&q=84', ['parameter_repeated q']],
    ['q twice, once encoded', 'q=84&%71=85', ['parameter_repeated q']],
    ['q three times', 'q=84&q=85&q=86', ['parameter_repeated q', 'parameter_repeated q']],
    ['a language twice', 'q=84&lang=pl&lang=en', ['parameter_repeated lang']],
    ['a day twice', 'q=84&as_of=2026-01-01&as_of=2026-01-01', ['parameter_repeated as_of']],
  ]
  test('each mistake has its code and its place', async (t) => {
    const { get } = await serviceFor(t)
    for (const [what, query, reasons] of refused) {
      const answer = await get(`/api/v1/cn?${query}`)
      assert.deepEqual(reasonsIn(answer), reasons, what)
      const problem = problemIn(answer)
      assert.equal(problem.code, reasons[0]?.split(' ')[0], what)
      assert.equal(problem.instance, '/api/v1/cn')
    }
  })

  test('all mistakes are told at once', async (t) => {
    const { get } = await serviceFor(t)
    const query = 'x=1&lang=de&lang=en&as_of=no&direction=no&regime=no&contract_date=no&limit=no&offset=no&q=8'
    assert.deepEqual(reasonsIn(await get(`/api/v1/cn?${query}`)), [
      'parameter_unknown x',
      'parameter_repeated lang',
      'q_code_length q',
      'lang_unknown lang',
      'as_of_invalid as_of',
      'direction_unknown direction',
      'regime_unknown regime',
      'contract_date_invalid contract_date',
      'limit_invalid limit',
      'offset_invalid offset',
    ])
  })

  test('broken encoding is refused wherever it stands, never guessed', async (t) => {
    const { get } = await serviceFor(t)
    // Not hexadecimal; cut off; no UTF-8; half a character; half a surrogate pair; NUL written too long; past Unicode.
    const broken = ['%zz', '%', '%4', '%ff', '%C3', '%ED%A0%80', '%ED%B0%80', '%C0%80', '%F4%90%80%80', '%u0105']
    for (const bytes of broken) {
      for (const query of [
        `q=${bytes}`,
        `q=84${bytes}`,
        `${bytes}=84`,
        `q=84&lang=en&as_of=${bytes}`,
        `q=84&${bytes}`,
      ]) {
        const problem = problemIn(await get(`/api/v1/cn?${query}`), 'url_invalid')
        assert.deepEqual(problem.errors, [], query)
      }
    }
    const inEnglish = await get('/api/v1/cn?lang=en&q=%zz')
    assert.equal(inEnglish.headers['content-language'], 'en', 'the rest of the question is still read')
  })

  test('the edges themselves are taken', async (t) => {
    const { get } = await serviceFor(t)
    for (const query of [
      `q=${'a'.repeat(200)}`,
      `q=++${'a'.repeat(200)}++`,
      `q=${'%C4%85'.repeat(200)}`,
      'q=84',
      'q=8471300010',
      'q=CN%208471',
      'q=ex%C2%A08471',
      'q=84&limit=1&offset=0',
      'q=84&limit=500&offset=999999999999999',
      'q=84&as_of=0001-01-01',
      'q=84&as_of=9999-12-31',
      'q=84&as_of=2024-02-29&contract_date=2024-02-29',
    ]) {
      assert.equal((await get(`/api/v1/cn?${query}`)).statusCode, 200, query)
    }
  })

  test('any query whatever is answered, or refused with a problem', async (t) => {
    const { get } = await serviceFor(t, { limits: PLENTY })
    const name = fc.oneof(
      fc.constantFrom('q', 'lang', 'as_of', 'direction', 'regime', 'contract_date', 'limit', 'detail', 'q[]', ''),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed())),
      fc.uint8Array({ maxLength: 12 }).map((bytes) => [...bytes].map((byte) => `%${byte.toString(16)}`).join('')),
      fc.constantFrom('84', '7304+11+00', 'rury', 'en', 'pl', '2026-01-01', 'import', RUSSIA, '10', '0', 'short'),
      fc.stringMatching(/^[\d .\-/%+a-c]{0,20}$/),
    )
    const query = fc.oneof(
      fc.array(fc.tuple(name, value), { maxLength: 5 }).map((pairs) => pairs.map((pair) => pair.join('=')).join('&')),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    await fc.assert(
      fc.asyncProperty(query, async (any) =>
        isAnswered(await get(`/api/v1/cn?${any}`), new URL(`http://x/?${any}`).search),
      ),
      { numRuns: 400 },
    )
  })
})

describe('the language of a problem', () => {
  const languages: [string, 'pl' | 'en'][] = [
    ['', 'pl'],
    ['lang=en', 'en'],
    ['lang=pl', 'pl'],
    ['lang=de', 'pl'],
    ['lang=EN', 'pl'],
    ['x=1&lang=en&y=2', 'en'],
  ]
  test('is that of lang, else Polish, whatever Accept-Language says', async (t) => {
    const { get } = await serviceFor(t)
    for (const [query, language] of languages) {
      const answer = await get(`/api/v1/cn?${query}`, { 'accept-language': 'en' })
      const { title, errors } = problemIn(answer)
      assert.equal(answer.headers['content-language'], language, query)
      const texts = Object.values(PROBLEMS)
      assert.ok(texts.some((text) => text.title[language] === title))
      assert.ok(errors.every(({ detail }) => texts.some((text) => detail.startsWith(text.detail[language]))))
    }
  })

  test('is the caller’s for every kind of problem', async (t) => {
    const { app } = await serviceFor(t, { limits: { lookups: 3 } })
    const ask = (url: string, more: object = {}) => app.inject({ url: `${url}lang=en`, ...more })
    const post = (payload: string) =>
      ask('/api/lead?', { method: 'POST', headers: { 'content-type': 'application/json' }, payload })
    const answers = [
      await ask('/api/v1/cn?'),
      await ask('/api/v1/cn?q=%zz&'),
      await ask('/api/v1/cn?q=84&', { headers: { 'x-api-key': 'wrong' } }),
      await ask('/api/v1/cn?q=84&'),
      await ask('/nowhere?'),
      await ask('/api/v1/cn?', { method: 'PUT' }),
      await post('{"email":"anna"}'),
      await post('{'),
    ]
    assert.deepEqual(
      answers.map((answer) => problemIn(answer).code),
      [
        'q_missing',
        'url_invalid',
        'key_malformed',
        'rate_limited',
        'not_found',
        'method_not_allowed',
        'email_invalid',
        'body_invalid',
      ],
    )
    for (const { headers } of answers) assert.equal(headers['content-language'], 'en')
  })

  test('does not change the language of an answer, which is Polish unless lang says otherwise', async (t) => {
    const { get } = await serviceFor(t)
    const plain = await get('/api/v1/cn?q=84')
    const english = await get('/api/v1/cn?q=84', { 'accept-language': 'en' })
    assert.equal(english.body, plain.body)
    assert.equal(english.headers.etag, plain.headers.etag)
    assert.equal(
      english.headers.vary,
      'Accept-Encoding, Authorization, X-API-Key',
      'so no cache need keep one for each language',
    )
  })
})

describe('on the wire', () => {
  const TIMEOUT = { timeout: 120_000 }

  test('an address or headers beyond 16 KiB are refused with a problem', TIMEOUT, async (t) => {
    const port = await (await serviceFor(t)).listen()
    const long = 'a'.repeat(100_000)
    const flood = Array.from({ length: 3_000 }, (_, i) => `X-${i}: 1`)
    for (const answer of [
      await askRaw(port, `GET /api/v1/cn?q=${long} HTTP/1.1`),
      await askRaw(port, `GET /${long} HTTP/1.1`),
      await askRaw(port, `POST /api/lead?${long} HTTP/1.1`),
      await askRaw(port, 'GET /api/v1/cn?q=84 HTTP/1.1', [`Cookie: ${long}`]),
      await askRaw(port, 'GET /api/v1/cn?q=84 HTTP/1.1', [`${long}: x`]),
      await askRaw(port, 'GET /api/v1/cn?q=84 HTTP/1.1', flood),
    ]) {
      problemIn(answer, 'headers_too_large')
      assert.equal(answer.headers.connection, 'close')
      assert.equal(answer.headers['access-control-allow-origin'], '*')
    }
    assert.equal((await askRaw(port, 'GET /api/v1/cn?q=84 HTTP/1.1', flood.slice(0, 500))).statusCode, 200)
    problemIn(await askRaw(port, `GET /api/v1/cn?q=${long.slice(0, 15_000)} HTTP/1.1`), 'q_too_long')
  })

  test('what is no HTTP is refused with a problem', TIMEOUT, async (t) => {
    const port = await (await serviceFor(t)).listen()
    const senders: Record<string, string | Buffer> = {
      'a sentence': 'is 8471 restricted?\r\n\r\n',
      'a version of the future': 'GET /api/v1/cn?q=84 HTTP/9.9\r\nHost: x\r\n\r\n',
      'a method in small letters': 'get /api/v1/cn?q=84 HTTP/1.1\r\nHost: x\r\n\r\n',
      'a method nobody knows': 'BREW /api/v1/cn?q=84 HTTP/1.1\r\nHost: x\r\n\r\n',
      'a space in the address': 'GET /api/v1/cn?q=84 71 HTTP/1.1\r\nHost: x\r\n\r\n',
      'letters that are not encoded': 'GET /api/v1/cn?q=wódka HTTP/1.1\r\nHost: x\r\n\r\n',
      'NUL in the address': 'GET /api/v1/cn?q=\0 HTTP/1.1\r\nHost: x\r\n\r\n',
      'NUL in a header': 'GET /api/v1/cn?q=84 HTTP/1.1\r\nHost: x\0\r\n\r\n',
      'two hosts': 'GET /api/v1/cn?q=84 HTTP/1.1\r\nHost: x\r\nHOST: y\r\n\r\n',
      'a header without a colon': 'GET /api/v1/cn?q=84 HTTP/1.1\r\nHost: x\r\nnothing\r\n\r\n',
      'two lengths': 'POST /api/lead HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      'a length and chunks':
        'POST /api/lead HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'TLS on a plain port': Buffer.from('16030100c8010000c40303', 'hex'),
      'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    }
    for (const [what, bytes] of Object.entries(senders)) {
      const [answer, ...more] = answersIn(await sendBytes(port, bytes))
      assert.ok(answer && more.length === 0, what)
      problemIn(answer, 'request_invalid')
      assert.equal(answer.headers.connection, 'close')
    }
  })

  test('odd requests that are HTTP get an answer, or the line is closed', TIMEOUT, async (t) => {
    const port = await (await serviceFor(t)).listen()
    const asked = async (line: string, ...headers: string[]) => (await askRaw(port, line, headers)).statusCode
    assert.equal(await asked('GET * HTTP/1.1'), 200, 'taken for the start page')
    assert.equal(await asked('OPTIONS * HTTP/1.1'), 204)
    assert.equal(await asked('GET /api/v1/cn?q=84#results HTTP/1.1'), 200)
    assert.equal(await asked('GET /api/v1/cn?q=84?lang=en HTTP/1.1'), 200, 'a name with a question mark in it')
    assert.equal(await asked('GET /api/v1/cn?q=84 HTTP/1.1', 'Upgrade: websocket', 'Connection: Upgrade'), 200)
    assert.equal(await asked('GET /api/v1/cn?q=84 HTTP/1.1', 'X-Odd: \xe9\xff'), 200)
    const old = answersIn(await sendBytes(port, 'GET /api/v1/cn?q=84 HTTP/1.0\r\n\r\n'))
    assert.equal(old[0]?.statusCode, 200, 'HTTP/1.0 needs no Host')
    const hostless = await sendBytes(port, 'GET /api/v1/cn?q=84 HTTP/1.1\r\n\r\n')
    assert.match(hostless.toString(), /^HTTP\/1\.1 400 /)
    const tunnel = await sendBytes(port, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
    assert.equal(tunnel.toString(), '')
  })

  test('an address with scheme and host, as proxies send it, means its path', TIMEOUT, async (t) => {
    const port = await (await serviceFor(t)).listen()
    const plain = await askRaw(port, 'GET /api/v1/cn?q=7304&lang=en HTTP/1.1')
    const absolute = await askRaw(port, 'GET http://example.com/api/v1/cn?q=7304&lang=en HTTP/1.1')
    assert.deepEqual([absolute.statusCode, absolute.body], [200, plain.body])
    assert.equal(problemIn(await askRaw(port, 'GET http://example.com/api/v1/cn HTTP/1.1')).instance, '/api/v1/cn')
    const start = await askRaw(port, 'GET http://example.com?q=84 HTTP/1.1')
    assert.deepEqual([start.statusCode, start.headers['content-language']], [200, 'pl'])
    const deleted = await askRaw(port, 'DELETE http://example.com/api/v1/cn HTTP/1.1')
    problemIn(deleted, 'method_not_allowed')
    assert.equal(deleted.headers.allow, 'GET, HEAD, OPTIONS')
  })

  test('requests sent in one go are answered in their order', TIMEOUT, async (t) => {
    const port = await (await serviceFor(t)).listen()
    const codes = ['7304', '8471', '', '9999', '2711', '7401']
    const requests = codes.map(
      (q, i) =>
        `GET /api/v1/cn?q=${q} HTTP/1.1\r\nHost: x\r\n${i === codes.length - 1 ? 'Connection: close\r\n' : ''}\r\n`,
    )
    const answers = answersIn(await sendBytes(port, requests.join('')))
    assert.deepEqual(
      answers.map((answer) => (answer.statusCode === 200 ? answerIn(answer).query : problemIn(answer).code)),
      ['7304', '8471', 'q_empty', '9999', '2711', '7401'],
    )
  })

  test('any bytes in a query get an answer', TIMEOUT, async (t) => {
    const port = await (await serviceFor(t, { limits: PLENTY })).listen()
    // A line break would end the request line, and the request would be another.
    const bytes = fc.uint8Array({ maxLength: 40 }).filter((any) => !any.includes(10) && !any.includes(13))
    await fc.assert(
      fc.asyncProperty(bytes, async (any) => {
        const line = Buffer.concat([Buffer.from('GET /api/v1/cn?q='), any, Buffer.from(' HTTP/1.1')])
        isAnswered(await askRaw(port, line), `q=${Buffer.from(any).toString('latin1')}`)
      }),
      { numRuns: 150 },
    )
  })

  test('who hangs up before the answer is no failure of ours', TIMEOUT, async (t) => {
    const service = await serviceFor(t)
    const port = await service.listen()
    service.app.server.prependListener('request', ({ url, socket }) => {
      if (url === '/api/v1/cn?q=8471') socket.destroy()
    })
    assert.equal((await sendBytes(port, 'GET /api/v1/cn?q=8471 HTTP/1.1\r\nHost: x\r\n\r\n')).length, 0)
    assert.equal((await askRaw(port, 'GET /api/v1/cn?q=84 HTTP/1.1')).statusCode, 200)
    assert.ok(!service.log.some(({ level }) => level === 'error'), service.logged())
  })

  /** A caller that never hangs up by itself, and the service's end of its connection. */
  async function openLine({ app, listen }: Service): Promise<{ caller: Socket; line: Socket }> {
    const port = await listen()
    const connected = new Promise<Socket>((resolve) => app.server.once('connection', resolve))
    const caller = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    caller.on('error', () => {})
    caller.resume()
    return { caller, line: await connected }
  }

  test('who is refused and does not hang up is cut off', TIMEOUT, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { caller, line } = await openLine(await serviceFor(t))
    try {
      caller.write('no HTTP\r\n\r\n')
      await new Promise((resolve) => caller.once('end', resolve))
      t.mock.timers.tick(60_000)
      assert.ok(line.destroyed)
    } finally {
      caller.destroy()
    }
  })

  test(
    'what comes behind a request still under way is answered as ever while the service stops',
    TIMEOUT,
    async (t) => {
      const store = await openStore(await emptyPlace(t))
      const reached = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      const check: typeof store.keys.check = async (...given) => {
        reached.resolve()
        await held.promise
        return store.keys.check(...given)
      }
      const service = await serviceFor(t, { store: { ...store, keys: { ...store.keys, check } } })
      const port = await service.listen()
      const caller = connect(port, '127.0.0.1')
      const received: Buffer[] = []
      caller.on('data', (chunk) => received.push(chunk))
      const over = new Promise((resolve) => caller.on('close', resolve))
      caller.write('GET /api/v1/cn?q=84 HTTP/1.1\r\nHost: x\r\nX-API-Key: cns_any\r\n\r\n')
      await reached.promise
      const closed = service.app.close()
      while (service.app.server.listening) await nextTurn()
      const second = new Promise((resolve) => service.app.server.once('request', resolve))
      caller.write('GET /api/v1/cn?q= HTTP/1.1\r\nHost: x\r\n\r\n')
      await second
      held.resolve()
      await over
      await closed
      await store.close()
      const codes = answersIn(Buffer.concat(received)).map((answer) => problemIn(answer).code)
      assert.deepEqual(codes, ['key_malformed', 'q_empty'])
    },
  )

  test('who never ends a request is not waited for', async (t) => {
    const { server } = (await serviceFor(t)).app
    for (const timeout of [server.headersTimeout, server.requestTimeout]) assert.ok(timeout > 0 && timeout <= 120_000)
  })

  test('a connection over which nothing is asked does not keep the service from stopping', TIMEOUT, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const service = await serviceFor(t)
    const { caller, line } = await openLine(service)
    try {
      const closed = service.app.close()
      while (service.app.server.listening) await nextTurn()
      t.mock.timers.tick(60_000)
      assert.ok(line.destroyed)
      await closed
    } finally {
      caller.destroy()
    }
  })
})

describe('caching', () => {
  test('the tag is strong, and the same question has the same', async (t) => {
    const { get } = await serviceFor(t)
    const { etag } = (await get('/api/v1/cn?q=7304+11+00')).headers
    assert.match(String(etag), /^"[\w-]+"$/)
    for (const same of ['q=7304+11+00', 'q=7304%2011%2000', 'lang=pl&q=7304+11+00', 'q=7304+11+00&as_of=2026-11-15']) {
      assert.equal((await get(`/api/v1/cn?${same}`)).headers.etag, etag, same)
    }
    const again = await serviceFor(t)
    assert.equal((await again.get('/api/v1/cn?q=7304+11+00')).headers.etag, etag, 'other instances agree')
  })

  test('another question, language or packing has another tag', async (t) => {
    const { get } = await serviceFor(t)
    const tagOf = async (query: string, headers = {}) =>
      String((await get(`/api/v1/cn?${query}`, headers)).headers.etag)
    const tags = [
      await tagOf('q=7304'),
      await tagOf('q=7305'),
      await tagOf('q=73%2004'),
      await tagOf('q=7304&lang=en'),
      await tagOf('q=7304&as_of=2026-11-14'),
      await tagOf('q=7304&direction=import'),
      await tagOf(`q=7304&regime=${RUSSIA}`),
      await tagOf('q=7304&contract_date=2026-01-01'),
      await tagOf('q=7304&limit=99'),
      await tagOf('q=7304&offset=1'),
      await tagOf('q=7304', { 'accept-encoding': 'gzip' }),
      await tagOf('q=7304', { 'accept-encoding': 'br' }),
      String((await get('/api/v1/dataset')).headers.etag),
      String((await get('/openapi.json')).headers.etag),
    ]
    assert.equal(new Set(tags).size, tags.length)
    assert.ok(tags.every((tag) => /^"[\w-]+"$/.test(tag)))
  })

  test('who has the answer is told so, and nothing is sent', async (t) => {
    const { get } = await serviceFor(t)
    for (const path of ['/api/v1/cn?q=7304', '/api/v1/dataset', '/openapi.json']) {
      for (const packing of ['identity', 'gzip', 'br']) {
        const ask = (known: string) => get(path, { 'accept-encoding': packing, 'if-none-match': known })
        const fresh = await get(path, { 'accept-encoding': packing })
        const tag = String(fresh.headers.etag)
        for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `"a",W/${tag} , "b"`, '*', ' * ']) {
          const answer = await ask(known)
          assert.equal(answer.statusCode, 304, `${path} ${packing} ${known}`)
          assert.equal(answer.rawPayload.length, 0)
          for (const name of ['etag', 'cache-control', 'vary']) {
            assert.equal(answer.headers[name], fresh.headers[name], name)
          }
          assert.equal(answer.headers['content-encoding'], undefined)
        }
        const bare = tag.slice(1, -1)
        for (const other of ['"other"', bare, `"${bare.slice(0, -1)}"`, `w/${tag}x`, '', '""', `"${bare} "`]) {
          assert.equal((await ask(other)).statusCode, 200, `${path} ${packing} ${other}`)
        }
      }
    }
  })

  test('who has the answer is told so before it is worked out, also by a service that has just started', async (t) => {
    const before = await serviceFor(t)
    const answer = () => assert.fail('the answer was worked out')
    const started = await serviceFor(t, { answerer: () => ({ ...answerer, answer }) })
    const dataset = { ...answerer.dataset, version: 'another' }
    const renewed = await serviceFor(t, { answerer: () => ({ ...answerer, dataset, answer }) })
    for (const packing of ['identity', 'gzip', 'br']) {
      const { headers } = await before.get('/api/v1/cn?q=7304', { 'accept-encoding': packing })
      const condition = { 'accept-encoding': packing, 'if-none-match': String(headers.etag) }
      const known = await started.get('/api/v1/cn?q=7304', condition)
      assert.deepEqual([known.statusCode, known.headers.etag], [304, headers.etag])
      for (const other of ['q=7304&lang=en', 'q=7304&as_of=2026-11-14', 'q=7305'])
        assert.equal((await started.get(`/api/v1/cn?${other}`, condition)).statusCode, 500, other)
      assert.equal((await renewed.get('/api/v1/cn?q=7304', condition)).statusCode, 500, 'another law')
    }
  })

  test('a tag of one packing is not taken for another', async (t) => {
    const { get } = await serviceFor(t)
    const tag = String((await get('/api/v1/cn?q=7304', { 'accept-encoding': 'br' })).headers.etag)
    for (const packing of ['gzip', 'identity']) {
      const answer = await get('/api/v1/cn?q=7304', { 'accept-encoding': packing, 'if-none-match': tag })
      assert.equal(answer.statusCode, 200)
    }
  })

  test('answers may be kept for a short while, problems never', async (t) => {
    const { get, ops, post } = await serviceFor(t)
    for (const path of ['/api/v1/cn?q=84', '/api/v1/dataset', '/openapi.json']) {
      const { headers } = await get(path)
      const seconds = /^public, max-age=(\d+)$/.exec(String(headers['cache-control']))?.[1]
      assert.ok(Number(seconds) > 0 && Number(seconds) <= 300, path)
      assert.equal(headers.vary, 'Accept-Encoding, Authorization, X-API-Key')
    }
    const never = [await get('/api/v1/cn'), await get('/nowhere'), await get('/healthz'), await get('/readyz')]
    for (const { headers } of [...never, await ops('/metrics'), await post({ email: 'anna@example.com' })]) {
      assert.equal(headers['cache-control'], 'no-store')
    }
  })

  test('today ends at midnight in Brussels, in winter and in summer, and kept answers end with it', async (t) => {
    const service = await serviceFor(t)
    for (const [lastMoment, midnight, today, tomorrow] of [
      ['2026-11-15T22:59:59.999Z', '2026-11-15T23:00:00Z', '2026-11-15', '2026-11-16'],
      ['2026-07-24T21:59:59.999Z', '2026-07-24T22:00:00Z', '2026-07-24', '2026-07-25'],
    ] as const) {
      const asked = async (moment: string, query: string) => {
        service.clock.now = new Date(moment)
        const answer = await service.get(`/api/v1/cn?q=7401+00+00${query}`)
        return { day: answerIn(answer).scope.as_of, etag: answer.headers.etag, body: answer.body }
      }
      const before = await asked(lastMoment, '')
      const after = await asked(midnight, '')
      assert.deepEqual([before.day, after.day], [today, tomorrow])
      assert.notEqual(after.etag, before.etag)
      assert.notEqual(after.body, before.body)
      assert.deepEqual(await asked(lastMoment, ''), before, 'a clock set back finds the old day again')
      const fixed = [await asked(lastMoment, `&as_of=${today}`), await asked(midnight, `&as_of=${today}`)]
      assert.deepEqual(fixed, [before, before], 'a day that was named stays')
    }
  })
})

describe('packing', () => {
  test('gzip and brotli hold the same bytes as the plain answer', async (t) => {
    const port = await (await serviceFor(t)).listen()
    for (const path of ['/api/v1/cn?q=7304+11+00', '/api/v1/cn?q=84&limit=500', '/openapi.json']) {
      const plain = await askOver(port, path)
      assert.equal(plain.headers['content-encoding'], undefined)
      for (const [accept, packing, unpack] of [
        ['gzip', 'gzip', gunzipSync],
        ['br', 'br', brotliDecompressSync],
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['br;q=0, gzip', 'gzip', gunzipSync],
        ['GZIP;q=0.5', 'gzip', gunzipSync],
      ] as const) {
        for (const time of ['first', 'second']) {
          const packed = await askOver(port, path, { headers: { 'accept-encoding': accept } })
          assert.equal(packed.headers['content-encoding'], packing, `${accept} for the ${time} time`)
          assert.equal(packed.headers.vary, 'Accept-Encoding, Authorization, X-API-Key')
          assert.equal(packed.headers['content-type'], plain.headers['content-type'])
          assert.ok(packed.bytes.length < plain.bytes.length)
          assert.deepEqual(unpack(packed.bytes), plain.bytes)
        }
      }
    }
  })

  test('who takes no packing gets the plain answer', async (t) => {
    const { get } = await serviceFor(t)
    const plain = await get('/api/v1/cn?q=7304')
    for (const accept of [
      '',
      'identity',
      'deflate',
      'br;q=0',
      'br;q=0.000, gzip;q=0',
      'zstd, x-gzip',
      'gzip;q=often',
    ]) {
      const { headers, rawPayload } = await get('/api/v1/cn?q=7304', { 'accept-encoding': accept })
      assert.equal(headers['content-encoding'], undefined, accept)
      assert.equal(headers.etag, plain.headers.etag)
      assert.deepEqual(rawPayload, plain.rawPayload)
    }
  })

  test('a small body stays plain', async (t) => {
    const small = { ...answerer, dataset: { ...answerer.dataset, regimes: [] } }
    const { get } = await serviceFor(t, { answerer: () => small })
    const { headers, rawPayload, body } = await get('/api/v1/dataset', { 'accept-encoding': 'br, gzip' })
    assert.ok(rawPayload.length < 1_000)
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(JSON.parse(body).version, answerer.dataset.version)
  })
})

describe('law that comes and changes', () => {
  test('until the law is loaded nothing is answered from it, and everything says so', async (t) => {
    let served: typeof answerer | null = null
    const { get, ops } = await serviceFor(t, { answerer: () => served })
    for (const path of ['/api/v1/cn?q=84', '/api/v1/cn', '/api/v1/dataset', '/openapi.json']) {
      problemIn(await get(path), 'not_ready')
    }
    assert.deepEqual((await ops('/readyz')).json(), {
      status: 'not_ready',
      dataset: 'not_ready',
      store: 'ready',
      receipts: 'not_ready',
      version: null,
      refused: null,
      store_error: null,
    })
    assert.equal((await get('/healthz')).statusCode, 200)
    served = answerer
    for (const path of ['/api/v1/cn?q=84', '/api/v1/dataset', '/openapi.json', '/readyz']) {
      assert.equal((await get(path)).statusCode, 200, path)
    }
    assert.equal((await ops('/readyz')).json().version, answerer.dataset.version)
  })

  test('new law is served at once, and no answer of the old law is left', async (t) => {
    let served = answerer
    const { get, ops } = await serviceFor(t, { answerer: () => served })
    const path = '/api/v1/cn?q=7304+11+00'
    const old = await get(path)
    const tag = String(old.headers.etag)
    assert.equal(answerIn(old).verdict, 'restricted')
    const versionsServed = async () => [
      (await get('/api/v1/dataset')).json().version,
      (await ops('/readyz')).json().version,
      /cn_dataset_info\{version=\\"([^"\\]+)/.exec((await get('/openapi.json')).body)?.[1],
    ]
    const { version } = answerer.dataset
    assert.deepEqual(await versionsServed(), [version, version, version])

    served = emptyLaw
    const renewed = await get(path, { 'if-none-match': tag })
    assert.equal(renewed.statusCode, 200, 'what the caller has is of the old law')
    assert.notEqual(renewed.headers.etag, tag)
    const { verdict, meta, scope } = answerIn(renewed)
    assert.deepEqual([verdict, meta.dataset, scope.dataset], ['no_match', 'nothing-listed', 'nothing-listed'])
    assert.deepEqual(await versionsServed(), ['nothing-listed', 'nothing-listed', 'nothing-listed'])

    served = answerer
    assert.equal((await get(path)).body, old.body)
    assert.equal((await get(path, { 'if-none-match': tag })).statusCode, 304)
    assert.deepEqual(await versionsServed(), [version, version, version])
  })

  test('law that changes between requests never mixes with itself', async (t) => {
    let turn = 0
    const { get } = await serviceFor(t, { answerer: () => (turn++ % 2 ? emptyLaw : answerer) })
    const asked = Array.from({ length: 60 }, (_, i) =>
      get('/api/v1/cn?q=7304', { 'accept-encoding': ['br', 'gzip', 'identity'][i % 3] ?? '' }),
    )
    const tags = new Map<string, Set<string>>()
    for (const { headers, rawPayload } of await Promise.all(asked)) {
      const packing = headers['content-encoding']
      const unpack =
        packing === 'br' ? brotliDecompressSync : packing === 'gzip' ? gunzipSync : (bytes: Buffer) => bytes
      const { meta, verdict } = JSON.parse(unpack(rawPayload).toString()) as CnResponse
      assert.equal(verdict, meta.dataset === 'nothing-listed' ? 'no_match' : 'restricted')
      tags.set(meta.dataset, (tags.get(meta.dataset) ?? new Set()).add(String(headers.etag)))
    }
    assert.deepEqual(
      [...tags.values()].map(({ size }) => size),
      [3, 3],
      'three packings of each',
    )
    const [one, two] = tags.values()
    assert.ok(one && two && ![...one].some((tag) => two.has(tag)))
  })
})
