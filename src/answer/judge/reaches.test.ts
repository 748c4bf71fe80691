import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer, TODAY } from '../../../test/real-law.ts'
import { digits } from '../../base/cn-code.ts'
import { inForce } from '../../law/dataset/validity.ts'
import { codesOf } from '../../law/tariff/nomenclature.ts'
import { buildCodeIndex } from '../../search/by-code.ts'
import { type Match, matchGoods } from '../match/grants.ts'
import { judge, markFor } from './reaches.ts'

const { dataset } = answerer
const find = buildCodeIndex(dataset)(dataset.regimes)
const tariff = dataset.nomenclatures.of(2026)
const DAY = TODAY

const judged = (asked: string, country?: string, direction?: string) =>
  judge(matchesOf(asked, country, direction), [digits(asked)], tariff)

function matchesOf(asked: string, country?: string, direction?: string): Match[] {
  const code = digits(asked)
  return find(code).flatMap((entry): Match[] => {
    if (entry.regime.data.territories || (country !== undefined && entry.regime.data.country !== country)) return []
    if (direction !== undefined && entry.direction !== direction) return []
    const goods = matchGoods(entry, code)
    const force = inForce(entry.validity, DAY)
    return force === 'no' ? [] : [{ entry, goods, inForce: force, day: DAY }]
  })
}

describe('how far a measure reaches into a code', () => {
  test('a laptop is prohibited whole, although its row is printed "ex"', () => {
    assert.equal(judged('84713000', 'RU', 'export').extent, 'whole')
    assert.equal(judged('8471', 'RU', 'export').extent, 'some_codes')
  })

  test('a bicycle is prohibited beyond a value only', () => {
    assert.equal(judged('87120030', 'RU', 'export').extent, 'threshold')
  })

  test('copper powder is prohibited as far as it fits the description', () => {
    assert.equal(judged('7406', 'RU', 'import').extent, 'description')
  })

  test('a code that the tariff does not divide is as prohibited as its only subcode', () => {
    assert.equal(judged('271111', 'RU', 'import').extent, judged('27111100', 'RU', 'import').extent)
  })

  test('what is not listed has no extent and no reach', () => {
    assert.deepEqual(judged('01013000'), { extent: 'none', reaches: [] })
  })

  test('bans come before restrictions and duties, Russia before Belarus', () => {
    const { reaches } = judged('84713000')
    const kinds = reaches.map(({ kind }) => kind)
    assert.deepEqual(
      kinds,
      kinds.toSorted((a, b) => ['ban', 'restriction', 'duty'].indexOf(a) - ['ban', 'restriction', 'duty'].indexOf(b)),
    )
    assert.deepEqual(
      reaches
        .filter(({ kind, direction }) => kind === 'ban' && direction === 'export')
        .map(({ country }) => country)
        .slice(0, 2),
      ['RU', 'BY'],
    )
  })
})

test('a code is never judged weaker than every code below it', () => {
  const strength = ['none', 'possible', 'some_codes', 'description', 'threshold', 'whole']
  for (const line of tariff.lines) {
    if (line.kind !== 'hs6') continue
    const below = line.children.filter(({ kind }) => kind === 'cn8').map(({ code }) => judged(code).extent)
    if (below.length === 0 || below.length !== line.children.length) continue
    const weakest = Math.min(...below.map((extent) => strength.indexOf(extent)))
    // Codes that are all listed, but under different measures or thresholds, still are "some codes" of the one above.
    if (below.every((extent) => extent === 'whole'))
      assert.ok(['whole', 'some_codes'].includes(judged(line.code).extent), line.code)
    else assert.ok(strength.indexOf(judged(line.code).extent) >= Math.min(weakest, 2), line.code)
  }
})

test('the mark of a line is that of the judgement of its matches', () => {
  for (const country of ['RU', 'BY', 'IR', undefined]) {
    for (const chapter of ['25', '27', '38', '73', '84', '85', '87', '90']) {
      const children = tariff.line(digits(chapter))?.children.flatMap(codesOf) ?? []
      for (const code of [digits(chapter), ...children]) {
        const { extent, reaches } = judged(code, country)
        const mark = markFor(matchesOf(code, country), [code], tariff)
        assert.deepEqual(mark, { kind: reaches[0]?.kind ?? null, extent }, `${code} ${country}`)
      }
    }
  }
})
