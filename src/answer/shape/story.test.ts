import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask } from '../../../test/real-law.ts'

const RU = { regime: 'EU-RU-833-2014', include: 'history' }

/** `2022-03-16…2023-06-23 XVIII 3h(1) 8471 (32022R0428, package 4)`. */
const periods = (q: string, parameters: Record<string, string> = {}) =>
  (ask(q, { ...RU, ...parameters }).meta.history ?? []).map(
    ({ from, to, annex, article, cn_codes, since_act }) =>
      `${from}…${to ?? ''} ${annex} ${article} ${cn_codes} (${since_act?.celex}, package ${since_act?.package})`,
  )

describe('the story of a code', () => {
  test('laptops: luxury goods, then industrial goods, then transit', () => {
    assert.deepEqual(periods('8471 30 00'), [
      '2022-03-16…2023-06-23 XVIII 3h(1) 8471 (32022R0428, package 4)',
      '2022-10-07… XXI 3i(1) 8471 (32022R1904, package 8)',
      '2022-12-17… XXIII 3k(1) 8471 30 (32022R2474, package 9)',
      '2023-12-19… XXXVII 3k(1a) 8471 30 (32023R2878, package 12)',
    ])
  })

  test('a heading that replaced a narrower code is a step of the same period', () => {
    const industrial = ask('8471 30 00', RU).meta.history?.find(({ annex }) => annex === 'XXIII')
    assert.deepEqual(
      industrial?.steps.map(({ day, act, added, removed }) => [day, act?.package, added, removed]),
      [['2023-06-24', 11, ['8471'], ['8471 30']]],
    )
  })

  test('a code that is no longer listed still has its story: smartphones as luxury goods', () => {
    const phones = ask('8517 13 00', RU).meta.history?.find(({ annex }) => annex === 'XVIII')
    assert.deepEqual(
      [phones?.from, phones?.to, phones?.until_act?.celex, phones?.until_act?.package],
      ['2022-03-16', '2025-10-23', '32025R2033', 19],
    )
  })

  test('it is told when it is asked for, and of codes only', () => {
    assert.equal(ask('8471').meta.history, undefined)
    assert.equal(ask('laptop', RU).meta.history, undefined)
    assert.ok(ask('8471', { include: 'tree,history' }).meta.tree)
  })

  test('the direction asked about holds for it too', () => {
    assert.deepEqual(periods('8471 30 00', { direction: 'import' }), [
      '2022-10-07… XXI 3i(1) 8471 (32022R1904, package 8)',
    ])
  })
})

describe('answers of a past day', () => {
  test('acts by which a listing came and went', () => {
    const [luxury] = ask('8471', { ...RU, as_of: '2023-06-23' }).results.filter(({ annex }) => annex === 'XVIII')
    assert.deepEqual(
      [luxury?.valid_from, luxury?.since_act, luxury?.valid_to, luxury?.until_act],
      ['2022-03-16', '32022R0428', '2023-06-23', '32023R1214'],
    )
    const [industrial] = ask('8471', RU).results.filter(({ annex }) => annex === 'XXIII')
    assert.deepEqual(
      [industrial?.valid_from, industrial?.since_act, industrial?.valid_to, industrial?.until_act],
      ['2023-06-24', '32023R1214', null, null],
    )
  })

  test('annexes that are gone answer on their days, each with its role', () => {
    const types = (q: string, as_of: string, annex: string) =>
      ask(q, { ...RU, as_of })
        .results.filter((one) => one.annex === annex)
        .map(({ restriction }) => restriction.type)
    assert.deepEqual(types('2701', '2023-06-23', 'XXII'), ['import_ban'])
    assert.deepEqual(types('2701', '2023-06-24', 'XXII'), [])
    assert.deepEqual(types('7304 11 00', '2022-03-15', 'II'), ['restriction'])
    assert.deepEqual(types('7304 11 00', '2022-03-16', 'II'), ['export_ban'])
    assert.deepEqual(types('7304 11 00', '2026-04-24', 'II'), [])
    const [listed] = ask('3911 90', { ...RU, as_of: '2024-01-15' }).results.filter(({ annex }) => annex === 'XXIIIA')
    assert.equal(listed?.restriction.type, 'restriction')
    assert.match(listed?.restriction.label ?? '', /^Wind-down list, not a ban of its own/)
  })

  test('what was checked names the annexes of that day', () => {
    const annexes = (as_of: string) => ask('2701', { ...RU, as_of }).scope.regimes[0]?.annexes_checked ?? []
    assert.ok(annexes('2023-06-23').includes('XXII'))
    assert.ok(!annexes('2023-06-24').includes('XXII'))
    assert.ok(annexes('2024-06-24').includes('XXIIIA') && !annexes('2024-06-25').includes('XXIIIA'))
  })

  test('a contract of then is covered by the wind-down of then: coal until 10 August 2022', () => {
    const covered = (as_of: string, contract_date: string) => {
      const found = ask('2701', { ...RU, as_of, contract_date }).winddowns.find(({ article }) => article === '3j(3)')
      return [found?.status, found?.applies]
    }
    assert.deepEqual(covered('2022-08-10', '2022-04-08'), ['open', true])
    assert.deepEqual(covered('2022-08-10', '2022-04-09'), ['open', false])
    assert.deepEqual(covered('2022-08-11', '2022-04-08'), ['expired', true])
    assert.deepEqual(covered('2023-06-24', '2022-04-08'), [undefined, undefined])
  })

  test('the wind-down of rows that an act first listed covers these rows alone: Annex XVII Part A and B', () => {
    const articles = (q: string, as_of: string) =>
      ask(q, { ...RU, as_of, contract_date: '2022-03-01' })
        .winddowns.filter(({ article }) => article.startsWith('3g'))
        .map(({ article, status }) => `${article} ${status}`)
    assert.deepEqual(articles('7208 10 00', '2022-06-17'), ['3g(2) open'])
    assert.deepEqual(articles('7206 10 00', '2022-12-01'), ['3g(3) open'])
    assert.deepEqual(articles('7206 10 00', '2022-06-17'), [])
  })

  test('quotas of then: synthetic rubber until 30 June 2024', () => {
    const exempt = (as_of: string) =>
      ask('4002', { ...RU, as_of }).results.some(({ exemptions }) =>
        exemptions.some(({ article }) => article === '3i(3da)(b)'),
      )
    assert.ok(exempt('2024-06-30'))
    assert.ok(!exempt('2024-07-01'))
    assert.ok(!exempt('2023-02-25'))
  })

  test('years without a tariff of ours are named', () => {
    const warned = (as_of: string) =>
      ask('8471', { as_of }).scope.warnings.some((warning) =>
        /do not have the Combined Nomenclature of 20\d\d/.test(warning),
      )
    assert.ok(warned('2022-06-01') && warned('2023-12-31'))
    assert.ok(!warned('2024-01-01'))
  })

  test('before our data begin, the reason says so where nothing was found', () => {
    const { answer, reason } = ask('0101 30 00', { ...RU, as_of: '2022-02-25' }).assessment
    assert.equal(answer, 'not_checked')
    assert.match(reason, /complete only from: Russia: 26 February 2022/)
  })
})
