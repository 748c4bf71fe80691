import type { Digits } from '../../base/cn-code.ts'
import { onOnePath } from '../../base/cn-code.ts'
import { addDays, type Day } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Charge, Choice, Condition, Duty, Judgement, Lift, Piece, Way } from '../judge/model.ts'
import { ANSWERS, type Answer } from '../response/terms.ts'
import { choicesNow, chosenGoods, goodsId } from './chosen-goods.ts'
import {
  type DecidedPiece,
  type DecidedWay,
  type Decision,
  gravestOf,
  type Known,
  NONE_OF_THEM,
  type Question,
  type Ruling,
} from './model.ts'
import { every, some, type Truth } from './truth.ts'

/** More questions would not be read. */
const MAX_QUESTIONS = 3

/** The answer, and what would change it. */
export function decide(judgement: Judgement, known: Known): Decision {
  const { answer, ways } = answerOf(judgement, known)
  return { answer, ways, questions: questionsOf(judgement, known, { answer, ways }) }
}

type Answered = Omit<Decision, 'questions'>

type DecidePiece = (piece: Piece, known: Known) => DecidedPiece

function answerOf(judgement: Judgement, known: Known): Answered {
  if (judgement.unknown || chosenGoods(known.facts) === NONE_OF_THEM) return { answer: 'not_checked', ways: [] }
  const ways = judgement.ways
    .map((way) => decideWay(way, judgement, known, decidePiece))
    .toSorted((a, b) => ANSWERS.indexOf(a.answer) - ANSWERS.indexOf(b.answer))
  return { answer: gravestOf(ways.map(({ answer }) => answer)), ways }
}

function decideWay(
  way: Way,
  { gravestOfPieces, choicesBelow }: Judgement,
  known: Known,
  pieceDecided: DecidePiece,
): DecidedWay {
  const chosen = chosenGoods(known.facts) as Digits | null
  const meant = way.pieces.filter(({ codes, isAside }) =>
    chosen === null ? !isAside : codes.some((code) => onOnePath(chosen, code)),
  )
  const pieces = meant.map((piece) => pieceDecided(piece, known))
  const isDivided = !gravestOfPieces && (chosen === null || choicesBelow(chosen).length > 1)
  const found = answerOfGoods(
    pieces.map(({ answer }) => answer),
    isDivided,
  )
  return { way, answer: answerOn(way, found), pieces }
}

/** Where only some of the goods are prohibited, it depends on which are meant, as long as there are narrower ones to choose. */
const answerOfGoods = (answers: readonly Answer[], isDivided: boolean): Answer =>
  isDivided && answers.includes('prohibited') && answers.some((one) => one !== 'prohibited')
    ? 'depends'
    : gravestOf(answers)

/** What was not checked is told where nothing graver was found. */
const answerOn = ({ gaps }: Way, found: Answer): Answer =>
  found === 'prohibited' || found === 'depends' || gaps.length === 0 ? found : 'not_checked'

const isAmong = (code: Digits, chosen: readonly Digits[]): boolean => chosen.some((one) => onOnePath(one, code))

/** Goods by the hundred may be under one and the same charge. */
const rulingsWith = derivedOnce((_: Known) => new WeakMap<Charge, Ruling>())

function decidePiece(piece: Piece, known: Known): DecidedPiece {
  const ruled = rulingsWith(known)
  const rulings = piece.charges.map((charge) => {
    const ruling = ruled.get(charge) ?? ruleOn(charge, known)
    ruled.set(charge, ruling)
    return ruling
  })
  const duties = [...piece.duties.filter((duty) => isDue(duty, known)), ...rulings.flatMap(dutyLeft)]
  return { piece, rulings, duties, answer: answerFor(rulings, duties) }
}

function answerFor(rulings: readonly Ruling[], duties: readonly Duty[]): Answer {
  if (rulings.some(({ state }) => state === 'holds')) return 'prohibited'
  if (rulings.some(({ state }) => state === 'open')) return 'depends'
  // What frees has to be claimed.
  return duties.length > 0 || rulings.some(({ state }) => state === 'lifted') ? 'duties' : 'none'
}

