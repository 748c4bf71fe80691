import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarDay } from '../../../src/base/day.ts'
import type { Change } from '../../../src/changes/change.ts'
import { openStore } from '../../../src/store/store.ts'
import { emptyPlace, serviceFor } from './service.ts'

const BROWSER = { accept: 'text/html' }
const daysIn = (body: string) => [...body.matchAll(/id="day-(\d{4}-\d\d-\d\d)"/g)].map(([, day]) => day)
/** The text of the page, without its markup. */
const textOf = (body: string) =>
  body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#39;', "'")

test('changes stand by day and act, newest first, page by page', async (t) => {
  const { get } = await serviceFor(t)
  const seen: (string | undefined)[] = []
  let path: string | undefined = '/en/changes?code=8471'
  for (let pages = 0; path !== undefined; pages++) {
    const { statusCode, body } = await get(path)
    assert.equal(statusCode, 200)
    seen.push(...daysIn(body))
    path = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
    assert.ok(pages < 10)
  }
  assert.ok(seen.length > 20)
  assert.deepEqual(seen, seen.toSorted().toReversed())
  assert.equal(seen.at(-1)?.slice(0, 4), '2011')
  // A page behind the last one shows the last one.
  assert.match((await get('/en/changes?code=8471&page=999')).body, /Page (\d+) of \1/)
})

test('an act: its package, the rows of an annex in one sentence, their codes as links to the answer', async (t) => {
  const { get } = await serviceFor(t)
  const { body } = await get('/changes?act=2026/1848')
  assert.match(textOf(body), /Rosja · pakiet 21 · Rozporządzenie Rady \(UE\) 2026\/1848/)
  assert.match(textOf(body), /Do załącznika XXI \(zakaz przywozu, art\. 3i ust\. 1\) dodano 25 wpisów\. Kody: 2603/)
  assert.match(body, /<a class="code" href="\/\?q=2603">2603<\/a>/)
  assert.equal(textOf(body).match(/Zmiany bez wskazania kodów CN\./g)?.length, 1, 'once for the act')
  const english = (await get('/en/changes?act=2026/1848&code=2603')).body
  assert.match(textOf(english), /2603 added to Annex XXI \(import ban, Article 3i\(1\)\): Copper ores/)
  assert.match(english, /<a class="code" href="\/en\?q=2603">/)
})

test('the feed and the other language keep the filters; the title names them', async (t) => {
  const { get } = await serviceFor(t, { publicUrl: 'https://cn.example.com' })
  const { body } = await get('/changes?code=8471&regime=EU-RU-833-2014&direction=import&act=&since=')
  assert.match(body, /<title>Zmiany w sankcjach UE: 8471, Rosja, przywóz do UE · /)
  assert.match(
    body,
    /<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="https:\/\/cn\.example\.com\/changes\.atom\?regime=EU-RU-833-2014&amp;direction=import&amp;code=8471&amp;lang=pl">/,
  )
  assert.match(
    body,
    /id="other-language" href="\/en\/changes\?code=8471&amp;regime=EU-RU-833-2014&amp;direction=import"/,
  )
  for (const path of ['/', '/en', '/list', '/api', '/methodology', '/legal']) {
    assert.match((await get(path)).body, /<nav [^>]*><ul>.*<a href="(\/en)?\/changes">/, path)
  }
})

test('mistakes stand beside their fields, and what was typed stays', async (t) => {
  const { get } = await serviceFor(t)
  const { statusCode, body } = await get('/changes?code=847&act=2024/9999&direction=export')
  assert.equal(statusCode, 400)
  assert.match(body, /value="847"[^>]* aria-describedby="code-note" aria-invalid="true"/)
  assert.match(body, /<p id="code-note" class="mistake">„Kod CN” ma 2, 4, 6, 8 albo 10 cyfr/)
  assert.match(body, /<p id="act-note" class="mistake">W naszych danych nie ma takiego aktu\./)
  assert.match(body, /<option value="export" selected>/)
  assert.doesNotMatch(body, /rel="alternate" type="application\/atom/)
  const unknown = await get('/en/changes?sort=up')
  assert.equal(unknown.statusCode, 400)
  assert.match(unknown.body, /The address of the page has “sort”, which the form does not have\./)
  assert.equal((await get('/changes?code=%zz')).statusCode, 400)
  const moved = await get('/changes?lang=en&code=8471')
  assert.deepEqual([moved.statusCode, moved.headers.location], [302, '/en/changes?code=8471'])
})

test('nothing found: says that this is no permission, and leads on', async (t) => {
  const { get } = await serviceFor(t)
  const { statusCode, body } = await get('/en/changes?code=8471&since=2099-01-01')
  assert.equal(statusCode, 200)
  assert.match(textOf(body), /No such changes .*does not mean that the goods are not covered/)
  assert.match(body, /<a href="\/en\?q=8471">Check 8471<\/a> · <a href="\/en\/changes">Show all changes<\/a>/)
})

const NEWS: Change = {
  id: 'chg_news',
  type: 'listing.added',
  day: '2026-11-14',
  regime: 'EU-RU-833-2014',
  annex: 'XXI',
  article: '3i(1)',
  cn_codes: ['0409 00 00'],
  act: null,
  text: { pl: 'Miód <b>& wosk</b>', en: 'Honey <b>& wax</b>' },
}

test('what was recorded a moment ago is there, escaped; without the database the page says what may be missing', async (t) => {
  const store = await openStore(await emptyPlace(t))
  t.after(() => store.close())
  const { get } = await serviceFor(t, { store })
  assert.doesNotMatch((await get('/changes')).body, /Miód/)
  await store.changes.recordDay(calendarDay('2026-11-15'), [NEWS], new Date('2026-11-15T12:00:00Z'))
  assert.match((await get('/changes')).body, /Miód &lt;b&gt;&amp; wosk&lt;\/b&gt;/)
  const away = await serviceFor(t, { store: null })
  assert.match((await away.get('/changes')).body, /Baza danych jest chwilowo niedostępna/)
})

test('a choice by filters counts as a lookup, and too many get a page that says so', async (t) => {
  const { get } = await serviceFor(t, { limits: { lookups: 1 } })
  assert.equal((await get('/changes?code=8471', BROWSER)).statusCode, 200)
  const refused = await get('/changes?code=8471', BROWSER)
  assert.deepEqual([refused.statusCode, refused.headers['content-type']], [429, 'text/html; charset=utf-8'])
  assert.equal((await get('/changes', BROWSER)).statusCode, 200)
})

test('an answer shows the newest changes of its code and leads to all of them', async (t) => {
  const { get } = await serviceFor(t)
  const { body } = await get('/en?q=2603')
  const [, recent = ''] = /<section class="recent"[^>]*>(.*?)<\/section>/s.exec(body) ?? []
  assert.match(textOf(recent), /Recent changes 24 July 2026 Russia: .*listed 2603 \(package 21, Council Regulation/)
  assert.match(recent, /<a href="\/en\/changes\?code=2603">All changes that may concern 2603<\/a>/)
  assert.ok((recent.match(/<li>/g) ?? []).length <= 5)
  assert.doesNotMatch((await get('/?q=0301')).body, /class="recent"/)
})
