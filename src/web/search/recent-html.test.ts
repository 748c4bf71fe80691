import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecentCheck, readChecks, recentCsv, recentHtml } from './recent-html.ts'

const PLACES = new Map([
  ['PL', 'Polska'],
  ['RU', 'Rosja'],
  ['KZ', 'Kazachstan'],
])
const check = (search: string): RecentCheck => ({ search, answer: 'prohibited', at: '2026-11-20T09:41' })

test('checks are rows that ask again, the newest five at first', () => {
  const checks = Array.from({ length: 7 }, (_, at) => check(`?q=${at}&origin=PL&via=RU&destination=KZ`))
  const { markup } = recentHtml(checks, PLACES, 'pl')!
  assert.equal(markup.split('<li>').length - 1, 5)
  assert.match(markup, /Wszystkie \(7\)/)
  assert.match(markup, /href="\/\?q=0&amp;origin=PL&amp;destination=KZ&amp;via=RU">0</)
  assert.match(markup, /Polska → Rosja → Kazachstan/)
  assert.match(markup, /data-answer="prohibited".*Zakaz/s)
  assert.match(markup, /20\.11\.2026, 09:41/)
  assert.equal(recentHtml(checks, PLACES, 'pl', true)!.markup.split('<li>').length - 1, 7)
  assert.equal(recentHtml([], PLACES, 'pl'), null)
})

test('the file of checks opens in a spreadsheet, and no formula runs', () => {
  const csv = recentCsv([check('?q=%3D1%2B1')], PLACES, 'https://cn.example', 'pl')
  assert.match(csv, /"2026-11-20 09:41";"'=1/)
  assert.match(csv, /"Zakaz";"https:\/\/cn\.example\/\?q=/)
})

test('what storage holds is read only as far as it is understood', () => {
  assert.deepEqual(readChecks(null), [])
  assert.deepEqual(readChecks('{'), [])
  assert.deepEqual(readChecks('{"a":1}'), [])
  assert.deepEqual(readChecks(JSON.stringify([null, 1, { search: '?q=1', answer: 'maybe', at: '' }, check('?q=1')])), [
    check('?q=1'),
  ])
})