const isDue = ({ unless = [] }: Duty, known: Known): boolean =>
  !unless.some(({ conditions }) => every(conditions.map((one) => isMet(one, known))) === 'yes')

function dutyLeft({ charge, state }: Ruling): readonly Duty[] {
  const duty = state === 'unlikely' ? charge.unlikely : state === 'free' ? charge.otherwise : null
  return duty ? [duty] : []
}

/** Whether one ban holds, is lifted, or turns on what is not known. */
function ruleOn(charge: Charge, known: Known): Ruling {
  const holds = some(charge.holds.map((all) => every(all.map((one) => isMet(one, known)))))
  const lifts = charge.lifts.map((lift) => ({ lift, met: every(lift.conditions.map((one) => isMet(one, known))) }))
  const by = lifts.find(({ met }) => met === 'yes')?.lift ?? null
  const possible = lifts.flatMap(({ lift, met }) => (met === 'unknown' ? [lift] : []))
  const settled = { charge, possible: [], open: [] }
  if (holds === 'no') return { ...settled, state: 'free', by: null }
  if (by) return { ...settled, state: 'lifted', by }
  const ways = [
    ...(holds === 'unknown' ? charge.holds.filter((all) => !all.some((one) => isMet(one, known) === 'no')) : []),
    ...possible.map(({ conditions }) => conditions),
  ]
  const open = ways.flat().filter((one) => isMet(one, known) === 'unknown')
  // Trade is prohibited, whoever may take own belongings along.
  const isHeld = holds === 'yes' && possible.every(isOfBelongings)
  const state = isHeld ? 'holds' : holds === 'unknown' && charge.unlikely ? 'unlikely' : 'open'
  return { charge, state, by: null, possible, open }
}

const isOfBelongings = ({ conditions }: Lift): boolean =>
  conditions.some((one) => one.kind === 'ask' && one.ask.fact === 'private_use')

function isMet(condition: Condition, { value, contractDate, facts }: Known): Truth {
  if (condition.kind === 'value')
    return value === null ? 'unknown' : truthOf(value > condition.above !== (condition.orLess ?? false))
  if (condition.kind === 'contract') {
    // Where the sources leave two days open, only a contract from before both is sure.
    return contractDate === null ? 'unknown' : truthOf(condition.before.every((day) => contractDate < day))
  }
  const told = facts.get(condition.ask.id)
  return told === undefined ? 'unknown' : truthOf(told === 'yes')
}

const truthOf = (is: boolean): Truth => (is ? 'yes' : 'no')

function questionsOf(judgement: Judgement, known: Known, answered: Answered): readonly Question[] {
  if (judgement.unknown || answered.ways.length === 0) return []
  const before = new Map(answered.ways.flatMap(({ pieces }) => pieces.map((one) => [one.piece, one] as const)))
  const lead = (key: string, more: Partial<Known>): Answer => {
    const then = { ...known, ...more }
    return gravestOf(
      answered.ways.map(({ way, answer }) => {
        if (!way.pieces.some((piece) => keysOf(piece).has(key))) return answer
        return decideWay(way, judgement, then, (piece) =>
          keysOf(piece).has(key) ? decidePiece(piece, then) : (before.get(piece) ?? decidePiece(piece, then)),
        ).answer
      }),
    )
  }
  const withFact = (id: string, value: string) => lead(id, { facts: new Map([...known.facts, [id, value]]) })
  const first = [goodsQuestion(judgement, known, answered), routeQuestion(judgement, answered)]
  // What is prohibited on several ways stays so, whatever is told of one of them.
  const isSettled = answered.ways.filter(({ answer }) => answer === 'prohibited').length > 1
  const asked = (isSettled ? [] : conditionsOpen(answered))
    .slice(0, judgement.choices.length > OF_A_HEADING ? FEWEST_WEIGHED : MOST_WEIGHED)
    .map((condition) => questionOf(condition, answered, lead, withFact))
  const ordered = asked.toSorted(
    (a, b) =>
      Number(a.isUnlikely) - Number(b.isUnlikely) ||
      openLeads(a.question) - openLeads(b.question) ||
      Number(isWritten(b.question)) - Number(isWritten(a.question)),
  )
  const deciding = ordered.filter(({ question }) => question.answers.some(({ leadsTo }) => leadsTo !== answered.answer))
  const settling = first.filter((one) => one !== null)
  // Of the conditions of one provision none may decide alone: they follow those that do, once goods and route are known.
  const isOfAll = answered.answer === 'depends' && settling.length === 0
  const together = isOfAll ? ordered.filter((one) => !deciding.includes(one) && !one.isUnlikely) : []
  const then = [...deciding, ...together]
  return [...settling, ...then.map(({ question }) => question)].slice(0, MAX_QUESTIONS)
}

