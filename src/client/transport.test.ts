import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Answer, fakeService, json, problem, type Sent } from '../../test/client/fake-service.ts'
import { type VirtualTime, virtualTime } from '../../test/client/virtual-time.ts'
import { CnSanctionsError } from './error.ts'
import { type Call, Transport, type TransportOptions } from './transport.ts'

const BASE = 'https://example.com'
const GET: Call = { method: 'GET', path: '/api/v1/dataset' }

function transportTo(
  answer: (sent: Sent, count: number) => Answer,
  options: Partial<TransportOptions> = {},
  time: VirtualTime = virtualTime(),
) {
  const { fetch, sent } = fakeService(answer)
  const transport = new Transport({ baseUrl: BASE, lang: 'en', fetch, ...options }, time)
  return { sent, time, send: (call: Partial<Call> = {}) => time.until(transport.send({ ...GET, ...call })) }
}

const failure =
  (code: string, more: object = {}) =>
  (error: unknown) => {
    assert.ok(error instanceof CnSanctionsError, String(error))
    const { code: actual } = error
    assert.equal(actual, code)
    for (const [name, value] of Object.entries(more))
      assert.deepEqual(error[name as keyof CnSanctionsError], value, name)
    return true
  }

describe('a request', () => {
  test('carries key, language and parameters, and keeps the path of the base address', async () => {
    const { send, sent } = transportTo(() => json({ ok: 1 }), { baseUrl: 'https://example.com/cn/', apiKey: 'cns_1' })
    const reply = await send({ parameters: [['q', 'rury & profile ł']] })
    assert.deepEqual(reply, { value: { ok: 1 }, etag: null })
    assert.equal(sent[0]?.url.href, 'https://example.com/cn/api/v1/dataset?q=rury+%26+profile+%C5%82&lang=en')
    assert.equal(sent[0]?.headers['x-api-key'], 'cns_1')
    assert.equal(sent[0]?.headers['accept-language'], undefined)
  })

  for (const baseUrl of [
    'https://example.com/api/v1',
    'https://example.com/cn/api/',
    '',
    'example.com',
    'ftp://example.com',
    'https://u:p@example.com',
    'https://example.com/?a=1',
  ]) {
    test(`has no base address "${baseUrl}"`, () => {
      assert.throws(() => new Transport({ baseUrl, lang: 'en' }, virtualTime()), failure('options_invalid'))
      assert.throws(() => new Transport({ baseUrl }, virtualTime()), /^CnSanctionsError: baseUrl to adres usługi/)
    })
  }

  test('is not carried to another host by a redirect', async () => {
    const moved = new Response(null, { status: 302, headers: { location: 'https://evil.example' } })
    const { send, sent } = transportTo(() => moved)
    await assert.rejects(send(), failure('redirected', { status: 302 }))
    assert.equal(sent.length, 1)
  })

  test('to a page of another program says so instead of passing it on', async () => {
    const { send } = transportTo(() => new Response('<html>sign in</html>'))
    await assert.rejects(send(), failure('response_invalid', { status: 200, problem: null }))
  })
})

describe('a problem', () => {
  test('becomes an error with code, status, language, the wrong places and what the service sent', async () => {
    const errors = [{ parameter: 'q', detail: 'A code has 2, 4, 6, 8 or 10 digits.' }]
    const { send } = transportTo(() => problem('q_code_length', 400, {}, { errors, suggestions: ['0306 17 92'] }))
    await assert.rejects(send(), (error: CnSanctionsError) => {
      failure('q_code_length', { status: 400, language: 'en', errors, retryAfterMs: null })(error)
      assert.equal(error.message, 'about q_code_length')
      assert.deepEqual(error.problem?.suggestions, ['0306 17 92'])
      return true
    })
  })

  test('that cannot pass is not tried again', async () => {
    for (const status of [400, 401, 404, 409, 413, 500]) {
      const { send, sent } = transportTo(() => problem('some_problem', status))
      await assert.rejects(send(), failure('some_problem', { status }))
      assert.equal(sent.length, 1, String(status))
    }
  })
})

