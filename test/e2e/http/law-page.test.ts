import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_FILTER } from '../../../src/answer/listings/listing-filter.ts'
import { listingsOn } from '../../../src/answer/listings/listings-on.ts'
import { calendarDay } from '../../../src/base/day.ts'
import { answerer } from '../../real-law.ts'
import { serviceFor } from './service.ts'

const DAY = '2026-11-15'
const countOn = (filter: Partial<typeof NO_FILTER>) =>
  listingsOn(answerer.dataset, calendarDay(DAY), { ...NO_FILTER, ...filter }).length
const rowsIn = (body: string): number => [...body.matchAll(/<a class="code"/g)].length
const linksIn = (body: string): string[] =>
  [...body.matchAll(/href="(\/(?:en\/)?law[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

test('the page of an annex has a row for each listing, and every code links to its answer', async (t) => {
  const { get } = await serviceFor(t)
  for (const [regime, annex] of [
    ['EU-RU-833-2014', 'XXIII'],
    ['EU-BY-765-2006', 'Va'],
  ] as const) {
    const { statusCode, body } = await get(`/en/law?regime=${regime}&annex=${annex}&as_of=${DAY}`)
    assert.equal(statusCode, 200)
    assert.equal(rowsIn(body), countOn({ regime, annex }))
    assert.match(body, /<a class="code" href="\/en\?q=[^"]*as_of=2026-11-15">/)
  }
})

test('questions of a training are answered by links from the overview, three at most', async (t) => {
  const { get } = await serviceFor(t)
  const follow = async (path: string, wanted: RegExp): Promise<string> => {
    const found = linksIn((await get(path)).body).find((href) => wanted.test(href))
    assert.ok(found, `${path} has no link ${wanted}`)
    return found
  }
  const russia = await follow('/en/law', /regime=EU-RU-833-2014$/)
  const annex = await follow(russia, /annex=XXIII$/)
  assert.match((await get(annex)).body, /Industrial goods \(Annex XXIII\)/)
  const article = await follow(russia, /article=3k$/)
  assert.match((await get(article)).body, /Article 3k\(1\)/)
})

test('without filters the page is an overview whose counts are those of the law', async (t) => {
  const { get } = await serviceFor(t)
  const { body } = await get(`/law?as_of=${DAY}`)
  for (const [regime, annex] of [
    ['EU-RU-833-2014', 'XVII'],
    ['EU-KP-2017-1509', 'VIII'],
  ] as const) {
    const [, row = ''] = body.split(`regime=${regime}&amp;annex=${annex}&amp;as_of=${DAY}">`)
    assert.equal(Number(/<td class="num">(\d+)</.exec(row)?.[1]), countOn({ regime, annex }))
  }
  assert.match(body, /Czego te dane jeszcze nie uwzględniają/)
})

test('a day to compare with shows what changed since, by the acts that did it', async (t) => {
  const { get } = await serviceFor(t)
  const { body } = await get(`/en/law?regime=EU-RU-833-2014&annex=XXI&compare=2026-01-01&as_of=${DAY}`)
  assert.match(body, /What changed since 1 January 2026/)
  assert.match(body, /2026\/1848/)
  assert.doesNotMatch(body.replace(/<section>.*$/s, ''), /id="day-2025/)
})

test('every filter is a chip that a link takes back', async (t) => {
  const { get } = await serviceFor(t)
  const { body } = await get('/en/law?regime=EU-BY-765-2006&direction=import&kind=ban')
  assert.match(body, /Direction: import/)
  assert.ok(linksIn(body).includes('/en/law?regime=EU-BY-765-2006&kind=ban'))
})

test('a filter that is not understood is told beside its field, in the language of the page', async (t) => {
  const { get } = await serviceFor(t)
  const { statusCode, body } = await get('/law?annex=CXX&chapter=7')
  assert.equal(statusCode, 400)
  assert.match(body, /id="chapter-note" class="mistake">/)
  const unknown = await get('/en/law?annex=CXX')
  assert.equal(unknown.statusCode, 400)
  assert.match(unknown.body, /id="annex-note" class="mistake">Give the number of an annex/)
})
