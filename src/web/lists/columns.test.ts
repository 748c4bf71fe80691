import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readQuery } from '../../answer/question/question.ts'
import { columnsOf } from './columns.ts'
import { asking, type DealSource, hasLostZero, linesOf } from './lines.ts'
import { placeReader } from './places.ts'
import { type Cell, textCell } from './table.ts'

const table = (...rows: readonly (readonly (string | number)[])[]) =>
  rows.map((cells, at) => ({
    number: at + 1,
    cells: cells.map(
      (value): Cell => (typeof value === 'string' ? textCell(value) : { text: String(value), kind: 'number' }),
    ),
  }))

describe('the column to check', () => {
  const picked = (...rows: readonly (readonly (string | number)[])[]) => columnsOf(table(...rows)).picked

  test('is the only one', () => {
    assert.equal(picked(['8471'], ['laptop']), 0)
    assert.equal(picked(['', 'rury'], ['', 'śruby']), 1)
  })

  test('is the codes, whatever stands beside them', () => {
    assert.equal(
      picked(
        ['Lp.', 'Nazwa towaru', 'Kod CN', 'Ilość'],
        [1, 'rury', '7304 11 00', 1200],
        [2, 'laptop', '8471 30 00', 4000],
      ),
      2,
    )
    assert.equal(picked(['rury', '73041100'], ['laptop', '84713000']), 1)
    assert.equal(
      picked(['id', 'HS code'], [123456, 847130], [123457, 730411]),
      1,
      'a header tells two columns of numbers apart',
    )
  })

  test('is the codes by their title, although some lines have a name or nothing there', () => {
    assert.equal(
      picked(
        ['Kod CN', 'Nazwa'],
        ['8471 30 00', 'laptop'],
        ['kawior', 'kawior'],
        ['7304 11 00', 'rury'],
        ['', 'Razem'],
      ),
      0,
    )
  })

  test('is the names when there are no codes', () => {
    assert.equal(picked(['Nr', 'Nazwa towaru', 'Kraj'], ['A1', 'rury stalowe', 'PL'], ['A2', 'laptop', 'DE']), 1)
  })

  test('is for a person to pick when two would do, or none', () => {
    assert.equal(picked(['73041100', '84713000'], ['73041100', '84713000']), null)
    assert.equal(picked(['a', 'b'], ['c', 'd']), null)
    assert.equal(picked(['rury', 2024], ['laptop', 2025]), null, 'years are no codes')
  })
})

describe('the columns of a deal', () => {
  test('are known by their titles and are never taken for the goods', () => {
    const found = columnsOf(
      table(
        ['Kraj pochodzenia towaru', 'Nazwa towaru', 'Kraj docelowy', 'Tranzyt'],
        ['Chiny', 'rury stalowe', 'Kazachstan', 'Rosja'],
        ['Polska', 'laptop', 'Turcja', ''],
      ),
    )
    assert.deepEqual([found.header.at, found.picked, found.places], [0, 1, { origin: 0, destination: 2, via: 3 }])
  })

  test('are none without titles', () => {
    assert.deepEqual(columnsOf(table(['PL', '8471 30 00', 'KZ'], ['PL', '7304 11 00', 'KZ'])).places, {})
  })
})

const read = placeReader([
  { code: 'PL', names: ['Polska', 'Poland'] },
  { code: 'CN', names: ['Chiny'] },
  { code: 'KZ', names: ['Kazachstan'] },
  { code: 'KG', names: ['Kirgistan'] },
  { code: 'RU', names: ['Rosja'] },
])

describe('a sheet as people send it', () => {
  const sheet = table(
    ['Specyfikacja do faktury FV/11/2026'],
    ['Nadawca:', 'Ola Sp. z o.o.', '', 'Zamówienie', 45001234],
    ['Lp.', 'Towar', '', 'Kraj', '', 'Wartość', 'Uwagi'],
    ['', 'Nazwa handlowa towaru', 'Kod CN', 'pochodzenia', 'przeznaczenia', 'EUR / szt.', 'Data wysyłki'],
    [1, 2, 3, 4, 5, 6, 7],
    [1, 'Laptop 15"', 84713000, 'Chiny', 'Kazachstan', 820.5, '2026-11-20'],
    [2, 'Rury stalowe', '', 'Polska', 'Kazachstan', 12, '2026-11-20'],
    [3, 'Łożyska', 'brak', 'PL', 'KZ', 3, '2026-11-20'],
    ['', 'Razem', '', '', '', 835.5, ''],
    ['', '', '', '', '', '', 'Sporządziła: Anna'],
  )
  const found = columnsOf(sheet, { read })

  test('has its header in two rows below the titles of the sheet, and numbers its columns', () => {
    assert.deepEqual([found.header.at, found.header.skip], [2, 5])
    assert.deepEqual(
      found.columns.map(({ title }) => title),
      [
        'Lp.',
        'Towar Nazwa handlowa towaru',
        'Towar Kod CN',
        'Kraj pochodzenia',
        'Kraj przeznaczenia',
        'Wartość EUR / szt.',
        'Uwagi Data wysyłki',
      ],
    )
  })

  test('tells codes, names, countries and values apart; a day of dispatch is no country', () => {
    assert.deepEqual([found.picked, found.named, found.places], [2, 1, { origin: 3, destination: 4, value: 5 }])
  })

  test('is asked by name where the code is missing; sums and footers are left out', () => {
    const deal = { columns: found.places, all: {}, read }
    const lines = linesOf(sheet, 2, { skip: 5, addZeros: false, named: found.named, deal })
    assert.deepEqual(
      lines.map(({ row, given, label, skipped }) => [row, given, label, skipped]),
      [
        [6, '84713000', 'Laptop 15"', null],
        [7, 'Rury stalowe', '', null],
        [8, 'Łożyska', '', null],
        [9, 'Razem', '', 'total'],
        [10, '', '', 'empty'],
      ],
    )
    assert.deepEqual(lines[0]?.deal, { origin: 'CN', destination: 'KZ', value: '820.5' })
  })

  test('can have another header, or none, if the user says so', () => {
    assert.equal(columnsOf(sheet, { read, header: 3 }).columns[2]?.title, 'Kod CN')
    assert.equal(columnsOf(sheet, { read, header: null }).header.skip, 0)
  })
})

