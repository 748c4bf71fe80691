import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LISTED_IN_ALL, LISTED_PER_FILE, type Mistake, MistakeList, printMistake, totalOf } from './mistakes.ts'

const mistake = (file: string, line: number, column = 1): Mistake => ({ file, line, column, what: 'wrong' })

test('of every file the first mistakes are listed, in whatever order they are found, and the others counted', () => {
  const lines = fc.array(fc.record({ file: fc.constantFrom('a', 'b', 'c'), line: fc.nat(500) }), { maxLength: 300 })
  fc.assert(
    fc.property(lines, (found) => {
      const list = new MistakeList()
      for (const { file, line } of found) list.add(mistake(file, line))
      const report = list.report()
      assert.equal(totalOf(report), found.length)
      assert.equal(list.isEmpty, found.length === 0)
      for (const file of ['a', 'b', 'c']) {
        const all = found.filter((one) => one.file === file).map(({ line }) => line)
        const listed = report.mistakes.filter((one) => one.file === file).map(({ line }) => line)
        assert.deepEqual(listed, all.toSorted((one, other) => one - other).slice(0, LISTED_PER_FILE))
        const rest = report.omitted.find((one) => one.file === file)?.count ?? 0
        assert.equal(rest, all.length - listed.length)
      }
    }),
  )
})

test('over all files no more than a few screens are listed, and nothing is lost from the count', () => {
  const list = new MistakeList()
  for (let file = 0; file < 100; file++) for (let line = 0; line < 15; line++) list.add(mistake(`file ${file}`, line))
  const report = list.report()
  assert.equal(report.mistakes.length, LISTED_IN_ALL)
  assert.equal(totalOf(report), 1_500)
})

test('a mistake is one line of plain signs, however long or hostile the text it quotes', () => {
  assert.equal(
    printMistake({ ...mistake('acts.yaml', 3, 7), what: 'no "\u001b[2J\u202eżółć"' }),
    'acts.yaml:3:7 no "\\u{1b}[2J\\u{202e}żółć"',
  )
  const long = printMistake({ ...mistake('acts.yaml', 1), what: 'x'.repeat(1_000_000) })
  assert.ok(long.length < 400 && long.endsWith('…'))
})
