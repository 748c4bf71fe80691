import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTE_PARTS, type Said, saidWords, withoutSaid, withSaid } from './said.ts'

const asked = (q: string, filters: Record<string, string> = {}) => ({ language: 'pl', q, filters }) as const
const GEORGIA: Said = {
  destination: 'GE',
  value: '120',
  words: { destination: 'do Gruzji', value: '120 euro' },
}

test('the text wins over fields that were kept, of whose route only the other end stays', () => {
  const kept = { origin: 'PL', destination: 'RU', via: 'BY', dispatch: 'DE', value: '700', contract_date: '2024-01-01' }
  assert.deepEqual(withSaid(asked('zegarek 120 euro do Gruzji', kept), GEORGIA).filters, {
    origin: 'PL',
    destination: 'GE',
    value: '120',
    contract_date: '2024-01-01',
  })
  assert.deepEqual(withSaid(asked('laptop', kept), undefined).filters, kept)
  const value: Said = { value: '50', words: { value: '50 euro' } }
  assert.equal(withSaid(asked('perfumy za 50 euro', kept), value).filters.via, 'BY', 'a value changes no route')
  const same: Said = { destination: 'PL', words: { destination: 'do Polski' } }
  assert.deepEqual(withSaid(asked('rury do Polski', { origin: 'PL' }), same).filters, { destination: 'PL' })
})

test('a field that was edited after the text wins, and its words leave the text', () => {
  const edited = withSaid(asked('zegarek 120 euro do Gruzji', { destination: 'KZ' }), GEORGIA, new Set(['destination']))
  assert.deepEqual(edited, asked('zegarek 120 euro', { destination: 'KZ', value: '120' }))
  const alone: Said = { destination: 'RU', words: { destination: 'do Rosji' } }
  assert.equal(withSaid(asked('do Rosji', {}), alone, new Set(['destination'])).q, 'do Rosji')
})

test('what was used is told by its words in their order, and one tap takes it back', () => {
  const said: Said = {
    ...{ origin: 'PL', destination: 'KZ', via: ['RU'] },
    words: { origin: 'z Polski', via: 'przez Rosję', destination: 'do Kazachstanu' },
  }
  const question = withSaid(asked('laptopy z Polski do Kazachstanu przez Rosję'), said)
  assert.deepEqual(question.filters, { origin: 'PL', destination: 'KZ', via: 'RU' })
  assert.equal(saidWords(question, said, ROUTE_PARTS), 'z Polski do Kazachstanu przez Rosję')
  assert.equal(saidWords(question, said, ['value']), '')
  assert.deepEqual(withoutSaid(question, said, ROUTE_PARTS), asked('laptopy'))
})
