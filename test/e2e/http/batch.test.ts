import assert from 'node:assert/strict'
import { request as askOver } from 'node:http'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { Answerer } from '../../../src/answer/answer.ts'
import type { CnResponse } from '../../../src/answer/response/response.ts'
import type { CnShort } from '../../../src/answer/response/short-response.ts'
import type { Problem } from '../../../src/http/kernel/problem/problem.ts'

import { bodyForOne } from '../../../src/http/kernel/reply/response-body.ts'
import { answerCacheOf } from '../../../src/http/lookup/answer-cache.ts'
import { openStore } from '../../../src/store/store.ts'
import { answerer as realLaw } from '../../real-law.ts'
import { detailShape, emptyPlace, limitIn, NOON, PLENTY, problemIn, reasonsIn, serviceFor } from './service.ts'
import { ENDLESS_BATCH, unreadBatch } from './wire.ts'

type Line<T> =
  | ({ readonly id: string; readonly status: 'ok' } & T)
  | { readonly id: string; readonly status: 'error'; readonly problem: Problem }
interface Answer<T> {
  readonly dataset: string
  readonly as_of: string
  readonly disclaimer: string
  readonly scope: CnResponse['scope']
  readonly meta: { readonly items: number; readonly limit: number }
  readonly items: readonly Line<T>[]
}

const item = (q: string, id = q) => ({ id, q })
const linesOf = <T = CnShort>(body: string): readonly Line<T>[] => (JSON.parse(body) as Answer<T>).items
const good = <T>(line: Line<T> | undefined): T => {
  assert.equal(line?.status, 'ok')
  return line as T & { id: string; status: 'ok' }
}
const refused = (line: Line<unknown> | undefined): Problem => {
  assert.equal(line?.status, 'error')
  return (line as { problem: Problem }).problem
}

