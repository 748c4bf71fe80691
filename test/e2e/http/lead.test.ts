import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { ProblemCode } from '../../../src/http/kernel/problem/problems.ts'
import { openStore, type Place, type Store } from '../../../src/store/store.ts'
import {
  detailShape,
  emptyPlace,
  leadsOf,
  NOON,
  PLENTY,
  problemIn,
  reasonsIn,
  type Service,
  serviceFor,
} from './service.ts'

const EMAIL = 'anna@example.com'

/** A service whose store can be looked into, and the place where it keeps it. */
async function office(t: TestContext): Promise<Service & { store: Store; place: Place }> {
  const place = await emptyPlace(t)
  const store = await openStore(place)
  t.after(() => store.close())
  return { ...(await serviceFor(t, { store, limits: PLENTY })), store, place }
}

/** `count` entries of a utm object with keys and values of these lengths. */
const utm = (count: number, key = 64, value = 200, letter = 'v'): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [String(i).padStart(key, 'k'), letter.repeat(value || 200)]),
  )

/** An e-mail address of that many characters, its parts as long as they may be. */
function addressOf(length: number): string {
  const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}.`
  const rest = length - 64 - 1 - domain.length - '.example'.length
  return `${'a'.repeat(64)}@${domain}${'d'.repeat(rest)}.example`
}

describe('a contact', () => {
  test('is stored once, as it was sent, before the answer', async (t) => {
    const { post, store } = await office(t)
    const sent = {
      email: 'Anna.Nowak+eu@Example.com',
      source: 'landing',
      utm: { utm_source: 'list', utm_term: 'stal' },
    }
    const answer = await post(sent)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(answer.body, '{"ok":true}')
    const [lead, ...more] = await leadsOf(store)
    assert.ok(lead && more.length === 0)
    assert.deepEqual(lead, { id: lead.id, ...sent, createdAt: new Date(NOON).toISOString() })
  })

  test('needs no more than an e-mail address', async (t) => {
    const { post, store } = await office(t)
    await post({ email: EMAIL })
    const [lead] = await leadsOf(store)
    assert.deepEqual([lead?.email, lead?.source, lead?.utm], [EMAIL, null, null])
    assert.equal((await post({ email: EMAIL, source: '', utm: {} })).statusCode, 200)
  })

  test('is there for whoever opens the store next to the service, or after it', async (t) => {
    const place = await emptyPlace(t)
    const store = await openStore(place)
    const { post } = await serviceFor(t, { store })
    assert.equal((await post({ email: EMAIL })).statusCode, 200)
    const beside = await openStore(place)
    assert.equal((await leadsOf(beside))[0]?.email, EMAIL)
    await beside.close()
    await store.close()
    const afterwards = await openStore(place)
    t.after(() => afterwards.close())
    assert.equal((await leadsOf(afterwards))[0]?.email, EMAIL)
  })

  test('sent twice without a key is two contacts', async (t) => {
    const { post, store } = await office(t)
    await post({ email: EMAIL })
    await post({ email: EMAIL })
    assert.equal(await store.leads.count(), 2)
  })

  test('may come over a socket, in pieces, without its length', async (t) => {
    const { listen, store } = await office(t)
    const port = await listen()
    const status = await new Promise((resolve, reject) => {
      const sending = request(
        { host: '127.0.0.1', port, path: '/api/lead', method: 'POST', headers: { 'content-type': 'application/json' } },
        (answer) => resolve(answer.resume().statusCode),
      )
      sending.on('error', reject)
      const bytes = Buffer.from(JSON.stringify({ email: EMAIL, source: 'żółć' }))
      // Cut in the middle of a letter.
      const cut = bytes.indexOf('ó') + 1
      sending.write(bytes.subarray(0, cut), () => sending.end(bytes.subarray(cut)))
    })
    assert.equal(status, 200)
    assert.equal((await leadsOf(store))[0]?.source, 'żółć')
  })
})

describe('Idempotency-Key', () => {
  test('the same request again is answered the same, and stores nothing', async (t) => {
    const { post, store } = await office(t)
    const sent = { email: EMAIL, source: 'landing', utm: { a: '1', b: '2' } }
    const headers = { 'idempotency-key': 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6' }
    const first = await post(sent, headers)
    const again = await post({ utm: { b: '2', a: '1' }, source: 'landing', email: EMAIL }, headers)
    assert.deepEqual([first.statusCode, first.body], [200, '{"ok":true}'])
    assert.deepEqual([again.statusCode, again.body], [200, '{"ok":true}'])
    assert.equal(await store.leads.count(), 1)
  })

  test('other content under the same key is a conflict, and stores nothing', async (t) => {
    const { post, store } = await office(t)
    const headers = { 'idempotency-key': 'one' }
    await post({ email: EMAIL, source: 'landing' }, headers)
    for (const other of [
      { email: 'b@example.com', source: 'landing' },
      { email: EMAIL, source: 'footer' },
      { email: EMAIL },
      { email: EMAIL, source: 'landing', utm: {} },
    ]) {
      problemIn(await post(other, headers), 'idempotency_conflict')
    }
    const leads = await leadsOf(store)
    assert.deepEqual(
      leads.map(({ email, source }) => [email, source]),
      [[EMAIL, 'landing']],
    )
  })

  test('belongs to its caller: nobody takes the key of another, nor learns what was sent with it', async (t) => {
    const { post, store } = await office(t)
    const issued = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: new Date(NOON) })
    const headers = { 'idempotency-key': '1' }
    const keyed = { ...headers, 'x-api-key': issued.key }
    const statusOf = async (email: string, from: string, sent: Record<string, string> = headers) =>
      (await post({ email }, sent, from)).statusCode
    assert.equal(await statusOf('squatter@example.com', '192.0.2.1'), 200)
    assert.equal(await statusOf('victim@example.com', '192.0.2.2'), 200)
    assert.equal(
      await statusOf('holder@example.com', '192.0.2.1', keyed),
      200,
      'a key of the API is a caller of its own',
    )
    assert.equal(await statusOf('v6@example.com', '2001:db8::1'), 200)
    assert.equal(await statusOf('other@example.com', '2001:db8::2'), 409, 'one /64 is one caller')
    assert.equal(await statusOf('victim@example.com', '192.0.2.1'), 409, 'a right guess is answered …')
    assert.equal(await statusOf('nobody@example.com', '192.0.2.1'), 409, '… like a wrong one')
    assert.deepEqual((await leadsOf(store)).map(({ email }) => email).toSorted(), [
      'holder@example.com',
      'squatter@example.com',
      'v6@example.com',
      'victim@example.com',
    ])
  })

  test('another key is another contact', async (t) => {
    const { post, store } = await office(t)
    for (const key of ['one', 'two', 'One', '"one"']) {
      assert.equal((await post({ email: EMAIL }, { 'idempotency-key': key })).statusCode, 200)
    }
    assert.equal(await store.leads.count(), 4)
  })

  test('many at once store one contact', async (t) => {
    const { post, store } = await office(t)
    const sent = Array.from({ length: 40 }, () => post({ email: EMAIL }, { 'idempotency-key': 'once' }))
    for (const { statusCode } of await Promise.all(sent)) assert.equal(statusCode, 200)
    assert.equal(await store.leads.count(), 1)
  })

  test('has 1 to 200 characters', async (t) => {
    const { post, store } = await office(t)
    for (const good of ['x', 'x'.repeat(200), '!~"#$%&']) {
      assert.equal((await post({ email: EMAIL }, { 'idempotency-key': good })).statusCode, 200, good)
    }
    for (const bad of ['', ' ', 'x'.repeat(201), 'one two', 'one, two', 'ż']) {
      problemIn(await post({ email: EMAIL }, { 'idempotency-key': bad }), 'idempotency_key_invalid')
    }
    assert.equal(await store.leads.count(), 3)
  })

  test('a request that was refused may be mended and sent again under its key', async (t) => {
    const { post, store } = await office(t)
    const headers = { 'idempotency-key': 'mended' }
    problemIn(await post({ email: 'anna' }, headers), 'email_invalid')
    assert.equal((await post({ email: EMAIL }, headers)).statusCode, 200)
    assert.equal(await store.leads.count(), 1)
  })
})

describe('e-mail addresses', () => {
  const good = [
    'anna@example.com',
    'ANNA@EXAMPLE.COM',
    'a@b.pl',
    'anna.nowak@urzad.gov.pl',
    'anna+sanctions@example.com',
    'anna_nowak-2@sub.sub.example.co.uk',
    "o'neil@example.ie",
    '1234567890@example.com',
    'anna@example-firma.pl',
    'anna@123.com',
    'anna@xn--bcher-kva.example',
    'anna@bücher.example',
    'żaneta@example.pl',
    'почта@пример.рф',
    '用户@例子.公司',
    'น้ำ@ตัวอย่าง.ไทย',
    'αθήνα@παράδειγμα.gr',
    'مثال@مثال.مصر',
    'उदाहरण@उदाहरण.भारत',
    '!#$%&*/=?^_`{|}~-@example.com',
    `${'a'.repeat(64)}@example.com`,
    `anna@${'b'.repeat(63)}.com`,
    addressOf(254),
  ]
  const bad: unknown[] = [
    '',
    ' ',
    '@',
    'anna',
    'anna@',
    '@example.com',
    'anna@example',
    'anna@localhost',
    'anna@@example.com',
    'anna@b@example.com',
    'anna nowak@example.com',
    'anna@exa mple.com',
    ' anna@example.com',
    'anna@example.com ',
    'anna@example.com\n',
    'anna@example.com\0',
    'anna\t@example.com',
    'anna@example.com\r\nBcc: b@example.com',
    '.anna@example.com',
    'anna.@example.com',
    'an..na@example.com',
    'anna@.example.com',
    'anna@example..com',
    'anna@example.com.',
    'anna@-example.com',
    'anna@example-.com',
    'anna@exa_mple.com',
    'anna@example,com',
    'anna@example.com,b@example.com',
    'anna@example.com;b@example.com',
    'Anna <anna@example.com>',
    'mailto:anna@example.com',
    'anna@[192.0.2.1]',
    'anna@192.0.2.1',
    'anna@example.123',
    'https://example.com',
    '"anna nowak"@example.com',
    '"a\r\nBcc: x@y.pl"@example.com',
    '"<img src=x onerror=alert(1)>"@example.com',
    'a\u202e@example.com',
    'anna@exam\u200bple.com',
    'an\u00adna@example.com',
    'anna\ufeff@example.com',
    'anna\u2028@example.com',
    'anna\u0085@example.com',
    'anna\u00a0n@example.com',
    'anna\u3164@example.com',
    'ａdmin@example.com',
    'anna＠example.com',
    'anna@ｅxample.com',
    'anna@example。com',
    'o\ufb03ce@example.com',
    '\ud800@example.com',
    'anna@\udc00.com',
    `${'a'.repeat(65)}@example.com`,
    `anna@${'b'.repeat(64)}.com`,
    addressOf(255),
    null,
    5,
    true,
    {},
    [],
    ['anna@example.com'],
    { email: 'anna@example.com' },
  ]

  test('that people have are taken and kept as they are', async (t) => {
    const { post, store } = await office(t)
    for (const email of good) assert.equal((await post({ email })).statusCode, 200, email)
    assert.deepEqual((await leadsOf(store)).map(({ email }) => email).toSorted(), good.toSorted())
  })

  test('that lead nowhere are refused, and nothing is stored', async (t) => {
    const { post, store } = await office(t)
    for (const email of bad) {
      const answer = await post({ email })
      const said = JSON.stringify(email)
      assert.equal(answer.statusCode, 400, said)
      assert.deepEqual(reasonsIn(answer), ['email_invalid /email'], said)
    }
    assert.deepEqual(reasonsIn(await post({})), ['email_invalid /email'])
    assert.deepEqual(reasonsIn(await post({ source: 'landing' })), ['email_invalid /email'])
    assert.equal(await store.leads.count(), 0)
  })

  test('the edges are what the tables say', () => {
    assert.deepEqual([addressOf(254).length, addressOf(255).length], [254, 255])
  })
})

