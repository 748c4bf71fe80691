import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answerer, buildAnswerer } from '../../../src/answer/answer.ts'
import { answerer as realLaw } from '../../real-law.ts'
import { BUILD, PLENTY, serviceFor } from './service.ts'

/** A law of which no name was asked yet. `between` is awaited between two slices of its index, with their number. */
function freshLaw(between: (slices: number) => Promise<void> = async () => {}) {
  const built = buildAnswerer(realLaw.dataset, BUILD)
  let slices = 0
  const indexNames: Answerer['indexNames'] = (day, turn) =>
    built.indexNames(day, async () => {
      slices++
      let hadTurn = false
      setImmediate(() => {
        hadTurn = true
      })
      await turn()
      assert.ok(hadTurn, 'what waits for the event loop goes on between two slices')
      await between(slices)
    })
  return { answerer: { ...built, indexNames }, slices: () => slices }
}

const NAME = 'q=rury%20stalowe&as_of=2024-06-01'
/** A request is made between so many slices. */
const EVERY = 20

for (const [what, start] of [
  ['a lookup', (service: Served) => service.get(`/api/v1/cn?${NAME}`)],
  ['a page', (service: Served) => service.get(`/?${NAME}`)],
  ['a list', (service: Served) => service.check({ as_of: '2024-06-01', items: [{ id: '1', q: 'rury stalowe' }] })],
] as const) {
  test(`${what} about names of another year waits, and other requests are served meanwhile`, async (t) => {
    let done = false
    let served = 0
    const { answerer, slices } = freshLaw(async (slice) => {
      if (slice % EVERY > 0) return
      const { statusCode } = await service.get('/api/v1/cn?q=7304&as_of=2024-06-01')
      assert.equal(statusCode, 200)
      assert.ok(!done)
      served++
    })
    const service = await serviceFor(t, { answerer: () => answerer, limits: PLENTY })
    const response = await start(service)
    done = true
    assert.equal(response.statusCode, 200)
    assert.match(response.body, /7304/)
    assert.ok(slices() > 100, `${slices()} slices`)
    assert.equal(served, Math.floor(slices() / EVERY))
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
