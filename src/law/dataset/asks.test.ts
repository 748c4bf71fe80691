import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerer } from '../../../test/real-law.ts'
import type { AskOccasion, Exemption, Winddown } from '../terms/law.ts'
import type { Ask } from './asks.ts'
import type { Entry, Grant } from './dataset.ts'

const { regimes, entries, ended } = answerer.dataset
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

const everyEntry = [...entries, ...ended]
const grantsOf = ({ exemptions, winddowns }: Entry): readonly Grant<Exemption | Winddown>[] => [
  ...exemptions,
  ...winddowns,
]
const facts = (asks: readonly Ask[]) => asks.map(({ fact }) => fact)

/** The provisions for which something is missing, each once. */
const provisions = (missing: (entry: Entry) => readonly string[]) => [
  ...new Set(everyEntry.flatMap((entry) => missing(entry).map((ref) => `${entry.regime.folder} ${ref}`))),
]

test('every quota with an amount is asked for', () => {
  const missing = provisions((entry) =>
    grantsOf(entry)
      .filter(({ provision, asks }) => (provision.quota?.amount ?? null) !== null && !facts(asks).includes('quota'))
      .map(({ provision }) => provision.ref),
  )
  assert.deepEqual(missing, [])
})

test('bans on what was made from goods of the target ask for the inputs', () => {
  const missing = provisions(({ article, movements, asks }) =>
    movements.some(({ tests }) => tests.includes('processed')) && !facts(asks).includes('inputs') ? [article] : [],
  )
  assert.deepEqual(missing, [])
})

test('bans that only the other party decides ask for the recipient', () => {
  const byPersons = (test: string) => test === 'persons'
  const missing = provisions(({ article, movements, asks }) =>
    movements.length > 0 && movements.every(({ tests }) => tests.every(byPersons)) && !facts(asks).includes('recipient')
      ? [article]
      : [],
  )
  assert.deepEqual(missing, [])
})

test('a regime asks whether goods that cross its country are exported from there, and what goods elsewhere are for', () => {
  const missing = provisions(({ article, regime, movements }) => {
    const occasions = regime.asks.map(({ when }) => when)
    const tests = movements.flatMap((movement) => movement.tests)
    const lacks = (of: 'exported' | 'use', when: AskOccasion) => tests.includes(of) && !occasions.includes(when)
    return lacks('exported', 'passage') || lacks('use', 'use') ? [article] : []
  })
  assert.deepEqual(missing, [])
})

test('Article 15 of 267/2012 depends on who buys and who sells', () => {
  const iran = everyEntry.filter(({ regime }) => regime.folder === '267-2012')
  const asked = iran.filter(({ code }) => code.startsWith('7110')).map(({ article, asks }) => [article, facts(asks)])
  assert.deepEqual(Object.fromEntries(asked), { '15(1)(a)': ['recipient'], '15(1)(b)': ['recipient'] })
})

test('own belongings are asked for wherever a provision frees them', () => {
  const freed = provisions((entry) =>
    grantsOf(entry)
      .filter(({ asks }) => facts(asks).includes('private_use'))
      .map(({ provision }) => provision.ref),
  )
  assert.deepEqual(freed.toSorted(), [
    '2017-1509 10(2)',
    '2022-263 3a(2)(a)',
    '692-2014 2aa(2)(a)',
    '765-2006 1f(3)(g)',
    '765-2006 1ga(5)',
    '765-2006 1rb(6)',
    '765-2006 1rc(4)',
    '765-2006 1s(2)(g)',
    '765-2006 1za(2)(a)',
    '833-2014 2a(3)(g)',
    '833-2014 3h(3a)',
    '833-2014 3o(6)',
    '833-2014 3p(6)',
    '833-2014 5i(2)(a)',
  ])
})
