import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BATCH_BODY, ITEMS_AT_MOST, readBatch } from './batch.ts'

const RUSSIA = 'EU-RU-833-2014'
const readBody = (body: unknown) => readBatch(body, [RUSSIA])

const item = { id: '1', q: '7304 11 00' }
const placesIn = (body: unknown): string[] => {
  const read = readBody(body)
  return 'problems' in read ? read.problems.map(({ code, pointer }) => `${code} ${pointer}`) : []
}

test('the largest list a caller may send fits the body, even with every letter escaped', () => {
  const items = Array.from({ length: ITEMS_AT_MOST }, (_, at) => ({
    id: String(at).padStart(64, 'ł'),
    q: 'ł'.repeat(200),
    contract_date: '2022-01-31',
    direction: 'transit',
    regime: RUSSIA,
  }))
  const body = JSON.stringify({ lang: 'pl', as_of: '2026-11-15', detail: 'short', items })
  const escaped = body.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  assert.ok(escaped.length < BATCH_BODY.bytes, `${escaped.length}`)
  assert.ok('batch' in readBody(JSON.parse(escaped)))
})

test('what is left out is short, today and in no language of its own', () => {
  assert.deepEqual(readBody({ items: [item] }), {
    batch: { language: null, asOf: null, detail: 'short', regime: null, deal: {}, items: [item] },
  })
})

test('each wrong place is named', () => {
  assert.deepEqual(placesIn('7304'), ['batch_invalid '])
  assert.deepEqual(placesIn({}), ['items_invalid /items'])
  assert.deepEqual(placesIn({ items: { id: '1' } }), ['items_invalid /items'])
  assert.deepEqual(placesIn({ lang: 'de', as_of: 'today', detail: 1, regime: 'EU-KP', items: [item], 'a/b~c': 1 }), [
    'batch_field_unknown /a~1b~0c',
    'lang_unknown /lang',
    'as_of_invalid /as_of',
    'detail_unknown /detail',
    'regime_unknown /regime',
  ])
  const items = [
    null,
    { q: '84' },
    { id: 7, q: '84' },
    { id: '', q: '84' },
    { id: 'a', q: 84, origin_of: 'x' },
    { id: 'a' },
  ]
  assert.deepEqual(placesIn({ items }), [
    'item_invalid /items/0',
    'item_id_invalid /items/1/id',
    'item_id_invalid /items/2/id',
    'item_id_invalid /items/3/id',
    'batch_field_unknown /items/4/origin_of',
    'item_invalid /items/4/q',
    'item_id_repeated /items/5/id',
  ])
})

test('a line that cannot be answered is still a line of the list', () => {
  assert.deepEqual(placesIn({ items: [{ id: '1' }, { id: '2', q: '', contract_date: 'x', direction: 'up' }] }), [])
})

test('five hundred lines are taken, one more is not, and the same mistake is not told without end', () => {
  const lines = (count: number, over: object = {}) =>
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, ...over }))
  assert.deepEqual(placesIn({ items: lines(500) }), [])
  assert.deepEqual(placesIn({ items: lines(501) }), ['items_too_many /items'])
  assert.equal(placesIn({ items: lines(500, { q: 1 }) }).length, 50)
})

test('whatever comes is a list of lines with ids of their own, or has a place where it is none', () => {
  const text = fc.constantFrom('', 'a', 'b', '84')
  const line = fc.record({ id: text, q: fc.oneof(text, fc.integer()) }, { requiredKeys: [] })
  const body = fc.oneof(fc.record({ items: fc.array(line) }), fc.jsonValue())
  fc.assert(
    fc.property(body, (any) => {
      const read = readBody(any)
      if ('problems' in read) assert.ok(read.problems.length > 0)
      else assert.equal(new Set(read.batch.items.map(({ id }) => id)).size, read.batch.items.length)
    }),
  )
})

test('reading stops after a few mistakes, however many fields nobody knows', () => {
  const fields = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`f${at}`, 1]))
  let asked = 0
  const items = new Proxy([{ id: '1', q: '84' }], {
    get: (target, name) => {
      asked++
      return Reflect.get(target, name)
    },
  })
  const read = readBody({ ...fields, items })
  assert.ok('problems' in read)
  assert.equal(read.problems.length, 50)
  assert.equal(asked, 0, 'the items are not looked at any more')
})
