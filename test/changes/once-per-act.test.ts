import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digits } from '../../src/base/cn-code.ts'
import { isToldOf } from '../../src/changes/audience.ts'
import { changeDirections } from '../../src/changes/change-directions.ts'
import { historyOf } from '../../src/changes/history.ts'
import { oncePerAct } from '../../src/changes/once-per-act.ts'
import { LAW_TODAY, RU } from './laws.ts'

const history = historyOf(LAW_TODAY)
const told = oncePerAct(LAW_TODAY)(history)
const uncoded = (changes: typeof history) => changes.filter(({ cn_codes }) => cn_codes.length === 0)

test('what an act changed without naming a code is told once, whatever was changed', () => {
  const keys = uncoded(told)
    .filter(({ type, act }) => act !== null && /^(measure|listing)/.test(type))
    .map(({ regime, act, day }) => `${regime} ${act} ${day}`)
  assert.equal(new Set(keys).size, keys.length)
  assert.ok(uncoded(told).length < uncoded(history).length / 1.5)
  const named = (changes: typeof history) => changes.filter(({ cn_codes }) => cn_codes.length > 0)
  assert.deepEqual(named(told), named(history), 'what names a code stays as it is')
  assert.equal(new Set(told.map(({ id }) => id)).size, told.length)
})

test('2025/392: rows, new and amended provisions of Belarus in one text that names them all', () => {
  const [one, ...more] = uncoded(told).filter(({ act }) => act === '32025R0392')
  assert.deepEqual(
    more.map(({ type }) => type),
    [],
  )
  assert.deepEqual([one?.type, one?.annex, one?.article, one?.day], ['measure.changed', null, null, '2025-02-25'])
  const { pl, en } = one!.text
  assert.match(en, /^Changes that name no CN code\. .*New provisions: Article 1gd\(1\), /)
  assert.match(en, /Amended provisions: Article 1e\(1\), .*; Article 1e\(1a\), .*; Article 1zc/)
  assert.match(en, /Rows without a code added: Annex XXXII \(7\)\./)
  assert.match(en, /Council Regulation \(EU\) 2025\/392, from 25 February 2025\.$/)
  assert.match(pl, /Nowe przepisy: art\. 1gd ust\. 1, .*Zmienione przepisy: art\. 1e ust\. 1, .*załącznik XXXII \(7\)/)
})

test('a follower of 8471 hears of all it heard of, in fewer changes', () => {
  const isTold = isToldOf([digits('8471')])
  const [before, after] = [history.filter(isTold), told.filter(isTold)]
  assert.ok(after.length < before.length)
  const acts = (changes: typeof history) => new Set(changes.map(({ regime, act }) => `${regime} ${act}`))
  assert.deepEqual(acts(after), acts(before))
})

test('a change has the directions of its annex or article; where the law names none, it has none', () => {
  const directionsOf = changeDirections(LAW_TODAY)
  const of = (type: 'listing.added' | 'measure.changed', annex: string | null, article: string) =>
    directionsOf({ type, regime: RU, annex, article })
  assert.deepEqual(of('listing.added', 'XXI', '3i(1)'), ['import'])
  assert.deepEqual(of('measure.changed', 'XXIII', '3k(1)'), ['export'])
  assert.deepEqual(of('measure.changed', 'XXXVII', '3k(1a)'), ['transit'])
  assert.deepEqual(of('measure.changed', 'LXXX', '99'), [])
  assert.deepEqual(directionsOf({ type: 'dataset.published', regime: null, annex: null, article: null }), [])
})