describe('columns known by what stands in them', () => {
  const rows = (title: string, ...cells: string[]) =>
    table(['Kod CN', title], ...cells.map((cell) => ['8471 30 00', cell]))
  const placed = (title: string, ...cells: string[]) => columnsOf(rows(title, ...cells), { read })

  test('are countries of a deal where the title suggests it, and companies are not', () => {
    assert.deepEqual(placed('Odbiorca', 'Kazachstan', 'KZ').places, { destination: 1 })
    assert.deepEqual(placed('Kraj dostawcy', 'Polska', 'PL').places, { dispatch: 1 })
    assert.deepEqual(placed('Odbiorca', 'Kazachstan', 'Firma X', 'Firma Y').places, {})
  })

  test('are for the user to place where the title says nothing but that they are countries', () => {
    const found = placed('Kraj', 'Kazachstan', 'PL')
    assert.deepEqual([found.places, found.unplaced], [{}, ['Kraj']])
    assert.deepEqual(placed('J.m.', 'kg', 'kg').unplaced, [], 'a unit is no Kyrgyzstan')
  })

  test('a title that can mean nothing else keeps its column, so that cells nobody can read are told', () => {
    assert.deepEqual(placed('Kraj pochodzenia', 'Hiszp.', 'Niem.').places, { origin: 1 })
    assert.deepEqual(placed('Miejsce wysyłki', 'Hamburg', 'Gdynia').places, {})
  })

  test('are no names where a title says something else', () => {
    assert.equal(columnsOf(table(['Kod CN', 'Uwagi'], ['8471 30 00', 'poufne'], ['', 'pilne'])).named, null)
    assert.equal(columnsOf(table(['Kod CN', 'Wyszczególnienie'], ['8471 30 00', 'laptop'], ['', 'rury'])).named, 1)
  })

  test('hold codes rather than amounts, and names where there are no codes', () => {
    assert.equal(columnsOf(table([73041100, 1200, 'rury'], [84713000, 4000, 'laptop'])).picked, 0)
    assert.equal(columnsOf(table([73041100, 1200, 'rury'], [84713000, 4000, 'laptop'])).named, 2)
    assert.equal(columnsOf(table(['Towar', 'Ilość'], ['rury', 1200], ['laptop', 4000])).picked, 0)
  })
})

describe('the deal of a line', () => {
  const rows = table(
    ['8471 50', 'Polska', 'KZ', 'Rosja'],
    ['8471 50', '', 'kazachstan', ''],
    ['8471 50', 'SU', 'KZ', 'Rosja i inne'],
    ['8471 50', '', '', ''],
  )
  const columns = { origin: 1, destination: 2, via: 3 }
  const dealsOf = (deal: DealSource | null) => linesOf(rows, 0, { skip: 0, addZeros: false, deal })

  test('is read from its cells; where they are empty, what holds for all lines counts', () => {
    const lines = dealsOf({ columns, all: { origin: 'DE', via: 'TR' }, read })
    assert.deepEqual(lines[0]?.deal, { origin: 'PL', destination: 'KZ', via: 'RU' })
    assert.deepEqual(lines[1]?.deal, { origin: 'DE', destination: 'KZ', via: 'TR' })
    assert.deepEqual([lines[3]?.deal, lines[3]?.skipped], [{ origin: 'DE', via: 'TR' }, null])
  })

  test('a cell that cannot be read stops its line and is named, also where all lines have a country', () => {
    const line = dealsOf({ columns, all: { origin: 'DE', destination: 'KZ' }, read })[2]
    assert.equal(line?.skipped, 'place')
    assert.deepEqual(line?.unread, [
      { field: 'origin', text: 'SU' },
      { field: 'via', text: 'Rosja i inne' },
    ])
  })

  test('a line without any country is not checked as if no deal had been asked about', () => {
    assert.equal(dealsOf({ columns, all: {}, read })[3]?.skipped, 'no_deal')
    assert.equal(dealsOf({ columns: {}, all: { via: 'RU' }, read })[0]?.skipped, 'no_deal')
  })

  test('is none where no deal is asked about', () => {
    assert.deepEqual(
      dealsOf(null).map(({ deal, skipped }) => [deal, skipped]),
      rows.map(() => [null, null]),
    )
  })
})

