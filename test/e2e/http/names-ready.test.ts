import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Answerer, buildAnswerer } from '../../../src/answer/answer.ts'
import { answerer as realLaw } from '../../real-law.ts'
import { BUILD, PLENTY, serviceFor } from './service.ts'

/** A law of which no name was asked yet, and how many slices of its index were built. */
function freshLaw(): { answerer: Answerer; slices: () => number } {
  const built = buildAnswerer(realLaw.dataset, BUILD)
  let slices = 0
  const indexNames: Answerer['indexNames'] = (day, turn) =>
    built.indexNames(day, () => {
      slices++
      return turn()
    })
  return { answerer: { ...built, indexNames }, slices: () => slices }
}

const NAME = 'q=rury%20stalowe&as_of=2024-06-01'

for (const [what, start] of [
  ['a lookup', (service: Served) => service.get(`/api/v1/cn?${NAME}`)],
  ['a page', (service: Served) => service.get(`/?${NAME}`)],
  ['a list', (service: Served) => service.check({ as_of: '2024-06-01', items: [{ id: '1', q: 'rury stalowe' }] })],
] as const) {
  test(`${what} about names of another year waits, and other requests are served meanwhile`, async (t) => {
    const { answerer, slices } = freshLaw()
    const service = await serviceFor(t, { answerer: () => answerer, limits: PLENTY })
    let done = false
    const waiting = start(service).then((response) => {
      done = true
      return response
    })
    const servedAt = new Set<number>()
    while (!done) {
      const { statusCode } = await service.get('/api/v1/cn?q=7304&as_of=2024-06-01')
      assert.equal(statusCode, 200)
      if (!done && slices() > 0) servedAt.add(slices())
      // Requests without a socket never reach the event loop by themselves.
      await nextTurn()
    }
    const response = await waiting
    assert.equal(response.statusCode, 200)
    assert.match(response.body, /7304/)
    assert.ok(slices() > 100, `${slices()} slices`)
    assert.ok(servedAt.size > 10, `served between ${servedAt.size} slices`)
  })
}

type Served = Awaited<ReturnType<typeof serviceFor>>

test('suggestions wait for the index too; codes need none', async (t) => {
  const { answerer, slices } = freshLaw()
  const service = await serviceFor(t, { answerer: () => answerer, limits: PLENTY })
  const codes = [
    service.get('/api/v1/suggest?q=7304'),
    service.get('/api/v1/cn?q=7304&as_of=2024-06-01'),
    service.check({ as_of: '2024-06-01', items: [{ id: '1', q: '7304' }, { id: '2' }] }),
  ]
  for (const { statusCode } of await Promise.all(codes)) assert.equal(statusCode, 200)
  assert.equal(slices(), 0)
  assert.match((await service.get('/api/v1/suggest?q=mikrosk')).body, /9011/)
  assert.ok(slices() > 100)
})