/** Of a chapter, dozens of conditions are open: those of the provisions that come first in the law are weighed. */
const MOST_WEIGHED = 8
const FEWEST_WEIGHED = 2
/** More goods to choose from than these are a chapter. */
const OF_A_HEADING = 13

/** What may decide about goods: ids of questions, `value` and `contract`. */
const keysOf = derivedOnce(({ charges, duties }: Piece): ReadonlySet<string> => {
  const conditions = [
    ...charges.flatMap(({ holds, lifts }) => [...holds.flat(), ...lifts.flatMap((lift) => lift.conditions)]),
    ...duties.flatMap(({ unless = [] }) => unless.flatMap((lift) => lift.conditions)),
  ]
  return new Set(conditions.map(keyOf))
})

const keyOf = (condition: Condition): string => (condition.kind === 'ask' ? condition.ask.id : condition.kind)

/** What stands in the papers of every deal is easier to answer than a question about a rare exemption. */
const isWritten = ({ fact }: Question): boolean => fact === 'value' || fact === 'contract_date'

const openLeads = ({ answers }: Question): number =>
  answers.filter(({ leadsTo }) => leadsTo === 'depends').length / answers.length

type LeadOfFact = (id: string, value: string) => Answer

function goodsQuestion(judgement: Judgement, known: Known, { answer, ways }: Answered): Question | null {
  const chosen = chosenGoods(known.facts) as Digits | null
  const choices = choicesNow(judgement, chosen)
  if (choices.length < 2) return null
  const isOpen = ways.some(({ pieces }) => {
    const answers = new Set(pieces.map(({ answer }) => answer))
    return answers.size > 1 && (answers.has('prohibited') || answers.has('depends'))
  })
  if (!isOpen) return null
  const leads = leadsOfGoods(choices, judgement, known, ways)
  const answers = [
    ...choices.map(({ code, text }, at) => ({ value: code as string, text, leadsTo: leads[at]!.answer })),
    ...(judgement.isName && chosen === null ? [{ value: NONE_OF_THEM, leadsTo: 'not_checked' as const }] : []),
  ]
  // Where goods of each choice differ among themselves, the next question is about those.
  const decides = leads.some((one) => one.answer !== answer || (one.isMixed && answer === 'depends'))
  return decides ? { id: goodsId(chosen), fact: 'goods', ask: null, answers } : null
}

interface GoodsLead {
  readonly answer: Answer
  /** Only some of the goods are prohibited, and narrower ones can be chosen. */
  readonly isMixed: boolean
}

