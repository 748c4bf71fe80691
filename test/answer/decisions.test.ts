import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { gravestOf } from '../../src/answer/decide/model.ts'
import type { CnResponse } from '../../src/answer/response/response.ts'
import type { Answer } from '../../src/answer/response/terms.ts'
import { isDigits } from '../../src/base/cn-code.ts'
import { answerer, ask } from '../real-law.ts'

/** The rules of a decision (src/answer/decide/decide.test.ts) on the law as it is, as callers meet them. */

type Asked = Readonly<Record<string, string>>
type Question = CnResponse['assessment']['questions'][number]

const { dataset } = answerer
const listed = [...new Set(dataset.entries.map(({ code }) => code))].filter(({ length }) => length > 2)
const inTariff = dataset.nomenclatures.of(2026).lines.flatMap(({ kind, code }) => (kind === 'cn8' ? [code] : []))
const codes = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...listed) }, fc.constantFrom(...inTariff))

const routes = fc.constantFrom<Asked[]>(
  { origin: 'PL', destination: 'RU' },
  { origin: 'DE', destination: 'BY' },
  { origin: 'RU', destination: 'PL' },
  { origin: 'BY', destination: 'LT' },
  { origin: 'DE', destination: 'KZ', via: 'RU' },
  { origin: 'CN', destination: 'PL', via: 'RU,BY' },
  { origin: 'TR', destination: 'PL' },
  { origin: 'DE', destination: 'AM' },
  { origin: 'RU', dispatch: 'DE', destination: 'PL' },
  { origin: 'RU', dispatch: 'AE', destination: 'IT' },
  { origin: 'CN', dispatch: 'RU', destination: 'HU' },
  { origin: 'RU', destination: 'KZ', via: 'LT' },
)

const FREE: readonly Answer[] = ['duties', 'none']

const decisionOn = (code: string, asked: Asked): CnResponse['assessment'] =>
  ask(code, { ...asked, limit: '1' }).assessment

/** The parameters with one more fact. */
function told(asked: Asked, { id, fact }: Question, value: string): Asked {
  if (fact === 'value' || fact === 'contract_date') return { ...asked, [fact]: value }
  if (fact === 'route') return { ...asked, ...Object.fromEntries(new URLSearchParams(value)) }
  return { ...asked, facts: [...(asked.facts?.split(',') ?? []), `${id}:${value}`].join() }
}

/** Follows questions from the first to the last, one answer of each drawn. */
function follow(code: string, route: Asked, draw: () => number): void {
  let asked = route
  let before = decisionOn(code, asked)
  const put = new Set<string>()
  while (before.questions.length > 0 && put.size < 10) {
    for (const { id } of before.questions)
      assert.ok(!put.has(id), `${code} ${JSON.stringify(asked)}: ${id} is asked again`)
    const question = before.questions[draw() % before.questions.length]!
    const chosen = question.answers[draw() % question.answers.length]!
    put.add(question.id)
    asked = told(asked, question, chosen.value)
    const after = decisionOn(code, asked)
    const where = `${code} ${JSON.stringify(asked)}`
    assert.equal(after.answer, chosen.leads_to, `${where}: ${question.id}`)
    // Other goods, or another way, may be free.
    const isSameDeal = question.fact !== 'goods' && question.fact !== 'route'
    if (isSameDeal && before.answer === 'prohibited' && FREE.includes(after.answer))
      assert.ok(
        after.steps.some(({ kind }) => kind === 'claim'),
        `${where} is free without anything to claim`,
      )
    before = after
  }
  if (put.size < 10) assert.notEqual(before.answer, 'depends', `${code} ${JSON.stringify(asked)} is left open`)
}

describe('a decision on the law', () => {
  test('keeps what its questions promise, asks nothing twice, and comes to an end', () => {
    fc.assert(
      fc.property(codes, routes, fc.infiniteStream(fc.nat(), { noHistory: true }), (code, route, choices) => {
        follow(code, route, () => choices.next().value)
      }),
      { numRuns: 250 },
    )
  })

  test('comes to an end for a name and for a code without a route, too', () => {
    for (const q of ['rower', 'laptop', 'steel screws', 'crude oil', '8703', '2710', '7318', '3104'])
      fc.assert(
        fc.property(fc.infiniteStream(fc.nat(), { noHistory: true }), (choices) => {
          follow(q, {}, () => choices.next().value)
        }),
        { numRuns: 3 },
      )
  })

  test('about a code is the gravest of those about its ways', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const { answer, questions } = decisionOn(code, {})
        const route = questions.find(({ fact }) => fact === 'route')
        if (!route) return
        const own = route.answers.map(({ value }) => decisionOn(code, told({}, route, value)).answer)
        assert.deepEqual(
          own,
          route.answers.map(({ leads_to }) => leads_to),
          code,
        )
        assert.equal(answer, gravestOf(own), code)
      }),
      { numRuns: 60 },
    )
  })

  test('that frees goods of a ban claims what lifts it', () => {
    fc.assert(
      fc.property(codes.filter(isDigits), routes, (code, route) => {
        const { deal, assessment } = ask(code, { ...route, limit: '1' })
        const isBanned = deal?.findings.some(({ kind }) => kind === 'prohibited')
        if (!isBanned || !FREE.includes(assessment.answer)) return
        assert.ok(
          assessment.steps.some(({ kind }) => kind === 'claim'),
          `${code} ${JSON.stringify(route)}`,
        )
      }),
      { numRuns: 250 },
    )
  })
})
