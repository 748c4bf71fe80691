import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../test/real-law.ts'
import { shortLookupOf } from '../../answer/shape/short.ts'
import { exemptionsOf, softeningInWords, softeningOf, softeningOfAnswer, softeningOfLine } from './softening.ts'

const until = (day: string | null) => ({ until: day })

describe('how much may soften a ban', () => {
  test('the nearest last day is that of any exemption, wind-down or derogation; without one it is null', () => {
    const counted = softeningOf([until(null)], [until('2027-01-25')], [until('2027-12-31'), until('2026-12-31')])
    assert.deepEqual(counted, { exemptions: 1, winddowns: 1, derogations: 2, nearest_last_day: '2026-12-31' })
    assert.equal(softeningOf([until(null)], [], []).nearest_last_day, null)
  })

  test('hydrocarbons into Hungary: 3i(3bc) lifts the ban until 31 December 2026', () => {
    const answer = ask('2901 10 00', { origin: 'RU', destination: 'HU' })
    assert.ok(exemptionsOf(answer.results).some(({ article, until: last }) => article === '3i(3bc)' && last !== null))
    assert.equal(softeningOfAnswer(answer).nearest_last_day, '2026-12-31')
  })

  test('refined copper: the wind-down of 3i(3bf) is open until 25 January 2027, and over the day after', () => {
    const on = (as_of: string) => ask('7403 19', { direction: 'import', regime: 'EU-RU-833-2014', as_of })
    const open = softeningOfAnswer(on('2027-01-25'))
    assert.deepEqual([open.winddowns, open.nearest_last_day], [1, '2027-01-25'])
    const after = softeningOfAnswer(on('2027-01-26'))
    assert.equal(after.winddowns, 0)
    assert.notEqual(after.nearest_last_day, '2027-01-25')
  })

  test('horses: the derogation of 8da(1) of Belarus ended with 2024 and is not counted', () => {
    const answer = ask('0101 21 00')
    const over = answer.derogations.filter(({ status }) => status === 'expired').map(({ article }) => article)
    assert.deepEqual(over, ['8da(1)'])
    assert.equal(softeningOfAnswer(answer).derogations, answer.derogations.length - 1)
  })

  test('an exemption that many matches share is counted once, and twice for two regimes', () => {
    const { results } = ask('8471 30 00')
    const named = results.flatMap(({ regime, exemptions }) =>
      exemptions.map((one) => ({ regime: regime.code, ...one })),
    )
    const keys = named.map(({ regime, article, text }) => `${regime} ${article} ${text}`)
    assert.ok(keys.length > new Set(keys).size)
    assert.equal(exemptionsOf(results).length, new Set(keys).size)
    const shared = { article: '12h', text: 'the same words', from: null, until: null }
    const match = (code: string) => ({ regime: { code }, exemptions: [shared] }) as unknown as (typeof results)[number]
    assert.equal(exemptionsOf([match('EU-RU-833-2014'), match('EU-RU-833-2014'), match('EU-BY-765-2006')]).length, 2)
  })

  test('a line of a list knows whether there are exemptions, not how many', () => {
    const line = (q: string) => softeningOfLine(shortLookupOf(ask(q)))
    const answer = softeningOfAnswer(ask('7304 11 00'))
    assert.equal(line('7304 11 00').exemptions, null)
    assert.equal(line('7304 11 00').derogations, answer.derogations)
    assert.deepEqual(line('9999'), { exemptions: 0, winddowns: 0, derogations: 0, nearest_last_day: null })
  })
})

describe('in words', () => {
  const some = { exemptions: 3, winddowns: 1, derogations: 0, nearest_last_day: '2027-01-25' }

  test('what is there is counted with the nearest last day, and what is not is left out', () => {
    assert.deepEqual(softeningInWords(some, undefined, 'en'), [
      'What may lift or soften it: exemptions: 3, wind-downs: 1, nearest last day: 2027-01-25.',
    ])
    assert.deepEqual(softeningInWords({ ...some, exemptions: null, winddowns: 0 }, undefined, 'pl'), [
      'Zakaz może uchylać lub łagodzić: wyjątki, najbliższy dzień końcowy: 2027-01-25.',
    ])
    const permits = { exemptions: 0, winddowns: 0, derogations: 2, nearest_last_day: null }
    assert.deepEqual(softeningInWords(permits, undefined, 'pl'), [
      'Zakaz może uchylać lub łagodzić: podstawy zezwoleń: 2.',
    ])
  })

  test('nothing is said where nothing softens, but how surely a name was read is', () => {
    const none = { exemptions: 0, winddowns: 0, derogations: 0, nearest_last_day: null }
    assert.deepEqual(softeningInWords(none, undefined, 'en'), [])
    assert.deepEqual(softeningInWords(none, 'low', 'en'), ['Read from a name; confidence: low.'])
    assert.deepEqual(softeningInWords(none, 'high', 'pl'), ['Odczytano z nazwy; pewność: high.'])
  })
})
