import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import { type Question, readQuestion } from '../../answer/question.ts'
import { calendarDay } from '../../terms/day.ts'
import { bodyForOne, responseBody } from '../response/response-body.ts'
import { answerCacheOf, answerKey } from './answer-cache.ts'

const asked = (parameters: Record<string, string>, today = '2026-11-15'): Question => {
  const read = readQuestion(Object.entries(parameters), { today: calendarDay(today), dataset: answerer.dataset })
  assert.ok('question' in read)
  return read.question
}

test('whatever differs between two questions makes another key, and nothing else does', () => {
  const deal = { origin: 'CN', dispatch: 'TR', destination: 'PL', via: 'GE', value: '5' }
  const ways: Record<string, string>[] = [
    { q: '7304' },
    { q: '73 04' },
    { q: 'rury' },
    { q: '7304', lang: 'en' },
    { q: '7304', as_of: '2025-01-01' },
    { q: '7304', direction: 'import' },
    { q: '7304', regime: 'EU-RU-833-2014' },
    { q: '7304', contract_date: '2025-01-01' },
    { q: '7304', limit: '7' },
    { q: '7304', offset: '7' },
    { q: '7304', detail: 'short' },
    { q: '7304', include: 'tree' },
    { q: '7304', include: 'history' },
    { q: '7304', ...deal },
    ...Object.entries({ origin: 'RU', dispatch: 'CN', destination: 'DE', via: 'GE,RU', value: '6' }).map(
      ([name, other]) => ({ q: '7304', ...deal, [name]: other }),
    ),
  ]
  const keys = new Set([...ways, ...ways].map((parameters) => answerKey('lookup', asked(parameters))))
  assert.equal(keys.size, ways.length)
  assert.equal(
    answerKey('lookup', asked({ limit: '100', q: '7304', lang: 'pl' })),
    answerKey('lookup', asked(ways[0]!)),
  )
  assert.notEqual(answerKey('lookup', asked(ways[0]!, '2026-11-16')), answerKey('lookup', asked(ways[0]!)))
  assert.notEqual(answerKey('item', asked(ways[0]!)), answerKey('lookup', asked(ways[0]!)))
})

test('each law has a cache of its own', () => {
  const [law, other] = [{ ...answerer }, { ...answerer }]
  answerCacheOf(law).set('a', responseBody('{}'))
  assert.ok(answerCacheOf(law).has('a'))
  assert.ok(!answerCacheOf(other).has('a'))
})

test('a hundred results are kept, a longer answer is not; lines of lists are counted without compressed forms', () => {
  const cache = answerCacheOf({ ...answerer })
  cache.set('chapter', responseBody('x'.repeat(320_000))).set('longer', responseBody('x'.repeat(500_000)))
  assert.deepEqual([...cache.keys()], ['chapter'])
  const before = cache.calculatedSize
  cache.set('line', bodyForOne('x'.repeat(4_000)))
  assert.equal(cache.calculatedSize - before, 4_000 + 'line'.length)
})
