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
    for (const code of group) assert.equal(said(code), first, `${group[0]} and ${code}, both in ${around}`)
  }
})

test('goods of another length are told apart all', () => {
  for (const code of ['84', '8471', '847130', '8471300010']) assert.equal(named(russia, digits(code)), code)
})
