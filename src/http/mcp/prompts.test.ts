import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROMPTS, promptMessage } from './prompts.ts'

const [shipment, change] = PROMPTS as [(typeof PROMPTS)[number], (typeof PROMPTS)[number]]

test('a prompt is in Polish unless English is asked for, and repeats what was filled in', () => {
  const polish = promptMessage(shipment, { goods: '7304 11 00', route: 'PL, KZ' })
  assert.match(
    polish ?? '',
    /^Sprawdź, czy sankcje UE[^\n]+screen_deal[^\n]+\nlang: pl\ngoods: 7304 11 00\nroute: PL, KZ$/,
  )
  const english = promptMessage(change, { code: '7403', from: '2026-01-01', lang: 'en' })
  assert.match(english ?? '', /^Explain what changed[^\n]+compare_days[^\n]+\nlang: en\ncode: 7403\nfrom: 2026-01-01$/)
})

test('every prompt asks for what softens a ban, what was not checked and the disclaimer', () => {
  for (const { name, text } of PROMPTS) {
    assert.match(text.pl, /wyjątki, okresy przejściowe, zezwolenia.*nie sprawdzono.*zastrzeżenie/, name)
    assert.match(text.en, /exemptions, wind-downs, permits.*not checked.*disclaimer/, name)
  }
})

test('a field that is missing, unknown or too long makes no prompt', () => {
  for (const given of [
    {},
    { goods: '' },
    { goods: 'a', lang: 'de' },
    { goods: 'a', x: 'b' },
    { goods: 'a'.repeat(8_001) },
  ])
    assert.equal(promptMessage(shipment, given), null, JSON.stringify(given).slice(0, 60))
})
