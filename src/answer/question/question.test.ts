import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { answerer, TODAY } from '../../../test/real-law.ts'
import { group } from '../../base/cn-code.ts'
import { calendarDay } from '../../base/day.ts'
import { QUESTION_PROBLEMS } from './problems.ts'
import { parametersOf, readQuery, readQuestion } from './question.ts'

const circumstances = { today: TODAY, dataset: answerer.dataset }
const read = (...given: [string, string][]) => readQuestion(given, circumstances)
const refused = (...given: [string, string][]) => {
  const result = read(...given)
  return 'problems' in result ? result.problems.map(({ code, parameter }) => `${code} ${parameter}`) : []
}

describe('reading q', () => {
  test('digits with their usual separators are a code', () => {
    const codes: [string, string][] = [
      ['84713000', '84713000'],
      ['8471 30 00', '84713000'],
      [' 8471.30.00 ', '84713000'],
      ['8471–30–00', '84713000'],
      ['8471/30', '847130'],
      ['8471 30', '847130'],
      ['CN 8471', '8471'],
      ['cn8471', '8471'],
      ['HS 8471 30', '847130'],
      ['TARIC 8471 30 00 00', '84713000'],
      ['ex 8471', '8471'],
      ['CN ex 8471', '8471'],
      ['84', '84'],
      ['8471300010', '84713000'],
    ]
    for (const [q, digits] of codes) assert.deepEqual(readQuery(q), { as: 'cn_code', digits }, q)
  })

  test('a code of another length is refused with the codes it could have been', () => {
    const meant = (q: string) => {
      const result = read(['q', q])
      return 'problems' in result ? result.problems[0]?.suggestions : undefined
    }
    assert.deepEqual(meant('3061792'), ['0306 17 92'], 'a spreadsheet dropped the zero')
    assert.deepEqual(meant('8471300'), ['8471 30 00'], 'the last digit is missing')
    assert.deepEqual(meant('CN 847'), ['8470', '8471', '8472', '8473', '8474', '8475', '8476', '8477', '8478', '8479'])
    assert.deepEqual(meant('306179200'), ['0306 17 92'], 'a TARIC code without its zero')
    assert.deepEqual(meant('99999'), [])
  })

  test('every code of the tariff that loses its leading zero is found again', () => {
    const { lines } = answerer.dataset.nomenclatures.of(2026)
    const lost = lines.filter(({ kind, code }) => kind !== 'section' && code.startsWith('0'))
    assert.ok(lost.length > 500)
    for (const { code } of lost) {
      const result = read(['q', code.slice(1)])
      assert.ok('problems' in result && result.problems[0]?.suggestions?.includes(group(code)), code)
    }
  })

  test('anything else with a letter or digit is a name', () => {
    for (const q of ['rury', 'ex', 'CN', 'export 8471', '8471a', 'stal 304', 'ćwierćfinał', '٨٤٧١', '8471, 8473']) {
      assert.deepEqual(readQuery(q), { as: 'name', text: q.trim() }, q)
    }
  })

  test('what cannot be looked up is refused with its reason', () => {
    assert.equal(readQuery(''), 'q_empty')
    assert.equal(readQuery('  '), 'q_empty')
    assert.equal(readQuery('---'), 'q_empty')
    for (const q of ['8', '847', '84713', '3061792', '847130001', '84713000100']) {
      assert.equal(readQuery(q), 'q_code_length', q)
    }
    assert.equal(readQuery('a'.repeat(201)), 'q_too_long')
    assert.equal(readQuery('a\0b'), 'q_invalid')
    assert.equal(readQuery('8471\0'), 'q_invalid')
    assert.equal(readQuery('\ud800'), 'q_invalid')
    assert.deepEqual(readQuery('ą'.normalize('NFD').repeat(200)), { as: 'name', text: 'ą'.repeat(200) })
  })

  test('only as much as a question can hold is normalised: combining marks in the wrong order take quadratic time', (t) => {
    const normalize = t.mock.method(String.prototype, 'normalize')
    assert.equal(readQuery(`a${'\u0315\u0300'.repeat(5_000)}`), 'q_too_long')
    const sizes = normalize.mock.calls.map((call) => String(call.this).length)
    assert.ok(
      sizes.every((size) => size <= 1_200),
      `normalised ${sizes} characters`,
    )
  })

  test('no text within the limit is taken for a longer one, however many characters it is written with', () => {
    const written = '\u1f82'.normalize('NFD').repeat(200)
    assert.equal(written.length, 800)
    assert.deepEqual(readQuery(` ${written}${' '.repeat(2_000)}`), { as: 'name', text: '\u1f82'.repeat(200) })
    assert.equal(readQuery('\u1f82'.normalize('NFD').repeat(201)), 'q_too_long')
  })

  test('a code survives any of the separators', () => {
    const separators = fc.constantFrom('', ' ', '.', '-', '/', ' ', ' ', '–')
    fc.assert(
      fc.property(
        fc.stringMatching(/^(?:\d{2}){1,5}$/),
        fc.array(separators, { minLength: 10, maxLength: 10 }),
        (code, between) => {
          const written = [...code].map((digit, at) => digit + (at < code.length - 1 ? between[at] : '')).join('')
          assert.deepEqual(readQuery(written), { as: 'cn_code', digits: code.length === 10 ? code.slice(0, 8) : code })
        },
      ),
    )
  })

  test('no text whatever makes it throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (q) => readQuery(q) !== undefined))
  })
})

