import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { answerer, LAW } from '../../../test/real-law.ts'
import { digits } from '../../base/cn-code.ts'
import { type Nearness, nearOf, nearTo } from './near.ts'

const { regimes, countries, entries, nomenclatures } = answerer.dataset

describe('nearTo', () => {
  const near = nearOf([
    { list: 'arms', codes: [digits('93'), digits('650610')], weak: false },
    { list: 'arms', codes: [digits('930700')], weak: true },
    { list: 'clothes', codes: [digits('6203'), digits('650610')], weak: true },
  ])
  const nearness = (names: string[], code: string) => nearTo(near(names), digits(code))

  test('what a list names, and all goods below', () => {
    assert.equal(nearness(['arms'], '9303'), 'near')
    assert.equal(nearness(['arms'], '65061080'), 'near')
    assert.equal(nearness(['clothes'], '62034231'), 'weak')
  })

  test('a longer code decides over a shorter one', () => {
    assert.equal(nearness(['arms'], '93070000'), 'weak')
  })

  test('a code of which only some goods are near', () => {
    assert.equal(nearness(['arms'], '6506'), 'near')
    assert.equal(nearness(['clothes'], '62'), 'weak')
    assert.equal(nearness(['arms'], '93'), 'near')
  })

  test('all other goods, and codes of TARIC by their first eight digits', () => {
    assert.equal(nearness(['arms', 'clothes'], '33051000'), 'no')
    assert.equal(nearness(['arms'], '6506108010'), 'near')
  })

  test('the nearest of several lists', () => {
    assert.equal(nearness(['clothes', 'arms'], '650610'), 'near')
    assert.equal(nearness(['arms', 'clothes'], '650610'), 'near')
  })

  test('without a list nothing is near', () => {
    assert.equal(nearTo(near(undefined), digits('9303')), 'no')
  })
})

/** Every measure without codes that goods of a code may fall under: its country, its article or act, and how near they are. */
const around = (code: string): readonly (readonly [country: string, provision: string, Nearness])[] => [
  ...regimes.flatMap(({ data, uncoded }) =>
    uncoded.map(({ article, near }) => [data.country, article ?? '', nearTo(near, digits(code))] as const),
  ),
  // Regimes that are not in the law.
  ...countries.regimes
    .filter(({ regime }) => regime === undefined)
    .map((one) => [one.country, one.acts[0]?.celex ?? '', nearTo(countries.nearOf(one), digits(code))] as const),
]

const nearIn = (country: string, code: string) =>
  around(code)
    .filter(([place, , nearness]) => place === country && nearness === 'near')
    .map(([, provision]) => provision.split(',')[0])