describe('fields', () => {
  const taken: [string, object][] = [
    ['a source of 200 characters', { source: 'x'.repeat(200) }],
    ['a source of 200 characters of two units each', { source: '😀'.repeat(200) }],
    ['a source with any signs', { source: `<script>'";-- ł 👩‍🔬` }],
    ['20 entries', { utm: utm(20, 30, 70) }],
    ['2 KiB of utm', { utm: { ...utm(10, 4, 200), last: 'v'.repeat(4) } }],
    [
      '2 KiB of utm in letters of two bytes',
      { utm: { ...Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`ł${i}abc`, 'ł'.repeat(200)])) } },
    ],
    ['a key of 64 characters', { utm: { ['k'.repeat(64)]: 'v' } }],
    ['a key of 64 characters of two units each', { utm: { ['😀'.repeat(64)]: 'v' } }],
    ['a value of 200 characters', { utm: { k: 'v'.repeat(200) } }],
    ['an empty value', { utm: { k: '' } }],
    ['keys that every object has', { utm: { constructor: 'a', toString: 'b', hasOwnProperty: 'c' } }],
    ['a key with slashes', { utm: { 'a/b~c': 'v' } }],
  ]
  const refused: [string, object, string[]][] = [
    ['a source of 201 characters', { source: 'x'.repeat(201) }, ['field_invalid /source']],
    ['a source that is a number', { source: 5 }, ['field_invalid /source']],
    ['a source that is null', { source: null }, ['field_invalid /source']],
    ['a source that is a tree', { source: { a: [{ b: null }] } }, ['field_invalid /source']],
    ['21 entries', { utm: utm(21, 2, 2) }, ['field_invalid /utm']],
    ['more than 2 KiB of utm', { utm: { ...utm(10, 4, 200), last: 'v'.repeat(5) } }, ['utm_too_large /utm']],
    ['more in bytes than in letters', { utm: utm(6, 4, 0, 'ł') }, ['utm_too_large /utm']],
    ['a source with a line break', { source: 'a\nb' }, ['field_characters /source']],
    ['a source with a tab', { source: 'a\tb' }, ['field_characters /source']],
    ['a source with an escape', { source: '\u001b]0;owned\u0007' }, ['field_characters /source']],
    ['a source with a line separator', { source: 'a\u2028b' }, ['field_characters /source']],
    ['a source written backwards', { source: 'a\u202eb' }, ['field_characters /source']],
    ['a value with a C1 control', { utm: { k: '\u009b2J' } }, ['field_characters /utm/k']],
    ['a key with a control', { utm: { 'k\u007f': 'v' } }, ['field_characters /utm/k\ufffd']],
    ['utm that is null', { utm: null }, ['field_invalid /utm']],
    ['utm that is text', { utm: 'utm_source=x' }, ['field_invalid /utm']],
    ['utm that is a list', { utm: ['a', 'b'] }, ['field_invalid /utm']],
    ['a key of 65 characters', { utm: utm(1, 65) }, [`field_invalid /utm/${'0'.padStart(65, 'k')}`]],
    ['a key of no characters', { utm: { '': 'v' } }, ['field_invalid /utm/']],
    ['a value of 201 characters', { utm: { k: 'v'.repeat(201) } }, ['field_invalid /utm/k']],
    ['a value that is a number', { utm: { k: 5 } }, ['field_invalid /utm/k']],
    ['a value that is null', { utm: { k: null } }, ['field_invalid /utm/k']],
    ['a value that is a tree', { utm: { k: { k: { k: 'v' } } } }, ['field_invalid /utm/k']],
    ['a wrong value under a key with slashes', { utm: { 'a/b~c': 5 } }, ['field_invalid /utm/a~1b~0c']],
    ['a field of another form', { name: 'Anna' }, ['field_unknown /name']],
    ['a misspelt field', { Source: 'x' }, ['field_unknown /Source']],
    ['a field with slashes', { 'a/b~c': 1 }, ['field_unknown /a~1b~0c']],
    ['a field without a name', { '': 1 }, ['field_unknown /']],
    ['a field that every object has', { toString: 1 }, ['field_unknown /toString']],
    ['another one', { constructor: 'x' }, ['field_unknown /constructor']],
    ['fields of our own', { id: 'x', createdAt: 'y' }, ['field_unknown /id', 'field_unknown /createdAt']],
  ]

  test('are taken up to their edges', async (t) => {
    const { post, store } = await office(t)
    for (const [what, fields] of taken) {
      assert.equal((await post({ email: EMAIL, ...fields })).statusCode, 200, what)
    }
    const stored = await leadsOf(store)
    assert.equal(stored.length, taken.length)
    for (const [what, fields] of taken) {
      const wanted = { source: null, utm: null, ...fields }
      assert.ok(
        stored.some(({ source, utm }) => JSON.stringify(sorted({ source, utm })) === JSON.stringify(sorted(wanted))),
        what,
      )
    }
  })

  const sorted = ({ source, utm }: { source: string | null; utm: object | null }) => [
    source,
    utm && Object.entries(utm).toSorted(),
  ]

  test('are refused beyond them, with the place', async (t) => {
    const { post, store } = await office(t)
    for (const [what, fields, reasons] of refused) {
      const answer = await post({ email: EMAIL, ...fields })
      assert.equal(answer.statusCode, 400, what)
      assert.deepEqual(reasonsIn(answer), reasons, what)
      problemIn(answer, reasons[0]?.split(' ')[0] as ProblemCode)
    }
    assert.equal(await store.leads.count(), 0)
  })

  test('several mistakes are told at once, the e-mail first', async (t) => {
    const { post } = await office(t)
    const body = { email: 'anna', source: 5, utm: { a: 1, b: 'ok', c: 'v'.repeat(201) }, name: 'Anna', phone: '1' }
    const answer = await post(body)
    assert.deepEqual(reasonsIn(answer).toSorted(), [
      'email_invalid /email',
      'field_invalid /source',
      'field_invalid /utm/a',
      'field_invalid /utm/c',
      'field_unknown /name',
      'field_unknown /phone',
    ])
    assert.equal(problemIn(answer).code, 'email_invalid')
  })

  test('of twenty entries that are all wrong the first are told, and how many more there are', async (t) => {
    const { post } = await office(t)
    const wrong = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, i]))
    const answer = await post({ email: EMAIL, source: 5, utm: wrong, more: 1 })
    assert.deepEqual(reasonsIn(answer), [
      'field_unknown /more',
      'field_invalid /source',
      ...Array.from({ length: 8 }, (_, at) => `field_invalid /utm/k${at}`),
    ])
    assert.equal(problemIn(answer).errors_omitted, 12)
  })

  test('prototypes cannot be reached', async (t) => {
    const { post, store } = await office(t)
    for (const body of [
      `{"email":"${EMAIL}","__proto__":{"source":"x"}}`,
      `{"email":"${EMAIL}","utm":{"__proto__":"x"}}`,
      `{"email":"${EMAIL}","\\u005f\\u005fproto__":{"source":"x"}}`,
      `{"__proto__":{"email":"${EMAIL}"}}`,
      `{"email":"${EMAIL}","constructor":{"prototype":{"source":"x"}}}`,
    ]) {
      assert.equal((await post(body)).statusCode, 400, body)
    }
    assert.equal(Object.hasOwn(Object.prototype, 'source'), false)
    assert.equal(await store.leads.count(), 0)
  })

  test('anything whatever in a body is stored whole or refused with a problem', async (t) => {
    const { post, store } = await office(t)
    const field = fc.oneof(fc.constantFrom('email', 'source', 'utm'), fc.string({ unit: 'binary', maxLength: 8 }))
    const value = fc.oneof(fc.constant(EMAIL), fc.emailAddress(), fc.string({ unit: 'binary' }), fc.jsonValue())
    const body = fc.oneof(fc.dictionary(field, value, { maxKeys: 4 }), fc.jsonValue())
    let stored = 0
    await fc.assert(
      fc.asyncProperty(body, async (any) => {
        const answer = await post(JSON.stringify(any))
        if (answer.statusCode === 200) stored++
        else assert.equal(problemIn(answer).status, 400)
        assert.equal(await store.leads.count(), stored)
      }),
      { numRuns: 200 },
    )
  })
})

