import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../real-law.ts'
import { limitIn, problemIn, serviceFor } from './service.ts'

const textIn = (markup = ''): string => markup.replace(/<[^>]*>/g, '').trim()
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('pages are complete documents under a policy that allows nothing inline and nobody else', async (t) => {
  const { get } = await serviceFor(t)
  for (const [path, language] of [
    ['/', 'pl'],
    ['/en', 'en'],
    ['/?q=7304+11+00', 'pl'],
    ['/methodology', 'pl'],
    ['/en/methodology', 'en'],
    ['/legal', 'pl'],
    ['/en/legal', 'en'],
    ['/verify', 'pl'],
    ['/en/verify', 'en'],
    ['/record?q=7304+11+00', 'pl'],
    ['/en/record?q=7304+11+00&origin=PL&destination=KZ', 'en'],
    ['/list', 'pl'],
    ['/lists', 'pl'],
    ['/en/lists', 'en'],
    ['/en/list', 'en'],
    ['/changes', 'pl'],
    ['/en/changes?code=8471&direction=export', 'en'],
    ['/api', 'pl'],
    ['/en/api', 'en'],
  ] as const) {
    const answer = await get(path)
    assert.equal(answer.statusCode, 200, path)
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(answer.headers['content-language'], language)
    const policy = String(answer.headers['content-security-policy'])
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
    assert.doesNotMatch(policy, /unsafe|http|\*/)
    assert.match(answer.body, new RegExp(`^<!doctype html>\n<html lang="${language}">`))
    assert.doesNotMatch(answer.body, / style=|<style| on[a-z]+=|<script(?! type="module" src="\/assets\/)/)
    assert.match(answer.body, /<link rel="alternate" hreflang="pl" href="\//)
    assert.match(answer.body, /<\/html>\n$/)
  }
})

test('an answer is written by the server: verdict, citations, title and preview', async (t) => {
  const { get } = await serviceFor(t, { publicUrl: 'https://cn.example.com' })
  const { body } = await get('/en?q=7304+11+00')
  assert.match(body, /<title>7304 11 00: Prohibited: import and export \(Russia and Belarus\)/)
  assert.match(body, /<meta property="og:description" content="Tubes, pipes/)
  assert.match(body, /<link rel="canonical" href="https:\/\/cn.example.com\/en\?q=7304\+11\+00">/)
  assert.match(body, /hreflang="pl" href="https:\/\/cn.example.com\/\?q=7304\+11\+00"/)
  assert.match(body, /Annex XVII · Article 3g\(1\)\(d\)/)
  assert.match(body, /https:\/\/eur-lex.europa.eu\/legal-content\/EN\/TXT\/\?uri=CELEX:02014R0833-20260724/)
})

test('what is wrong with a question is told by the fields of the form, not by the parameters of the API', async (t) => {
  const { get } = await serviceFor(t)
  const told = async (path: string) => {
    const { statusCode, body } = await get(path)
    assert.equal(statusCode, 400, path)
    return (/<section class="note problem".*?<\/section>/s.exec(body)?.[0] ?? '').replace(/<[^>]*>/g, ' ')
  }
  for (const [asked, label] of [
    ['as_of=2026-13-01', '„Stan prawny na dzień”: podaj dzień'],
    ['contract_date=x', '„Umowa z dnia”: podaj dzień'],
    ['direction=x', '„Kierunek”: wybierz z listy'],
    ['regime=x', '„Państwo”: wybierz z listy'],
    ['origin=Narnia&destination=RU', '„Skąd”: nie znamy takiego państwa'],
    ['lang=xx', 'jest „lang”, czego formularz nie zawiera'],
    ['include=x', 'jest „include”, czego formularz nie zawiera'],
    ['as_off=2020-01-01', 'jest „as_off”, czego formularz nie zawiera'],
  ] as const)
    for (const page of ['/', ...(asked === 'lang=xx' || asked === 'include=x' ? [] : ['/record'])]) {
      const text = await told(`${page}?q=7304&${asked}`)
      assert.ok(text.includes(label), `${page} ${asked}: ${text}`)
      assert.doesNotMatch(text, /[Pp]arametr|EU-RU|ISO 3166|\/api\//, asked)
    }
  const several = await told('/en?q=7304&as_of=1&direction=x&contract_date=2')
  assert.match(several, /“Law as of”: give a day.*“Direction”: choose from the list.*“Contract date”: give a day/s)
  assert.equal(problemIn(await get('/api/v1/cn?q=7304&as_of=1'), 'as_of_invalid').errors.length, 1)
})

test('what a text says of its deal is applied, and wins over fields of the question before', async (t) => {
  const { get } = await serviceFor(t)
  const routeOf = async (asked: Record<string, string>) => {
    const { statusCode, body } = await get(`/en?${new URLSearchParams(asked)}`)
    assert.equal(statusCode, 200)
    const route = /<ol class="route"[^>]*>(.*?)<\/ol>/s.exec(body)?.[1] ?? ''
    return [...route.matchAll(/<b>([^<]*)<\/b>/g)].map(([, name]) => name)
  }
  assert.deepEqual(await routeOf({ q: 'laptops from Poland to Kazakhstan via Russia' }), [
    'Poland',
    'Russia',
    'Kazakhstan',
  ])
  const kept = { origin: 'PL', destination: 'RU', via: 'BY', value: '700' }
  assert.deepEqual(await routeOf({ q: 'watch to Georgia', ...kept }), ['Poland', 'Georgia'])
  // One end alone that is inside the Union makes no deal: the text is answered without it.
  assert.deepEqual(await routeOf({ q: 'bicycle from Poland' }), [])
})

test('a code of the wrong length leads to the codes it could have been, with the same filters', async (t) => {
  const { get } = await serviceFor(t)
  const { statusCode, body } = await get('/?q=3061792&direction=import')
  assert.equal(statusCode, 400)
  assert.match(
    body,
    /Może chodziło o: <a class="code" data-question href="\/\?q=0306\+17\+92&amp;direction=import">0306 17 92<\/a>\./,
  )
  assert.equal(body.match(/Kod ma 2, 4, 6, 8 albo 10 cyfr/g)?.length, 1, 'said once')
})

test('the address to keep is absolute and has the day and all parameters', async (t) => {
  const addressIn = async (get: Awaited<ReturnType<typeof serviceFor>>['get'], host: string) =>
    /<a id="address" href="([^"]*)">/.exec(
      (await get('/en?q=7304+11+00&direction=export&contract_date=2024-01-05', { host })).body,
    )?.[1]
  const { get } = await serviceFor(t)
  const rest = '/en?q=7304+11+00&amp;as_of=2026-11-15&amp;direction=export&amp;contract_date=2024-01-05'
  assert.equal(await addressIn(get, 'cn.example.com'), `http://cn.example.com${rest}`)
  const named = await serviceFor(t, { publicUrl: 'https://cn.example.pl' })
  assert.equal(await addressIn(named.get, 'inner.example'), `https://cn.example.pl${rest}`)
})

test('the age of the data is the same on the start, in the answer and in its record', async (t) => {
  const { get } = await serviceFor(t)
  for (const path of ['/', '/?q=8708+30&regime=EU-BY-765-2006']) {
    const { body } = await get(path)
    assert.match(body, /dane według stanu na 24 października 2025 r\. \(387 dni temu\)/, path)
    assert.match(
      body,
      /tekst skonsolidowany z 13 września 2024 r\., z uwzględnieniem zmian: <a [^>]*>Rozporządzenie Rady \(UE\) 2025\/392/,
    )
    assert.doesNotMatch(body, /793 dni temu/)
  }
})

test('what was asked is never markup', async (t) => {
  const { get } = await serviceFor(t)
  for (const q of ['<script>alert(1)</script> laptop', '"><img src=x onerror=alert(1)>', "' onfocus='x"]) {
    const { body } = await get(`/?${new URLSearchParams({ q })}`)
    assert.doesNotMatch(body, /<script>|<img|' onfocus/)
  }
})

test('questions on the page count as lookups, and are refused like them, in words', async (t) => {
  // The page shows tree, history and all matches of a heading, which costs five points.
  const { get } = await serviceFor(t, { limits: { lookups: 6 } })
  assert.equal(limitIn(await get('/')), undefined, 'nothing asked, nothing counted')
  assert.equal(limitIn(await get('/?q=7304'))?.remaining, 1)
  assert.equal(limitIn(await get('/api/v1/cn?q=7304'))?.remaining, 0)
  const refused = await get('/en?q=7304')
  assert.equal(refused.statusCode, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.match(refused.body, /Too many requests/)
  assert.match(refused.body, /Try again in \d+ s/)
  assert.match(refused.body, /<input id="q" name="q" type="text" value="7304"/)
})

test('what is only half understood is refused; what links pick up on their way is not', async (t) => {
  const { get } = await serviceFor(t)
  const refused = async (query: string) => {
    const { statusCode, body } = await get(`/en?${query}`)
    return `${statusCode} ${textIn(/<h1 id="verdict"[^>]*>(.*?)<\/h1>/s.exec(body)?.[1])}`
  }
  assert.equal(await refused('q=7304&as_off=2026-01-01'), '400 The address of the page is not understood')
  assert.equal(await refused('q=7304&q=7305'), '400 Repeated parameter')
  assert.equal(await refused('q=7304&as_of=2026-02-30'), '400 Not a day')
  assert.equal(await refused('q=7304&lang=de'), '400 The address of the page is not understood')
  assert.equal(await refused('q=%zz'), '400 The address cannot be read')
  assert.match(await refused('q=7304&utm_source=mail&fbclid=x'), /^200 Prohibited/)
  assert.match(
    await refused('q=7304&origin=&destination=&via=&as_of=&direction=&regime='),
    /^200 Prohibited/,
    'empty fields of the form',
  )
  assert.equal((await get('/en?q=+')).statusCode, 200, 'an empty question is the start')
})

test('lang leads to the page of that language', async (t) => {
  const { get } = await serviceFor(t)
  const lead = async (path: string) => (await get(path)).headers.location
  assert.equal(await lead('/?lang=en&q=7304+11'), '/en?q=7304+11')
  assert.equal(await lead('/en?q=84&lang=pl'), '/?q=84')
  assert.equal(await lead('/?lang=en'), '/en')
})

test('while the law is loading the pages say so', async (t) => {
  const { get } = await serviceFor(t, { answerer: () => null })
  assert.equal((await get('/')).statusCode, 200)
  const asked = await get('/?q=7304')
  assert.equal(asked.statusCode, 503)
  assert.match(asked.body, /Usługa się uruchamia/)
  assert.match((await get('/methodology')).body, /Dane właśnie się wczytują/)
})

test('a browser that loses its way gets a page, a program gets a problem', async (t) => {
  const { get, app } = await serviceFor(t)
  const page = await get('/nowhere', BROWSER)
  assert.equal(page.statusCode, 404)
  assert.match(page.body, /<h1>Nie ma takiej strony<\/h1>/)
  assert.match((await get('/en/nowhere', BROWSER)).body, /<h1>No such page<\/h1>/)
  assert.match((await get('/nowhere', { ...BROWSER, 'accept-language': 'en' })).body, /Nie ma takiej strony/)
  problemIn(await get('/nowhere'), 'not_found')
  problemIn(await get('/api/v1/nowhere', BROWSER), 'not_found')
  problemIn(await app.inject({ method: 'POST', url: '/', headers: BROWSER }), 'method_not_allowed')
})

test('HEAD answers like GET, without a body', async (t) => {
  const { app } = await serviceFor(t)
  const { statusCode, body, headers } = await app.inject({ method: 'HEAD', url: '/?q=7304' })
  assert.equal(statusCode, 200)
  assert.equal(body, '')
  assert.ok(Number(headers['content-length']) > 1_000)
})

test('a page that is the same for everybody is written once for a day and a law, and not sent to who has it', async (t) => {
  let worked = 0
  const counting: typeof answerer = {
    ...answerer,
    scope: (day, language) => {
      worked++
      return answerer.scope(day, language)
    },
  }
  const { get, clock } = await serviceFor(t, { answerer: () => counting })
  const pages = [
    '/',
    '/en',
    '/list',
    '/en/list',
    '/api',
    '/en/api',
    '/methodology',
    '/en/methodology',
    '/legal',
    '/verify',
  ]
  const tags = new Map<string, unknown>()
  for (const path of pages) {
    const first = await get(path, { 'accept-encoding': 'br' })
    const again = await get(path, { 'accept-encoding': 'br' })
    assert.equal(first.headers['content-encoding'], 'br')
    assert.ok(again.rawPayload.equals(first.rawPayload), path)
    assert.match(String(first.headers.etag), /^".+-br"$/)
    assert.equal(first.headers['cache-control'], 'no-cache')
    assert.match(String(first.headers['permissions-policy']), /geolocation=\(\)/)
    tags.set(path, first.headers.etag)
    const known = await get(path, { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) })
    assert.deepEqual([known.statusCode, known.rawPayload.length], [304, 0], path)
  }
  assert.equal(new Set(tags.values()).size, pages.length)
  assert.equal(worked, 4, 'what the start and the methodology show of the law, once for each language')
  clock.now = new Date('2026-11-16T11:00:00Z')
  const tomorrow = await get('/', { 'accept-encoding': 'br', 'if-none-match': String(tags.get('/')) })
  assert.equal(tomorrow.statusCode, 200, 'the age of the data is another one')
})

test('a page that says “not found” is never unchanged', async (t) => {
  const { get } = await serviceFor(t)
  const first = await get('/nowhere', BROWSER)
  assert.equal(first.headers.etag, undefined)
  assert.equal((await get('/nowhere', { ...BROWSER, 'if-none-match': '*' })).statusCode, 404)
})

test('examples name the host that was asked for only where it looks like one', async (t) => {
  const { get } = await serviceFor(t)
  for (const host of ['cn.example.com', 'localhost:8080', '[::1]:8080', '10.0.0.1']) {
    for (const path of ['/api', '/list'])
      assert.ok((await get(path, { host })).body.includes(`http://${host}/api`), host)
  }
  for (const host of ['evil.example/x', 'a b', '"><script>', 'user@evil.example', '-', 'x'.repeat(300), '$(reboot)']) {
    const { statusCode, body } = await get('/api', { host })
    assert.equal(statusCode, 200, host)
    assert.ok(body.includes('https://cn-sanctions.example/api/v1/cn'), host)
    assert.ok(!body.includes(host.slice(0, 20)) || host === '-', host)
  }
  const own = await serviceFor(t, { publicUrl: 'https://cn.example.pl' })
  assert.ok((await own.get('/api', { host: 'evil.example' })).body.includes('https://cn.example.pl/api/v1/cn'))
})