describe('a list', () => {
  test('is answered line by line, in the order asked, with the caller’s own ids', async (t) => {
    const { check } = await serviceFor(t)
    const answer = await check({ items: [item('7304 11 00', 'b'), item('0101', 'a'), item('laptop', 'ł/~1')] })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers.etag, undefined)
    const { dataset, as_of, meta, items, disclaimer, scope } = answer.json<Answer<CnShort>>()
    assert.equal(dataset, realLaw.dataset.version)
    assert.equal(as_of, '2026-11-15')
    assert.deepEqual([meta.items, meta.limit], [3, 20])
    assert.match(disclaimer, /nie oznacza/)
    assert.deepEqual(
      scope.regimes.map(({ code }) => code),
      ['EU-RU-833-2014', 'EU-BY-765-2006'],
    )
    assert.deepEqual(
      items.map(({ id }) => id),
      ['b', 'a', 'ł/~1'],
    )
    assert.equal(good(items[2]).matched_as, 'name')
    assert.equal(good(items[2]).goods?.[0]?.code, '8471 30 00')
  })

  test('about one regime says nothing of the acts that another lacks', async (t) => {
    const { check } = await serviceFor(t)
    const scopeFor = async (regime: string) =>
      (await check({ regime, items: [item('4901 10 00')] })).json<Answer<CnShort>>().scope
    const [russia, belarus] = [await scopeFor('EU-RU-833-2014'), await scopeFor('EU-BY-765-2006')]
    assert.deepEqual(
      russia.regimes.map(({ code }) => code),
      ['EU-RU-833-2014'],
    )
    assert.doesNotMatch(russia.warnings.join(), /2026\/513/)
    assert.match(belarus.warnings.join(), /2026\/513/)
  })

  test('says of each line in full what the lookup says of it', async (t) => {
    const { check, get } = await serviceFor(t)
    const answer = await check({ lang: 'en', detail: 'full', items: [item('7304 11 00'), item('kawior'), item('99')] })
    for (const { id, status, ...full } of linesOf<CnResponse>(answer.body)) {
      assert.equal(status, 'ok')
      const alone = await get(`/api/v1/cn?lang=en&limit=20&q=${encodeURIComponent(id)}`)
      assert.deepEqual(full, alone.json())
    }
  })

  test('says in short what the lookup says: the same verdict, and one line for each match', async (t) => {
    const { check, get } = await serviceFor(t)
    const asked = ['7304 11 00', '8471', 'rury stalowe', '2402', '0000', '99999999']
    const answer = await check({ items: asked.map((q) => item(q)) })
    for (const line of linesOf(answer.body)) {
      const short = good(line)
      const whole = (await get(`/api/v1/cn?limit=20&q=${encodeURIComponent(line.id)}`)).json<CnResponse>()
      assert.deepEqual(
        [short.verdict, short.has_prohibition, short.cn_exists, short.cn_name, short.query, short.matched_as],
        [whole.verdict, whole.has_prohibition, whole.cn_exists, whole.cn_name, whole.query, whole.matched_as],
      )
      assert.deepEqual(
        short.matches.map(({ cn_code, annex, article, type, country }) => [cn_code, annex, article, type, country]),
        whole.results.map(({ cn_code, annex, article, restriction, regime }) => [
          cn_code,
          annex,
          article,
          restriction.type,
          regime.target_country_code,
        ]),
      )
      const { goods, name } = whole.meta
      assert.deepEqual(short.meta, {
        returned: whole.results.length,
        total: whole.meta.total,
        ...(name && { name }),
        ...(goods && { goods: goods.length }),
        ...(name && { name }),
      })
      assert.deepEqual(
        short.goods,
        goods?.slice(0, 5).map(({ score, subheadings, listed, ...good }) => good),
      )
    }
  })

  test('of a chapter shows twenty matches and says how many there are', async (t) => {
    const { check } = await serviceFor(t)
    const [line] = linesOf((await check({ items: [item('84')] })).body)
    const { matches, meta } = good(line)
    assert.equal(matches.length, 20)
    assert.equal(meta.returned, 20)
    assert.ok(meta.total > 500)
  })

  test('is about the day given, for every line', async (t) => {
    const { check } = await serviceFor(t)
    const body = (as_of: string) => ({ as_of, items: [item('7304 11 00')] })
    assert.equal(good(linesOf((await check(body('2014-01-01'))).body)[0]).verdict, 'no_match')
    const now = await check(body('2026-11-15'))
    assert.equal(good(linesOf(now.body)[0]).verdict, 'restricted')
    assert.equal(now.body, (await check({ items: [item('7304 11 00')] })).body, 'which is today when none is given')
  })

  test('may ask of a line in one direction only, and whether a wind-down covers its contract', async (t) => {
    const { check } = await serviceFor(t)
    const items = [
      item('7401 00 00', 'both'),
      { ...item('7401 00 00', 'out'), direction: 'export' },
      item('2603', 'unknown'),
      { ...item('2603', 'old'), contract_date: '2026-04-01' },
    ]
    const lines = linesOf((await check({ as_of: '2026-10-24', items })).body)
    const [both, out, unknown, old] = lines.map((line) => good(line))
    assert.ok(both && out && unknown && old)
    const goes = (short: CnShort, way: string) => short.matches.some(({ direction }) => direction === way)
    assert.ok(goes(both, 'RU_to_EU') && !goes(out, 'RU_to_EU'))
    const ore = ({ winddowns }: CnShort) => winddowns.find(({ article }) => article === '3i(3bg)')
    assert.equal(ore(unknown)?.applies, null)
    assert.equal(ore(old)?.applies, true)
  })

  test('may be about one regime, and a line about another', async (t) => {
    const { check } = await serviceFor(t)
    const [RU, BY] = ['EU-RU-833-2014', 'EU-BY-765-2006'] as const
    const regimesIn = (line: Line<CnShort> | undefined) => [...new Set(good(line).matches.map(({ regime }) => regime))]
    const items = [item('8471 30 00', 'a'), { ...item('8471 30 00', 'b'), regime: RU }]
    const both = await check({ regime: BY, items })
    assert.deepEqual(linesOf(both.body).map(regimesIn), [[BY], [RU]])
    const scopeIn = ({ scope }: Answer<CnShort>) => scope.regimes.map(({ code }) => code)
    assert.deepEqual(scopeIn(both.json()), [RU, BY], 'what any line was checked against')
    const russia = (await check({ regime: RU, items })).json<Answer<CnShort>>()
    assert.deepEqual(scopeIn(russia), [RU])
    assert.ok(!russia.scope.warnings.some((warning) => warning.includes('Białoruś')))
    const unknown = [{ ...item('84', 'x'), regime: 'EU-XX' }, { ...item('84', 'y'), regime: '' }, item('84', 'z')]
    const lines = linesOf((await check({ items: unknown })).body)
    for (const at of [0, 1]) assert.equal(refused(lines[at]).code, 'regime_unknown')
    good(lines[2])
    for (const regime of ['EU-XX', '', 'eu-ru-833-2014', '__proto__', null, 1, [RU], { RU }])
      assert.deepEqual(reasonsIn(await check({ regime, items })), ['regime_unknown /regime'])
    for (const regime of [null, 1, [RU]])
      assert.equal(refused(linesOf((await check({ items: [{ ...item('84'), regime }] })).body)[0]).code, 'item_invalid')
  })

  test('says of every line how it was judged, and never that nothing is listed where nothing was checked', async (t) => {
    const { check, get } = await serviceFor(t)
    const asked = ['8471 30 00', '8712 00 30', '0101 30 00', 'xyzzy', '99999999', 'rower']
    const lines = linesOf((await check({ lang: 'pl', items: asked.map((q) => item(q)) })).body)
    for (const line of lines) {
      const { assessment } = good(line)
      const alone = (await get(`/api/v1/cn?q=${encodeURIComponent(line.id)}`)).json<CnResponse>()
      assert.deepEqual(assessment, alone.assessment, line.id)
    }
    for (const at of [3, 4]) {
      const { verdict, assessment, warnings } = good(lines[at])
      assert.deepEqual([verdict, assessment.checked], ['no_match', false])
      assert.match(assessment.sentence, /^Nie sprawdzono: /)
      assert.ok(warnings.every((warning) => warning.length > 0))
    }
  })

  test('keeps warnings about one line with that line, and those about all in one place', async (t) => {
    const { check } = await serviceFor(t)
    const answer = (await check({ lang: 'en', items: [item('7304 11 00'), item('9999 99 99')] })).json<
      Answer<CnShort>
    >()
    assert.ok(answer.scope.warnings.some((warning) => /not worked in yet/.test(warning)))
    assert.deepEqual(good(answer.items[0]).warnings, [])
    assert.match(good(answer.items[1]).warnings.join(), /no such code/)
  })
})

