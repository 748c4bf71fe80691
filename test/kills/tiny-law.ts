import type { LawFiles } from '../../src/law/read/law-files.ts'
import { NOMENCLATURE_COLUMNS } from '../../src/law/read/read-nomenclature.ts'

/** Headings of the tariff of a tiny law. */
export const HEADINGS: readonly string[] = Array.from({ length: 12 }, (_, at) => `84${String(at + 1).padStart(2, '0')}`)

const ACT = '32026R0001'
const REGIME = 'EU-AQ-1-2026'

/**
 * The files of an invented law with one annex that lists these headings. It is as valid as the real one and read in a
 * fiftieth of the time, for processes that are started thousands of times.
 */
export function tinyLaw(listed: readonly string[]): LawFiles {
  const files = {
    'acts.yaml': `acts:
  - celex: ${ACT}
    kind: basic
    regime: ${REGIME}
    title: { pl: Rozporządzenie na próbę, en: A regulation to try }
    date: 2026-01-01
    oj: null
    in_force_from: 2026-01-01
    status: worked_in
`,
    'regimes.yaml': 'regimes: [1-2026]\n',
    'words.yaml': 'means: []\n',
    'words.tsv': table(['codes', 'pl', 'en'], []),
    'lexicon.tsv': table(['word', 'language', 'class', 'expansion'], []),
    'near.tsv': table(['list', 'goods', 'codes', 'weak'], []),
    'guides.yaml': 'guides: []\n',
    'hints.yaml': `roles: { origin: [], destination: [], via: [], at: [] }
and: []
stays: []
symbols: []
ambiguous: []
persons: { family: [], friends: [], others: [] }
verbs: { bought: [], brought: [], gets: [], goes: [], trade: [], mine: [] }
private: { always: [], journey: [], own: [], giving: [], work: [] }
beside: { parcels: [], packing: [], packing_of: [], travel: [], talk: [] }
euro: []
thousand: []
named: {}
places: {}
frequent: []
direct: []
by_land: []
`,
    'taric-documents.tsv': table(DOCUMENT_COLUMNS, []),
    'nomenclature/cn.tsv': table(NOMENCLATURE_COLUMNS, [
      ['section', 'XVI', '2026', '', '', '', 'Maszyny', 'Machinery', '', ''],
      ['chapter', '84', '2026', '', '', '', 'Maszyny', 'Machinery', '', ''],
      ...HEADINGS.map((code) => [
        'cn8',
        `${code}0000`,
        '2026',
        '',
        '0',
        '',
        `Maszyna ${code}`,
        `Machine ${code}`,
        '',
        '',
      ]),
    ]),
    '1-2026/regime.yaml': `code: ${REGIME}
name: { pl: Sankcje wobec Antarktydy, en: Measures against Antarctica }
legal_act: { pl: Rozporządzenie na próbę, en: A regulation to try }
act: ${ACT}
country: AQ
consolidated: { celex: "02026R0001-20260101", version: 2026-01-01, sha256: null }
state: 2026-01-01
complete_from: 2026-01-01
worked_in: []
pending: []
data_quality: to_review
`,
    '1-2026/annexes.yaml': `annexes:
  - annex: I
    role: goods
uncoded: []
`,
    '1-2026/annexes/I.tsv': table(
      LISTING_COLUMNS,
      listed.map((code) => [code, '', `Machine ${code}`, '2026-01-01', ACT, 'inserted', ACT]),
    ),
    '1-2026/measures/1.yaml': `article: "1"
measures:
  - id: "1(1)"
    article: "1(1)"
    inserted_by: ${ACT}
    applies_from: 2026-01-01
    scope: to_try
    title: { pl: Maszyny, en: Machines }
    summary: { pl: Nie wolno., en: Not allowed. }
    annex: I
    type: export_ban
    direction: export
    flow: EU_to_AQ
    movement: { tests: [destination, use] }
    activities: [export]
`,
    'countries.yaml': `union:
  - { code: PL, from: 2004-05-01 }
lists: []
territories: []
places:
  - code: AQ
    name: { pl: Antarktyda, en: Antarctica }
    import: { pl: z Antarktydy, en: Antarctica }
    export: { pl: na Antarktydę, en: Antarctica }
    transit: { pl: przez Antarktydę, en: Antarctica }
    use: { pl: na Antarktydzie, en: in Antarctica }
countries:
  - { code: AQ, pl: Antarktyda, en: Antarctica }
  - { code: PL, pl: Polska, en: Poland }
`,
  }
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
}

const DOCUMENT_COLUMNS = [
  ...['code', 'regime', 'articles', 'direction', 'purpose', 'from', 'from_basis', 'until', 'until_basis'],
  ...['confidence', 'text_pl', 'text_en', 'source', 'remark'],
]
const LISTING_COLUMNS = ['code', 'part', 'designation', 'from', 'from_act', 'mark', 'act']

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, ...rows].map((cells) => `${cells.join('\t')}\n`).join('')
