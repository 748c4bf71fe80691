import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'

const { regimes, entries } = answerer.dataset
const entryOf = (article: string) => entries.find((entry) => entry.article === article)!

test('a question is called by its regime and provision', () => {
  assert.deepEqual(
    entryOf('3g(1)(d)').asks.map(({ id, fact, when }) => [id, fact, when]),
    [['833-2014.3g(1)(d)', 'inputs', null]],
  )
  const quota = entryOf('3i(1)').exemptions.find(({ provision }) => provision.ref === '3i(4)(a)')!
  assert.deepEqual(
    quota.asks.map(({ id, fact }) => [id, fact]),
    [['833-2014.3i(4)(a)', 'quota']],
  )
  assert.match(quota.asks[0]!.text.pl, /837 570 t/)
})

test('provisions that ask the same share one question', () => {
  const grantOf = (article: string, ref: string) =>
    entryOf(article).exemptions.find(({ provision }) => provision.ref === ref)!
  const [oil] = grantOf('3m(1)', '3m(3)(c)').asks
  assert.equal(grantOf('3nb(1)', '3nb(4)').asks[0], oil)
})

test('a regime asks for what concerns all its measures, and goods without codes for what they are', () => {
  const russia = regimes.find(({ folder }) => folder === '833-2014')!
  assert.deepEqual(
    russia.asks.map(({ id, when }) => [id, when]),
    [
      ['833-2014.passage', 'passage'],
      ['833-2014.inside_union', 'inside_union'],
      ['833-2014.use', 'use'],
    ],
  )
  const dualUse = russia.uncoded.find(({ article }) => article?.startsWith('2(1)'))!
  assert.deepEqual(
    dualUse.asks.map(({ id }) => id),
    ['833-2014.2(1)'],
  )
})