describe('bodies', () => {
  test('that are no JSON, or no object, are refused', async (t) => {
    const { post, store } = await office(t)
    const bodies = [
      '',
      ' ',
      '{',
      '}',
      '{"email":',
      `{'email':'${EMAIL}'}`,
      `email=${EMAIL}`,
      '<email/>',
      'undefined',
      'NaN',
    ]
    const noObjects = ['null', 'true', '5', `"${EMAIL}"`, '[]', `["${EMAIL}"]`, `[{"email":"${EMAIL}"}]`]
    for (const body of [...bodies, ...noObjects, `{"email":"${EMAIL}"}{}`, `{"email":"${EMAIL}"},`, '\ufeff']) {
      const answer = await post(body)
      assert.equal(answer.statusCode, 400, body)
      problemIn(answer, 'body_invalid')
    }
    assert.equal(await store.leads.count(), 0)
  })

  test('with a byte order mark are read', async (t) => {
    const { post, store } = await office(t)
    assert.equal((await post(`\ufeff{"email":"${EMAIL}"}`)).statusCode, 200)
    assert.equal((await leadsOf(store))[0]?.email, EMAIL)
  })

  test('that are no UTF-8 are refused, not mended', async (t) => {
    const { post, store } = await office(t)
    for (const broken of ['ff', 'c3', 'eda080', 'c080', 'b1f3b3e6']) {
      const source = Buffer.from(broken, 'hex')
      const body = Buffer.concat([Buffer.from(`{"email":"${EMAIL}","source":"`), source, Buffer.from('"}')])
      problemIn(await post(body), 'body_invalid')
    }
    problemIn(await post(Buffer.from(JSON.stringify({ email: EMAIL }), 'utf16le')), 'body_invalid')
    assert.equal(await store.leads.count(), 0)
  })

  test('of another type are refused by their type', async (t) => {
    const { app, post, store } = await office(t)
    const body = JSON.stringify({ email: EMAIL })
    for (const type of [
      'text/plain',
      'text/plain;charset=UTF-8',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'application/problem+json',
      'application/jsonx',
      'json',
      '',
    ]) {
      const answer = await post(body, { 'content-type': type })
      assert.equal(answer.statusCode, 415, type)
      problemIn(answer, 'media_type_unsupported')
    }
    problemIn(
      await app.inject({ method: 'POST', url: '/api/lead', payload: Buffer.from(body) }),
      'media_type_unsupported',
    )
    assert.equal(await store.leads.count(), 0)
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
      assert.equal((await post(body, { 'content-type': type })).statusCode, 200, type)
    }
  })

  test('that are not there are refused', async (t) => {
    const { app } = await office(t)
    const answer = await app.inject({ method: 'POST', url: '/api/lead' })
    problemIn(answer, 'body_invalid')
  })

  test('may have 16 KiB and not one byte more', async (t) => {
    const { post, store } = await office(t)
    const bodyOf = (bytes: number) => {
      const body = JSON.stringify({ email: EMAIL })
      return body + ' '.repeat(bytes - body.length)
    }
    assert.equal((await post(bodyOf(16 * 1024))).statusCode, 200)
    problemIn(await post(bodyOf(16 * 1024 + 1)), 'body_too_large')
    problemIn(await post('{'.repeat(1_000_000)), 'body_too_large')
    assert.equal(await store.leads.count(), 1)
  })

  test('too large and without a declared length are refused on the wire as well', { timeout: 120_000 }, async (t) => {
    const { listen, store } = await office(t)
    const port = await listen()
    const answer = await fetch(`http://127.0.0.1:${port}/api/lead`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([' '.repeat(20_000)]).stream(),
      duplex: 'half',
    })
    problemIn(
      { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() },
      'body_too_large',
    )
    assert.equal(await store.leads.count(), 0)
  })
})

