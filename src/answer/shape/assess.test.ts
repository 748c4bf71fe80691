import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer, ask, askOf, TODAY } from '../../../test/real-law.ts'
import type { Day } from '../../base/day.ts'
import { buildAnswerer } from '../answer.ts'

const RUSSIA = { regime: 'EU-RU-833-2014' }
const assessed = (q: string, parameters: Record<string, string> = {}) =>
  ask(q, { lang: 'pl', ...parameters }).assessment

describe('the decision', () => {
  test('a laptop is prohibited, a bicycle only beyond its value', () => {
    const laptop = assessed('8471 30 00', { ...RUSSIA, direction: 'export' })
    assert.equal(laptop.headline, 'Zakaz: wywóz do Rosji; tranzyt przez Rosję (833/2014)')
    const bicycle = assessed('8712 00 30', RUSSIA)
    assert.deepEqual([bicycle.extent, bicycle.answer], ['threshold', 'depends'])
    assert.deepEqual(
      bicycle.questions.find(({ fact }) => fact === 'value')?.answers.map(({ value, leads_to }) => [value, leads_to]),
      [
        ['5000', 'none'],
        ['5000.01', 'prohibited'],
      ],
    )
  })

  test('goods that fit a description are asked for as the annex calls them', () => {
    const { extent, answer, questions } = ask('7406', { ...RUSSIA, direction: 'import' }).assessment
    assert.deepEqual([extent, answer], ['description', 'depends'])
    assert.ok(questions.some(({ fact }) => fact === 'fits'))
  })

  test('what is not listed says so, and names what our data lack', () => {
    const { checked, extent, reaches, answer, reason } = assessed('0101 30 00')
    assert.deepEqual(
      { checked, extent, reaches, answer },
      { checked: true, extent: 'none', reaches: [], answer: 'none' },
    )
    assert.match(reason, /; nie uwzględniono jeszcze 2 nowszych aktów \(Białoruś\)\.$/)
    assert.doesNotMatch(assessed('0101 30 00', RUSSIA).reason, /nie uwzględniono/)
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
      assert.match(assessment.sentence, /^Nie sprawdzono: kodu [\d ]+ nie ma/)
    }
  })

  test('a code that never existed below a listed heading is matched by its prefix, and is a mistake all the same', () => {
    const { verdict, cn_exists, assessment } = ask('8471 99 99')
    assert.deepEqual([verdict, cn_exists, assessment.checked], ['restricted', false, false])
  })

  test('a day before our data', () => {
    const { checked, sentence } = assessed('0101 30 00', { as_of: '2013-01-01' })
    assert.equal(checked, false)
    assert.match(sentence, /^Nie sprawdzono: nasze dane są pełne dopiero od: .*Rosja: .+ r\./)
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
  assert.equal(ship.answer, 'depends')
  assert.deepEqual(ask('0101').meta.uncoded, [])
})

test('a day on which a listing may have begun makes a ban possible, never sure', () => {
  const from = '2099-01-01' as Day
  const late = { ...answerer.dataset.entries[0]!.validity, from, basis: 'at_latest' as const, possibleFrom: null }
  const entries = answerer.dataset.entries.map((entry) => ({ ...entry, validity: late }))
  const doubtful = buildAnswerer({ ...answerer.dataset, entries }, 'test')
  const { verdict, assessment } = askOf(doubtful, '7304 11 00', { as_of: TODAY })
  assert.equal(verdict, 'restricted')
  assert.equal(assessment.extent, 'possible')
  assert.equal(assessment.answer, 'prohibited')
  assert.match(assessment.reason, /not certain that it was in force on that day/)
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