describe('facts', () => {
  const INPUTS = '833-2014.3g(1)(d)'
  const screws = (id: string, facts?: string) => ({ id, q: '7318 15 95', origin: 'CN', destination: 'PL', facts })
  const bare = (facts: CnShort['meta']['facts']) => facts?.map(({ id, value, used }) => ({ id, value, used }))
  const told = (short: CnShort) => [short.assessment.answer, bare(short.deal?.facts)]

  test('of an item decide as in the lookup, and win over those of the batch by their ids', async (t) => {
    const { check, get } = await serviceFor(t)
    const items = [screws('none'), screws('no', `${INPUTS}:no`), screws('yes', `${INPUTS}:yes`)]
    const lines = linesOf((await check({ items })).body).map((line) => good(line))
    assert.deepEqual(lines.map(told), [
      ['depends', undefined],
      ['duties', [{ id: INPUTS, value: 'no', used: true }]],
      ['prohibited', [{ id: INPUTS, value: 'yes', used: true }]],
    ])
    for (const [at, { id: _, ...asked }] of items.entries()) {
      const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined)
      const alone = await get(`/api/v1/cn?limit=20&${new URLSearchParams(given)}`)
      assert.deepEqual(lines[at]?.assessment, alone.json<CnResponse>().assessment)
    }
    const all = linesOf((await check({ items, facts: `${INPUTS}:no` })).body).map((line) => good(line))
    assert.deepEqual(
      all.map(({ assessment }) => assessment.answer),
      ['duties', 'duties', 'prohibited'],
    )
  })

  test('stand in the short form without a deal too, and used: false where they decide nothing', async (t) => {
    const { check } = await serviceFor(t)
    const facts = `${INPUTS}:no,833-2014.use:no`
    const [alone, deal] = linesOf((await check({ facts, items: [item('7318 15 95'), screws('deal')] })).body)
    const used = (isUsed: boolean) => [
      { id: INPUTS, value: 'no', used: true },
      { id: '833-2014.use', value: 'no', used: isUsed },
    ]
    assert.deepEqual(bare(good(alone).meta.facts), used(true))
    assert.deepEqual(bare(good(deal).deal?.facts), used(false))
  })

  test('that are wrong are an error of their line alone', async (t) => {
    const { check } = await serviceFor(t)
    const many = Array.from({ length: 6 }, (_, at) => `833-2014.${at}:no`).join()
    const items = [
      screws('good', `${INPUTS}:no`),
      screws('form', 'no'),
      screws('value', `${INPUTS}:perhaps`),
      { ...screws('goods', `${INPUTS}:no`), q: '4202' },
      screws('twice', `${INPUTS}:no,${INPUTS}:yes`),
      screws('many', many.replaceAll('2014.', '2014.x')),
    ]
    const lines = linesOf((await check({ lang: 'en', items })).body)
    good(lines[0])
    const codes = lines.slice(1).map((line) => {
      const { code, errors } = refused(line)
      return [line.id, code, errors.map((error) => 'pointer' in error && error.pointer).join(' ')]
    })
    assert.deepEqual(codes, [
      ['form', 'fact_invalid', '/items/1/facts'],
      ['value', 'fact_invalid', '/items/2/facts'],
      ['goods', 'fact_unknown', '/items/3/facts'],
      ['twice', 'fact_invalid', '/items/4/facts'],
      ['many', 'fact_unknown', '/items/5/facts'],
    ])
    assert.match(JSON.stringify(refused(lines[3]).errors), /Asked now: goods/)
    const together = linesOf((await check({ facts: many, items: [items[0], items[5]] })).body)
    assert.deepEqual(
      together.map((line) => refused(line).code),
      ['fact_unknown', 'fact_invalid'],
      'of both at most ten',
    )
    assert.equal(refused(linesOf((await check({ facts: 'no', items: [item('84')] })).body)[0]).code, 'fact_invalid')
    assert.deepEqual(reasonsIn(await check({ facts: { [INPUTS]: 'no' }, items })), ['fact_invalid /facts'])
  })
})

