import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarDay } from '../../base/day.ts'
import { ageInWords, counted, dayInWords, listed, thresholdInWords, yearsInWords } from './wording.ts'

test('years without a gap are told by the first and the last', () => {
  assert.equal(yearsInWords([2024, 2025, 2026], 'pl'), '2024–2026')
  assert.equal(yearsInWords([2024, 2025, 2026, 2027], 'en'), '2024 to 2027')
  assert.equal(yearsInWords([2026], 'en'), '2026')
})

test('days as people write them', () => {
  assert.equal(dayInWords(calendarDay('2026-07-24'), 'pl'), '24 lipca 2026')
  assert.equal(dayInWords(calendarDay('2026-07-24'), 'en'), '24 July 2026')
})

test('every month is called as the language calls it', () => {
  for (const [language, locale] of [
    ['pl', 'pl-PL'],
    ['en', 'en-GB'],
  ] as const) {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
    for (let month = 1; month <= 12; month++) {
      const day = calendarDay(`2026-${String(month).padStart(2, '0')}-09`)
      assert.equal(dayInWords(day, language), format.format(new Date(day)))
    }
  }
})

test('ages in days', () => {
  assert.equal(ageInWords(calendarDay('2026-07-24'), calendarDay('2026-11-15'), 'pl'), '114 dni temu')
  assert.equal(ageInWords(calendarDay('2026-11-14'), calendarDay('2026-11-15'), 'en'), 'yesterday')
  assert.equal(ageInWords(calendarDay('2026-11-15'), calendarDay('2026-11-15'), 'pl'), 'dzisiaj')
})

test('lists and numbers follow the language', () => {
  assert.equal(listed(['z Rosji', 'z Białorusi'], 'pl'), 'z Rosji i z Białorusi')
  assert.equal(listed(['a', 'b', 'c'], 'en'), 'a, b and c')
  const forms = { pl: ['załącznik', 'załączniki', 'załączników'], en: ['annex', 'annexes'] } as const
  const polish = [1, 2, 5, 12, 22, 112].map((count) => counted(count, forms, 'pl'))
  assert.deepEqual(polish, [
    '1 załącznik',
    '2 załączniki',
    '5 załączników',
    '12 załączników',
    '22 załączniki',
    '112 załączników',
  ])
  assert.equal(counted(1, forms, 'en'), '1 annex')
})

test('thresholds in words', () => {
  const item = { operator: '>', amount: 300, unit: 'EUR', scope: 'item' } as const
  assert.equal(thresholdInWords(item, 'pl'), 'wartość powyżej 300 EUR za sztukę')
  assert.equal(thresholdInWords(item, 'en'), 'value of one item over 300 EUR')
  const price = { operator: '<=', amount: 44.1, unit: 'USD/barrel', scope: 'price' } as const
  assert.equal(thresholdInWords(price, 'pl'), 'cena najwyżej 44,1 USD za baryłkę')
  const unknown = { operator: '>=', amount: 2, unit: 'kg', scope: 'net_weight' } as const
  assert.equal(thresholdInWords(unknown, 'en'), 'net weight at least 2 kg')
})
