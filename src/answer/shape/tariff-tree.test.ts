import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/real-law.ts'

const linesOf = (q: string, parameters: Record<string, string> = {}) =>
  ask(q, { include: 'tree', ...parameters }).meta.tree?.lines.map(
    ({ code, depth, asked, kind, extent }) =>
      `${'-'.repeat(depth)}${code ?? '–'} ${kind} ${extent}${asked ? ' asked' : ''}`,
  )

test('the tree comes only when asked for, and only with a code', () => {
  assert.equal(ask('7304').meta.tree, undefined)
  assert.equal(ask('laptop', { include: 'tree' }).meta.tree, undefined)
})

test('7304 11 00: its chapter, heading and group above, its neighbours beside', () => {
  assert.deepEqual(linesOf('7304 11 00'), [
    '73 ban whole',
    '-7304 ban whole',
    '--– ban whole',
    '---7304 11 00 ban whole asked',
    '---7304 19 ban whole',
  ])
})

test('a heading shows what is right below it', () => {
  const lines = linesOf('8471') ?? []
  assert.deepEqual(lines.slice(0, 3), ['84 ban some_codes', '-8471 ban whole asked', '--8471 30 00 ban whole'])
})

test('a line without a code, which nobody can ask about, shows what is below it', () => {
  const tractors = linesOf('8701')?.map((line) => line.split(' ').slice(0, 2).join(' ')) ?? []
  const group = tractors.lastIndexOf('--– ban')
  assert.ok(
    tractors.slice(group + 1).some((line) => line.startsWith('---8701')),
    tractors.join('; '),
  )
})

test('codes that an annex leaves out are not marked, and what lies above them is listed below', () => {
  const lines = linesOf('8514', { regime: 'EU-RU-833-2014', direction: 'export' }) ?? []
  assert.ok(lines.includes('-8514 ban some_codes asked'), lines.join())
  assert.ok(linesOf('8514 20', { regime: 'EU-RU-833-2014' })?.some((line) => line.endsWith('8514 20 ban whole asked')))
})

test('an undivided heading is its own line', () => {
  assert.deepEqual(linesOf('0409'), ['04 null none', '-0409 00 00 null none asked'])
})

test('a code that the tariff does not have has no place in it', () => {
  assert.equal(linesOf('9999 99'), undefined)
})

test('the marks follow the question: one regime, one direction', () => {
  const [chapter, heading] = linesOf('7304', { regime: 'EU-BY-765-2006', direction: 'import' }) ?? []
  assert.deepEqual([chapter, heading], ['73 ban whole', '-7304 ban whole asked'])
  assert.deepEqual(linesOf('0409', { direction: 'import' })?.at(-1), '-0409 00 00 null none asked')
})

test('a long list of neighbours is cut, and says so', () => {
  const { lines, omitted } = ask('84', { include: 'tree' }).meta.tree ?? { lines: [], omitted: 0 }
  assert.equal(lines.length, 33)
  assert.ok(omitted > 50)
})
