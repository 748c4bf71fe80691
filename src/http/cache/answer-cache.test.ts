import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { calendarDay } from '../../terms/day.ts'
import { responseBody } from '../response/response-body.ts'
import { answerCache } from './answer-cache.ts'

const LAW = 'law of today'
const DAY = calendarDay('2026-11-15')
const PIPES = '/api/v1/cn?q=7304'
const answer = responseBody('{"verdict":"restricted"}')

/** Answers once, or as often as told, and asks again. */
function askAgain(url: string, times: number, given = answer) {
  const cache = answerCache()
  for (let time = 0; time < times; time++) cache.offer(url, LAW, DAY, given)
  return cache.get(url, LAW, DAY)
}

test('an answer given twice is kept, one given once is not', () => {
  assert.equal(askAgain(PIPES, 0), undefined)
  assert.equal(askAgain(PIPES, 1), undefined)
  assert.equal(askAgain(PIPES, 2), answer)
})

test('it ends with the day and with the law, also when an old one comes back', () => {
  for (const [law, day] of [
    [LAW, calendarDay('2026-11-16')],
    ['law of tomorrow', DAY],
  ] as const) {
    const cache = answerCache()
    for (let time = 0; time < 2; time++) cache.offer(PIPES, LAW, DAY, answer)
    assert.equal(cache.get(PIPES, law, day), undefined)
    assert.equal(cache.get(PIPES, LAW, DAY), undefined)
  }
})

test('an answer worked out for one law is not kept for another', () => {
  const cache = answerCache()
  cache.offer(PIPES, LAW, DAY, answer)
  cache.get(PIPES, 'law of tomorrow', DAY)
  cache.offer(PIPES, LAW, DAY, answer)
  assert.equal(cache.get(PIPES, 'law of tomorrow', DAY), undefined)
})

test('neither a very long question nor a very long answer is kept', () => {
  assert.equal(askAgain(`${PIPES}${'0'.repeat(600)}`, 3), undefined)
  assert.equal(askAgain(PIPES, 3, responseBody('x'.repeat(500_000))), undefined)
})

test('a hundred results are kept: a chapter has the longest answer that is given without asking for more', () => {
  const chapter = responseBody('x'.repeat(320_000))
  assert.equal(askAgain('/api/v1/cn?q=90', 2, chapter), chapter)
})

test('whatever is asked in whatever order, a kept answer is that of its own question, law and day', () => {
  const small = <T>(...values: T[]) => fc.constantFrom(...values)
  const asked = fc.tuple(
    small('/a', '/b', '/c'),
    small('one', 'two'),
    small(calendarDay('2026-11-15'), calendarDay('2026-11-16')),
  )
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 40 }), (questions) => {
      const cache = answerCache()
      for (const [url, law, day] of questions) {
        const known = cache.get(url, law, day)
        if (known) assert.equal(known.bytes.toString(), `${url} ${law} ${day}`)
        else cache.offer(url, law, day, responseBody(`${url} ${law} ${day}`))
      }
    }),
  )
})
