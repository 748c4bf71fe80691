import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import type { DealFacts } from '../../terms/law-vocabulary.ts'
import type { StoredChange, StoredPage } from './stored-client.ts'
import { type StoredNames, storedChangesHtml } from './stored-html.ts'
import { storedSheets } from './stored-report.ts'

const NO_DEAL: DealFacts = { origin: null, dispatch: null, destination: null, via: null, value: null }
const DEAL: DealFacts = { origin: 'CN', dispatch: 'TR', destination: null, via: 'RU,BY', value: '120.50' }
const names = (of: (name: { pl: string; en: string }) => string): StoredNames => ({
  places: new Map(answerer.dataset.countries.codes.map((code) => [code, of(answerer.dataset.countries.name(code))])),
  targets: new Map([['UA', 'Krym i Sewastopol']]),
})
const POLISH = names(({ pl }) => pl)
const ENGLISH = names(({ en }) => en)
const NONE = { verdict: 'no_match', checked: true, extent: 'none', reaches: [] } as const

const changeOf = (item: string, deal: DealFacts): StoredChange => ({
  id: `ls-${item}`,
  item,
  q: '2603',
  ...deal,
  before: NONE,
  after: { ...NONE, sentence: 'Przywóz z Rosji jest zakazany.' },
  acts: [],
  day: '2026-11-15',
  dataset: 'v1',
})
/** What an assessment says. */
const SAID = {
  answer: 'none' as const,
  headline: 'Brak',
  reason: 'Brak.',
  questions: [],
  steps: [],
  sentence: 'Brak.',
}
const CHANGES = [changeOf('A-1', DEAL), changeOf('A-2', NO_DEAL)]

test('a change says which deal it is about; dispatch is told apart from countries on the way', () => {
  const asked = (language: 'pl' | 'en') =>
    [
      ...String(storedChangesHtml('erp', CHANGES, language === 'pl' ? POLISH : ENGLISH, language).markup).matchAll(
        /<small>(.*?)<\/small>/g,
      ),
    ].map(([, words]) => words)
  assert.deepEqual(asked('pl'), [
    '2603 (Chiny (wysyłka z: Turcja) → Rosja → Białoruś → Unia Europejska, 120.50 EUR)',
    '2603',
  ])
  assert.deepEqual(asked('en'), [
    '2603 (China (sent from: Türkiye) → Russia → Belarus → European Union, 120.50 EUR)',
    '2603',
  ])
})

test('a territory and the regime aimed at it are called by their names', () => {
  const reach = { country: 'UA', direction: 'import', kind: 'ban', extent: 'whole' } as const
  const crimea = {
    ...changeOf('A-1', { ...NO_DEAL, origin: 'UA-43', destination: 'PL' }),
    before: { ...NONE, reaches: [reach] },
  }
  const { markup } = storedChangesHtml('erp', [crimea], POLISH, 'pl')
  assert.ok(markup.includes('<small>2603 (Krym → Polska)</small>'), markup)
  assert.ok(markup.includes('<td>Krym i Sewastopol, przywóz: zakaz</td>'), markup)
})

test('a download has the facts of each deal in columns of their own', () => {
  const list: Omit<StoredPage, 'next'> = {
    name: 'erp',
    lang: 'pl',
    count: 2,
    prohibited: 0,
    state: 'checked',
    screened: null,
    changes: 2,
    updated_at: '2026-11-15T11:00:00.000Z',
    dataset: 'v1',
    as_of: '2026-11-15',
    disclaimer: 'Zastrzeżenie.',
    items: [DEAL, NO_DEAL].map((deal, at) => ({
      id: `A-${at}`,
      q: '2603',
      ...deal,
      verdict: 'no_match',
      assessment: { ...NONE, ...SAID, reaches: [], listed: false },
    })),
  }
  const [items, changes, about] = storedSheets(list, CHANGES, POLISH, 'pl')
  const facts = ['Skąd', 'Wysyłka z', 'Dokąd', 'Którędy', 'Wartość sztuki (EUR)']
  assert.deepEqual(items?.rows[0]?.slice(0, 7), ['Pozycja', 'Kod lub nazwa', ...facts])
  assert.deepEqual(items?.rows[1]?.slice(0, 7), ['A-0', '2603', 'Chiny', 'Turcja', '', 'Rosja, Białoruś', '120.50'])
  assert.deepEqual(items?.rows[2]?.slice(2, 7), ['', '', '', '', ''])
  assert.deepEqual(changes?.rows[0]?.slice(0, 8), ['Dzień', 'Pozycja', 'Kod lub nazwa', ...facts])
  assert.deepEqual(changes?.rows[1]?.slice(2, 8), ['2603', 'Chiny', 'Turcja', '', 'Rosja, Białoruś', '120.50'])
  for (const sheet of [items, changes])
    for (const row of sheet?.rows ?? []) assert.equal(row.length, sheet?.rows[0]?.length)
  assert.deepEqual(about?.rows.at(-1), ['Zastrzeżenie', 'Zastrzeżenie.'])
})
