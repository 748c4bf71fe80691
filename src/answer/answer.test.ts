import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Value from 'typebox/value'
import { answerer, ask, inBrief, TODAY } from '../../test/real-law.ts'
import { isInAct } from '../law/read/law.ts'
import { CnResponseSchema } from './response/response.ts'

describe('a code and its answer', () => {
  test('Russia comes before Belarus, bans before transfers, the narrower code before its heading', () => {
    assert.deepEqual(inBrief(ask('7304 11 00')), [
      '7304 11 00 – 3k(1b) export_ban EU_to_RU',
      '7304 XVII 3g(1)(a), (b) import_ban RU_to_EU',
      '7304 XVII 3g(1)(d) import_ban RU_to_EU',
      '7304 XXIII 3k(1) export_ban EU_to_RU',
      '7304 XVII 3g(1)(c) transfer_ban –',
      '7304 XVIII 1bb(1) export_ban EU_to_BY',
      '73 XII 1q(1)(a), (b) import_ban BY_to_EU',
      '73 XII 1q(1)(c) transfer_ban –',
    ])
  })

  test('derogations that are over come last', () => {
    const states = ask('2710').derogations.map(({ status }) => status)
    assert.ok(states.slice(states.indexOf('expired')).every((status) => status === 'expired') && states[0] === 'open')
  })

  test('however a code is written, the answer is the same', () => {
    const plain = ask('84713000')
    for (const q of [
      '8471 30 00',
      '8471.30.00',
      '8471-30-00',
      '8471/30/00',
      'CN 8471 30 00',
      'TARIC 8471 30 00 00',
      'hs84713000',
    ]) {
      const response = ask(q)
      assert.deepEqual({ ...response, query: '84713000' }, plain, q)
    }
    assert.deepEqual(inBrief(ask('ex 8471')), inBrief(ask('8471')))
  })
})

describe('the shape of an answer', () => {
  test('every answer has the shape of the contract', () => {
    for (const q of [
      '7304 11 00',
      '01',
      '0101 30 00',
      '4418 60',
      '730411',
      'rury',
      'nothing of the kind',
      '2710 19 43',
    ]) {
      for (const lang of ['pl', 'en']) {
        const response = ask(q, { lang })
        assert.deepEqual(Value.Errors(CnResponseSchema, response), [], q)
      }
    }
  })

  test('both languages say the same of the law', () => {
    const [pl, en] = [ask('7304', { lang: 'pl' }), ask('7304', { lang: 'en' })]
    assert.deepEqual(inBrief(pl), inBrief(en))
    assert.match(pl.results[0]?.restriction.label ?? '', /zakaz/)
    assert.match(pl.disclaimer, /nie porada prawna/)
    assert.match(pl.results[0]?.regime.eur_lex_url ?? '', /\/PL\//)
  })

  test('limit and offset cut the list, not the verdict', () => {
    const whole = ask('84', { limit: '500' })
    assert.ok(whole.meta.total > 100)
    const page = ask('84', { limit: '10', offset: '20' })
    assert.equal(page.meta.returned, 10)
    assert.equal(page.meta.total, whole.meta.total)
    assert.deepEqual(page.results, whole.results.slice(20, 30))
    assert.deepEqual(page.winddowns, whole.winddowns)
    assert.equal(ask('84', { offset: '100000' }).verdict, 'restricted')
  })

  test('every answer names its dataset and build', () => {
    const response = ask('7304')
    assert.match(response.meta.dataset, /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/)
    assert.equal(response.scope.dataset, answerer.dataset.version)
    assert.equal(response.meta.source, 'cn-sanctions test')
  })

  test('a plain word finds goods by name', () => {
    const response = ask('diamonds')
    assert.equal(response.matched_as, 'name')
    assert.equal(response.verdict, 'restricted')
    assert.ok(response.meta.goods?.some(({ code, restricted }) => code === '7102' && restricted))
    assert.equal(response.cn_exists, false)
    assert.equal(ask('xyzzy').verdict, 'no_match')
  })
})

describe('what an answer does not show', () => {
  test('conditions of other goods: a laptop hears nothing of cars or of quotas for steel', () => {
    for (const lang of ['pl', 'en']) {
      for (const { restriction, doubts } of ask('8471 30 00', { lang }).results)
        for (const text of [restriction.note, restriction.condition, ...doubts])
          assert.doesNotMatch(text ?? '', /8703|7207|vehicle|pojazd|quota|kontyngent/i)
    }
  })

  test('remarks for maintainers', () => {
    const remarks = answerer.dataset.regimes.flatMap(({ law }) =>
      [...law.measures, ...law.grants].filter(isInAct).flatMap(({ remark }) => remark ?? []),
    )
    assert.ok(remarks.length > 20)
    for (const q of ['2709 00 90', '2711 11 00', '4407', '7304 11 00', '8471 30 00', '8542 31', '9302', '9303']) {
      const answer = JSON.stringify(ask(q, { limit: '500' }))
      for (const remark of remarks) assert.ok(!answer.includes(remark), remark)
    }
  })
})

describe('an answer in Polish', () => {
  const OURS = /naszym tłumaczeniem.*Dzienniku Urzędowym Unii Europejskiej/

  test('translations of ours are announced once, where they are shown', () => {
    const announced = (lang: string) =>
      ask('9004 90 90', { lang }).scope.warnings.filter((warning) => OURS.test(warning)).length
    assert.deepEqual([announced('pl'), announced('en')], [1, 0])
    for (const parameters of [{ q: '0101 30 00' }, { q: '9004 90 90', offset: '400' }, { q: '7304 11 00' }]) {
      const { q, ...rest } = parameters
      assert.ok(!ask(q, { lang: 'pl', ...rest }).scope.warnings.some((warning) => OURS.test(warning)), q)
    }
  })

  test('every part of an annex is named in Polish', () => {
    const names = new Set(answerer.dataset.entries.flatMap(({ category }) => category ?? []))
    assert.deepEqual(
      [...names].filter(({ en, pl }) => en === pl).map(({ en }) => en),
      ['A', 'B', 'C', 'D'],
    )
  })
})

describe('what several questions have in common', () => {
  const warnings = (...deals: string[][]) => answerer.scope(TODAY, 'pl', null, deals).warnings.join('\n')

  test('a list of deals with Iran and North Korea is not warned of what is pending about Belarus', () => {
    assert.doesNotMatch(warnings(['PL', 'IR'], ['PL', 'KP']), /Białoruś|2026\/513/)
    assert.match(warnings(['PL', 'IR'], ['PL', 'BY']), /Białoruś.*2026\/513/s)
  })

  test('a deal with no target of a regime, or none at all, is warned of all of them', () => {
    for (const other of [['PL', 'KZ'], []]) assert.match(warnings(['PL', 'IR'], other), /2026\/513/)
    assert.match(warnings(), /2026\/513/)
  })
})
