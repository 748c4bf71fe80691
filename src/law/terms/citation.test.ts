import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concerns, inOrderOfLaw } from './citation.ts'

test('one citation concerns another when it is the same place or one lies within the other', () => {
  for (const [one, other] of [
    ['3k(1)', '3k(1)'],
    ['3k(1)', '3k(1)(a)'],
    ['3k(5)(c)', '3k(5)'],
    ['3o', '3o(2)'],
    ['3ma(1)', '3ma(1), second subparagraph'],
    ['3m(8)', '3m(8), last subparagraph'],
    ['3g(1)', '3g(1)(a)-(b)'],
    ['3g(1)(b)', '3g(1)(a)-(c)'],
    ['3q(4)', '3q(2)-(6)'],
    ['3ea(1a)', '3ea(1), (1a), (2)'],
    ['4(2aa)', '4(2a), (2aa)'],
    ['8ga(3)', '8ga(1), (3)'],
    ['3n(5)', '3n(5) and Annex XXVIII'],
  ] as const) {
    assert.ok(concerns(one, other), `${one} and ${other}`)
    assert.ok(concerns(other, one), `${other} and ${one}`)
  }
})

test('neighbours, longer names and other subparagraphs are other places', () => {
  for (const [one, other] of [
    ['3k(1)', '3k(1a)'],
    ['3k(1)', '3k(1b)'],
    ['3k', '3ka(1)'],
    ['3', '3a(1)'],
    ['3g(1)(d)', '3g(1)(a)-(c)'],
    ['3q(1)', '3q(2)-(6)'],
    ['3q(7)', '3q(2)-(6)'],
    ['3ea(2a)', '3ea(1), (1a), (2)'],
    ['3m(8), first subparagraph', '3m(8), last subparagraph'],
    ['1h(3)', '1h(3) of 2021'],
  ] as const) {
    assert.ok(!concerns(one, other), `${one} and ${other}`)
    assert.ok(!concerns(other, one), `${other} and ${one}`)
  }
})

test('provisions sort in the order of the law', () => {
  for (const sorted of [
    ['3k(4)', '3k(4a)', '3k(5)(a)', '3k(5)(b)', '3k(5a)(a)', '3k(5aa)', '3k(5b)', '12e', '12h'],
    ['1s(2)(a)', '1s(2)(b)', '1s(2)(g)', '1s(2a)', '1s(10)'],
    ['3e', '3ea(1)', '3f', '12', '12b(1)', '12b(1a)'],
    ['3m(8), fourth subparagraph', '3m(8), fifth subparagraph', '3m(8), last subparagraph', '3m(9)'],
    ['4(2)(a)(i)', '4(2)(a)(ii)', '4(2)(a)(iii)', '4(2)(b)'],
  ])
    assert.deepEqual(sorted.toReversed().toSorted(inOrderOfLaw), sorted)
})
