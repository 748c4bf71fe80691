import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import { readQuestion } from '../../answer/question.ts'
import { shortOf } from '../../answer/short.ts'
import { calendarDay } from '../../terms/day.ts'
import type { Reply } from './batch-client.ts'
import { linesOf } from './lines.ts'
import { type CheckedLine, reportOf, verdictOfLine } from './report.ts'
import { countVerdicts, filterAndSort, INITIAL_VIEW } from './sort-and-filter.ts'
import { type Table, textCell } from './table.ts'

const DAY = calendarDay('2026-11-15')

function replyTo(q: string, parameters: readonly [string, string][] = []): Reply {
  const read = readQuestion([['q', q], ['as_of', DAY], ...parameters], { today: DAY, dataset: answerer.dataset })
  if ('problems' in read) return { status: 'error', detail: 'Puste pytanie.', dataset: 'd1', as_of: DAY }
  const general = answerer.scope(DAY, 'pl').warnings
  return { status: 'ok', ...shortOf(answerer.answer(read.question), general), dataset: 'd1', as_of: DAY }
}

const table = (...texts: readonly string[]): Table =>
  texts.map((text, at) => ({ number: at + 1, cells: [textCell(text)] }))
const checkedOf = (...texts: readonly string[]): CheckedLine[] =>
  linesOf(table(...texts), 0, { header: false, addZeros: false }).map((line) => ({
    line,
    reply: line.damage ? null : replyTo(line.q),
  }))
const verdicts = (...texts: readonly string[]) => checkedOf(...texts).map(verdictOfLine)

describe('the verdict of a line', () => {
  test('is a ban where all of it is banned, some way', () => {
    assert.deepEqual(verdicts('7304 11 00', '8471 30 00'), ['ban', 'ban'])
  })

  test('depends on the goods where a ban reaches only some of them', () => {
    assert.deepEqual(verdicts('84', 'rury'), ['partial', 'partial'])
    assert.deepEqual(verdicts('2932 99', '2932', '2932 20'), ['ban', 'partial', 'clear'])
  })

  test('is no match only where something was recognised', () => {
    assert.deepEqual(verdicts('4901 10 00', '9999 99 99', 'qwertyuiop'), ['clear', 'unknown', 'unknown'])
  })

  test('is to correct where nothing could be asked', () => {
    assert.deepEqual(verdicts('1012100', '?'), ['problem', 'problem'])
  })

  test('is never milder than the answer: what is restricted is no "no match"', () => {
    const codes = answerer.dataset.entries.filter((_, at) => at % 40 === 0).map(({ code }) => code)
    for (const one of checkedOf(...codes.filter(({ length }) => length % 2 === 0))) {
      if (one.reply?.status !== 'ok') continue
      const verdict = verdictOfLine(one)
      assert.equal(verdict !== 'clear' && verdict !== 'unknown', one.reply.verdict === 'restricted', one.line.given)
      assert.equal(verdict === 'ban' || verdict === 'partial', one.reply.has_prohibition, one.line.given)
    }
  })
})

describe('the download', () => {
  test('has the file’s own columns, the verdict, matches, articles, links and the version of the data', () => {
    const rows: Table = [
      { number: 1, cells: [textCell('Nr'), textCell('Kod')] },
      { number: 2, cells: [textCell('=1'), textCell('7304 11 00')] },
      { number: 3, cells: [textCell('2'), textCell('1012100')] },
    ]
    const checked = linesOf(rows, 1, { header: true, addZeros: false }).map((line) => ({
      line,
      reply: line.damage ? null : replyTo(line.q),
    }))
    const [header, first, second] = reportOf(checked, rows, ['Nr', 'Kod'], 'pl')
    const cell = (row: readonly string[] | undefined, title: string) => row?.[header?.indexOf(title) ?? -1]
    assert.deepEqual(header?.slice(0, 4), ['Wiersz', 'Plik: Nr', 'Plik: Kod', 'Sprawdzono jako'])
    assert.ok([first, second].every((row) => row?.length === header?.length))
    assert.deepEqual(first?.slice(0, 4), ['2', '=1', '7304 11 00', '7304 11 00'])
    assert.equal(cell(first, 'Wynik'), 'Zakaz')
    assert.equal(cell(first, 'Wynik API'), 'restricted')
    assert.equal(cell(first, 'Zakaz'), 'tak')
    assert.match(cell(first, 'Wpisy') ?? '', /7304: RU: zakaz przywozu, zał\. XVII, art\. 3g\(1\)\(a\), \(b\)/)
    assert.match(cell(first, 'Artykuły') ?? '', /RU 3k\(1b\) \| RU 3g/)
    assert.match(cell(first, 'Kraje i kierunki') ?? '', /RU: .*przywóz/)
    assert.match(cell(first, 'EUR-Lex') ?? '', /^https:\/\/eur-lex\.europa\.eu\/legal-content\/PL\//)
    assert.equal(cell(first, 'Wersja danych'), 'd1')
    assert.equal(cell(second, 'Wynik'), 'Do poprawy')
    assert.match(cell(second, 'Uwagi') ?? '', /zera na początku/)
    assert.equal(cell(second, 'Sprawdzono jako'), '', 'what was not asked was not checked')
  })

  test('says of a chapter how many entries it does not show', () => {
    const checked = checkedOf('84')
    const [header, row] = reportOf(checked, table('84'), [], 'en')
    assert.match(row?.[header?.indexOf('Entries in words') ?? -1] ?? '', /and \d+ more$/)
  })
})

describe('the table', () => {
  const checked = checkedOf('7304 11 00', '4901 10 00', '1012100', 'kawior', '0101')

  test('counts by verdict', () => {
    const counts = countVerdicts(checked)
    assert.equal(
      [...counts.values()].reduce((sum, count) => sum + count, 0),
      checked.length,
    )
    assert.equal(counts.get('problem'), 1)
  })

  test('is sorted by row, by line or by gravity, either way', () => {
    const given = (over: object) =>
      filterAndSort(checked, { ...INITIAL_VIEW, ...over }, 'pl').map(({ line }) => line.given)
    assert.deepEqual(given({}), ['7304 11 00', '4901 10 00', '1012100', 'kawior', '0101'])
    assert.deepEqual(given({ descending: true })[0], '0101')
    assert.deepEqual(given({ sort: 'given' })[0], '0101')
    assert.equal(given({ sort: 'verdict' })[0], '7304 11 00')
    assert.equal(given({ sort: 'verdict', descending: true })[0], '4901 10 00')
  })

  test('is filtered by verdict and by any word, whatever its diacritics', () => {
    const given = (over: object) =>
      filterAndSort(checked, { ...INITIAL_VIEW, ...over }, 'pl').map(({ line }) => line.given)
    assert.deepEqual(given({ verdict: 'problem' }), ['1012100'])
    assert.deepEqual(given({ text: 'XVII' }).includes('7304 11 00'), true)
    assert.deepEqual(given({ text: 'poczatku' }), ['1012100'])
    assert.deepEqual(given({ text: 'nie ma takiego' }), [])
  })
})
