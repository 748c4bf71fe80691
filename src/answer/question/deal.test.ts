import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { answerer, ask, askOf, TODAY } from '../../../test/real-law.ts'
import { calendarDay } from '../../base/day.ts'
import { FINDING_KINDS } from '../../law/terms/law.ts'
import { buildAnswerer } from '../answer.ts'
import type { CnResponse } from '../response/response.ts'
import { QUESTION_PROBLEMS } from './problems.ts'
import { readQuestion } from './question.ts'

const LAPTOP = '8471 30 00'
const SERVER = '8471 50 00'
const PIPES = '7304 11 00'
const DIESEL = '2710 19 43'
const CRUDE = '2709 00 90'
const DIAMONDS = '7102 39 00'
const MACHINING_CENTRES = '8457 10 10'
const AIRCRAFT_PARTS = '8807 30 00'
const MOTORS = '8501 51 00'

/** Findings that rest on no match. */
const UNMATCHED: readonly string[] = ['national', 'control', 'not_checked']

/** `DE > KZ via BY, RU on 2024-03-19` as parameters. */
function movementOf(written: string): Record<string, string> {
  const [, origin = '', destination = '', via, day] =
    /^(\S*) > (\S*)(?: via ([\w, -]+?))?(?: on (\S+))?$/.exec(written) ?? []
  return {
    ...(origin && { origin }),
    ...(destination && { destination }),
    ...(via && { via }),
    ...(day && { as_of: day }),
  }
}

const dealOf = (q: string, movement: string, more: Record<string, string> = {}): CnResponse =>
  ask(q, { ...movementOf(movement), ...more })

test('findings come with the gravest first, and name results by their place', () => {
  const order: readonly string[] = FINDING_KINDS
  const movements = [
    'DE > RU',
    'DE > KZ via BY,RU',
    'CN > KZ via LT,BY',
    'KZ > PL via RU',
    'RU > IN',
    'PL > UZ',
    'TR > PL',
  ]
  const goods = [SERVER, LAPTOP, PIPES, DIESEL, CRUDE, DIAMONDS, MACHINING_CENTRES, AIRCRAFT_PARTS]
  for (const [q, movement] of goods.flatMap((one) => movements.map((way) => [one, way] as const))) {
    const { deal, results } = dealOf(q, movement)
    const kinds = deal!.findings.map(({ kind }) => order.indexOf(kind))
    assert.deepEqual(
      kinds,
      kinds.toSorted((a, b) => a - b),
      movement,
    )
    for (const { article, results: places } of deal!.findings) {
      for (const place of places) assert.ok(article.split('; ').includes(results[place]?.article ?? ''), movement)
    }
  }
})

test('a deal is checked against every annex, and the scope says so', () => {
  const annexes = (movement: string) => dealOf(MOTORS, movement).scope.regimes[0]?.annexes_checked
  for (const movement of ['RU > KZ via LT', 'PL > KZ', 'RU > PL', 'CN > KZ'])
    assert.deepEqual(annexes(movement), ask(MOTORS).scope.regimes[0]?.annexes_checked, movement)
})

test('what no code shows is not lost where goods cross the Union on their way between third countries', () => {
  const uncoded = (movement: string) => dealOf('9302', movement).meta.uncoded.map(({ article }) => article)
  assert.ok(uncoded('CN > RU').length > 0)
  assert.deepEqual(uncoded('CN > RU via PL'), uncoded('CN > RU'))
  assert.deepEqual(
    dealOf('9302', 'CN > RU via PL').scope.regimes[0]?.uncoded_annexes,
    dealOf('9302', 'CN > RU').scope.regimes[0]?.uncoded_annexes,
  )
})

test('the direction of the question follows from the deal', () => {
  assert.deepEqual(dealOf(SERVER, 'DE > KZ').scope.directions, ['export', 'transit'])
  assert.deepEqual(dealOf(PIPES, 'TR > PL').scope.directions, ['import'])
  assert.deepEqual(dealOf(SERVER, 'CN > KZ via PL').scope.directions, ['transit'])
  assert.deepEqual(dealOf(PIPES, 'RU > TR').scope.directions, ['import', 'export', 'transit'])
})

describe('deals that are refused', () => {
  test('the text about an unknown country names the territories that there are', () => {
    const codes = answerer.dataset.countries.codes.filter((code) => code.includes('-'))
    assert.equal(codes.length, 6)
    for (const text of Object.values(QUESTION_PROBLEMS.place_unknown.detail)) {
      for (const code of codes) assert.ok(text.includes(code), code)
    }
  })
})

