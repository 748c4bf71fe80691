import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import { digits, touches } from '../../terms/cn-code.ts'
import { concernsGoods } from './doubts.ts'
import { narrowestNamed } from './named-codes.ts'

const { dataset } = answerer
const named = narrowestNamed(dataset)
const russia = dataset.regimes.find(({ data }) => data.code === 'EU-RU-833-2014')!
const entries = [...dataset.entries, ...dataset.ended].filter(({ regime }) => regime === russia)
const grants = [
  ...new Set(
    entries.flatMap(({ exemptions, derogations, winddowns, past }) => [
      ...[exemptions, derogations, winddowns].flat(),
      ...(past ? [past.exemptions, past.derogations, past.winddowns].flat().map(({ grant }) => grant) : []),
    ]),
  ),
]
const texts = [
  ...new Set([...entries, ...grants].flatMap((part) => [part.doubts, 'notes' in part ? part.notes : []].flat())),
]

test('codes with the same narrowest named code are the same to every grant, doubt and note', () => {
  const codes = dataset.nomenclatures
    .of(2026)
    .lines.filter(({ kind }) => kind === 'cn8')
    .map(({ code }) => code)
  const alike = Map.groupBy(codes, (code) => named(russia, code))
  assert.ok(alike.size < codes.length / 2, `${alike.size} kinds of ${codes.length} codes`)
  const said = (code: (typeof codes)[number]) =>
    [...grants.map(({ goods }) => touches(goods, code)), ...texts.map(concernsGoods(code))].map(Number).join('')
  for (const [around, group] of alike) {
    const first = said(group[0]!)
    for (const code of group.slice(-3)) assert.equal(said(code), first, `${group[0]} and ${code}, both in ${around}`)
  }
})

/** Every text in a part of the law that could be a code, whatever the field is called. */
function* codesIn(part: unknown, seen: Set<unknown>): Generator<string> {
  if (typeof part === 'string') {
    if (/^(?:ex )?\d{4,10}$/.test(part)) yield part.replace('ex ', '')
  } else if (typeof part === 'object' && part !== null && !seen.has(part)) {
    seen.add(part)
    for (const field of Object.values(part)) yield* codesIn(field, seen)
  }
}

test('no field that names codes is forgotten', () => {
  for (const regime of dataset.regimes) {
    const seen = new Set<unknown>()
    const found = new Set<string>()
    // What the row itself, and those before it, list, leave out and narrow is matched by its digits; the rest of a regime is looked up by the code.
    for (const { code: _, except: __, narrowed: ___, before: ____, regime: own, ...rest } of [
      ...dataset.entries,
      ...dataset.ended,
    ])
      if (own === regime) for (const code of codesIn(rest, seen)) found.add(code)
    for (const code of found) {
      // A code that is named is the narrowest around every code of eight digits below it that has none narrower.
      const below = digits(code.padEnd(8, '0').slice(0, 8))
      assert.ok((named(regime, below)?.length ?? 0) >= Math.min(code.length, 8), `${regime.data.code}: ${code}`)
    }
  }
})

test('goods of another length are told apart all', () => {
  for (const code of ['84', '8471', '847130', '8471300010']) assert.equal(named(russia, digits(code)), code)
})
