import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Digits, digits } from '../../base/cn-code.ts'
import { addDays, calendarDay } from '../../base/day.ts'
import type { Charge, Choice, Condition, Duty, Judgement, Lift, Piece, Way } from '../judge/model.ts'
import type { Answer } from '../response/terms.ts'
import { decide } from './decide.ts'
import { type Decision, gravestOf, type Known, NONE_OF_THEM, type Question } from './model.ts'

/** The rules of CONTRACT part B on the answer, on judgements of every shape that the law could make. */

const CODES = ['10000000', '10100000', '20000000', '20300000'].map(digits)
const HEADINGS = ['1000', '1010', '2000', '2030'].map(digits)
const CHAPTERS = ['10', '20'].map(digits)
const choiceOf = (code: Digits): Choice => ({ code, codes: [code], text: code })
const choicesAmong = (pieces: number) => HEADINGS.slice(0, pieces).map(choiceOf)
const CUT_OFFS = ['2024-02-01', '2024-02-02', '2025-07-01'].map(calendarDay)
const LIMITS = [50, 300, 750.5]
const cited = (article: string) => ({ regime: null, article, annex: null })

const asked: fc.Arbitrary<Condition> = fc
  .constantFrom('fits', 'inputs', 'private_use', 'quota', 'recipient', 'end_use')
  .chain((fact) =>
    fc.constantFrom(1, 2).map((number): Condition => {
      const id = `${fact}${number}`
      return { kind: 'ask', ask: { id, fact: fact as 'fits', text: `${id}?`, occasion: null } }
    }),
  )
const onValue: fc.Arbitrary<Condition> = fc.constantFrom(...LIMITS).map((above) => ({ kind: 'value', above }))
const onLowValue: fc.Arbitrary<Condition> = fc
  .constantFrom(...LIMITS)
  .map((above) => ({ kind: 'value', above, orLess: true }))
const onContract: fc.Arbitrary<Condition> = fc
  .uniqueArray(fc.constantFrom(...CUT_OFFS), { minLength: 1, maxLength: 2 })
  .map(([first, ...others]) => ({ kind: 'contract', before: [first!, ...others] }))

const lift: fc.Arbitrary<Lift> = fc.record({
  kind: fc.constantFrom('exemption', 'quota', 'winddown'),
  cited: fc.constantFrom('4(a)', '4(b)').map(cited),
  conditions: fc.array(fc.oneof({ weight: 3, arbitrary: asked }, onContract, onLowValue), { maxLength: 2 }),
  text: fc.constant('An exemption.'),
  until: fc.constant(null),
})
const duty: fc.Arbitrary<Duty> = fc.record(
  {
    kind: fc.constantFrom('proof', 'clause', 'end_use'),
    cited: fc.constantFrom('7', '8').map(cited),
    text: fc.constant('Do it.'),
    brief: fc.constant('do it'),
    unless: fc.array(lift, { maxLength: 1 }),
  },
  { requiredKeys: ['kind', 'cited', 'text', 'brief'] },
)
const charge: fc.Arbitrary<Charge> = fc.record({
  happening: fc.constant({ kind: 'export', country: 'RU', words: 'export to Russia', place: 'Russia' } as const),
  cited: fc.constantFrom('1', '2', '3').map(cited),
  source: fc.constant({ described: 'goods' }),
  holds: fc.array(fc.array(fc.oneof({ weight: 3, arbitrary: asked }, onValue), { maxLength: 2 }), {
    minLength: 1,
    maxLength: 3,
  }),
  unlikely: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, duty),
  lifts: fc.array(lift, { maxLength: 3 }),
  authorisations: fc.constant([]),
  since: fc.constant(null),
  otherwise: fc.oneof(fc.constant(null), duty),
  leftOut: fc.constant(null),
  inferred: fc.constant(null),
  isUncertain: fc.boolean(),
})
const rules = fc.record({ charges: fc.array(charge, { maxLength: 3 }), duties: fc.array(duty, { maxLength: 1 }) })