describe('a bad line', () => {
  test('spoils no other, and says why in the words of the lookup', async (t) => {
    const { check } = await serviceFor(t)
    const items = [
      item('7304 11 00', 'a'),
      { id: 'missing' },
      item('', 'empty'),
      item('7', 'short'),
      item('x'.repeat(201), 'long'),
      item('ab\u0000', 'control'),
      { ...item('84', 'date'), contract_date: '31.01.2022' },
      { ...item('z', 'both'), direction: 'sideways' },
      item('0101', 'z'),
    ]
    const answer = await check({ lang: 'en', items })
    assert.equal(answer.statusCode, 200)
    const lines = linesOf(answer.body)
    good(lines[0])
    good(lines[8])
    const said = lines.slice(1, 8).map((line) => {
      const { code, errors } = refused(line)
      return [line.id, code, errors.map((error) => 'pointer' in error && error.pointer).join(' ')]
    })
    assert.deepEqual(said, [
      ['missing', 'q_missing', '/items/1/q'],
      ['empty', 'q_empty', '/items/2/q'],
      ['short', 'q_code_length', '/items/3/q'],
      ['long', 'q_too_long', '/items/4/q'],
      ['control', 'q_invalid', '/items/5/q'],
      ['date', 'contract_date_invalid', '/items/6/contract_date'],
      ['both', 'q_too_vague', '/items/7/q /items/7/direction'],
    ])
    assert.deepEqual(refused(lines[3]).suggestions?.slice(0, 2), ['07', '70'])
    assert.match(refused(lines[3]).detail, /2, 4, 6, 8 or 10 digits/)
  })

  test('speaks the language of the list, else that of the address', async (t) => {
    const { app } = await serviceFor(t)
    const title = async (lang: object, query = '') => {
      const payload = { ...lang, items: [item('', 'a')] }
      return refused(linesOf((await app.inject({ method: 'POST', url: `/api/v1/check${query}`, payload })).body)[0])
        .title
    }
    assert.equal(await title({}), 'Puste pytanie')
    assert.equal(await title({}, '?lang=en'), 'The question is empty')
    assert.equal(await title({ lang: 'pl' }, '?lang=en'), 'Puste pytanie')
  })

  test('met by a fault of ours says so alone, and the operator is told', async (t) => {
    const faulty = {
      ...realLaw,
      answer: (question: Parameters<typeof realLaw.answer>[0]) => {
        if (question.query === '0102') throw new Error('a fault nobody foresaw')
        return realLaw.answer(question)
      },
    }
    const service = await serviceFor(t, { answerer: () => faulty })
    const answer = await service.check({ items: [item('0101'), item('0102'), item('0103')] })
    const lines = linesOf(answer.body)
    assert.deepEqual(
      lines.map(({ status }) => status),
      ['ok', 'error', 'ok'],
    )
    assert.equal(refused(lines[1]).code, 'internal')
    assert.doesNotMatch(answer.body, /foresaw/)
    assert.equal(service.log.filter(({ level }) => level === 'error').length, 1)
  })
})