describe('a retry', () => {
  test('is announced with its reason and its pause', async () => {
    const announced: [string, number][] = []
    const { send } = transportTo(
      (_, count) => (count === 1 ? problem('rate_limited', 429, { 'retry-after': '7' }) : json({ ok: 1 })),
      { onRetry: ({ code }, delayMs) => void announced.push([code, delayMs]) },
    )
    await send()
    // Half of the first pause of 500 ms on top.
    assert.deepEqual(announced, [['rate_limited', 7_250]])
  })

  test('comes after 429, 503, a proxy that found nobody, and a broken connection', async () => {
    const answers: Answer[] = [
      problem('rate_limited', 429),
      problem('not_ready', 503),
      new Response('Bad gateway', { status: 502 }),
      new TypeError('fetch failed'),
      json({ ok: 1 }),
    ]
    const { send, sent } = transportTo((_, count) => answers[count - 1]!)
    assert.deepEqual((await send()).value, { ok: 1 })
    assert.equal(sent.length, 5)
  })

  test('comes after 500 when it is said that the database will be back, and at that time', async () => {
    const answers: Answer[] = [
      problem('store_unavailable', 500, { 'retry-after': '5' }),
      problem('store_unavailable', 500),
      new Response('down', { status: 500, headers: { 'retry-after': '2' } }),
      json({ ok: 1 }),
    ]
    const { send, time } = transportTo((_, count) => answers[count - 1]!, {}, virtualTime({ random: () => 0 }))
    assert.deepEqual((await send()).value, { ok: 1 })
    assert.deepEqual(time.fired, [5_000, 0, 2_000])
    const down = () => problem('store_unavailable', 500, { 'retry-after': '1' })
    for (const [call, attempts] of [
      [{ method: 'PUT' }, 5],
      [{ method: 'POST', headers: { 'idempotency-key': 'k1' } }, 5],
      [{ method: 'POST' }, 1],
    ] as const) {
      const { send, sent } = transportTo(down)
      await assert.rejects(send({ ...call, body: {} }), failure('store_unavailable', { retryAfterMs: 1_000 }))
      assert.equal(sent.length, attempts, call.method)
    }
  })

  test('waits twice as long each time, up to a bound, with full jitter', async () => {
    const retry = { attempts: 8, firstDelayMs: 100, maxDelayMs: 1_000 }
    const { send, time } = transportTo(
      () => new TypeError('fetch failed'),
      { retry },
      virtualTime({ random: () => 0.999999 }),
    )
    await assert.rejects(send(), failure('network', { status: null }))
    assert.deepEqual(time.fired, [99, 199, 399, 799, 999, 999, 999])
    const { send: sendNow, time: atOnce } = transportTo(
      () => new TypeError('fetch failed'),
      { retry },
      virtualTime({ random: () => 0 }),
    )
    await assert.rejects(sendNow())
    assert.deepEqual(atOnce.fired, [0, 0, 0, 0, 0, 0, 0])
  })

  test('honours Retry-After in seconds and as a date, and never comes earlier', async () => {
    const answers: Answer[] = [
      problem('rate_limited', 429, { 'retry-after': '37' }),
      problem('not_ready', 503, { 'retry-after': 'Sun, 15 Nov 2026 11:01:00 GMT' }),
      json({}),
    ]
    const { send, time } = transportTo((_, count) => answers[count - 1]!, {}, virtualTime({ random: () => 0 }))
    await send()
    assert.deepEqual(time.fired, [37_000, 23_000])
  })

  test('is given up when it would come too late, and the error says how long to wait', async () => {
    const { send, sent, time } = transportTo(() => problem('leads_full', 429, { 'retry-after': '86400' }))
    await assert.rejects(send(), failure('leads_full', { retryAfterMs: 86_400_000 }))
    assert.deepEqual([sent.length, time.fired], [1, []])
  })

  test('is bounded in number and in time, whatever the service answers', async () => {
    const hour = fc.array(fc.constantFrom<[number, string]>([429, '1'], [503, '59'], [503, '0'], [429, '61']), {
      minLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(hour, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), async (answers, random) => {
        const time = virtualTime({ random: () => random })
        const start = time.now()
        const { send, sent } = transportTo(
          (_, count) => problem('busy', answers[count - 1]![0], { 'retry-after': answers[count - 1]![1] }),
          { retry: { attempts: 6, totalMs: 120_000 } },
          time,
        )
        await assert.rejects(send(), failure('busy'))
        assert.ok(sent.length <= 6 && time.now() - start <= 120_000)
      }),
      { numRuns: 30 },
    )
  })

  test('is never made of a request that must not be repeated', async () => {
    for (const method of ['POST', 'PATCH'] as const) {
      const { send, sent } = transportTo(() => new TypeError('fetch failed'))
      await assert.rejects(send({ method, body: {} }), failure('network'))
      assert.equal(sent.length, 1, method)
    }
    const { send, sent } = transportTo(() => new TypeError('fetch failed'))
    await assert.rejects(send({ method: 'POST', body: {}, repeatable: true }))
    assert.equal(sent.length, 5)
  })
})

