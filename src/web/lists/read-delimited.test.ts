import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { writeCsv } from '../../base/csv.ts'
import { printable } from '../../base/plain-text.ts'
import { decodeText } from './decode-text.ts'
import { readDelimited } from './read-delimited.ts'
import { UnreadableFile } from './table.ts'

const read = (text: string, commas = true): string[][] =>
  readDelimited(text, { commas }).map(({ cells }) => cells.map(({ text }) => text))

describe('the encoding of a file', () => {
  const text = 'Kod;Nazwa\r\n7304 11 00;Żółte rury ścięte\r\n'
  const windows1250 = Uint8Array.from(
    [...text].map((sign) => ({ Ż: 0xaf, ó: 0xf3, ł: 0xb3, ś: 0x9c, ę: 0xea })[sign] ?? sign.charCodeAt(0)),
  )

  test('is UTF-8, with or without its mark', () => {
    assert.equal(decodeText(Buffer.from(text)), text)
    assert.equal(decodeText(Buffer.from(`\uFEFF${text}`)), text)
  })

  test('is Windows-1250, as Polish Excel saves "CSV"', () => {
    assert.equal(decodeText(windows1250), text)
  })

  test('is UTF-16, as Excel saves "Unicode text", with or without its mark', () => {
    const little = Buffer.from(text, 'utf16le')
    assert.equal(decodeText(little), text)
    assert.equal(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), little])), text)
    assert.equal(decodeText(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(little).swap16()])), text)
    assert.equal(decodeText(Buffer.from(little).swap16()), text)
  })

  test('is none when the file is no text', () => {
    assert.throws(() => decodeText(Uint8Array.of(0x89, 0x50, 0, 1, 0, 0, 0xff)), UnreadableFile)
  })
})

describe('columns of a text', () => {
  test('are parted by semicolons, tabs, bars or commas, whichever part every line alike', () => {
    for (const sign of [';', '\t', '|', ',']) {
      assert.deepEqual(read(`kod${sign}nazwa\n8471${sign}laptop\n`), [
        ['kod', 'nazwa'],
        ['8471', 'laptop'],
      ])
    }
    assert.deepEqual(read('8471;1,50\n8472;2,75\n')[0], ['8471', '1,50'], 'a comma in a price parts nothing')
    assert.deepEqual(read('sep=,\r\n8471,a;b\r\n'), [['8471', 'a;b']], 'Excel may name the sign')
  })

  test('are one where lines are names: a comma belongs to the goods', () => {
    assert.deepEqual(read('rury, stalowe\nśruby, nity\n', false), [['rury, stalowe'], ['śruby, nity']])
    assert.deepEqual(read('8471\n"8472"\r7304\r\n', false), [['8471'], ['8472'], ['7304']])
  })

  test('may be quoted, with signs, quotes and lines within', () => {
    assert.deepEqual(read('a;"b;c"\n"d ""e""\nf";g\n'), [
      ['a', 'b;c'],
      ['d "e"\nf', 'g'],
    ])
  })

  test('a quote that never ends swallows no line', () => {
    assert.deepEqual(read('8471;"19 monitor\n8472;b\n8473;c\n')[2], ['8473', 'c'])
  })

  test('empty cells keep their place, and empty rows their number', () => {
    assert.deepEqual(read('a;;b\n;;\nc;d;\n'), [
      ['a', '', 'b'],
      ['c', 'd'],
    ])
    assert.deepEqual(
      readDelimited('\r\n8471\n\n \r7304\n', { commas: false }).map(({ number, cells }) => [number, cells[0]?.text]),
      [
        [2, '8471'],
        [5, '7304'],
      ],
    )
  })
})

test('a CSV that was downloaded can be read again, and its lines stay lines', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', ';', ',', '\n', '\r', '\t', '=', '-', ' ', 'a', '8', '|') }),
  )
  const rows = fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 20 }))
  fc.assert(
    fc.property(rows, fc.constantFrom<(';' | ',')[]>(';', ','), (rows, delimiter) => {
      const csv = writeCsv(rows, delimiter)
      const again = read(`sep=${delimiter}\n${csv.slice(1)}`)
      // The reader drops blank rows and the empty cells at the end of a row.
      const kept = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((text) => text !== '') + 1)
      const shown = rows
        .map((cells) => kept(cells.map(printable)))
        .filter((cells) => cells.some((text) => text.trim() !== ''))
      const withoutGuards = (table: readonly string[][]) =>
        table.map((cells) => cells.map((text) => text.replaceAll("'", '')))
      assert.deepEqual(withoutGuards(again), withoutGuards(shown))
      assert.deepEqual(decodeText(Buffer.from(csv)), csv.slice(1).toWellFormed())
    }),
    { numRuns: 300 },
  )
})
