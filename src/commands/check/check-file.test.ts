import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recordsIn } from '../../../test/csv.ts'
import { answerer, TODAY } from '../../../test/real-law.ts'
import type { Day } from '../../base/day.ts'
import { type FileCheck, resultAsCsv, resultAsJson, Tally, tallyInWords } from './check-file.ts'
import type { FailOn } from './fail-on.ts'
import { linesIn } from './read-lines.ts'

const CHECK: FileCheck = { answerer, language: 'en', asOf: TODAY, defaults: {}, failOn: null }
const lines = (text: string) =>
  linesIn(Buffer.from(text), { countries: answerer.dataset.countries, language: 'en', ignoreOthers: false })

function checked(text: string, over: Partial<FileCheck> = {}) {
  const tally = new Tally()
  const csv = [...resultAsCsv(lines(text), { ...CHECK, ...over }, ',', tally)].join('')
  return { tally, records: recordsIn(csv, ',') }
}

/** Whether `--fail-on` would stop a script, for each of its words. */
const failures = (text: string, over: Partial<FileCheck> = {}) =>
  (['prohibited', 'depends', 'not_checked', 'duties'] as const).filter(
    (failOn: FailOn) => checked(text, { ...over, failOn }).tally.failed > 0,
  )

const FILE = 'id,code,name,origin,destination\nA,0102,,,\nB,7304 11 00,,PL,RU\nC,,qwertzuiop,,\nD,730,,,\nE,7304,,PL,\n'

describe('the lines of a file', () => {
  test('have an answer or a problem each, as CSV', () => {
    const { records, tally } = checked(FILE)
    assert.deepEqual(
      records.map(({ row, id, verdict, problem }) => [row, id, verdict, problem].join(' ')),
      [
        '2 A no_match ',
        '3 B restricted ',
        '4 C not_checked ',
        '5 D not_checked q_code_length',
        '6 E not_checked deal_incomplete',
      ],
    )
    assert.deepEqual([tally.lines, tally.prohibited, tally.notChecked, tally.wrong], [5, 1, 3, 2])
    assert.match(
      tallyInWords(tally, 'en'),
      /^Lines: 5; prohibited: 1; .*not checked: 3\.\n {2}row 4: Not checked: .*\n/,
    )
  })

  test('and as JSON in the form of a batch', () => {
    for (const detail of ['short', 'full'] as const) {
      const text = [...resultAsJson(lines(FILE), CHECK, detail, new Tally())].join('')
      const { items, as_of, dataset } = JSON.parse(text)
      assert.deepEqual([as_of, dataset, items.length], [TODAY, answerer.dataset.version, 5])
      assert.deepEqual(
        items.map(({ id, status, verdict, problem }: Record<string, { code: string }>) => [
          id,
          status,
          verdict ?? problem?.code,
        ]),
        [
          ['A', 'ok', 'no_match'],
          ['B', 'ok', 'restricted'],
          ['C', 'ok', 'no_match'],
          ['D', 'error', 'q_code_length'],
          ['E', 'error', 'deal_incomplete'],
        ],
      )
      assert.equal('matches' in items[0], detail === 'short')
    }
  })

  test('take from the command line what their own cells leave open', () => {
    const { records } = checked('code,destination\n8471 50,KZ\n8471 50,RU\n', {
      defaults: { origin: 'PL', destination: 'KZ' },
    })
    const [kazakhstan, russia] = records
    assert.match(russia?.sentence ?? '', /^(?:Zakaz|Prohibited): /)
    assert.match(kazakhstan?.sentence ?? '', /^(?:Brak zakazu|No ban)/)
  })
})

describe('--fail-on', () => {
  const all: readonly FailOn[] = ['prohibited', 'depends', 'not_checked', 'duties']

  test('stops for the answer that it names and for graver ones, and for whatever was not checked', () => {
    const toRussia = (code: string, over: Partial<FileCheck> = {}) =>
      failures(`code,origin,destination\n${code},DE,RU`, over)
    assert.deepEqual(toRussia('8482 10 10'), ['prohibited', 'depends', 'duties'])
    assert.deepEqual(toRussia('3303 00 90'), ['depends', 'duties'], '3h(1): the value decides')
    assert.deepEqual(failures('code,origin,destination\n8532 24 00,DE,VN'), ['duties'], '12g(1)')
    assert.deepEqual(failures('code,origin,destination\n2202 10 00,DE,BY'), [])
    for (const bad of ['code\n99999999', 'name\nqwertzuiop', 'code\n730', 'code\ntbd', 'id,code\n1,']) {
      assert.deepEqual(failures(bad), all, bad)
      assert.deepEqual(failures(`${bad}\n${bad.startsWith('id') ? '2,' : ''}0102`), all, `${bad} beside a good line`)
    }
  })

  test('stops for a day before the data of a regime that the answer is about', () => {
    assert.deepEqual(failures('code\n0102', { asOf: '2003-01-01' as Day }), all)
    assert.deepEqual(failures('code,regime\n0102,EU-BY-765-2006', { asOf: '2021-08-01' as Day }), [])
  })
})