describe('waiting', () => {
  test('for an answer ends with the timeout of the attempt, and the next one may succeed', async () => {
    const { send, sent, time } = transportTo((_, count) => (count === 1 ? 'silence' : json({ ok: 1 })), {
      timeoutMs: 7_000,
      retry: { firstDelayMs: 0 },
    })
    assert.deepEqual((await send()).value, { ok: 1 })
    assert.deepEqual([sent.length, time.fired], [2, [7_000, 0]])
    assert.equal(time.pending(), 0)
  })

  test('for a body that never ends is bounded too', async () => {
    // A body breaks off when the request is aborted, as that of a real `fetch` does.
    const endless = ({ signal }: Sent) =>
      new Response(
        new ReadableStream({ start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)) }),
      )
    const { send } = transportTo(endless, { timeoutMs: 10, retry: { attempts: 1 } })
    await assert.rejects(send(), failure('timeout', { status: null }))
  })

  test('ends at once when the caller aborts: before, during a request, and between two', async () => {
    const reason = new Error('the user went away')
    const before = transportTo(() => json({}))
    await assert.rejects(before.send({ signal: AbortSignal.abort(reason) }), reason)
    assert.equal(before.sent.length, 0)

    const during = new AbortController()
    const silent = transportTo(() => {
      queueMicrotask(() => during.abort(reason))
      return 'silence'
    })
    await assert.rejects(silent.send({ signal: during.signal }), reason)
    assert.deepEqual([silent.sent.length, silent.time.pending()], [1, 0])

    const between = new AbortController()
    const time = virtualTime()
    const limited = transportTo(() => problem('rate_limited', 429, { 'retry-after': '60' }), {}, time)
    time.setTimer(1_000, () => between.abort(reason))
    await assert.rejects(limited.send({ signal: between.signal }), reason)
    assert.deepEqual([limited.sent.length, time.fired, time.pending()], [1, [1_000], 0])
  })
})

describe('an ETag', () => {
  test('is sent with the next question, and 304 gives a fresh copy of the same answer', async () => {
    const { send, sent } = transportTo(({ headers }) =>
      headers['if-none-match'] === '"v1"'
        ? new Response(null, { status: 304 })
        : json({ results: [1] }, { etag: '"v1"' }),
    )
    const first = (await send()).value as { results: number[] }
    first.results.push(2)
    assert.deepEqual((await send()).value, { results: [1] })
    assert.deepEqual((await send({ lang: 'pl' })).value, { results: [1] })
    assert.deepEqual(
      sent.map(({ headers }) => headers['if-none-match']),
      [undefined, '"v1"', undefined],
      'an answer in one language is not taken for one in another',
    )
  })

  test('that changed brings the new answer', async () => {
    const { send, sent } = transportTo((_, count) => json({ count }, { etag: `"v${count}"` }))
    await send()
    await send()
    assert.deepEqual((await send()).value, { count: 3 })
    assert.equal(sent[2]?.headers['if-none-match'], '"v2"')
  })

  test('is kept for the questions asked last only', async () => {
    const { send, sent } = transportTo(() => json({}, { etag: '"v"' }), { cacheEntries: 2 })
    for (const q of ['1', '2', '1', '3', '1', '2']) await send({ parameters: [['q', q]] })
    assert.deepEqual(
      sent.map(({ url, headers }) => `${url.searchParams.get('q')} ${'if-none-match' in headers}`),
      ['1 false', '2 false', '1 true', '3 false', '1 true', '2 false'],
    )
    const without = transportTo(() => json({}, { etag: '"v"' }), { cacheEntries: 0 })
    await without.send()
    await without.send()
    assert.ok(!('if-none-match' in without.sent[1]!.headers))
  })
})
