import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer, TODAY } from '../../../test/real-law.ts'
import {
  type BatchOptions,
  checkInBatches,
  keyOf,
  mergeHeads,
  type Network,
  RefusedError,
  type Reply,
} from './batch-client.ts'
import type { LineDeal } from './places.ts'

interface Sent {
  readonly items: readonly { readonly id: string; readonly q: string; readonly direction?: string }[]
}

/** A service that answers as told, one answer for each request, and a clock that does not wait. */
function scene(answers: readonly ('ok' | 'broken' | Response | Error)[], over: Partial<BatchOptions> = {}) {
  const sent: Sent[] = []
  const waited: number[] = []
  const told: (number | null)[] = []
  const replies = new Map<string, Reply>()
  const stop = new AbortController()
  const options: BatchOptions = {
    language: 'pl',
    filters: {},
    signal: stop.signal,
    onReplies: (more) => {
      for (const [q, reply] of more) replies.set(q, reply)
    },
    onWait: (seconds) => void told.push(seconds),
    ...over,
  }
  const network: Network = {
    async fetch(_address, init) {
      const body = JSON.parse(String(init.body)) as Sent
      const answer = answers[sent.length] ?? 'ok'
      sent.push(body)
      if (answer instanceof Error) throw answer
      if (answer instanceof Response) return answer
      const items = body.items.map(({ id, q }) =>
        ['', '3061792'].includes(q)
          ? {
              id,
              status: 'error',
              problem: { detail: 'Puste', ...(q === '3061792' && { suggestions: ['0306 17 92'] }) },
            }
          : { id, status: 'ok', query: q },
      )
      const text = JSON.stringify({ dataset: 'd1', as_of: '2026-11-15', disclaimer: '', items })
      return new Response(answer === 'broken' ? text.slice(0, -9) : text)
    },
    async wait(milliseconds) {
      waited.push(milliseconds)
    },
  }
  return {
    sent,
    waited,
    told,
    replies,
    stop,
    ask: (questions: readonly (string | { q: string; deal: LineDeal })[]) =>
      checkInBatches(
        questions.map((one) => (typeof one === 'string' ? { q: one, deal: null } : one)),
        options,
        network,
      ),
  }
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `kod ${at}`)
const problem = (status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ detail: 'Za dużo pozycji.' }), { status, headers })

describe('a list', () => {
  test('goes in batches of 500, one after another, each different question once', async () => {
    const { ask, sent, replies } = scene([])
    await ask([...lines(1_200), ...lines(700)])
    assert.deepEqual(
      sent.map(({ items }) => items.length),
      [500, 500, 200],
    )
    assert.equal(replies.size, 1_200)
    assert.deepEqual(replies.get('kod 777'), {
      id: '277',
      status: 'ok',
      query: 'kod 777',
      dataset: 'd1',
      as_of: '2026-11-15',
    })
  })

  test('asks of every line what was chosen for all', async () => {
    const { ask, sent } = scene([], {
      filters: { as_of: '2026-01-01', direction: 'import', regime: 'EU-BY-765-2006', contract_date: '2022-01-31' },
    })
    await ask(['8471'])
    assert.deepEqual(sent, [
      {
        lang: 'pl',
        as_of: '2026-01-01',
        regime: 'EU-BY-765-2006',
        items: [{ id: '0', q: '8471', direction: 'import', contract_date: '2022-01-31' }],
      },
    ])
  })

  test('asks of every line about its own deal, the same question about the same deal once', async () => {
    const { ask, sent, replies } = scene([])
    const direct = { q: '8471', deal: { origin: 'PL', destination: 'KZ' } }
    const through = { q: '8471', deal: { ...direct.deal, via: 'BY,RU' } }
    await ask([direct, through, { ...direct }])
    assert.deepEqual(sent[0]?.items, [
      { id: '0', q: '8471', origin: 'PL', destination: 'KZ' },
      { id: '1', q: '8471', origin: 'PL', destination: 'KZ', via: 'BY,RU' },
    ])
    assert.deepEqual([...replies.keys()], [direct, through].map(keyOf))
  })

  test('has the regimes of all its batches, whatever the last one was about', () => {
    const regime = (code: string) => answerer.scope(TODAY, 'pl', code).regimes
    const head = (...places: string[]) => ({
      disclaimer: '',
      scope: answerer.scope(
        TODAY,
        'pl',
        null,
        places.map((place) => [place]),
      ),
    })
    const { scope } = mergeHeads(mergeHeads(null, head('UA-43')), head('KZ'))
    assert.deepEqual(scope.regimes, [...head().scope.regimes, ...regime('EU-UA-692-2014')])
    assert.deepEqual(
      scope.on_request.map(({ code }) => code),
      ['EU-UA-2022-263'],
    )
    const warnings = ['UA-43', 'KZ'].flatMap((place) => head(place).scope.warnings)
    assert.deepEqual(scope.warnings, [...new Set(warnings)])
  })

  test('keeps what is wrong with a line beside it', async () => {
    const { ask, replies } = scene([])
    await ask(['8471', '', '3061792'])
    const about = { status: 'error', detail: 'Puste', dataset: 'd1', as_of: '2026-11-15' }
    assert.deepEqual(replies.get(''), { ...about, suggestions: [] })
    assert.deepEqual(replies.get('3061792'), { ...about, suggestions: ['0306 17 92'] })
    assert.equal(replies.get('8471')?.status, 'ok')
  })
})

describe('failures', () => {
  test('a limit is waited for as long as the service says, second by second', async () => {
    const { ask, told, waited, replies } = scene([problem(429, { 'retry-after': '3' }), problem(429), 'ok'])
    await ask(['8471'])
    assert.deepEqual(told, [3, 2, 1, 1])
    assert.deepEqual(waited, [1_000, 1_000, 1_000, 1_000])
    assert.equal(replies.size, 1)
  })

  test('a service that does not answer, fails or breaks off is tried again, each time later', async () => {
    const { ask, waited, told, replies } = scene([new Error('away'), problem(503), 'broken', 'ok'])
    await ask(['8471'])
    assert.deepEqual(waited, [1_000, 2_000, 4_000])
    assert.deepEqual(told, [null, null, null])
    assert.equal(replies.size, 1)
  })

  test('one that stays away is given up, and what came before is kept', async () => {
    const away = new Error('away')
    const { ask, sent, replies } = scene(['ok', away, away, away, away])
    await assert.rejects(ask(lines(600)), (error) => error instanceof RefusedError && error.detail === null)
    assert.equal(sent.length, 5)
    assert.equal(replies.size, 500)
  })

  test('a batch that the service rejects is not repeated, and says why', async () => {
    const { ask, sent } = scene([problem(400)])
    await assert.rejects(ask(['8471']), (error) => error instanceof RefusedError && error.detail === 'Za dużo pozycji.')
    assert.equal(sent.length, 1)
  })

  test('who cancels sends nothing more', async () => {
    const { ask, sent, stop, replies } = scene([], {})
    stop.abort()
    await assert.rejects(ask(['8471']))
    assert.equal(sent.length, 0)
    assert.equal(replies.size, 0)
  })
})
