import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BATCH_BODY, MAX_ITEMS } from './limits.ts'
import { placesAsked, readBatch } from './read-batch.ts'

const RUSSIA = 'EU-RU-833-2014'
const readBody = (body: unknown) => readBatch(body, [RUSSIA])

const item = { id: '1', q: '7304 11 00' }
const placesIn = (body: unknown): string[] => {
  const read = readBody(body)
  return 'problems' in read ? read.problems.map(({ code, pointer }) => `${code} ${pointer}`) : []
}

/** The problems of single items. */
const linesIn = (items: unknown[]): string[] => {
  const read = readBody({ items })
  assert.ok('batch' in read)
  return read.batch.items.map((line) =>
    'problems' in line
      ? `${line.id}: ${line.problems.map(({ code, pointer }) => `${code} ${pointer}`).join(', ')}`
      : `${line.id}`,
  )
}

test('the largest list a caller may send fits the body, even with every letter escaped', () => {
  const items = Array.from({ length: MAX_ITEMS }, (_, at) => ({
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
    batch: { language: null, asOf: null, detail: 'short', regime: null, deal: {}, facts: null, items: [item] },
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
  assert.deepEqual(placesIn({ items: [item], origin: null, destination: 7, via: ['RU'] }), [
    'place_unknown /origin',
    'place_unknown /destination',
    'place_unknown /via',
  ])
})

test('a line that cannot be read is an error of that line alone, in its place and with what it gave as an id', () => {
  const items = [
    null,
    { q: '84' },
    { id: 7, q: '84' },
    { id: '', q: '84' },
    { id: 'a', q: 84, origin_of: 'x' },
    { id: 'a', q: '84' },
    { id: 'a', q: '85' },
    { id: 'b', q: '84', origin: null },
    { id: 'x'.repeat(1_000), q: '84' },
    ['84'],
    { id: 'c', q: '86' },
  ]
  assert.deepEqual(linesIn(items), [
    'null: item_invalid /items/0',
    'null: item_id_invalid /items/1/id',
    '7: item_id_invalid /items/2/id',
    'null: item_id_invalid /items/3/id',
    'a: batch_field_unknown /items/4/origin_of, item_invalid /items/4/q',
    'a',
    'a: item_id_repeated /items/6/id',
    'b: item_invalid /items/7/origin',
    `${'x'.repeat(64)}: item_id_invalid /items/8/id`,
    'null: item_invalid /items/9',
    'c',
  ])
})

test('a route that is too long is refused before it is split, for the whole list or its line', () => {
  const via = Array.from({ length: 10_000 }, (_, at) => at.toString(36)).join()
  assert.deepEqual(placesIn({ via, origin: via, items: [item] }), ['place_unknown /origin', 'via_too_long /via'])
  assert.deepEqual(
    linesIn([
      { ...item, via },
      { ...item, id: '2' },
    ]),
    ['1: via_too_long /items/0/via', '2'],
  )
})

test('the countries of five hundred lines are read once for each text they differ in', (t) => {
  const lines = Array.from({ length: 500 }, (_, at) => ({ id: `${at}`, q: '84' }))
  const read = readBody({ via: 'ru, by', origin: 'CN', items: [...lines.slice(1), { ...item, id: 'x', via: 'KZ' }] })
  assert.ok('batch' in read)
  const splitting = t.mock.method(String.prototype, 'split')
  assert.deepEqual(placesAsked(read.batch), [
    ['CN', 'RU', 'BY'],
    ['CN', 'KZ'],
  ])
  assert.equal(splitting.mock.callCount(), 3)
})

test('a line that cannot be answered is still a line of the list', () => {
  assert.deepEqual(placesIn({ items: [{ id: '1' }, { id: '2', q: '', contract_date: 'x', direction: 'up' }] }), [])
})

test('five hundred lines are taken, one more is not', () => {
  const lines = (count: number, over: object = {}) =>
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, ...over }))
  assert.deepEqual(placesIn({ items: lines(500) }), [])
  assert.deepEqual(placesIn({ items: lines(501) }), ['items_too_many /items'])
})

test('whatever comes is a list of lines with ids of their own, or has a place where it is none', () => {
  const text = fc.constantFrom('', 'a', 'b', '84')
  const line = fc.record({ id: text, q: fc.oneof(text, fc.integer()) }, { requiredKeys: [] })
  const body = fc.oneof(fc.record({ items: fc.array(line) }), fc.jsonValue())
  fc.assert(
    fc.property(body, (any) => {
      const read = readBody(any)
      if ('problems' in read) assert.ok(read.problems.length > 0)
      else {
        const answered = read.batch.items.filter((line) => !('problems' in line))
        assert.equal(new Set(answered.map(({ id }) => id)).size, answered.length)
      }
    }),
  )
})

test('a few mistakes are told, however many fields nobody knows', () => {
  const fields = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`f${at}`, 1]))
  assert.equal(placesIn({ ...fields, items: [item] }).length, 50)
  assert.equal(linesIn([{ ...item, ...fields }])[0]?.split(', ').length, 50)
})
