import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type CsvSeparator, writeCsv } from './csv.ts'

/**
 * How a reader treats quotes. Excel: they count only where they open a cell. `toggle`: some readers let any quote
 * switch quoting on and off. `none`: quotes are ordinary characters, as when a line is pasted and split.
 */
type Quotes = 'excel' | 'toggle' | 'none'

/** A spreadsheet whose regional settings split columns at `separator`, whatever the file was written with. */
function open(text: string, separator: string, quotes: Quotes = 'excel'): string[][] {
  const source = text.replace(/^\uFEFF/, '')
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  let atStart = true
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (source[at + 1] === '"') cell += source[at++]
      else quoted = false
    } else if (sign === '"' && quotes !== 'none' && (atStart || quotes === 'toggle')) {
      quoted = true
    } else if (sign === separator || sign === '\n' || sign === '\r') {
      row.push(cell)
      cell = ''
      if (sign === '\r' && source[at + 1] === '\n') at++
      if (sign !== separator) {
        rows.push(row)
        row = []
      }
      atStart = true
      continue
    } else cell += sign
    atStart = false
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}

/** What a spreadsheet may run, even one that skips spaces, quotes and invisible characters before the sign. */
const LIVE = /^[\s"\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹢﹣﹦﹫]/u

const SEPARATORS = [',', ';', '\t', '|'] as const
const WRITTEN: readonly CsvSeparator[] = [',', ';']

function assertHarmless(rows: readonly (readonly string[])[]): void {
  for (const written of WRITTEN) {
    const csv = writeCsv(rows, written)
    for (const separator of SEPARATORS) {
      for (const quotes of ['excel', 'toggle', 'none'] as const) {
        for (const cell of open(csv, separator, quotes).flat()) {
          const how = `written with ${written}, split at ${JSON.stringify(separator)}, quotes ${quotes}`
          assert.doesNotMatch(cell, LIVE, `${JSON.stringify(csv)} ${how}`)
        }
      }
    }
    assert.doesNotMatch(csv.slice(1).replaceAll('\r\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  }
}

const ATTACKS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  "=cmd|'/C calc'!A1",
  "x;=cmd|'/C calc'!A1;y",
  "x,=cmd|'/C calc'!A1,y",
  'x\t=1+1',
  'x|=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  'x\n=1+1',
  'x\r\n=1+1',
  'x\u2028=1+1',
  'x\u0085=1+1',
  'x\v=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  'x;＝1',
  '﹦1',
  '"=1+1"',
  '"","=1"',
  '"";"=1"',
  ';"=1',
  ';""=1',
  ';"";=1',
  ',"";=1;"',
  '; "=1',
  ';\u200b=1',
  '\u200b=1',
  '\ufeff=1',
  '\u202e=1',
  '\u00ad-1',
  '\u3164=1',
  ';\ufe0f=1',
  '\u0000=1',
  '\u001b=1',
  '"\n=1+1',
  '";"\n"=1',
  '-2+3+cmd|x',
  '-5',
  ';-5',
]

describe('a CSV holds no formula', () => {
  test('in a cell, nor after a separator, quote or line break within one, however the reader splits it', () => {
    for (const attack of ATTACKS) {
      assertHarmless([[attack]])
      for (const beside of ['a', '', 'a;', 'a,', '"', ';"', ',"', 'a\t']) {
        assertHarmless([
          ['head', 'b'],
          [attack, beside],
          [beside, attack, beside],
          [beside, beside, attack],
        ])
      }
    }
  })

  test('whatever the cells are', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '"',
        ';',
        ',',
        '\n',
        '\r',
        '\t',
        '|',
        '=',
        '-',
        '＝',
        ' ',
        "'",
        'a',
        '\u200b',
        '\ufe0f',
        '1',
      ),
    })
    const cell = fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    fc.assert(fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), assertHarmless), {
      numRuns: 1_500,
    })
  })
})

describe('a CSV read with the separator it was written with', () => {
  const readBack = (text: string, separator: CsvSeparator = ','): string | undefined =>
    open(writeCsv([['x', text, 'y']], separator), separator)[0]?.[1]

  test('gives ordinary texts back unchanged', () => {
    for (const text of [
      'Zażółć gęślą jaźń',
      'rury, przewody; "bez szwu" ze stali',
      'monitor 19", 12"-15" i 3/4"-1"',
      'N,N-dimetyloformamid, 2,4-D, (±)-mentol',
      'a=b, c+d, e-f, g@h',
      '7304 11 00 | RU: zakaz przywozu',
      "'=1",
      ' spaces around ',
      '用户 😀 e\u0301',
      '–5 °C',
      '',
    ]) {
      for (const separator of WRITTEN) assert.equal(readBack(text, separator), text)
    }
  })

  test('gives any text back up to what is documented: blanks for breaks, no invisible characters, apostrophes', () => {
    assert.equal(readBack('two\r\nlines\nand\ttabs\u2028'), 'two lines and tabs ')
    assert.equal(readBack('\u001b]0;owned\u0007\u001b[2J'), '\ufffd]0;owned\ufffd\ufffd[2J')
    assert.equal(readBack('sank\u00adcje\u202e\u200b'), 'sankcje')
    assert.equal(readBack('half \ud800'), 'half \ufffd')
    assert.equal(readBack('x;=1, -2'), "x;'=1, '-2")
    const bare = (text: string) =>
      text
        .toWellFormed()
        .replace(/\r\n/g, ' ')
        .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
        .replace(/\p{Cc}/gu, '\ufffd')
        .replace(/[\p{Cf}']/gu, '')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...WRITTEN), (text, separator) => {
        assert.equal(readBack(text, separator)?.replaceAll("'", ''), bare(text))
      }),
      { numRuns: 500 },
    )
  })

  test('quotes every field, marks UTF-8 and ends lines as Excel does', () => {
    const rows = [
      ['kod', 'a"b'],
      ['ż', 'c;d', ''],
    ]
    assert.equal(writeCsv(rows, ';'), '\uFEFF"kod";"a""b"\r\n"ż";"c;d";""\r\n')
  })
})
