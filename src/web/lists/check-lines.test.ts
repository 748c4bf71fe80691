import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, fakeService, json, problem, type Sent } from '../../../test/client/fake-service.ts'
import { virtualTime } from '../../../test/client/virtual-time.ts'
import { answerer, TODAY } from '../../../test/real-law.ts'
import { CnSanctions } from '../../client/client.ts'
import { checkLines, type Replies } from './check-lines.ts'
import type { LineDeal } from './places.ts'
import { keyOf, type ListQuestion } from './reply.ts'

interface Body {
  readonly items: readonly ({ readonly id: string; readonly q: string } & LineDeal)[]
}
type Question = string | { readonly q: string; readonly deal: LineDeal }

/** The scope of a batch is that of the places that its lines name. */
function answerTo({ body }: Sent): Answer {
  const { items } = body as Body
  const places = items.flatMap(({ origin }) => (origin ? [[origin]] : []))
  return json({
    dataset: 'd1',
    as_of: TODAY,
    disclaimer: 'information',
    scope: answerer.scope(TODAY, 'pl', null, places),
    meta: { source: 'test', items: items.length, limit: 20 },
    items: items.map(({ id, q }) =>
      q === '3061792'
        ? { id, status: 'error', problem: { code: 'q', detail: 'Za krótki', suggestions: ['0306 17 92'], errors: [] } }
        : { id, status: 'ok', query: q, verdict: 'no_match' },
    ),
  })
}

/** A page that checks a list against a service. */
function scene(answer: (sent: Sent, count: number) => Answer = answerTo, filters: ListQuestion['filters'] = {}) {
  const { fetch, sent } = fakeService(answer)
  const time = virtualTime()
  const client = new CnSanctions({ baseUrl: 'https://example.com', fetch }, time)
  const replies: Replies = { byKey: new Map(), head: null }
  const stop = new AbortController()
  let told = 0
  const options = { signal: stop.signal, onReplies: () => void told++ }
  return {
    sent: () => sent.map(({ body }) => body as Body),
    told: () => told,
    replies,
    stop,
    check: (questions: readonly Question[]) => {
      const lines = questions.map((one) => (typeof one === 'string' ? { q: one, deal: null } : one))
      return time.until(checkLines(client, lines, { language: 'pl', filters }, replies, options))
    },
  }
}

const codes = (count: number) => Array.from({ length: count }, (_, at) => `kod ${at}`)

describe('a list', () => {
  test('asks each different question once, 500 at a time, and tells of every batch', async () => {
    const { check, sent, told, replies } = scene()
    await check([...codes(1_200), ...codes(700)])
    assert.deepEqual(
      sent().map(({ items }) => items.length),
      [500, 500, 200],
    )
    assert.equal(told(), 3)
    assert.equal(replies.byKey.size, 1_200)
    const reply = replies.byKey.get('kod 777')
    assert.ok(reply?.status === 'ok' && reply.query === 'kod 777')
    assert.deepEqual([reply.dataset, reply.as_of], ['d1', TODAY])
  })

  test('asks of every line what was chosen for all', async () => {
    const filters = { as_of: '2026-01-01', direction: 'import', regime: 'EU-BY-765-2006', contract_date: '2022-01-31' }
    const { check, sent } = scene(answerTo, filters)
    await check(['8471'])
    assert.deepEqual(sent(), [
      {
        lang: 'pl',
        as_of: '2026-01-01',
        regime: 'EU-BY-765-2006',
        items: [{ id: '0', q: '8471', direction: 'import', contract_date: '2022-01-31' }],
      },
    ])
  })

  test('asks of every line about its own deal, the same question about the same deal once', async () => {
    const { check, sent, replies } = scene()
    const direct = { q: '8471', deal: { origin: 'PL', destination: 'KZ' } }
    const through = { q: '8471', deal: { ...direct.deal, via: 'BY,RU' } }
    await check([direct, through, { ...direct }])
    assert.deepEqual(sent()[0]?.items, [
      { id: '0', q: '8471', origin: 'PL', destination: 'KZ' },
      { id: '1', q: '8471', origin: 'PL', destination: 'KZ', via: 'BY,RU' },
    ])
    assert.deepEqual([...replies.byKey.keys()], [direct, through].map(keyOf))
  })

  test('goes on with the lines that have no reply, and has the regimes of all its batches', async () => {
    const { check, sent, replies } = scene()
    const crimea = { q: '8471', deal: { origin: 'UA-43' } }
    const kazakh = { q: '8471', deal: { origin: 'KZ' } }
    await check([crimea])
    await check([crimea, kazakh])
    await check([crimea, kazakh])
    assert.deepEqual(
      sent().map(({ items }) => items.map(({ origin }) => origin)),
      [['UA-43'], ['KZ']],
    )
    const head = (...places: string[]) =>
      answerer.scope(
        TODAY,
        'pl',
        null,
        places.map((place) => [place]),
      )
    const { scope } = replies.head!
    const regimes = [...head().regimes, ...answerer.scope(TODAY, 'pl', 'EU-UA-692-2014').regimes]
    assert.deepEqual(scope.regimes.map(({ code }) => code).toSorted(), regimes.map(({ code }) => code).toSorted())
    assert.deepEqual(
      scope.on_request.map(({ code }) => code),
      ['EU-UA-2022-263'],
    )
    assert.deepEqual(scope.warnings, [...new Set([...head('UA-43').warnings, ...head('KZ').warnings])])
  })

  test('keeps what is wrong with a line beside it', async () => {
    const { check, replies } = scene()
    await check(['8471', '3061792'])
    const about = { dataset: 'd1', as_of: TODAY }
    const wrong = { status: 'error', detail: 'Za krótki', suggestions: ['0306 17 92'], ...about }
    assert.deepEqual(replies.byKey.get('3061792'), wrong)
    assert.equal(replies.byKey.get('8471')?.status, 'ok')
  })

  test('keeps what came before the service went away, or refused', async () => {
    for (const failure of [() => new Error('away'), () => problem('list_full', 400)]) {
      const { check, replies } = scene((request, count) => (count === 1 ? answerTo(request) : failure()))
      await assert.rejects(check(codes(600)))
      assert.equal(replies.byKey.size, 500)
    }
  })

  test('sends nothing more when it is cancelled', async () => {
    const { check, sent, stop, replies } = scene()
    stop.abort()
    await assert.rejects(check(['8471']), { name: 'AbortError' })
    assert.deepEqual([sent().length, replies.byKey.size], [0, 0])
  })
})
