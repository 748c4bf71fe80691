import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import type { ListChanges } from '../../client/api-types.ts'
import { ITEM_FIELDS, type ItemFields } from '../../law/terms/law-vocabulary.ts'
import { type StoredNames, storedChangesHtml } from './stored-html.ts'
import { type StoredList, storedSheets } from './stored-report.ts'

const NO_FIELDS = Object.fromEntries(ITEM_FIELDS.map((field) => [field, null])) as ItemFields
const FIELDS: ItemFields = {
  ...NO_FIELDS,
  ...{ origin: 'CN', dispatch: 'TR', via: 'RU,BY', value: '120.50', facts: '833-2014.use:no' },
}
const names = (of: (name: { pl: string; en: string }) => string): StoredNames => ({
  places: new Map(answerer.dataset.countries.codes.map((code) => [code, of(answerer.dataset.countries.name(code))])),
  targets: new Map([['UA', 'Krym i Sewastopol']]),
})
const POLISH = names(({ pl }) => pl)
const ENGLISH = names(({ en }) => en)
const NONE: ListChanges['changes'][number]['before'] = {
  answer: 'none',
  verdict: 'no_match',
  checked: true,
  extent: 'none',
  reaches: [],
}

const changeOf = (item: string, asked: ItemFields): ListChanges['changes'][number] => ({
  id: `ls-${item}`,
  item,
  q: '2603',
  ...asked,
  before: NONE,
  after: { ...NONE, sentence: 'Przywóz z Rosji jest zakazany.' },
  acts: [],
  day: '2026-11-15',
  recorded_at: '2026-11-15T11:00:00.000Z',
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
const CHANGES = [changeOf('A-1', FIELDS), changeOf('A-2', NO_FIELDS)]

test('a change says which deal it is about; dispatch is told apart from countries on the way', () => {
  const asked = (language: 'pl' | 'en') =>
    [
      ...String(storedChangesHtml('erp', CHANGES, language === 'pl' ? POLISH : ENGLISH, language).markup).matchAll(
        /<small>(.*?)<\/small>/g,
      ),
    ].map(([, words]) => words)
  assert.deepEqual(asked('pl'), [
    '2603 (Chiny (wysyłka z: Turcja) → Rosja → Białoruś → Unia Europejska, 120.50 EUR; 833-2014.use:no)',
    '2603',
  ])
  assert.deepEqual(asked('en'), [
    '2603 (China (sent from: Türkiye) → Russia → Belarus → European Union, 120.50 EUR; 833-2014.use:no)',
    '2603',
  ])
})

test('a territory and the regime aimed at it are called by their names', () => {
  const reach = { country: 'UA', direction: 'import', kind: 'ban', extent: 'whole' } as const
  const crimea = {
    ...changeOf('A-1', { ...NO_FIELDS, origin: 'UA-43', destination: 'PL' }),
    before: { ...NONE, reaches: [reach] },
  }
  const { markup } = storedChangesHtml('erp', [crimea], POLISH, 'pl')
  assert.ok(markup.includes('<small>2603 (Krym → Polska)</small>'), markup)
  assert.ok(markup.includes('<td>Krym i Sewastopol, przywóz: zakaz</td>'), markup)
})

test('a download has what was asked of each item in columns of their own', () => {
  const list: StoredList = {
    name: 'erp',
    lang: 'pl',
    count: 2,
    prohibited: 0,
    state: 'checked',
    screened: null,
    changes: 2,
    notify: null,
    notify_confirmed: false,
    created_at: '2026-11-15T11:00:00.000Z',
    updated_at: '2026-11-15T11:00:00.000Z',
    dataset: 'v1',
    as_of: '2026-11-15',
    disclaimer: 'Zastrzeżenie.',
    items: [FIELDS, NO_FIELDS].map((asked, at) => ({
      id: `A-${at}`,
      q: '2603',
      ...asked,
      verdict: 'no_match',
      assessment: { ...NONE, ...SAID, reaches: [], listed: false },
    })),
  }
  const [items, changes, about] = storedSheets(list, CHANGES, POLISH, 'pl')
  const deal = ['Skąd', 'Wysyłka z', 'Dokąd', 'Którędy', 'Wartość sztuki (EUR)']
  const fields = [...deal, 'Kierunek', 'Reżim', 'Data umowy', 'Fakty']
  assert.deepEqual(items?.rows[0]?.slice(0, 11), ['Pozycja', 'Kod lub nazwa', ...fields])
  assert.deepEqual(items?.rows[1]?.slice(0, 7), ['A-0', '2603', 'Chiny', 'Turcja', '', 'Rosja, Białoruś', '120.50'])
  assert.equal(items?.rows[1]?.[10], '833-2014.use:no')
  assert.deepEqual(
    items?.rows[2]?.slice(2, 11),
    fields.map(() => ''),
  )
  assert.deepEqual(changes?.rows[0]?.slice(0, 12), ['Dzień', 'Pozycja', 'Kod lub nazwa', ...fields])
  assert.deepEqual(changes?.rows[1]?.slice(2, 8), ['2603', 'Chiny', 'Turcja', '', 'Rosja, Białoruś', '120.50'])
  for (const sheet of [items, changes])
    for (const row of sheet?.rows ?? []) assert.equal(row.length, sheet?.rows[0]?.length)
  assert.deepEqual(about?.rows.at(-1), ['Zastrzeżenie', 'Zastrzeżenie.'])
})