/** Judgements of a code, of a name with several goods, and of a code that has left the tariff. */
const judgement: fc.Arbitrary<Judgement> = fc
  .record({
    pieces: fc.integer({ min: 1, max: 4 }),
    ways: fc.integer({ min: 1, max: 3 }),
    isName: fc.boolean(),
    byChapter: fc.boolean(),
  })
  .chain(({ pieces, ways, isName, byChapter }) =>
    fc.record({
      unknown: fc.constant(null),
      ways: fc
        .array(wayWith(pieces), { minLength: ways, maxLength: ways })
        .map((all) => all.map((way, at): Way => ({ ...way, value: `origin=${at}` }))),
      hasRoute: fc.constant(ways === 1),
      choices: fc.constant(pieces === 4 && byChapter ? CHAPTERS.map(choiceOf) : pieces > 1 ? choicesAmong(pieces) : []),
      choicesBelow: fc.constant((code: Digits) =>
        code.length === 2 ? choicesAmong(pieces).filter((one) => one.code.startsWith(code)) : [],
      ),
      isName: fc.constant(isName),
      gravestOfPieces: pieces > 1 && !isName ? fc.boolean() : fc.constant(false),
      isListed: fc.constant(true),
    }),
  )

const wayWith = (pieces: number): fc.Arbitrary<Way> =>
  fc.record({
    value: fc.constant(''),
    text: fc.constant(''),
    pieces: fc
      .array(rules, { minLength: pieces, maxLength: pieces })
      .map((all) => all.map((one, at): Piece => ({ codes: [CODES[at]!], ...one }))),
    gaps: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      fc.constant([{ kind: 'not_held', country: 'KP', text: 'not held' } as const]),
    ),
  })

const known: fc.Arbitrary<Known> = fc.record({
  value: fc.option(fc.constantFrom(...LIMITS, 0.5, 750.51, 9000)),
  contractDate: fc.option(fc.constantFrom(...CUT_OFFS, addDays(CUT_OFFS[0]!, -1))),
  facts: fc
    .dictionary(
      fc.constantFrom('fits1', 'fits2', 'inputs1', 'private_use1', 'quota1', 'recipient1', 'end_use1'),
      fc.constantFrom('yes', 'no'),
    )
    .map((facts) => new Map(Object.entries(facts))),
})
const NOTHING: Known = { value: null, contractDate: null, facts: new Map() }

const runs = { numRuns: 400 }
const FREE: readonly Answer[] = ['duties', 'none']

/** What is known when a question was answered besides. The route has parameters of its own. */
function told(before: Known, { id, fact }: Question, value: string): Known {
  if (fact === 'value') return { ...before, value: Number(value) }
  if (fact === 'contract_date') return { ...before, contractDate: calendarDay(value) }
  return { ...before, facts: new Map([...before.facts, [id, value]]) }
}

const onOneWay = (whole: Judgement, value: string): Judgement => ({
  ...whole,
  hasRoute: true,
  ways: whole.ways.filter((way) => way.value === value),
})

const isTrue = (condition: Condition, { value, contractDate, facts }: Known): boolean | null => {
  if (condition.kind === 'value') return value === null ? null : value > condition.above !== (condition.orLess ?? false)
  if (condition.kind === 'contract') return contractDate && condition.before.every((day) => contractDate < day)
  const fact = facts.get(condition.ask.id)
  return fact === undefined ? null : fact === 'yes'
}
const isWholeTrue = (all: readonly Condition[], facts: Known): boolean =>
  all.every((one) => isTrue(one, facts) === true)
const isFalse = (all: readonly Condition[], facts: Known): boolean => all.some((one) => isTrue(one, facts) === false)

const pairsOf = ({ ways }: Decision) =>
  ways.flatMap(({ way, pieces }) =>
    pieces.flatMap(({ piece }) => piece.charges.map((one) => ({ way, piece, charge: one }))),
  )

