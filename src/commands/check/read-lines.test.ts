import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import { UsageError } from '../shell.ts'
import { linesIn } from './read-lines.ts'

const { countries } = answerer.dataset
const read = (text: string | Uint8Array, ignoreOthers = false) =>
  linesIn(typeof text === 'string' ? Buffer.from(text) : text, { countries, language: 'en', ignoreOthers })

const asked = (text: string) => read(text).map(({ asked: q }) => q)
const refused = (text: string, message: RegExp) =>
  assert.throws(
    () => read(text),
    (error) => error instanceof UsageError && message.test(error.message),
  )

describe('a file', () => {
  test('has titles in English or Polish, in any order, and any usual separator; zeros stay', () => {
    const expected = {
      row: 2,
      id: 'A-1',
      asked: '0102 21',
      parameters: {
        q: '0102 21',
        origin: 'PL',
        destination: 'KZ',
        via: 'RU,UZ',
        contract_date: '2022-01-31',
        direction: 'export',
        regime: 'EU-RU-833-2014',
      },
      problem: null,
    }
    const cells = ['A-1', '0102 21', 'Polska', 'Kazakhstan', 'RU/Uzbekistan', '2022-01-31', 'Eksport', 'EU-RU-833-2014']
    const english = ['ID', 'CN code', 'origin', 'Country of destination', 'via', 'contract_date', 'Direction', 'regime']
    const polish = [
      'Lp.',
      'Kod CN',
      'Kraj pochodzenia',
      'Państwo docelowe',
      'Tranzyt',
      'Data umowy',
      'Kierunek',
      'Reżim',
    ]
    for (const titles of [english, polish]) {
      for (const separator of [',', ';', '\t', '|']) {
        assert.deepEqual(read(`\uFEFF${titles.join(separator)}\r\n${cells.join(separator)}\r\n`), [expected])
        const quoted = [titles, cells].map((row) => row.map((cell) => `"${cell}"`).join(separator)).join('\n')
        assert.deepEqual(read(quoted), [expected])
      }
    }
    assert.deepEqual(read(`${english.toReversed().join()}\n${cells.toReversed().join()}`), [expected])
  })

  test('asks q, else the code, else the name; the row stands for an id', () => {
    const lines = read('q;code;name\n;;laptop\n;7304;rury\n8471;7304;rury\n')
    assert.deepEqual(
      lines.map(({ id, asked: q }) => `${id} ${q}`),
      ['2 laptop', '3 7304', '4 8471'],
    )
  })

  test('of one column needs no quotes, and no title at all', () => {
    assert.deepEqual(asked('name\nrury, stalowe\nkonie; żywe'), ['rury, stalowe', 'konie; żywe'])
    assert.deepEqual(asked('0102\n7304 11 00\n'), ['0102', '7304 11 00'])
    assert.deepEqual(asked('"7304"\n\n0102'), ['7304', '0102'])
    assert.equal(read('7304\n\n0102')[1]?.row, 3)
  })

  test('keeps what is quoted together, and is read in the encodings of Polish Excel', () => {
    assert.deepEqual(asked('id;name\n1;"rura ""cienka""; stalowa"\n'), ['rura "cienka"; stalowa'])
    // "żółw" in Windows-1250.
    const bytes = Buffer.concat([Buffer.from('id;nazwa\n1;'), Buffer.from([0xbf, 0xf3, 0xb3, 0x77])])
    assert.equal(read(bytes)[0]?.asked, 'żółw')
    assert.deepEqual(asked('sep=;\nid;kod\n1;7304\n'), ['7304'])
  })

  test('with a column that is not known, named twice or missing is refused as a whole', () => {
    refused(
      'code,orgin\n7304,RU',
      /^Unknown columns: orgin\. .*\nKnown columns, .*origin, dispatch, destination, via, value/,
    )
    refused('code,kod cn\n7304,7304', /^Several columns mean the same: code, kod cn\./)
    refused('id,origin\n1,RU', /^There is no column with a code or a name/)
    refused('', /^There is nothing in the file/)
    refused('PK\u0003\u0004 a workbook \0 of Excel', /^This is no text file/)
    refused(`code\n${'7304\n'.repeat(50_001)}`, /^The file is too large: at most 50000 rows/)
    assert.deepEqual(
      read('code,price\n7304,"1,50"\n', true).map(({ parameters }) => parameters),
      [{ q: '7304' }],
    )
  })

  test('with a bad line has a problem in that line alone', () => {
    const lines = read(
      'kod;nazwa;kraj pochodzenia\n7304;;RU;nadmiar\n3,06E+07;;\n03.06.2017;;\ndo ustalenia;;\n;;RU\n7304;;Narnia',
    )
    assert.deepEqual(
      lines.map(({ problem }) => problem),
      ['row_too_wide', 'cell_rounded', 'cell_date', 'cell_no_code', null, null],
    )
    // What no parameter takes is passed on, to be refused like any other question.
    assert.deepEqual(lines[4]?.parameters, { origin: 'RU' })
    assert.deepEqual(lines[5]?.parameters, { q: '7304', origin: 'Narnia' })
  })
})