test('every country has a name in both languages, and none stands twice', () => {
  const { codes, name } = answerer.dataset.countries
  assert.equal(codes.length, 1 + 250 + 6)
  for (const language of ['pl', 'en'] as const) {
    const names = codes.map((code) => name(code)[language])
    assert.equal(new Set(names).size, names.length)
    assert.ok(names.every((one) => one.length > 2))
  }
})

test('the Union has 27 members today', () => {
  const { codes, inUnion } = answerer.dataset.countries
  const outermost = ['AX', 'GF', 'GP', 'MF', 'MQ', 'RE', 'YT', 'EU']
  assert.equal(codes.filter((code) => inUnion(code, TODAY) && !outermost.includes(code)).length, 27)
})

test('no coded measure is left without a movement', () => {
  const { entries, ended } = answerer.dataset
  for (const { movements, article } of [...entries, ...ended]) assert.ok(movements.length > 0, article)
})

describe('any deal', () => {
  const { codes, inUnion } = answerer.dataset.countries
  const lines = answerer.dataset.nomenclatures.of(2026).lines.filter(({ kind }) => kind === 'cn8' || kind === 'heading')
  const place = fc.oneof(fc.constantFrom('RU', 'BY', 'EU', 'PL', 'UA-43', 'UA-14', 'KG'), fc.constantFrom(...codes))
  const deals = fc.record({
    q: fc.constantFrom(...lines.map(({ code }) => code)),
    origin: place,
    destination: place,
    via: fc.array(place, { maxLength: 3 }),
    as_of: fc.constantFrom('2022-03-01', '2024-07-01', '2025-12-31', '2026-11-15'),
  })

  /** The answer, or null when the countries contradict each other. */
  function answerTo({
    via,
    ...asked
  }: {
    q: string
    origin: string
    destination: string
    via: string[]
    as_of: string
  }) {
    const given = Object.entries({ ...asked, lang: 'en', ...(via.length > 0 && { via: via.join(',') }) })
    const read = readQuestion(given, { today: TODAY, dataset: answerer.dataset })
    return 'question' in read ? answerer.answer(read.question) : null
  }

  test('chooses among what the goods are listed under, and finds nothing beyond it', () => {
    fc.assert(
      fc.property(deals, (asked) => {
        const answer = answerTo(asked)
        if (!answer) return
        const plain = answerer.dataset.regimes.flatMap(({ data: { code: regime } }) =>
          ask(asked.q, { as_of: asked.as_of, regime, limit: '500' }).results.map(
            ({ cn_code, annex, article }) => `${regime} ${cn_code} ${annex} ${article}`,
          ),
        )
        for (const { cn_code, annex, article, regime } of answer.results) {
          const known = plain.includes(`${regime.code} ${cn_code} ${annex} ${article}`)
          assert.ok(known || (regime.target_country_code === 'UA' && article === '2(1)(a)'), article ?? '')
        }
        const articles = new Set(answer.results.map(({ article }) => article))
        for (const { kind, article } of answer.deal!.findings) {
          if (!UNMATCHED.includes(kind)) for (const one of article.split('; ')) assert.ok(articles.has(one), one)
        }
        assert.equal(answer.verdict === 'restricted', answer.meta.total > 0)
      }),
    )
  })

  test('that stays in the Union has no findings', () => {
    fc.assert(
      fc.property(deals, (asked) => {
        const day = calendarDay(asked.as_of)
        const stops = [asked.origin, asked.destination, ...asked.via]
        const answer = answerTo(asked)
        if (!answer || !stops.every((code) => inUnion(code, day))) return
        assert.deepEqual([answer.results, answer.deal?.findings], [[], []])
      }),
    )
  })

  test('to the target of a ban of exports is prohibited wherever the goods come from', () => {
    fc.assert(
      fc.property(place, (origin) => {
        const answer = answerTo({ q: '84713000', origin, destination: 'RU', via: [], as_of: '2026-11-15' })
        if (answer) assert.equal(answer.deal?.findings[0]?.kind, 'prohibited', origin)
      }),
    )
  })
})

test('what TARIC asks for of a chapter is looked up once for each use, not once for each of its rows', () => {
  const { dataset } = answerer
  let looked = 0
  const { witness } = dataset
  assert.ok(witness)
  const counting = {
    ...dataset,
    witness: {
      ...witness,
      rowsOn: (code: Parameters<typeof witness.rowsOn>[0]) => {
        looked++
        return witness.rowsOn(code)
      },
    },
  }
  // With lists of Ukraine's regime alone, no row of the chapter is listed for Russia.
  askOf(buildAnswerer(counting, 'test'), '84', { regime: 'EU-UA-692-2014', destination: 'RU' })
  assert.ok(looked > 0 && looked < 10, `${looked} times`)
})