describe('a line that cannot be read', () => {
  const lines = [
    item('0101', 'good'),
    null,
    { id: '2', q: '7304', origin: null },
    { id: '3', q: 7304 },
    { id: '4', q: '7304', dispatched: 'RU' },
    { id: 5, q: '7304' },
    item('0102', 'good'),
    { id: '7', q: '7304', via: 'RU,'.repeat(3_000) },
    item('0103', 'last'),
  ]
  const expected = [
    ['good', 'ok'],
    [null, 'item_invalid /items/1'],
    ['2', 'item_invalid /items/2/origin'],
    ['3', 'item_invalid /items/3/q'],
    ['4', 'batch_field_unknown /items/4/dispatched'],
    ['5', 'item_id_invalid /items/5/id'],
    ['good', 'item_id_repeated /items/6/id'],
    ['7', 'via_too_long /items/7/via'],
    ['last', 'ok'],
  ]

  test('is an error of that line alone, in both languages and both details', async (t) => {
    const { check } = await serviceFor(t)
    for (const lang of ['pl', 'en'] as const) {
      for (const detail of ['short', 'full'] as const) {
        const answer = await check({ lang, detail, items: lines })
        assert.equal(answer.statusCode, 200)
        const told = answer.json<Answer<CnShort>>().items.map((line) => {
          if (line.status === 'ok') return [line.id, 'ok']
          const { code, detail, errors } = line.problem
          assert.match(detail, detailShape(code, lang))
          const [error] = errors
          return [line.id, `${code} ${error && 'pointer' in error ? error.pointer : ''}`]
        })
        assert.deepEqual(told, expected)
      }
    }
  })

  test('names every field there is', async (t) => {
    const { check } = await serviceFor(t)
    const [, , , , unknown] = linesOf((await check({ lang: 'en', items: lines })).body)
    assert.match(
      refused(unknown).detail,
      /id, q, contract_date, direction, regime, facts, origin, dispatch, destination, via, value/,
    )
  })
})

describe('a list that is no list', () => {
  test('is refused whole, each wrong place named', async (t) => {
    const { check, app } = await serviceFor(t)
    assert.deepEqual(reasonsIn(await check({ lang: 'de', day: '2026-11-15', items: [null] })), [
      'batch_field_unknown /day',
      'lang_unknown /lang',
    ])
    const english = problemIn(await check({ lang: 'en', items: [] }), 'items_invalid')
    assert.equal(english.title, 'No items', 'in the language it asked for')
    const url = '/api/v1/check?as_of=2022-01-01'
    const headers = { 'content-type': 'application/json' }
    const asked = await app.inject({ method: 'POST', url, headers, payload: { items: [item('84')] } })
    assert.deepEqual(reasonsIn(asked), ['batch_invalid as_of'], 'a day in the address would be lost')
    assert.equal((await app.inject({ url: '/api/v1/check' })).headers.allow, 'POST, OPTIONS')
  })

  test('is refused before it is parsed if that would hold up others', async (t) => {
    const { check } = await serviceFor(t, { limits: PLENTY })
    problemIn(await check(repeated(3_000, '84')), 'items_too_many')
    const brackets = `{"items":[${'[],'.repeat(300_000)}1]}`
    assert.match(problemIn(await check(brackets), 'batch_too_large').detail, /500/)
    const fields = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, 1]))
    problemIn(await check(fields), 'batch_too_large')
    const text = await check({ items: [item(`rury ${'[{,:'.repeat(40)}`, 'rury'), item('0101')] })
    assert.equal(text.statusCode, 200, 'what stands in a text does not count')
  })
})

/** So many lines that ask the same. */
const repeated = (count: number, q: string) => ({ items: Array.from({ length: count }, (_, at) => item(q, `${at}`)) })