describe('what the caller and the operator read', () => {
  test('problems of a contact speak the language of lang, else Polish', async (t) => {
    const { app } = await office(t)
    const body = { email: 'anna', source: 5, name: 'Anna' }
    for (const [query, language] of [
      ['?lang=en', 'en'],
      ['?lang=pl', 'pl'],
      ['?lang=de', 'pl'],
      ['', 'pl'],
    ] as const) {
      const headers = { 'accept-language': 'en' }
      const answer = await app.inject({ method: 'POST', url: `/api/lead${query}`, headers, payload: body })
      assert.equal(answer.headers['content-language'], language, query)
      const { errors } = problemIn(answer)
      const codes = ['email_invalid', 'field_unknown', 'field_invalid'] as const
      assert.equal(errors.length, codes.length)
      for (const [at, code] of codes.entries()) assert.match(errors[at]?.detail ?? '', detailShape(code, language))
    }
  })

  test('the answer is never cached, nor found by a GET', async (t) => {
    const { post, get } = await office(t)
    assert.equal((await post({ email: EMAIL })).headers['cache-control'], 'no-store')
    const got = await get('/api/lead')
    problemIn(got, 'method_not_allowed')
    assert.equal(got.headers.allow, 'POST, OPTIONS')
  })

  test('no e-mail, good or bad, stored or not, is ever logged', async (t) => {
    const { post, logged, log } = await office(t)
    const headers = { 'idempotency-key': 'tajne' }
    await post({ email: 'tajna@example.com', source: 'tajne', utm: { tajne: 'tajne' } }, headers)
    await post({ email: 'tajna@example.com' }, headers)
    assert.doesNotMatch((await post({ email: 'tajna@' })).body, /tajn/, 'nor is it repeated to whoever sent it')
    await post({ email: 'tajna@example.com', 'tajna@example.com': 1 })
    await post('{"email":"tajna@example.com"')
    await post({ email: 'tajna@example.com' }, { 'content-type': 'text/tajne' })
    await post({ email: 'tajna@example.com', source: 'x'.repeat(20_000) })
    assert.equal(log.length, 7)
    assert.doesNotMatch(logged(), /tajn/)
  })
})

