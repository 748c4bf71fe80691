import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { digits, group } from '../base/cn-code.ts'
import type { StoredEvent } from '../store/webhooks/leases.ts'
import { MessageSchema } from './message.ts'
import { payloadOf, testPayload } from './payload.ts'

const change = (code: string, at = 0) => ({
  id: `c${at}-${code}`,
  cn_codes: [group(digits(code))],
  text: { pl: `Dodano ${group(digits(code))}`, en: `${group(digits(code))} added` },
})
const event = (changes: StoredEvent['changes']): StoredEvent => ({
  type: 'listing.added',
  day: '2026-07-24',
  regime: 'EU-RU-833-2014',
  annex: 'XXIII',
  article: '3k',
  act: '32026R1848',
  changes,
  at: '2026-07-25T06:00:00.000Z',
  list: null,
})
const EVERYTHING = { language: 'en', codes: [], publicUrl: 'https://cn.example.com' } as const
const many = (count: number) => event(Array.from({ length: count }, (_, at) => change(String(84_000_000 + at), at)))

const documented = Compile(MessageSchema)

test('a message says what changed, where, by which act, from which day, and where to read more', () => {
  assert.deepEqual(JSON.parse(payloadOf(event([change('847130')]), EVERYTHING)), {
    type: 'listing.added',
    timestamp: '2026-07-25T06:00:00.000Z',
    data: {
      day: '2026-07-24',
      regime: 'EU-RU-833-2014',
      annex: 'XXIII',
      article: '3k',
      act: '32026R1848',
      count: 1,
      cn_codes: ['8471 30'],
      changes: [{ id: 'c0-847130', cn_codes: ['8471 30'], text: '8471 30 added' }],
      text: '8471 30 added',
      feed: 'https://cn.example.com/api/v1/changes?since=2026-07-24&regime=EU-RU-833-2014&lang=en',
    },
  })
})

test('texts are in the language of the reader, and without a public address the feed is a path', () => {
  const { data } = JSON.parse(payloadOf(event([change('72')]), { ...EVERYTHING, language: 'pl', publicUrl: null }))
  assert.deepEqual([data.text, data.changes[0].text], ['Dodano 72', 'Dodano 72'])
  assert.equal(data.feed, '/api/v1/changes?since=2026-07-24&regime=EU-RU-833-2014&lang=pl')
})

test('a reader hears only of what it watches, up and down the tariff, and of what may concern all goods', () => {
  const everywhere = { id: 'all', cn_codes: [], text: { pl: 'Akt', en: 'Act' } }
  const told = (codes: string[]) =>
    JSON.parse(
      payloadOf(event([change('8471'), change('84713000'), change('730411'), everywhere]), {
        ...EVERYTHING,
        codes: codes.map(digits),
      }),
    ).data.changes.map(({ id }: { id: string }) => id)
  assert.deepEqual(told(['84713000']), ['c0-8471', 'c0-84713000', 'all'])
  assert.deepEqual(told(['73']), ['c0-730411', 'all'])
  assert.deepEqual(told(['0101']), ['all'])
})

test('what does not fit is left out as a whole: first the single changes, then the codes; the count stays true', () => {
  const data = (count: number) => JSON.parse(payloadOf(many(count), EVERYTHING)).data
  const [few, some, most] = [data(50), data(500), data(5_000)]
  for (const each of [50, 500, 5_000]) assert.ok(documented.Check(JSON.parse(payloadOf(many(each), EVERYTHING))))
  assert.deepEqual([few.count, few.changes.length, few.cn_codes.length], [50, 50, 50])
  assert.deepEqual([some.count, some.changes, some.cn_codes.length], [500, null, 500])
  assert.deepEqual([most.count, most.changes, most.cn_codes], [5_000, null, null])
  assert.match(most.feed, /^https:.*since=2026-07-24/)
})

test('a body is always below 20 kB, and the same each time', () => {
  const text = fc.record({ pl: fc.string(), en: fc.string({ maxLength: 40_000, unit: 'grapheme' }) })
  const codes = fc.array(fc.constant('8471 30 00'), { maxLength: 3_000 })
  const one = fc.record({ id: fc.stringMatching(/^[0-9a-f]{8,64}$/), cn_codes: codes, text })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 40 }), (changes) => {
      const body = payloadOf(event(changes), EVERYTHING)
      assert.ok(Buffer.byteLength(body) < 20_000)
      assert.ok(documented.Check(JSON.parse(body)))
      assert.equal(payloadOf(event(changes), EVERYTHING), body)
    }),
    { numRuns: 50 },
  )
})

test('a test says that it is one', () => {
  const { type, data } = JSON.parse(testPayload('we_1', 'en', new Date('2026-07-24')))
  assert.deepEqual([type, data.webhook], ['webhook.test', 'we_1'])
  assert.match(data.text, /test.*Nothing has changed/)
})