describe('a header', () => {
  const header = (...rows: readonly (readonly (string | number)[])[]) => columnsOf(table(...rows)).header.at !== null

  test('is known by what it says', () => {
    assert.ok(header(['Kod CN'], ['7304'], ['8471']))
    assert.ok(header(['numer taryfy celnej', 'x'], ['73041100', 'a'], ['84713000', 'b']))
    assert.ok(header(['Nazwa towaru'], ['rury'], ['laptop']))
  })

  test('is none where the list begins at once: no line may be lost', () => {
    assert.ok(!header(['7304'], ['8471']))
    assert.ok(!header(['rury'], ['laptop']))
    assert.ok(!header(['kawior'], ['7304'], ['8471'], ['0101'], ['7208'], ['8708']), 'a name above codes is a line')
    assert.ok(!header(['bar code reader'], ['laptop']))
    assert.ok(!header(['produkt 1'], ['produkt 2']))
    assert.ok(!header(['rury', 'brak'], ['laptop', '84713000'], ['stal', '72081000']))
    assert.ok(!header(['rury stalowe', '73041100'], ['laptop', '84713000']))
    assert.ok(!header(['Kod CN']), 'one row alone is the list')
    assert.ok(!header(['rury stalowe', 'szt', 'EUR'], ['laptop', 'szt', 'EUR']), 'units and currencies title nothing')
    assert.ok(!header(['waga'], ['laptop']), 'a weighing scale')
    assert.ok(!header(['kawior'], ['towar'], ['laptop']), 'a single title below other lines')
  })
})

describe('lines', () => {
  const lines = (cells: readonly Cell[], addZeros = false) =>
    linesOf(
      cells.map((cell, at) => ({ number: at + 1, cells: [cell] })),
      0,
      { skip: 0, addZeros },
    )
  const number = (text: string): Cell => ({ text, kind: 'number' })

  test('are the rows of the file, one for one; those without a code or name are not asked', () => {
    const rows = table(['Kod', 'x'], ['8471'], [' ', 'Razem'], [], ['7304 11 00 '])
    const found = linesOf(rows, 0, { skip: 1, addZeros: false })
    assert.deepEqual(
      found.map(({ row, given, q, skipped }) => [row, given, q, skipped]),
      [
        [2, '8471', '8471', null],
        [3, '', '', 'total'],
        [4, '', '', 'empty'],
        [5, '7304 11 00', '7304 11 00', null],
      ],
    )
    assert.deepEqual(
      asking(found).map(({ row }) => row),
      [2, 5],
    )
  })

  test('begin below the header, wherever the sheet begins', () => {
    const rows = table(['Kod CN'], ['8471']).map(({ number, cells }) => ({ number: number + 2, cells }))
    assert.equal(columnsOf(rows).header.skip, 1)
    assert.deepEqual(
      linesOf(rows, 0, { skip: 1, addZeros: false }).map(({ row, given }) => [row, given]),
      [[4, '8471']],
    )
  })

  test('a code that lost its zero is asked as it stands, unless the reader says what was lost', () => {
    assert.deepEqual([lines([number('1012100')])[0]?.q, hasLostZero('1012100')], ['1012100', true])
    const [mended] = lines([number('1012100')], true)
    assert.deepEqual([mended?.given, mended?.q, mended?.skipped], ['1012100', '01012100', null])
    assert.equal(lines([textCell('101210010')], true)[0]?.q, '0101210010', 'nine digits of TARIC')
    for (const whole of ['0101 21 00', '84713000', '8471.3', 'CN 847', '12345678901', 'rury 3'])
      assert.equal(lines([textCell(whole)], true)[0]?.q, whole)
  })

  test('what the service refuses for its length is what has lost something', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,11}$/), (text) => {
        assert.equal(readQuery(text) === 'q_code_length', hasLostZero(text) || text.length > 10)
      }),
    )
  })

  test('what Excel made of a code is not asked at all', () => {
    assert.equal(lines([{ text: '2026-01-01', kind: 'date' }], true)[0]?.skipped, 'date')
    assert.equal(lines([textCell('8,47E+09')], true)[0]?.skipped, 'rounded')
  })

  test('names are asked as they stand', () => {
    for (const name of ['rury 3', 'stal 1.4301', 'M8', '']) {
      assert.equal(lines([textCell(name)])[0]?.skipped, name === '' ? 'empty' : null)
    }
  })

  test('whatever is asked was given, or is the same with one zero before it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.nat().map(String))), fc.boolean(), (texts, addZeros) => {
        for (const { given, q, row } of lines(texts.map(textCell), addZeros)) {
          assert.ok(q === given || (addZeros && q === `0${given}`))
          assert.equal(texts[row - 1]?.trim(), given)
          if (addZeros && /^\d{1,10}$/.test(q)) assert.equal(q.length % 2, 0)
        }
      }),
    )
  })
})
