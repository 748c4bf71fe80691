import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import { type Question, readQuestion } from '../../answer/question/question.ts'
import { calendarDay } from '../../base/day.ts'
import { bodyForOne, responseBody } from '../kernel/reply/response-body.ts'
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
    { q: '7304', facts: 'a:yes' },
    { q: '7304', facts: 'a:no' },
    { q: '7304', facts: 'a:no,b:yes' },
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
  assert.equal(
    answerKey('lookup', asked({ q: '7304', facts: 'b:yes, a:no' })),
    answerKey('lookup', asked({ q: '7304', facts: 'a:no,b:yes' })),
  )
  assert.notEqual(answerKey('lookup', asked(ways[0]!, '2026-11-16')), answerKey('lookup', asked(ways[0]!)))
  assert.notEqual(answerKey('item', asked(ways[0]!)), answerKey('lookup', asked(ways[0]!)))
})

test('each law has a cache of its own', () => {
  const [law, other] = [{ ...answerer }, { ...answerer }]
  assert.ok(answerCacheOf(law).set('a', responseBody('{}')))
  assert.ok(answerCacheOf(law).get('a'))
  assert.equal(answerCacheOf(other).get('a'), undefined)
})

test('a hundred results are kept, a longer answer is not', () => {
  const cache = answerCacheOf({ ...answerer })
  assert.ok(cache.set('chapter', responseBody('x'.repeat(320_000))))
  assert.ok(!cache.set('longer', responseBody('x'.repeat(500_000))))
  assert.deepEqual([cache.get('chapter')?.bytes.length, cache.get('longer')], [320_000, undefined])
})

describe('once the cache is full', () => {
  const CHAPTER = 300_000
  const chapter = () => responseBody(Buffer.alloc(CHAPTER))
  const fullCache = () => {
    const cache = answerCacheOf({ ...answerer })
    let kept = 0
    while (cache.setIfAskedAgain(`kept ${kept}`, chapter())) kept++
    return { cache, kept }
  }

  test('a lookup that is asked for once evicts nothing, one asked for again evicts the oldest', () => {
    const { cache, kept } = fullCache()
    for (let at = 0; at < 1_000; at++) assert.ok(!cache.setIfAskedAgain(`once ${at}`, chapter()))
    for (let at = 0; at < kept; at++) assert.ok(cache.get(`kept ${at}`))
    assert.ok(cache.setIfAskedAgain('once 7', chapter()), 'asked for again')
    assert.ok(cache.setIfAskedAgain('once 8', chapter()))
    assert.ok(cache.get('once 7') && cache.get('once 8'))
    assert.equal(cache.get('kept 0'), undefined)
  })

  test('a list that was asked about once is answered from the cache, whatever was asked before it', () => {
    const { cache } = fullCache()
    const line = bodyForOne(Buffer.alloc(4_000))
    for (let at = 0; at < 10_000; at++) assert.ok(cache.set(`line ${at}`, line))
    for (let at = 0; at < 10_000; at++) assert.ok(cache.get(`line ${at}`), `${at}`)
  })

  test('lines of lists are counted without compressed forms', () => {
    const lines = answerCacheOf({ ...answerer })
    let kept = 0
    while (lines.setIfAskedAgain(`kept ${kept}`, bodyForOne(Buffer.alloc(CHAPTER)))) kept++
    assert.ok(kept > 1.4 * fullCache().kept, `${kept}`)
  })
})