describe('the limit of lists', () => {
  test('counts a list of codes once, apart from lookups', async (t) => {
    const { check, get } = await serviceFor(t, { limits: { batches: 2, lookups: 5 } })
    const body = repeated(500, '0101')
    assert.deepEqual({ ...limitIn(await check(body)), reset: 0 }, { limit: 2, remaining: 1, reset: 0 })
    assert.equal(limitIn(await check('{'))?.remaining, 0, 'a wrong one counts as well')
    problemIn(await check(body), 'rate_limited')
    assert.equal(limitIn(await get('/api/v1/cn?q=84'))?.remaining, 4)
  })

  test('counts names and chapters for more than codes', async (t) => {
    const { check } = await serviceFor(t, { limits: { batches: 20 } })
    const costs: [number, object][] = [
      [19, repeated(500, '7304 11 00')],
      [18, repeated(50, 'rury stalowe')],
      [16, repeated(51, 'rury stalowe')],
      [6, repeated(100, '84')],
    ]
    for (const [remaining, body] of costs) {
      const answer = await check(body)
      assert.equal(answer.statusCode, 200)
      assert.deepEqual({ ...limitIn(answer), reset: 0 }, { limit: 20, remaining, reset: 0 })
    }
  })

  test('refuses a list that costs more than is left, and says when it will be taken', async (t) => {
    const { check } = await serviceFor(t, { limits: { batches: 12 } })
    assert.equal(limitIn(await check(repeated(500, 'kawior')))?.remaining, 2)
    const refused = await check({ ...repeated(200, 'kawior'), lang: 'en' })
    assert.match(problemIn(refused, 'batch_limited').detail, /50 names/)
    assert.equal(limitIn(refused)?.remaining, 1, 'one point was taken before it was read, and no more')
    assert.equal(refused.headers['retry-after'], String(limitIn(refused)?.reset))
    assert.equal(limitIn(await check(repeated(50, 'kawior')))?.remaining, 0, 'a shorter one still fits')
    problemIn(await check(repeated(1, '84')), 'rate_limited')
  })

  test('takes a list that costs more than the whole limit when nothing else was sent', async (t) => {
    const names = repeated(500, 'kawior')
    const { check } = await serviceFor(t, { limits: { batches: 3 } })
    const answer = await check(names, {}, '192.0.2.1')
    assert.equal(answer.statusCode, 200)
    assert.deepEqual({ ...limitIn(answer), reset: 0 }, { limit: 3, remaining: 0, reset: 0 })
    await check(repeated(1, '0101'), {}, '192.0.2.2')
    problemIn(await check(names, {}, '192.0.2.2'), 'batch_limited')
    const alone = await serviceFor(t, { limits: { batches: 1 } })
    assert.equal((await alone.check(names)).statusCode, 200)
  })

  test('switched off, it counts nothing', async (t) => {
    const { check } = await serviceFor(t, { limits: { batches: 0 } })
    for (let time = 0; time < 3; time++) {
      const answer = await check(repeated(60, 'kawior'))
      assert.deepEqual([answer.statusCode, limitIn(answer)], [200, undefined])
    }
  })

  test('of an IPv6 network counts points too', async (t) => {
    const { check } = await serviceFor(t, { limits: { batches: 10 }, ipv6Factors: { 56: 2 } })
    const ask = (third: string) => check(repeated(400, 'kawior'), {}, `2001:db8:1:${third}::1`)
    assert.equal(limitIn(await ask('100'))?.remaining, 2)
    assert.equal(limitIn(await ask('101'))?.remaining, 2)
    const refused = await ask('102')
    problemIn(refused, 'batch_limited')
    assert.deepEqual([limitIn(refused)?.limit, limitIn(refused)?.remaining], [20, 3])
  })

  test('of a key is its own, whatever its lookups', async (t) => {
    const store = await openStore(await emptyPlace(t))
    t.after(() => store.close())
    const { key } = await store.keys.issue({ name: 'Broker', perMinute: 6, expires: null, at: new Date(NOON) })
    const { check } = await serviceFor(t, { store, limits: { batches: 1 } })
    const answer = await check({ items: [item('84')] }, { 'x-api-key': key })
    assert.deepEqual({ ...limitIn(answer), reset: 0 }, { limit: 200, remaining: 199, reset: 0 })
  })
})

