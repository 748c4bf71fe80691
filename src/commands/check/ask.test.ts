import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerer, TODAY } from '../../../test/real-law.ts'
import { answerOrProblems } from '../../answer/answer.ts'
import { readQuestion } from '../../answer/question/question.ts'
import { askFacts } from './ask.ts'

function answer(parameters: Readonly<Record<string, string>>) {
  const read = readQuestion(Object.entries(parameters), { today: TODAY, dataset: answerer.dataset })
  const answered = 'problems' in read ? read : answerOrProblems(answerer, read.question)
  return 'response' in answered ? answered : { refused: answered.problems.map(({ code }) => code).join() }
}

/** Asks with these lines typed; a dialogue that wants more has reached its end. */
async function asked(parameters: Record<string, string>, typed: readonly string[]) {
  const said: string[] = []
  const lines = [...typed]
  const dialogue = { say: (text: string) => void said.push(text), read: async () => lines.shift() ?? null }
  const told = await askFacts({ ...parameters, lang: 'en' }, answer, dialogue, 'en')
  const found = answer(told)
  assert.ok('response' in found)
  return { told, left: lines, words: said.join(''), assessment: found.response.assessment }
}

const SCREWS = { q: '7318 15 95', origin: 'CN', destination: 'PL' }
const INPUTS = '833-2014.3g(1)(d)'

describe('questions one by one', () => {
  test('each with what its answers lead to, until nothing is asked', async () => {
    const { told, words, assessment } = await asked(SCREWS, ['2'])
    assert.match(words, /1\. yes → prohibited\n {2}2\. no → no ban, but duties/)
    assert.deepEqual(told, { ...SCREWS, lang: 'en', facts: `${INPUTS}:no` })
    assert.deepEqual([assessment.answer, assessment.questions], ['duties', []])
  })

  test('the route first, then what it leaves open; values may be the asker’s own', async () => {
    const { told, assessment } = await asked({ q: '4202' }, ['2', '299'])
    assert.deepEqual([told.destination, told.value], ['RU', '299'])
    assert.deepEqual(assessment.questions, [])
    assert.notEqual(assessment.answer, 'prohibited')
  })

  test('what is refused is said and asked again; an empty line leaves a question open', async () => {
    const { told, words } = await asked(SCREWS, ['perhaps', ''])
    assert.match(words, /fact_invalid/)
    assert.equal(told.facts, undefined)
  })

  test('ends when nothing more is typed', async () => {
    const { told, assessment } = await asked(SCREWS, [])
    assert.deepEqual([told.facts, assessment.answer], [undefined, 'depends'])
  })
})