describe('a decision', () => {
  test('frees goods from a ban only where they are not under it, or where something lifts that very ban', () => {
    fc.assert(
      fc.property(judgement, known, (whole, facts) => {
        const decision = decide(whole, facts)
        if (!FREE.includes(decision.answer)) return
        for (const { charge: one } of pairsOf(decision)) {
          const isOutside = one.holds.every((all) => isFalse(all, facts))
          const isLifted = one.lifts.some(({ conditions }) => isWholeTrue(conditions, facts))
          const isUnder = one.holds.some((all) => isWholeTrue(all, facts))
          assert.ok(isOutside || isLifted || (one.unlikely !== null && !isUnder), JSON.stringify(one))
        }
      }),
      runs,
    )
  })

  test('leaves the ban of one provision to stand, whatever another one has that lifts it', () => {
    fc.assert(
      fc.property(judgement, known, charge, (whole, facts, other) => {
        const sure: Charge = { ...other, holds: [[]], lifts: [] }
        const ways = whole.ways.map((way) => ({
          ...way,
          pieces: way.pieces.map((piece) => ({ ...piece, charges: [...piece.charges, sure] })),
        }))
        assert.equal(decide({ ...whole, ways }, facts).answer, 'prohibited')
      }),
      runs,
    )
  })

  test('asks for no fact that was told, nor for one twice', () => {
    fc.assert(
      fc.property(judgement, known, (whole, facts) => {
        const { questions } = decide(whole, facts)
        const ids = questions.map(({ id }) => id)
        assert.equal(new Set(ids).size, ids.length)
        assert.ok(ids.length <= 3)
        for (const id of ids) assert.ok(!facts.facts.has(id), id)
        if (facts.value !== null) assert.ok(!ids.includes('value'))
        if (facts.contractDate !== null) assert.ok(!ids.includes('contract_date'))
        for (const question of questions.filter(({ fact }) => fact !== 'route')) {
          const [{ value }] = question.answers as [Question['answers'][number]]
          const then = decide(whole, told(facts, question, value)).questions.map(({ id }) => id)
          assert.ok(!then.includes(question.id), question.id)
        }
      }),
      runs,
    )
  })

  test('comes to an end when everything asked was told', () => {
    fc.assert(
      fc.property(judgement, known, fc.infiniteStream(fc.nat(), { noHistory: true }), (whole, facts, choice) => {
        let [asking, knowing] = [whole, facts]
        for (let asks = 0; ; asks++) {
          assert.ok(asks < 40)
          const { answer, questions } = decide(asking, knowing)
          const question = questions[0]
          if (!question) {
            const isOpen = answer === 'depends'
            const isGap = asking.ways.some(({ gaps }) => gaps.length > 0) || knowing.facts.get('goods') === NONE_OF_THEM
            assert.ok(!isOpen && (answer !== 'not_checked' || isGap), `${answer} at the end`)
            return
          }
          const { value } = question.answers[choice.next().value % question.answers.length]!
          if (question.fact === 'route') asking = onOneWay(asking, value)
          else knowing = told(knowing, question, value)
        }
      }),
      runs,
    )
  })

  test('is what each answer of a question promised', () => {
    fc.assert(
      fc.property(judgement, known, (whole, facts) => {
        for (const question of decide(whole, facts).questions) {
          for (const { value, leadsTo } of question.answers) {
            const then =
              question.fact === 'route'
                ? decide(onOneWay(whole, value), facts)
                : decide(whole, told(facts, question, value))
            assert.equal(then.answer, leadsTo, `${question.id}: ${value}`)
          }
        }
      }),
      runs,
    )
  })

  test('asks only what may change it, and asks where it depends', () => {
    fc.assert(
      fc.property(judgement, known, (whole, facts) => {
        const { answer, questions } = decide(whole, facts)
        if (answer === 'depends') assert.ok(questions.length > 0)
        else
          for (const { fact, answers } of questions)
            assert.ok(fact === 'route' || answers.some(({ leadsTo }) => leadsTo !== answer), fact)
      }),
      runs,
    )
  })

  test('that prohibits is undone by more facts only where each of its bans is lifted for own belongings', () => {
    fc.assert(
      fc.property(judgement, known, known, (whole, facts, more) => {
        const before = decide(whole, facts)
        if (before.answer !== 'prohibited') return
        const all: Known = {
          value: facts.value ?? more.value,
          contractDate: facts.contractDate ?? more.contractDate,
          facts: new Map([...more.facts, ...facts.facts]),
        }
        // Of goods to choose from, some may be freed and others not: each is looked at by itself.
        const after = decide(whole, all)
        const decided = after.ways.flatMap(({ pieces }) => pieces)
        const meant = new Set(decided.map(({ piece }) => piece))
        const stillBanned = new Set(decided.filter(({ answer }) => answer === 'prohibited').map(({ piece }) => piece))
        if (stillBanned.size > 0) assert.ok(['prohibited', 'depends'].includes(after.answer))
        const freed = before.ways
          .flatMap(({ pieces }) => pieces)
          .filter(({ piece, answer }) => answer === 'prohibited' && meant.has(piece) && !stillBanned.has(piece))
        for (const { state, charge: one } of freed.flatMap(({ rulings }) => rulings)) {
          if (state !== 'holds') continue
          const lifting = one.lifts.filter(({ conditions }) => isWholeTrue(conditions, all))
          const isOwn = ({ conditions }: Lift) =>
            conditions.some((condition) => condition.kind === 'ask' && condition.ask.fact === 'private_use')
          assert.ok(lifting.length > 0 && lifting.every(isOwn), JSON.stringify(one))
        }
      }),
      runs,
    )
  })

  test('about several ways is the gravest of their own', () => {
    fc.assert(
      fc.property(judgement, known, (whole, facts) => {
        const own = whole.ways.map(({ value }) => decide(onOneWay(whole, value), facts).answer)
        assert.equal(decide(whole, facts).answer, gravestOf(own))
      }),
      runs,
    )
  })

  test('depends where only some of the goods are prohibited, and is prohibited where all are', () => {
    fc.assert(
      fc.property(judgement, known, (whole, facts) => {
        for (const { pieces, answer } of decide(whole, facts).ways) {
          const isSome = pieces.some((piece) => piece.answer === 'prohibited')
          const isAll = pieces.every((piece) => piece.answer === 'prohibited')
          assert.equal(answer === 'prohibited', isSome && (isAll || whole.gravestOfPieces))
          if (isSome && !isAll) assert.equal(answer, whole.gravestOfPieces ? 'prohibited' : 'depends')
        }
      }),
      runs,
    )
  })

  test('says nothing of goods that are not known, or that none of those told are', () => {
    fc.assert(
      fc.property(judgement, known, fc.constantFrom('name', 'code'), (whole, facts, unknown) => {
        assert.deepEqual(decide({ ...whole, unknown }, facts), { answer: 'not_checked', ways: [], questions: [] })
        const none = { ...facts, facts: new Map([...facts.facts, ['goods', NONE_OF_THEM]]) }
        assert.equal(decide(whole, none).answer, 'not_checked')
      }),
      { numRuns: 100 },
    )
  })

  test('counts a value equal to the limit as not above it', () => {
    const banned = (above: number): Charge => ({
      ...fc.sample(charge, 1)[0]!,
      holds: [[{ kind: 'value', above }]],
      unlikely: null,
      otherwise: null,
      lifts: [],
    })
    const [way] = fc.sample(wayWith(1), 1)
    const only = (above: number): Judgement => ({
      unknown: null,
      ways: [{ ...way!, gaps: [], pieces: [{ codes: [CODES[0]!], charges: [banned(above)], duties: [] }] }],
      hasRoute: true,
      choices: [],
      choicesBelow: () => [],
      isName: false,
      gravestOfPieces: false,
      isListed: true,
    })
    assert.equal(decide(only(300), { ...NOTHING, value: 300 }).answer, 'none')
    assert.equal(decide(only(300), { ...NOTHING, value: 300.01 }).answer, 'prohibited')
    assert.deepEqual(decide(only(300), NOTHING).questions[0]?.answers, [
      { value: '300', leadsTo: 'none' },
      { value: '300.01', leadsTo: 'prohibited' },
    ])
  })
})