describe('five hundred lines', () => {
  const many = { items: Array.from({ length: 500 }, (_, at) => item('rury stalowe', String(at))) }

  test('come packed when the caller takes that, and are the same', async (t) => {
    const { check } = await serviceFor(t, { limits: PLENTY })
    const plain = await check(many)
    const packed = await check(many, { 'accept-encoding': 'gzip, br' })
    assert.equal(packed.headers['content-encoding'], 'gzip')
    assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body)
    assert.ok(packed.rawPayload.length * 10 < plain.rawPayload.length)
    assert.equal(linesOf(plain.body).length, 500)
  })

  test('do not keep others waiting: a lookup sent after them is answered before them', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const order: string[] = []
    const list = service.check(different(500)).then(() => order.push('list'))
    await service.get('/api/v1/cn?q=84').then(() => order.push('lookup'))
    await list
    assert.deepEqual(order, ['lookup', 'list'])
  })

  test('hold up another request by a slice of one list, however many lists are under way', async (t) => {
    const { counting, asked, last } = countingLaw()
    const service = await serviceFor(t, { answerer: () => counting, limits: PLENTY })
    const batches = Array.from({ length: 6 }, (_, list) => different(100, list * 100))
    const listOf = new Map(batches.flatMap(({ items }, list) => items.map(({ q }) => [q, list] as const)))
    const lists = batches.map((body, list) => service.check(body, {}, `192.0.${list}.1`))
    const inOneTurn: number[] = []
    while (asked() < 600) {
      const before = asked()
      await nextTurn()
      inOneTurn.push(new Set(last(asked() - before).map((q) => listOf.get(q))).size)
    }
    // A turn of the loop may begin with one list and end with the next.
    assert.ok(Math.max(...inOneTurn) <= 2, `${Math.max(...inOneTurn)} lists in one turn of the event loop`)
    for (const { statusCode } of await Promise.all(lists)) assert.equal(statusCode, 200)
    assert.equal(asked(), 600)
  })

  test('are worked out once for all who ask the same on the same day', async (t) => {
    const { counting, asked } = countingLaw()
    const service = await serviceFor(t, { answerer: () => counting, limits: PLENTY })
    const body = different(50)
    const first = await service.check(body)
    assert.equal(asked(), 50)
    assert.equal((await service.check(body)).body, first.body)
    assert.equal(asked(), 50, 'from the cache')
    await service.check({ ...body, lang: 'en' })
    assert.equal(asked(), 100, 'other words')
    await service.check({ ...body, as_of: '2026-11-14' })
    assert.equal(asked(), 150, 'another day')
  })

  test('are worked out once also when the cache is full of other answers; full ones twice', async (t) => {
    const { counting, asked } = countingLaw()
    const service = await serviceFor(t, { answerer: () => counting, limits: PLENTY })
    const cache = answerCacheOf(counting)
    for (let other = 0; cache.setIfAskedAgain(`${other}`, bodyForOne(Buffer.alloc(300_000))); ) other++
    const body = different(50)
    for (let again = 0; again < 3; again++) await service.check(body)
    assert.equal(asked(), 50)
    for (let again = 0; again < 3; again++) await service.check({ ...body, detail: 'full' })
    assert.equal(asked(), 150)
  })

  test('are of one law and one day, whatever comes while they are worked out', async (t) => {
    const saying = (name: string, when: () => void): Answerer => ({
      ...realLaw,
      answer: (question) => {
        when()
        return { ...realLaw.answer(question), cn_name: name }
      },
    })
    let asked = 0
    let served = saying('the law before', () => {
      if (++asked < 100) return
      served = after
      service.clock.now = new Date('2026-11-16T11:00:00Z')
    })
    const after = saying('the law after', () => {})
    const service = await serviceFor(t, { answerer: () => served, limits: PLENTY })
    const said = async () => {
      const { as_of, items } = (await service.check(different(200))).json<Answer<CnShort>>()
      return [as_of, ...new Set(items.map((line) => good(line).cn_name))]
    }
    assert.deepEqual(await said(), ['2026-11-15', 'the law before'])
    assert.deepEqual(await said(), ['2026-11-16', 'the law after'])
  })

  for (const encoding of ['identity', 'gzip']) {
    test(`are left alone when the caller hangs up (${encoding})`, async (t) => {
      const { counting, asked } = countingLaw()
      const service = await serviceFor(t, { answerer: () => counting, limits: PLENTY })
      const port = await service.listen()
      await new Promise<void>((resolve) => {
        const asking = askOver({
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/api/v1/check',
          headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
        })
        asking.on('response', (response) => {
          response.on('error', () => {})
          response.once('data', () => asking.destroy())
        })
        asking.on('error', () => {})
        asking.on('close', resolve)
        asking.end(ENDLESS_BATCH)
      })
      await service.app.close()
      assert.ok(asked() > 0 && asked() < 500, `${asked()} of 500 were worked out`)
    })
  }

  for (const encoding of ['identity', 'gzip']) {
    test(`a caller who hangs up before the first byte is no error (${encoding})`, async (t) => {
      let hangUp = () => {}
      const hangingUp: Answerer = {
        ...realLaw,
        answer: (question) => {
          hangUp()
          // So slow that every line has a turn of its own, and the first bytes come long after the caller has gone.
          for (const until = performance.now() + 6; performance.now() < until; );
          return realLaw.answer(question)
        },
      }
      const service = await serviceFor(t, { answerer: () => hangingUp, limits: PLENTY })
      const port = await service.listen()
      await new Promise<void>((resolve) => {
        const headers = { 'content-type': 'application/json', 'accept-encoding': encoding }
        const asking = askOver({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/check', headers })
        hangUp = () => asking.destroy()
        asking.on('error', () => {})
        asking.on('close', resolve)
        asking.end(JSON.stringify(different(500)))
      })
      for (let turn = 0; turn < 1_000; turn++) await nextTurn()
      await service.app.close()
      const errors = service.log.filter(({ level }) => level === 'error' || level === 'warn')
      assert.deepEqual(errors, [])
      assert.doesNotMatch(await service.metrics(), /^cn_http_requests_total\{.*status="5/m)
    })
  }
})

/** So many lines that all ask about other goods. */
function different(count: number, from = 0) {
  const { lines } = realLaw.dataset.nomenclatures.of(2026)
  const codes = lines.filter(({ kind }) => kind === 'cn8').map(({ code }) => code)
  return { items: codes.slice(from, from + count).map((code) => item(code)) }
}

/** The real law, and how many questions it was asked. */
function countingLaw() {
  const asked: string[] = []
  const counting: Answerer = {
    ...realLaw,
    answer: (question) => {
      asked.push(question.query)
      return realLaw.answer(question)
    },
  }
  return { counting, asked: () => asked.length, last: (count: number) => asked.slice(asked.length - count) }
}

describe('lists under way', { timeout: 480_000 }, () => {
  test('are two of one caller', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY, trustProxy: 1 })
    const port = await service.listen()
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const third = () => service.check({ ...repeated(1, '8471'), lang: 'en' }, from('192.0.2.1'))
    const underWay = [await unreadBatch(port, from('192.0.2.1')), await unreadBatch(port, from('192.0.2.1'))]
    assert.deepEqual(
      underWay.map(({ status }) => status),
      [200, 200],
    )
    const refused = await third()
    assert.equal(problemIn(refused, 'batches_busy').title, 'Too many lists at once')
    assert.ok(Number(refused.headers['retry-after']) >= 1)
    assert.ok(limitIn(refused), 'and where the caller stands')
    assert.match((await service.ops('/metrics')).body, /^cn_limited_total 1$/m)
    for (const { hangUp } of underWay) hangUp()
    while ((await third()).statusCode === 429);
  })

  test('are nobody’s for long when they are not read: others get their slots', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY, trustProxy: 1 })
    const port = await service.listen()
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const unread = []
    for (const network of [1, 2, 3]) {
      for (const host of [1, 2]) unread.push(await unreadBatch(port, from(`198.51.${network}.${host}`)))
    }
    assert.deepEqual(
      unread.map(({ status }) => status),
      Array(6).fill(200),
    )
    const other = () => service.check(repeated(1, '8471'), from('192.0.2.1'))
    while ((await other()).statusCode === 429) await nextTurn()
    for (const { hangUp } of unread) hangUp()
  })

  test('a key has its own two', async (t) => {
    const store = await openStore(await emptyPlace(t))
    t.after(() => store.close())
    const { key } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at: new Date(NOON) })
    const service = await serviceFor(t, { store, limits: PLENTY })
    const port = await service.listen()
    const ask = (headers: Record<string, string>) => service.check(repeated(1, '8471'), headers)
    const own = [await unreadBatch(port, { 'x-api-key': key }), await unreadBatch(port, { 'x-api-key': key })]
    problemIn(await ask({ 'x-api-key': key }), 'batches_busy')
    assert.equal((await ask({})).statusCode, 200)
    for (const { hangUp } of own) hangUp()
  })

  test('a caller who hangs up frees its slot', async (t) => {
    const service = await serviceFor(t, { limits: PLENTY })
    const port = await service.listen()
    const [one, two] = [await unreadBatch(port), await unreadBatch(port, { 'accept-encoding': 'gzip' })]
    assert.deepEqual([one.status, two.status], [200, 200])
    const again = () => service.check(repeated(1, '0101'))
    problemIn(await again(), 'batches_busy')
    // One slot is free again, and the other still taken: of two lists at once one is refused.
    const bothAtOnce = async () => (await Promise.all([again(), again()])).map(({ statusCode }) => statusCode)
    one.hangUp()
    while ((await again()).statusCode === 429);
    two.hangUp()
    while ((await bothAtOnce()).includes(429)) await nextTurn()
  })

  test('a list that is not read is not worked out', async (t) => {
    for (const encoding of ['identity', 'gzip']) {
      const { counting, asked } = countingLaw()
      const service = await serviceFor(t, { answerer: () => counting, limits: PLENTY })
      const { hangUp } = await unreadBatch(await service.listen(), { 'accept-encoding': encoding })
      // It has come to a standstill when many turns of the event loop have brought nothing.
      for (let still = 0, before = -1; still < 2_000; still = asked() === before ? still + 1 : 0, before = asked()) {
        await nextTurn()
      }
      assert.ok(asked() < 400, `${asked()} of 500 lines, ${encoding}`)
      hangUp()
    }
  })
})