describe('a day that has taken enough contacts', () => {
  test('one network cannot use it up for others', async (t) => {
    const store = await openStore(await emptyPlace(t))
    t.after(() => store.close())
    const { post, log } = await serviceFor(t, { store, limits: PLENTY, leadsPerDay: 25 })
    for (let i = 0; i < 10; i++) assert.equal((await post({ email: EMAIL }, {}, `192.0.2.${i}`)).statusCode, 200)
    const refused = await post({ email: EMAIL }, {}, '192.0.2.99')
    problemIn(refused, 'leads_full')
    const midnight = Date.parse(`${NOON.slice(0, 10)}T24:00:00Z`)
    assert.equal(Number(refused.headers['retry-after']), (midnight - Date.parse(NOON)) / 1000)
    assert.equal((await post({ email: EMAIL }, {}, '198.51.100.1')).statusCode, 200)
    assert.deepEqual(
      log.filter(({ message }) => /leads/.test(message)),
      [],
      'the day is not full',
    )
  })

  test('refuses more until the next, everywhere, and the operator is told once', async (t) => {
    const store = await openStore(await emptyPlace(t))
    t.after(() => store.close())
    const { post, app, clock, log, ops } = await serviceFor(t, { store, limits: PLENTY, leadsPerDay: 2 })
    const keyed = { 'idempotency-key': 'kept' }
    assert.equal((await post({ email: EMAIL }, keyed)).statusCode, 200)
    assert.equal((await post({ email: EMAIL })).statusCode, 200)
    for (let i = 0; i < 3; i++) {
      const refused = await post({ email: EMAIL }, {}, `192.0.2.${i}`)
      problemIn(refused, 'leads_full')
      const midnight = Date.parse(`${NOON.slice(0, 10)}T24:00:00Z`)
      assert.equal(Number(refused.headers['retry-after']), (midnight - Date.parse(NOON)) / 1000)
    }
    assert.equal((await post({ email: EMAIL }, keyed)).statusCode, 200, 'a repeated request is no new contact')
    const form = await app.inject({
      method: 'POST',
      url: '/en/api',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email: EMAIL, consent: 'yes', token: 'one' }).toString(),
    })
    assert.equal(form.statusCode, 429)
    assert.match(form.body, /try again tomorrow/)
    assert.match(form.body, /anna@example\.com/, 'what was typed is not lost')
    const warned = () =>
      log.filter(({ message }) => /leads/.test(message)).map(({ level, fields }) => ({ level, fields }))
    assert.deepEqual(warned(), [{ level: 'warn', fields: { leadsPerDay: 2 } }])
    assert.match((await ops('/metrics')).body, /^cn_leads 2$/m)

    clock.now = new Date(Date.parse(NOON) + 86_400_000)
    assert.equal((await post({ email: EMAIL })).statusCode, 200)
    assert.equal((await post({ email: EMAIL })).statusCode, 200)
    problemIn(await post({ email: EMAIL }), 'leads_full')
    assert.equal(warned().length, 2, 'once a day')
  })
})
