import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { columnsOf } from './columns.ts'
import { linesOf } from './lines.ts'
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

  test('is the names when there are no codes', () => {
    assert.equal(picked(['Nr', 'Nazwa towaru', 'Kraj'], ['A1', 'rury stalowe', 'PL'], ['A2', 'laptop', 'DE']), 1)
  })

  test('is for a person to pick when two would do, or none', () => {
    assert.equal(picked(['73041100', '84713000'], ['73041100', '84713000']), null)
    assert.equal(picked(['a', 'b'], ['c', 'd']), null)
    assert.equal(picked(['rury', 2024], ['laptop', 2025]), null, 'years are no codes')
  })
})

describe('a header', () => {
  const header = (...rows: readonly (readonly (string | number)[])[]) => columnsOf(table(...rows)).header

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
  })
})

describe('lines', () => {
  const lines = (cells: readonly Cell[], addZeros = false) =>
    linesOf(
      cells.map((cell, at) => ({ number: at + 1, cells: [cell] })),
      0,
      { header: false, addZeros },
    )
  const number = (text: string): Cell => ({ text, kind: 'number' })

  test('keep the rows of the file, and leave out the empty ones', () => {
    const rows = table(['Kod'], ['8471'], [' '], [], ['7304 11 00 '])
    assert.deepEqual(linesOf(rows, 0, { header: true, addZeros: false }), [
      { row: 2, given: '8471', q: '8471', damage: null },
      { row: 5, given: '7304 11 00', q: '7304 11 00', damage: null },
    ])
  })

  test('begin below the header, wherever the sheet begins', () => {
    const rows = table(['Kod CN'], ['8471']).map(({ number, cells }) => ({ number: number + 2, cells }))
    assert.ok(columnsOf(rows).header)
    assert.deepEqual(
      linesOf(rows, 0, { header: true, addZeros: false }).map(({ row, given }) => [row, given]),
      [[4, '8471']],
    )
  })

  test('a code that lost its zero is not asked as another one, unless the reader says what was lost', () => {
    const [line] = lines([number('1012100')])
    assert.deepEqual([line?.q, line?.damage], ['1012100', 'zero_lost'])
    const [mended] = lines([number('1012100')], true)
    assert.deepEqual([mended?.given, mended?.q, mended?.damage], ['1012100', '01012100', null])
    assert.equal(lines([textCell('101210010')])[0]?.damage, 'zero_lost', 'nine digits of TARIC')
    assert.equal(lines([textCell('0101 21 00')])[0]?.damage, null)
  })

  test('what Excel made of a code is not asked at all', () => {
    assert.equal(lines([number('8471.3')], true)[0]?.damage, 'digits_odd')
    assert.equal(lines([{ text: '2026-01-01', kind: 'date' }], true)[0]?.damage, 'date')
    assert.equal(lines([textCell('8,47E+09')], true)[0]?.damage, 'rounded')
  })

  test('names are asked as they stand', () => {
    for (const name of ['rury 3', 'stal 1.4301', 'M8', '']) {
      assert.deepEqual(
        lines([textCell(name)]).map(({ damage }) => damage),
        name === '' ? [] : [null],
      )
    }
  })

  test('whatever is asked was given, or is the same with one zero before it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.nat().map(String))), fc.boolean(), (texts, addZeros) => {
        for (const { given, q, damage, row } of lines(texts.map(textCell), addZeros)) {
          assert.ok(q === given || (addZeros && q === `0${given}`))
          assert.equal(texts[row - 1]?.trim(), given)
          if (/^\d+$/.test(q) && q.length < 10 && damage === null) assert.equal(q.length % 2, 0)
        }
      }),
    )
  })
})
