import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildAnswerer } from '../../src/answer/answer.ts'
import { inspectLaw } from '../../src/law/check.ts'
import { contentsAt, contentsOf } from '../../src/law/read/law-source.ts'
import { askOf, LAW } from '../real-law.ts'

/** The shipped law with other or further files. */
function lawWith(changes: Readonly<Record<string, string | ((text: string) => string)>>) {
  const files = new Map(contentsAt(LAW).files)
  for (const [path, change] of Object.entries(changes)) {
    const text = typeof change === 'string' ? change : change(files.get(path)!.toString())
    files.set(path, Buffer.from(text))
  }
  return inspectLaw(contentsOf('law', files))
}

const REGIME = `code: EU-AQ-1-2030
name: { pl: Sankcje wobec Antarktydy, en: Measures against Antarctica }
legal_act: { pl: Rozporządzenie na próbę, en: A regulation to try }
act: 32030R0001
country: AQ
consolidated: { celex: "02030R0001-20260101", version: 2026-01-01, sha256: null }
state: 2026-01-01
complete_from: 2026-01-01
worked_in: []
pending: []
data_quality: to_review
`

const ACT = `  - celex: 32030R0001
    kind: basic
    regime: EU-AQ-1-2030
    title: { pl: Rozporządzenie na próbę, en: A regulation to try }
    date: 2026-01-01
    oj: null
    in_force_from: 2026-01-01
    status: worked_in
`

const PLACE = `  - code: AQ
    name: { pl: Antarktyda, en: Antarctica }
    import: { pl: z Antarktydy, en: Antarctica }
    export: { pl: na Antarktydę, en: Antarctica }
    transit: { pl: przez Antarktydę, en: Antarctica }
    use: { pl: na Antarktydzie, en: in Antarctica }
`

const measure = (id: string, more: string): string => `  - id: "${id}"
    article: "${id}"
    inserted_by: 32030R0001
    applies_from: 2026-01-01
    scope: to_try
    title: { pl: Śnieg, en: Snow }
    summary: { pl: Nie wolno., en: Not allowed. }
${more}`

const EXPORT = measure(
  '1(1)',
  `    annex: I
    type: export_ban
    direction: export
    movement: { tests: [destination, use] }
    activities: [export]
`,
)
const IMPORT = measure(
  '1(2)',
  `    annex: null
    all_goods: true
    type: import_ban
    direction: import
    movement: { tests: [origin], into_union: true }
    activities: [import]
`,
)

const NEW_REGIME = {
  '1-2030/regime.yaml': REGIME,
  '1-2030/annexes.yaml': `annexes:
  - annex: I
    role: goods
uncoded:
  - annex: null
    measures: ["1(2)"]
    not_near: origin
    what: { pl: Wszystko, en: Everything }
`,
  '1-2030/annexes/I.tsv':
    'code\tpart\tdesignation\tfrom\tfrom_act\tmark\tact\n0101\t\tHorses\t2026-01-01\t32030R0001\tinserted\t32030R0001\n',
  '1-2030/measures/1.yaml': `article: "1"\nmeasures:\n${EXPORT}${IMPORT}`,
  'countries.yaml': (text: string) => text.replace('\nplaces:\n', `\nplaces:\n${PLACE}`),
  'acts.yaml': (text: string) => text + ACT,
  'regimes.yaml': (text: string) => `${text}  - 1-2030
`,
}

test('a regime is added by its files alone', () => {
  const { dataset, mistakes } = lawWith(NEW_REGIME)
  assert.deepEqual(mistakes, [])
  const answerer = buildAnswerer(dataset!, 'test')
  const found = (q: string, parameters: Record<string, string>) =>
    askOf(answerer, q, parameters).deal?.findings.filter(({ regime }) => regime === 'EU-AQ-1-2030')
  assert.deepEqual(
    found('0101 21 00', { destination: 'AQ' })?.map(({ kind, article }) => [kind, article]),
    [['prohibited', '1(1)']],
  )
  assert.deepEqual(
    found('0101 21 00', { destination: 'CL' })?.map(({ kind }) => kind),
    ['end_use'],
  )
  assert.deepEqual(
    found('2201 90 00', { origin: 'AQ' })?.map(({ kind, article }) => [kind, article]),
    [['prohibited', '1(2)']],
  )
  const plain = askOf(answerer, '0101 21 00', { regime: 'EU-AQ-1-2030' })
  assert.deepEqual(
    plain.results.map(({ article }) => article),
    ['1(2)', '1(1)'],
  )
  assert.equal(plain.assessment.headline, 'Prohibited: import from Antarctica; export to Antarctica (1/2030)')
  assert.equal(plain.scope.regimes[0]?.short_name, 'Antarctica')
})

describe('mistakes in movements and countries', () => {
  const mistakesOf = (path: string, from: string, to: string): string[] =>
    lawWith({
      [path]: (text) => {
        assert.ok(text.includes(from), `${path} has no ${from}`)
        return text.replace(from, to)
      },
    }).mistakes.map(({ what }) => what)
  const ART_12F = '833-2014/measures/12f.yaml'
  const KG = 'movement: { tests: [country], countries: [KG] }'

  for (const [name, path, from, to, expected] of [
    ['a measure without a movement', ART_12F, KG, 'note: { pl: x, en: x }', '"movement" is missing'],
    ['a country that is not there', ART_12F, KG, KG.replace('KG', 'ZZ'), 'ZZ is not among the countries'],
    [
      'a test without its country',
      ART_12F,
      KG,
      'movement: { tests: [country] }',
      'the test "country", and nothing else',
    ],
    ['a list that is not there', '833-2014/measures/12gb.yaml', 'except: VIII', 'except: IX', 'no list of countries'],
    ['a list of no regime', 'countries.yaml', 'regime: EU-BY-765-2006', 'regime: EU-BY-1-1', 'no regime EU-BY-1-1'],
    ['a target without words', 'countries.yaml', '- code: RU\n', '- code: AE\n', 'countries.yaml has no place for RU'],
    ['a country twice', 'countries.yaml', 'code: AE', 'code: AD', 'AD stands twice'],
    ['a territory elsewhere', 'countries.yaml', 'UA-43, country: UA', 'UA-43, country: PL', 'UA-43 is not part of PL'],
    ['a territory without a name', '692-2014/regime.yaml', '{ code: UA-43 }', '{ code: UA-99 }', 'UA-99 is not among'],
    [
      'evidence of nothing processed',
      '833-2014/measures/3ma.yaml',
      'tests: [processed]',
      'tests: [origin]',
      'evidence belongs to the test "processed"',
    ],
    ['a duty of no kind', '765-2006/measures/8ga.yaml', ', finding: due_diligence', '', 'says what kind of finding'],
    ['a national duty for no regime', 'national/pl.yaml', '[EU-RU-833-2014,', '[EU-RU-1-1,', 'no regime EU-RU-1-1'],
  ] as const) {
    test(name, () => {
      const found = mistakesOf(path, from, to)
      assert.ok(
        found.some((what) => what.includes(expected)),
        found.join('\n'),
      )
    })
  }
})
