import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseLimit, printLimit, printLimits } from './limit.ts'

test('a threshold is read as the annexes write it', () => {
  assert.deepEqual(parseLimit('>300 EUR item'), { operator: '>', amount: 300, unit: 'EUR', scope: 'item' })
  assert.deepEqual(parseLimit('<=44.1 USD/barrel price'), {
    operator: '<=',
    amount: 44.1,
    unit: 'USD/barrel',
    scope: 'price',
  })
  assert.deepEqual(parseLimit('>=1900 cm3 cylinder_capacity'), {
    operator: '>=',
    amount: 1900,
    unit: 'cm3',
    scope: 'cylinder_capacity',
  })
})

test('what is not written like a threshold is none', () => {
  for (const text of [
    '',
    '300 EUR item',
    '<300 EUR item',
    '=300 EUR item',
    '> 300 EUR item',
    '>300 EUR',
    '>300  EUR item',
    '>300 EUR item ',
    ' >300 EUR item',
    '>-300 EUR item',
    '>3,00 EUR item',
    '>300. EUR item',
    '>.5 carat diamond',
    '>three EUR item',
    '>300 EUR Item',
    '>300 EUR item\n',
  ]) {
    assert.equal(parseLimit(text), undefined, JSON.stringify(text))
  }
})

test('a unit belongs to what it measures', () => {
  assert.equal(parseLimit('>300 USD item'), undefined)
  assert.equal(parseLimit('<=60 EUR price'), undefined)
  assert.equal(parseLimit('>300 EUR dozen'), undefined)
})

test('words that every JavaScript object knows are no measures', () => {
  for (const scope of ['constructor', '__proto__']) {
    assert.equal(parseLimit(`>1 EUR ${scope}`), undefined, scope)
  }
})

/** The vocabulary of thresholds, written out once more. */
const units = [
  { unit: 'EUR', scope: 'item' },
  { unit: 'EUR', scope: 'value' },
  { unit: 'USD/barrel', scope: 'price' },
  { unit: 'kt', scope: 'quota' },
  { unit: 'cm3', scope: 'cylinder_capacity' },
  { unit: 'mm', scope: 'ground_clearance' },
  { unit: '%', scope: 'petroleum_oils' },
  { unit: 'carat', scope: 'diamond' },
]
const amounts = fc.oneof(
  fc.nat().map(String),
  fc.tuple(fc.nat({ max: 9999 }), fc.integer({ min: 1, max: 99 })).map(([whole, part]) => `${whole}.${part}`),
)

test('every threshold of the vocabulary is read for what it says', () => {
  const operators = fc.constantFrom('>' as const, '>=' as const, '<=' as const)
  fc.assert(
    fc.property(operators, amounts, fc.constantFrom(...units), (operator, amount, { unit, scope }) => {
      const limit = { operator, amount: Number(amount), unit, scope }
      assert.deepEqual(parseLimit(`${operator}${amount} ${unit} ${scope}`), limit)
      assert.deepEqual(parseLimit(printLimit(limit)), limit)
    }),
  )
})

test('thresholds are printed as a cell of an annex holds them', () => {
  const item = { operator: '>', amount: 300, unit: 'EUR', scope: 'item' } as const
  const price = { operator: '<=', amount: 44.1, unit: 'USD/barrel', scope: 'price' } as const
  assert.equal(printLimits([item, price]), '>300 EUR item; <=44.1 USD/barrel price')
  assert.equal(printLimits('any'), 'any')
  assert.equal(printLimits([]), '')
})

test('any other pair of unit and measure is refused', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(...units), fc.constantFrom(...units), (amount, one, other) => {
      const known = units.some(({ scope, unit }) => scope === one.scope && unit === other.unit)
      assert.equal(parseLimit(`>${amount} ${other.unit} ${one.scope}`) !== undefined, known)
    }),
  )
})
