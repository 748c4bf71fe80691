import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer, ask, askOf, TODAY } from '../../../test/real-law.ts'
import { buildAnswerer } from '../answer.ts'

const RUSSIA = { regime: 'EU-RU-833-2014' }
const assessed = (q: string, parameters: Record<string, string> = {}) =>
  ask(q, { lang: 'pl', ...parameters }).assessment

describe('the assessment in a sentence', () => {
  test('a laptop is prohibited, a bicycle only beyond its value', () => {
    assert.equal(
      assessed('8471 30 00', { ...RUSSIA, direction: 'export' }).sentence,
      'Zakazane: wywóz do Rosji oraz tranzyt przez Rosję (jeżeli towar jest przewożony tą drogą).',
    )
    const bicycle = assessed('8712 00 30', RUSSIA)
    assert.equal(bicycle.extent, 'threshold')
    assert.equal(bicycle.sentence, 'Zakazane powyżej progu (wartość powyżej 5\u00a0000 EUR za sztukę): wywóz do Rosji.')
  })

  test('goods that fit a description are quoted as the annex calls them', () => {
    const { extent, sentence } = ask('7406', { ...RUSSIA, direction: 'import' }).assessment
    assert.equal(extent, 'description')
    assert.match(
      sentence,
      /^Prohibited only if (?:it is “[^”]+”|the goods fit the description in the annex): imports from Russia/,
    )
  })

  test('what is not listed says so, and names what our data lack', () => {
    const { checked, extent, reaches, sentence } = assessed('0101 30 00')
    assert.deepEqual({ checked, extent, reaches }, { checked: true, extent: 'none', reaches: [] })
    assert.equal(
      sentence,
      'Tego kodu nie ma w sprawdzonych załącznikach. Nie uwzględniono jeszcze 2 nowszych aktów (Białoruś).',
    )
    assert.equal(assessed('0101 30 00', RUSSIA).sentence, 'Tego kodu nie ma w sprawdzonych załącznikach.')
  })
})

describe('nothing checked is never "not listed"', () => {
  test('unknown words', () => {
    const { verdict, assessment } = ask('xyzzy', { lang: 'pl' })
    assert.equal(verdict, 'no_match')
    assert.equal(assessment.checked, false)
    assert.match(assessment.sentence, /^Nie sprawdzono: /)
  })

  test('a code that never existed', () => {
    for (const q of ['99999999', '77', '0000']) {
      const { verdict, assessment } = ask(q, { lang: 'pl' })
      assert.deepEqual([verdict, assessment.checked], ['no_match', false], q)
      assert.match(assessment.sentence, /^Nie sprawdzono: takiego kodu nie ma/)
    }
  })

  test('a code that never existed below a listed heading is matched by its prefix, so it was checked', () => {
    const { verdict, cn_exists, assessment } = ask('8471 99 99')
    assert.deepEqual([verdict, cn_exists, assessment.checked], ['restricted', false, true])
  })

  test('a day before our data', () => {
    const { checked, sentence } = assessed('0101 30 00', { as_of: '2013-01-01' })
    assert.equal(checked, false)
    assert.match(sentence, /^Nie sprawdzono: nasze dane zaczynają się później \(Rosja: .+ r\., Białoruś: .+ r\.\)\.$/)
    assert.equal(assessed('książka', { as_of: '2013-01-01' }).checked, false, 'a name no more than a code')
  })
})

test('exports travel: transit bans follow the rest, and say when they matter', () => {
  const { results, scope } = ask('8471 30 00', { direction: 'export' })
  const directions = results.map(({ restriction }) => restriction.direction?.slice(0, 3) ?? null)
  assert.ok(directions.includes('via'))
  assert.ok(directions.slice(directions.indexOf('via')).every((direction) => direction === 'via'))
  for (const { restriction } of results) {
    assert.equal(
      restriction.note?.startsWith('Concerns an export if') ?? false,
      restriction.direction?.startsWith('via'),
    )
  }
  assert.deepEqual(scope.directions, ['export', 'transit'])
  assert.ok(
    ask('8471 30 00', { direction: 'transit' }).results.every(
      ({ restriction }) => !restriction.note?.startsWith('Concerns an export if'),
    ),
  )
})

test('what no code can answer stands beside the headline of goods of its kind', () => {
  const rifle = ask('9301', { lang: 'pl' })
  assert.ok(rifle.meta.uncoded.some(({ what }) => what.includes('uzbrojenia')))
  const painting = ask('9701', { ...RUSSIA, direction: 'import' })
  assert.ok(painting.meta.uncoded.some(({ article }) => article === '3v(1)'))
  const ship = assessed('8906 10 00', RUSSIA)
  assert.match(ship.sentence, /mogą jednak podlegać zakazom, których kod nie pokaże \(Rosja: art\. 2a, 2b, 3s i 4\)/)
  assert.deepEqual(ask('0101').meta.uncoded, [])
})

test('a day on which a listing may have begun makes a ban possible, never sure', () => {
  const late = { ...answerer.dataset.entries[0]!.validity, from: null, basis: null, possibleFrom: null }
  const entries = answerer.dataset.entries.map((entry) => ({ ...entry, validity: late }))
  const doubtful = buildAnswerer({ ...answerer.dataset, entries }, 'test')
  const { verdict, assessment } = askOf(doubtful, '7304 11 00', { as_of: TODAY })
  assert.equal(verdict, 'restricted')
  assert.equal(assessment.extent, 'possible')
  assert.match(assessment.sentence, /^Perhaps prohibited on that day: /)
})

describe('a contract date is always answered', () => {
  const contract = (q: string, contract_date: string, more: Record<string, string> = {}) =>
    ask(q, { lang: 'pl', contract_date, ...more }).meta.contract

  test('a period that covers it', () => {
    const answer = contract('2603', '2026-07-23', { as_of: '2026-10-25' })
    assert.deepEqual([answer?.covered, answer?.until], ['open', '2026-10-25'])
    assert.equal(
      answer?.text,
      'Umowę z 23 lipca 2026 r. obejmuje okres przejściowy: Rosja, art. 3i ust. 3bg, do 25 października 2026 r.',
    )
  })

  test('a period that covered it and is over', () => {
    const answer = contract('2603', '2026-07-23', { as_of: '2026-10-26' })
    assert.deepEqual([answer?.covered, answer?.until], ['expired', '2026-10-25'])
    assert.match(answer?.text ?? '', /obejmował okres przejściowy, który już minął/)
  })

  test('no period, also where nothing is listed', () => {
    assert.equal(contract('2603', '2026-08-01')?.covered, 'none')
    assert.match(
      contract('0101 30 00', '2025-02-10')?.text ?? '',
      /^Żaden ze znanych nam okresów .* umowy z 10 lutego 2025 r\. Okresów/,
    )
  })

  test('without a date there is no answer', () => {
    assert.equal(ask('2603').meta.contract, undefined)
  })
})
