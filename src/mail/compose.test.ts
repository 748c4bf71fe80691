import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToldPart } from '../store/alerts/mail-leases.ts'
import type { RecordedChange } from '../store/versions/changes.ts'
import { confirmation, digest, type MailLaw, watchInWords } from './compose.ts'
import { textOf } from './render.ts'

const LAW = {
  acts: [
    {
      celex: '32026R1848',
      title: { pl: 'Rozporządzenie Rady (UE) 2026/1848', en: 'Council Regulation (EU) 2026/1848' },
    },
  ],
  regimes: [
    { data: { code: 'EU-RU-833-2014' }, shortName: { pl: 'Rosja', en: 'Russia' } },
    { data: { code: 'EU-IR-267-2012' }, shortName: { pl: 'Iran (267/2012)', en: 'Iran (267/2012)' } },
  ],
} as unknown as MailLaw

const part = (over: object = {}): ToldPart =>
  ({
    alert: { id: 'a', language: 'pl', codes: ['847130'], regime: null, listId: null, listName: null, ...over },
    from: 0,
    upto: 9,
    endToken: 'end',
  }) as unknown as ToldPart

const change = (text: RecordedChange['text'], act: string | null): RecordedChange => ({
  id: text.pl,
  type: 'listing.added',
  day: '2026-07-24',
  regime: 'EU-RU-833-2014',
  annex: 'XXIII',
  article: '3k(1)',
  cn_codes: ['8471 30'],
  act,
  text,
  seq: 1,
  recordedAt: '2026-07-25T08:00:00.000Z',
})

const ADDED = change(
  {
    pl: '8471 30 dodano do załącznika XXIII. Rozporządzenie Rady (UE) 2026/1848, od 24 lipca 2026 r.',
    en: '8471 30 added to Annex XXIII. Council Regulation (EU) 2026/1848, from 24 July 2026.',
  },
  '32026R1848',
)
const UNKNOWN = change(
  { pl: 'ex 8471 dodano do załącznika XXIII. 32099R0001, od 24 lipca 2026 r. Uwaga.', en: 'ex 8471 added. Note.' },
  null,
)

for (const [language, heading, row] of [
  ['pl', 'Od 24 lipca 2026 r. · Rosja · Rozporządzenie Rady (UE) 2026/1848', '8471 30 dodano do załącznika XXIII.'],
  ['en', 'From 24 July 2026 · Russia · Council Regulation (EU) 2026/1848', '8471 30 added to Annex XXIII.'],
] as const)
  test(`act and day stand in the heading, not again with every row: ${language}`, () => {
    const told = { parts: [part({ language })], endToken: 'all', recipientId: 'r' }
    const mail = digest(told, [ADDED, UNKNOWN], [], LAW, 'https://cn.example.com')
    const [unknown, known] = mail?.sections ?? []
    assert.deepEqual([known?.title, known?.items.map(({ text }) => text)], [heading, [row]])
    assert.equal(unknown?.items[0]?.text, UNKNOWN.text[language], 'what is not in the heading stays')
    assert.ok(mail && textOf(mail).includes(`* ${row}\n`))
  })

test('says what an alert is about, without brackets inside brackets', () => {
  const watched = (over: object) => watchInWords(part(over).alert, LAW, 'pl')
  assert.equal(watched({}), '8471 30 (Rosja i Białoruś)')
  assert.equal(watched({ codes: [], regime: 'EU-IR-267-2012' }), 'wszystkie towary (Iran, 267/2012)')
  assert.equal(watched({ listId: 'l', listName: 'erp' }), 'lista erp')
  const { lead } = confirmation(
    { confirm: part({ codes: [] }), confirmToken: 'token', never: { id: 'mb', token: 'other' } },
    LAW,
    'https://cn.example.com',
  )
  assert.match(lead[0] ?? '', /: wszystkie towary \(Rosja i Białoruś\)\.$/)
})