describe('reading the parameters', () => {
  test('the defaults: Polish, today, everything, a hundred', () => {
    assert.deepEqual(read(['q', '8471']), {
      question: {
        query: '8471',
        read: { as: 'cn_code', digits: '8471' },
        language: 'pl',
        asOf: '2026-11-15',
        direction: null,
        deal: null,
        value: null,
        regime: null,
        contractDate: null,
        facts: new Map(),
        limit: 100,
        offset: 0,
        detail: 'full',
        tree: false,
        history: false,
      },
    })
  })

  test('every wrong parameter is named, all at once', () => {
    assert.deepEqual(refused(), ['q_missing q'])
    assert.deepEqual(refused(['q', '8471'], ['as_off', '2020-01-01']), ['parameter_unknown as_off'])
    assert.deepEqual(refused(['q', '8471'], ['q', '8472']), ['parameter_repeated q'])
    assert.deepEqual(
      refused(
        ['q', ''],
        ['lang', 'de'],
        ['as_of', '2026-02-30'],
        ['direction', 'in'],
        ['regime', 'EU'],
        ['limit', '0'],
      ),
      [
        'q_empty q',
        'lang_unknown lang',
        'as_of_invalid as_of',
        'direction_unknown direction',
        'regime_unknown regime',
        'limit_invalid limit',
      ],
    )
    for (const limit of ['501', '-1', '1.5', '1e2', '', ' 5'])
      assert.deepEqual(refused(['q', '84'], ['limit', limit]), ['limit_invalid limit'])
    for (const offset of ['-1', 'x', '9'.repeat(20)])
      assert.deepEqual(refused(['q', '84'], ['offset', offset]), ['offset_invalid offset'])
    assert.deepEqual(refused(['q', '84'], ['contract_date', '1.1.2026']), ['contract_date_invalid contract_date'])
  })

  test('what is understood is taken as given', () => {
    const result = read(
      ['q', ' ex 8471 '],
      ['lang', 'en'],
      ['as_of', '2024-02-29'],
      ['contract_date', '2022-02-24'],
      ['limit', '500'],
      ['offset', '7'],
    )
    assert.ok('question' in result)
    assert.equal(result.question.query, ' ex 8471 ', 'as received')
    assert.equal(result.question.asOf, '2024-02-29')
    assert.equal(result.question.limit, 500)
  })

  test('every problem has its texts in both languages', () => {
    for (const [code, { status, title, detail }] of Object.entries(QUESTION_PROBLEMS)) {
      assert.equal(status, 400, code)
      for (const text of [title.pl, title.en, detail.pl, detail.en]) assert.ok(text.length > 5, code)
      assert.notEqual(detail.pl, detail.en)
    }
  })
})

describe('asking the same question again', () => {
  test('today is written out, and so is what was left out', () => {
    const result = read(['q', ' CN 8471 30 '])
    assert.ok('question' in result)
    assert.deepEqual(parametersOf(result.question), {
      q: ' CN 8471 30 ',
      lang: 'pl',
      as_of: TODAY,
      limit: '100',
      offset: '0',
      detail: 'full',
    })
  })

  test('whatever was asked, the parameters ask it again, on another day too', () => {
    const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
    const given = fc.record({
      q: fc.constantFrom('8471', '7304 11 00', 'rury stalowe', 'ćwierć; "x" & y'),
      lang: maybe('pl', 'en'),
      as_of: maybe('2023-06-23', '2026-11-15'),
      direction: maybe('import', 'export', 'transit'),
      regime: maybe('EU-RU-833-2014', 'EU-UA-692-2014'),
      origin: maybe('PL', 'EU', 'RU', 'kz', 'UA-43'),
      destination: maybe('DE', 'EU', 'BY', 'KZ', 'UA-14'),
      via: maybe('TR', 'RU,BY', 'EU'),
      contract_date: maybe('2022-01-31'),
      limit: maybe('1', '500'),
      offset: maybe('0', '7'),
      detail: maybe('short', 'full'),
      include: maybe('tree', 'history', 'tree,history'),
    })
    let asked = 0
    const property = fc.property(given, (parameters) => {
      const result = read(
        ...Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined),
      )
      if ('problems' in result) return
      asked++
      const later = { ...circumstances, today: calendarDay('2031-01-01') }
      const again = readQuestion(Object.entries(parametersOf(result.question)), later)
      assert.deepEqual(again, result)
    })
    fc.assert(property, { numRuns: 2_000 })
    assert.ok(asked > 300, `${asked} questions`)
  })
})
