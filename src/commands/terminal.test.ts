import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { WriteStream } from 'node:tty'
import fc from 'fast-check'
import { wrap } from '../base/plain-text.ts'
import { shorten, table, terminalOf } from './terminal.ts'

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 14 }).filter((text) => !/\s/.test(text))
const words = fc.array(word, { minLength: 1, maxLength: 25 })
const indents = fc.nat({ max: 6 })
const widths = fc.integer({ min: 1, max: 60 })

test('a text is broken between words, and the lines below the first are indented', () => {
  assert.deepEqual(wrap('  • goods of iron and steel', 14, 4), ['  • goods of', '    iron and', '    steel'])
  assert.deepEqual(wrap('short', 80), ['short'])
  assert.deepEqual(wrap('', 80), [''])
})

test('a line may be as wide as the terminal, not one character wider', () => {
  assert.deepEqual(wrap('iron steel', 10), ['iron steel'])
  assert.deepEqual(wrap('iron steel', 9), ['iron', 'steel'])
})

test('a word wider than the terminal stands alone and whole', () => {
  assert.deepEqual(wrap('see https://eur-lex.europa.eu now', 10, 2), ['see', '  https://eur-lex.europa.eu', '  now'])
})

test('wrapping keeps every word in its order, however many spaces are between', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 25, maxLength: 25 })
  fc.assert(
    fc.property(words, gaps, widths, indents, (list, spaces, width, indent) => {
      const text = list.map((one, at) => (at === 0 ? one : ' '.repeat(spaces[at]!) + one)).join('')
      assert.deepEqual(wrap(text, width, indent).join(' ').split(' ').filter(Boolean), list)
    }),
  )
})

test('no line is wider than asked, unless it is a single word; the first keeps its own indent', () => {
  fc.assert(
    fc.property(words, indents, widths, indents, (list, own, width, indent) => {
      const lines = wrap(' '.repeat(own) + list.join(' '), width, indent)
      for (const [at, line] of lines.entries()) {
        assert.ok(line.length <= width || line.trim().split(' ').length === 1, line)
        assert.equal(/^ */.exec(line)![0].length, at === 0 ? own : indent)
        const next = lines[at + 1]?.trim().split(' ')[0]
        if (next !== undefined) assert.ok(line.length + 1 + next.length > width, 'no line breaks earlier than it must')
      }
    }),
  )
})

test('a table sets its columns side by side', () => {
  assert.deepEqual(
    table([
      ['CODE', 'ANNEX', 'WHAT'],
      ['7304 11 00', 'XVII', 'import ban'],
      ['ex 88', '–', ''],
    ]),
    ['CODE        ANNEX  WHAT', '7304 11 00  XVII   import ban', 'ex 88       –      '],
  )
  assert.deepEqual(table([]), [])
})

test('nothing in a cell can steer the terminal or break the line', () => {
  assert.deepEqual(table([['\u001b]0;owned\u0007', 'a\r\nb\u202e']]), ['\ufffd]0;owned\ufffd  a b'])
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ unit: 'binary' }))), (rows) => {
      for (const line of table(rows)) assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test('every cell of a column begins at the same place, and the last column is not padded', () => {
  const tables = fc
    .integer({ min: 1, max: 5 })
    .chain((width) =>
      fc.array(fc.array(fc.string({ maxLength: 12 }), { minLength: width, maxLength: width }), { minLength: 1 }),
    )
  fc.assert(
    fc.property(tables, (rows) => {
      const lines = table(rows)
      assert.equal(lines.length, rows.length)
      let start = 0
      for (let column = 0; column < rows[0]!.length; column++) {
        for (const [at, row] of rows.entries()) {
          const cell = row[column]!
          assert.equal(lines[at]!.slice(start, start + cell.length), cell)
          if (column === row.length - 1) assert.equal(lines[at]!.length, start + cell.length)
        }
        start += Math.max(...rows.map((row) => row[column]!.length)) + 2
      }
    }),
  )
})

test('a text that fits is left alone, a longer one ends with an ellipsis', () => {
  assert.equal(shorten('steel', 5), 'steel')
  assert.equal(shorten('steels', 5), 'stee…')
  assert.equal(shorten('iron and steel', 6), 'iron…', 'no space before the ellipsis')
  assert.equal(shorten('', 0), '')
})

test('a shortened text is never wider than asked, and says nothing that the text does not', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.integer({ min: 2, max: 60 }), (text, width) => {
      const short = shorten(text, width)
      assert.ok(short.length <= width)
      if (text.length <= width) assert.equal(short, text)
      else {
        assert.ok(short.endsWith('…'))
        assert.ok(text.startsWith(short.slice(0, -1)))
      }
    }),
  )
})

/** A stream that passes for a terminal: Node asks it these three things. */
const screen = (columns: number | undefined): NodeJS.WriteStream =>
  Object.assign(new Writable(), { isTTY: true, columns, getColorDepth: WriteStream.prototype.getColorDepth }) as never

/** Runs with only these variables of colour set, and puts the caller's back: Node also asks who draws the screen. */
function withColour(set: Record<string, string>, run: () => void): void {
  const colour = ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS', 'COLORTERM', 'TERM']
  const drawnBy = ['CI', 'TEAMCITY_VERSION', 'TF_BUILD', 'AGENT_NAME', 'TMUX', 'TERM_PROGRAM']
  const names = [...colour, ...drawnBy]
  const before = names.map((name) => [name, process.env[name]] as const)
  for (const name of names) delete process.env[name]
  Object.assign(process.env, set)
  try {
    run()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

test('the width is that of the terminal, of a page when there is none, and never too wide to read', () => {
  assert.equal(terminalOf(screen(60)).width, 60)
  assert.equal(terminalOf(screen(undefined)).width, 100)
  assert.equal(terminalOf(screen(300)).width, 120)
})

test('a terminal gets colour, unless NO_COLOR is set; a pipe gets none', () => {
  withColour({ TERM: 'xterm-256color' }, () => {
    assert.equal(terminalOf(screen(80)).style('bold', 'RESTRICTED'), '\u001b[1mRESTRICTED\u001b[22m')
    assert.equal(terminalOf(new Writable() as never).style('bold', 'RESTRICTED'), 'RESTRICTED')
  })
  withColour({ TERM: 'xterm-256color', NO_COLOR: '1' }, () => {
    assert.equal(terminalOf(screen(80)).style('bold', 'RESTRICTED'), 'RESTRICTED')
  })
})