/** The answers if one of these goods is meant. What was decided of them stays. */
function leadsOfGoods(
  choices: readonly Choice[],
  { choicesBelow, gravestOfPieces }: Judgement,
  known: Known,
  ways: readonly DecidedWay[],
): readonly GoodsLead[] {
  /** The choices among which goods are, the same on every way. */
  const choicesOf = new Map<readonly Digits[], readonly number[]>()
  const meantBy = (codes: readonly Digits[]): readonly number[] => {
    const known = choicesOf.get(codes)
    if (known) return known
    const found = choices.flatMap((choice, at) => (codes.some((code) => isAmong(code, choice.codes)) ? [at] : []))
    choicesOf.set(codes, found)
    return found
  }
  const byWay = ways.map(({ way, pieces }) => {
    const decided = new Map(pieces.map((one) => [one.piece, one.answer]))
    const answers = choices.map((): Answer[] => [])
    for (const piece of way.pieces) {
      const among = meantBy(piece.codes)
      if (among.length === 0) continue
      const answer = decided.get(piece) ?? decidePiece(piece, known).answer
      for (const at of among) answers[at]!.push(answer)
    }
    return answers.map((found, at): GoodsLead => {
      const isDivided = !gravestOfPieces && new Set(found).size > 1 && choicesBelow(choices[at]!.code).length > 1
      const answer = answerOfGoods(found, isDivided)
      return { answer: answerOn(way, answer), isMixed: isDivided && answer !== gravestOf(found) }
    })
  })
  return choices.map((_, at) => ({
    answer: gravestOf(byWay.map((leads) => leads[at]!.answer)),
    isMixed: byWay.some((leads) => leads[at]!.isMixed),
  }))
}

function routeQuestion({ hasRoute, isListed, ways }: Judgement, { answer, ways: decided }: Answered): Question | null {
  if (hasRoute || ways.length < 2 || (!isListed && answer === 'none')) return null
  const leads = new Map(decided.map((one) => [one.way, one.answer]))
  const answers = ways.map((way) => ({ value: way.value, leadsTo: leads.get(way) ?? answer }))
  return { id: 'route', fact: 'route', ask: null, answers }
}

interface OpenCondition {
  readonly condition: Condition
  readonly isUnlikely: boolean
}

/** What may decide in the gravest ways, each once. */
function conditionsOpen({ answer, ways }: Answered): readonly OpenCondition[] {
  const found = new Map<string, OpenCondition>()
  for (const way of ways.filter((one) => one.answer === answer)) {
    for (const { state, open } of way.pieces.flatMap(({ rulings }) => rulings)) {
      for (const condition of open) {
        // What it turns on further is asked once it is likely.
        if (state === 'unlikely' && condition.kind !== 'ask') continue
        const key = keyOf(condition)
        const isUnlikely = state === 'unlikely' && (found.get(key)?.isUnlikely ?? true)
        found.set(key, { condition, isUnlikely })
      }
    }
  }
  return [...found.values()]
}

function questionOf(
  { condition, isUnlikely }: OpenCondition,
  answered: Answered,
  lead: (key: string, more: Partial<Known>) => Answer,
  withFact: LeadOfFact,
): { question: Question; isUnlikely: boolean } {
  if (condition.kind === 'ask') {
    const { ask } = condition
    const answers = ['yes', 'no'].map((value) => ({ value, leadsTo: withFact(ask.id, value) }))
    return { isUnlikely, question: { id: ask.id, fact: ask.fact, ask, answers } }
  }
  if (condition.kind === 'value') {
    const amounts = [...new Set(allOpen(answered, 'value').map(({ above }) => above))].toSorted((a, b) => a - b)
    const values = [...amounts, Math.round(amounts.at(-1)! * 100 + 1) / 100]
    const answers = values.map((value) => ({ value: String(value), leadsTo: lead('value', { value }) }))
    return { isUnlikely, question: { id: 'value', fact: 'value', ask: null, answers } }
  }
  const days = [...new Set(allOpen(answered, 'contract').flatMap(({ before }) => before))].toSorted()
  const values: readonly Day[] = [...days.map((day) => addDays(day, -1)), days.at(-1)!]
  const answers = values.map((value) => ({ value, leadsTo: lead('contract', { contractDate: value }) }))
  return { isUnlikely, question: { id: 'contract_date', fact: 'contract_date', ask: null, answers } }
}

const allOpen = <K extends Condition['kind']>({ answer, ways }: Answered, kind: K) =>
  ways
    .filter((one) => one.answer === answer)
    .flatMap(({ pieces }) => pieces.flatMap(({ rulings }) => rulings.flatMap(({ open }) => open)))
    .filter((one): one is Extract<Condition, { kind: K }> => one.kind === kind)
