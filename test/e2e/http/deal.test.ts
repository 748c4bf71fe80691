import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CnResponse } from '../../../src/answer/response/response.ts'
import type { CnShort } from '../../../src/answer/response/short-response.ts'
import { ask } from '../../real-law.ts'
import { problemIn, reasonsIn, serviceFor } from './service.ts'

const DEAL = { origin: 'PL', destination: 'KZ', via: 'RU' }

test('a deal is answered with its findings, in full and in short', async (t) => {
  const { get } = await serviceFor(t)
  const query = new URLSearchParams({ q: '8471 50', lang: 'en', ...DEAL })
  const { body } = await get(`/api/v1/cn?${query}`)
  assert.equal(body, JSON.stringify(ask('8471 50', DEAL)))
  const { deal } = JSON.parse((await get(`/api/v1/cn?${query}&detail=short`)).body) as CnShort
  assert.deepEqual(deal, (JSON.parse(body) as CnResponse).deal)
  assert.deepEqual([deal?.via, deal?.findings[0]?.kind], [['RU'], 'prohibited'])
})

test('countries that are unknown or contradict each other are refused, and why is said in both languages', async (t) => {
  const { get } = await serviceFor(t)
  for (const [query, reasons] of [
    ['origin=SU&destination=YU', ['place_unknown origin', 'place_unknown destination']],
    ['origin=PL', ['deal_incomplete destination']],
    ['origin=PL&destination=RU&direction=import', ['direction_contradicts direction']],
    ['destination=KZ&via=KZ', ['via_contradicts via']],
    ['from=PL', ['parameter_unknown from']],
  ] as const) {
    const answer = await get(`/api/v1/cn?q=8471&${query}&lang=en`)
    assert.equal(answer.statusCode, 400, query)
    assert.deepEqual(reasonsIn(answer), reasons)
    const polish = await get(`/api/v1/cn?q=8471&${query}&lang=pl`)
    assert.notEqual(problemIn(polish).detail, problemIn(answer).detail)
  }
})

test('a batch has a deal for all its lines, and each line may name another', async (t) => {
  const { check } = await serviceFor(t)
  const answer = await check({
    lang: 'en',
    origin: 'DE',
    destination: 'KZ',
    items: [
      { id: 'direct', q: '8471 50' },
      { id: 'through Belarus', q: '8471 50', via: 'BY' },
      { id: 'elsewhere', q: '8471 50', destination: 'US' },
      { id: 'nowhere', q: '8471 50', destination: 'ZZ' },
    ],
  })
  assert.equal(answer.statusCode, 200)
  const { items } = answer.json<{
    items: (CnShort & { status: string; problem?: { code: string; errors: object[] } })[]
  }>()
  assert.deepEqual(
    items.map(({ deal }) => deal && [deal.origin, deal.destination, deal.via, deal.findings[0]?.kind]),
    [['DE', 'KZ', [], 'clause'], ['DE', 'KZ', ['BY'], 'prohibited'], ['DE', 'US', [], 'end_use'], undefined],
  )
  assert.equal(items[3]?.problem?.code, 'place_unknown')
  const { scope } = answer.json<CnResponse>()
  assert.deepEqual(
    scope.regimes.map(({ code }) => code),
    ['EU-RU-833-2014', 'EU-BY-765-2006'],
  )
  const whole = await check({ origin: 7, items: [{ id: '1', q: '84' }] })
  assert.equal(whole.statusCode, 400)
  assert.equal(problemIn(whole).code, 'place_unknown')
})

test('the scope of a batch has every regime that one of its lines is about', async (t) => {
  const { check } = await serviceFor(t)
  const scopeFor = async (body: object) => {
    const { scope } = (await check({ lang: 'en', ...body })).json<CnResponse>()
    return { checked: scope.regimes.map(({ code }) => code), left: scope.on_request.map(({ code }) => code) }
  }
  const items = [
    { id: '1', q: '8471 50', destination: 'KZ' },
    { id: '2', q: '8501', destination: ' ua-43' },
  ]
  assert.deepEqual(await scopeFor({ items }), {
    checked: ['EU-RU-833-2014', 'EU-BY-765-2006', 'EU-UA-692-2014'],
    left: ['EU-UA-2022-263'],
  })
  const elsewhere = items.map((item) => ({ ...item, destination: 'KZ' }))
  assert.deepEqual((await scopeFor({ destination: 'UA-43', items: elsewhere })).checked.length, 2)
  assert.deepEqual((await scopeFor({ regime: 'EU-RU-833-2014', items })).checked, ['EU-RU-833-2014'])
})