describe('goods near measures without codes', () => {
  for (const [goods, code] of [
    ['shampoo', '33051000'],
    ['leather shoes', '6403'],
    ['vodka', '22086011'],
    ['dog and cat food', '23091011'],
    ['wheelchairs', '87131000'],
    ['kaszanka', '16010099'],
    ['T-shirts', '61091000'],
    ['tea', '09023000'],
    ['toilet soap', '34011100'],
    ['towels', '63026000'],
    ['table knives', '82119100'],
    ['toys', '9503'],
    ['medicines', '3004'],
  ] as const) {
    test(`${goods} are near nothing in Russia and Belarus`, () => {
      const found = around(code).filter(([country, , nearness]) => ['RU', 'BY'].includes(country) && nearness !== 'no')
      assert.deepEqual(found, [])
    })
  }

  for (const [goods, code, russia, belarus] of [
    ['knives', '82119200', ['32024R1485'], ['1a(1)(a)']],
    ['pocket knives', '82119300', ['32024R1485'], ['1a(1)(a)']],
    ['helmets', '65061080', ['4(1)(a)'], ['1a(1)(a)', '1aa(1)']],
    ['body armour', '62113390', ['2(1)', '2a(1)', '4(1)(a)'], ['1a(1)(a)', '1aa(1)', '1e(1)', '1f(1)']],
    ['made-up armour vests', '63079098', ['2(1)', '2a(1)', '4(1)(a)'], ['1a(1)(a)', '1aa(1)', '1e(1)', '1f(1)']],
    ['night vision goggles', '90049090', ['4(1)(a)'], ['1a(1)(a)', '1aa(1)']],
    ['drones', '88062210', ['2(1)', '2a(1)', '4(1)(a)'], ['1aa(1)', '1e(1)', '1f(1)']],
    ['razor wire', '73130000', ['32024R1485'], ['1a(1)(a)']],
    ['armoured vehicles', '87100000', ['4(1)(a)'], ['1a(1)(a)', '1aa(1)']],
    ['Ukrainian icons', '97019100', ['3v(1)'], []],
    ['pipeline gas', '27112100', ['3ra(4)'], []],
  ] as const) {
    test(`${goods} are near what describes them`, () => {
      assert.deepEqual(nearIn('RU', code), russia)
      assert.deepEqual(nearIn('BY', code), belarus)
    })
  }

  test('pipeline gas is governed by another act, which is named in the place of the article', () => {
    const acts = regimes.flatMap(({ uncoded }) => uncoded.flatMap(({ governedBy }) => governedBy?.en ?? []))
    assert.deepEqual(acts, ['Regulation (EU) 2026/261'])
  })

  test('ships are near bans on trade in ships (3s), and not the ban on calling at ports (3ea)', () => {
    assert.deepEqual(nearIn('RU', '89012010'), ['3s(1)'])
    const ports = regimes.flatMap(({ uncoded }) => uncoded).find(({ article }) => article?.startsWith('3ea(1)'))
    assert.equal(ports?.notNear, 'carrier')
    assert.deepEqual(ports.near, [])
  })

  test('ordinary cars, trousers and books are at most weakly near military goods', () => {
    for (const code of ['87036010', '62034231', '49019900']) {
      assert.deepEqual(nearIn('RU', code), [], code)
      assert.deepEqual(nearIn('BY', code), [], code)
    }
  })

  test('goods that an annex lists by code are near what it describes besides', () => {
    for (const [folder, annex] of [
      ['833-2014', 'VII'],
      ['765-2006', 'Va'],
      ['36-2012', 'IX'],
    ]) {
      const { uncoded } = regimes.find((one) => one.folder === folder)!
      const { near } = uncoded.find((one) => one.annex === annex)!
      const own = entries.filter((entry) => entry.regime.folder === folder && entry.annex === annex)
      assert.ok(own.length > 30, annex)
      const far = own.filter(({ code }) => nomenclatures.existedIn(code).length > 0 && nearTo(near, code) === 'no')
      assert.deepEqual([...new Set(far.map(({ code }) => code))], [], annex)
    }
  })

  // Headings and subheadings: `weak` also where few of their goods are meant, such as armoured cars among cars.
  test('everyday goods, as somebody who knows the descriptions would say', () => {
    const table = readFileSync(join(LAW, '..', 'test', 'fixtures', 'near-check.tsv'), 'utf8')
    const [header = '', ...rows] = table.trimEnd().split('\n')
    const places = header.split('\t').slice(2)
    const found = rows.map((row) => {
      const [code = '', goods = ''] = row.split('\t')
      // The statement that goes with everything to and from Iran (36) says nothing of goods, and what an act that was not
      // read may have inserted (1ra(1)) is named by headings.
      const described = around(code).filter(([, provision]) => provision !== '36' && provision !== '1ra(1)')
      const nearest = places.map((place) => {
        const all = described.flatMap(([country, , nearness]) => (country === place ? [nearness] : []))
        return (['near', 'weak'] as const).find((one) => all.includes(one)) ?? 'no'
      })
      return [code, goods, ...nearest].join('\t')
    })
    assert.deepEqual(found, rows)
  })

  test('whatever is described is near some goods or says why none', () => {
    for (const { uncoded } of regimes)
      for (const { near, notNear, what } of uncoded) assert.equal(near.length === 0, notNear !== null, what.en)
  })
})
