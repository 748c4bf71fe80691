import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDigits } from '../../src/base/cn-code.ts'
import { yearOf } from '../../src/base/day.ts'
import { seededRandom } from '../hostile/random.ts'
import { answerer, ask, TODAY } from '../real-law.ts'

const ROUTES: readonly Readonly<Record<string, string>>[] = [
  {},
  { origin: 'PL', destination: 'RU' },
  { origin: 'PL', destination: 'BY' },
  { origin: 'RU', destination: 'PL' },
  { origin: 'BY', destination: 'PL' },
  { origin: 'DE', destination: 'KZ', via: 'RU' },
  { origin: 'CN', destination: 'PL', via: 'RU' },
  { origin: 'CN', destination: 'DE' },
  { origin: 'AE', destination: 'BE' },
  { origin: 'RU', dispatch: 'DE', destination: 'PL' },
  { origin: 'RU', destination: 'CN' },
  { destination: 'TR' },
]
const CONVERSATIONS = 400
const LONGEST = 6
/** Facts that have parameters of their own. */
const OTHER_PARAMETERS = ['route', 'value', 'contract_date']

test('each fact that is asked for and given leads to what was promised, is not asked again, and every part of the answer follows', (t) => {
  const random = seededRandom(20261119)
  const codes = answerer.dataset.nomenclatures
    .of(yearOf(TODAY))
    .lines.flatMap(({ kind, code }) => (kind !== 'group' && isDigits(code) && code.length >= 4 ? [code] : []))
  let given = 0
  for (let at = 0; at < CONVERSATIONS; at++) {
    const q = random.pick(codes)
    const parameters: Record<string, string> = { ...random.pick(ROUTES) }
    const asked = new Set<string>()
    let { assessment } = ask(q, parameters)
    for (let turn = 0; turn < LONGEST; turn++) {
      const questions = assessment.questions.filter(({ fact }) => !OTHER_PARAMETERS.includes(fact))
      if (questions.length === 0) break
      const { id, answers } = random.pick(questions)
      const { value, leads_to } = random.pick(answers)
      parameters.facts = [parameters.facts, `${id}:${value}`].filter(Boolean).join(',')
      const told = `${q} ${JSON.stringify(parameters)}`
      assert.ok(!asked.has(id), told)
      asked.add(id)
      const answer = ask(q, parameters)
      assessment = answer.assessment
      given++
      assert.equal(assessment.answer, leads_to, told)
      if (!answer.deal) continue
      const isBanFound = answer.deal.findings.some(({ kind }) => kind === 'prohibited' || kind === 'authorisation')
      const isFree = assessment.answer === 'duties' || assessment.answer === 'none'
      if (assessment.answer === 'prohibited') assert.ok(isBanFound, `${told}: no finding of the ban`)
      if (isFree) assert.ok(!isBanFound, `${told}: a finding of a ban that was freed`)
      if (isFree) assert.ok(!assessment.reaches.some(({ kind }) => kind === 'ban'), `${told}: a reach that was freed`)
    }
  }
  assert.ok(given > 100, `${given} facts`)
  t.diagnostic(`${given} facts`)
})
