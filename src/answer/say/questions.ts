import { addDays } from '../../base/day.ts'
import type { Language, Phrase, Text } from '../../base/language.ts'
import { amountInWords, dayInSentence } from '../../law/terms/wording.ts'
import { NONE_OF_THEM, type Question } from '../decide/model.ts'
import type { Said } from './said.ts'

/** The questions of a decision, with what each answer leads to. */
export const questionsOf = (said: Said) =>
  said.decision.questions.map((question) => ({
    id: question.id,
    fact: question.fact,
    text: textOf(question, said),
    answers: question.answers.map(({ value, leadsTo, text }, at) => ({
      value,
      text: text ?? answerText(question, value, at, said),
      leads_to: leadsTo,
    })),
  }))

function textOf({ fact, ask, answers }: Question, { language, isName }: Said): string {
  if (ask) return ask.text
  if (fact === 'goods') return (isName ? WHICH_MEANT : WHICH_GOODS)[language]
  if (fact === 'route') return ROUTE[language]
  if (fact === 'value') return VALUE[language]
  if (answers.length > 2) return CONTRACT_DAY[language]
  return CONTRACT[language](dayInSentence(addDays(dayOf(answers[0]!.value), 1), language))
}

/** The value of an answer about a contract. */
const dayOf = (value: string) => value as Parameters<typeof addDays>[0]

function answerText({ fact, answers }: Question, value: string, at: number, said: Said): string {
  const { language, judgement } = said
  if (value === NONE_OF_THEM) return NONE_MEANT[language]
  if (fact === 'route') return judgement.ways.find((way) => way.value === value)?.text ?? value
  if (fact === 'value') return valueText(answers, at, language)
  if (fact === 'contract_date') return contractText(answers, at, language)
  return (value === 'yes' ? YES : NO)[language]
}

type Answers = Question['answers']

/** `at most EUR 300`, `over EUR 300`. */
function valueText(answers: Answers, at: number, language: Language): string {
  const isLast = at === answers.length - 1
  const amount = Number(answers[isLast ? at - 1 : at]!.value)
  return `${(isLast ? OVER : UP_TO)[language]} ${amountInWords(amount, language)}`
}

function contractText(answers: Answers, at: number, language: Language): string {
  const isLast = at === answers.length - 1
  const day = isLast ? dayOf(answers[at]!.value) : addDays(dayOf(answers[at]!.value), 1)
  const words = dayInSentence(day, language)
  return isLast ? `${words} ${OR_LATER[language]}` : `${EARLIER[language]} ${words}`
}

const WHICH_MEANT: Text = { pl: 'O który towar chodzi?', en: 'Which of these goods is meant?' }
const WHICH_GOODS: Text = { pl: 'Który to towar?', en: 'Which of these goods is it?' }
const NONE_MEANT: Text = { pl: 'żaden z nich', en: 'none of these' }
const ROUTE: Text = { pl: 'Skąd i dokąd jedzie towar?', en: 'Where do the goods come from and go to?' }
const VALUE: Text = { pl: 'Ile warta jest jedna sztuka (w EUR)?', en: 'What is one item worth (in EUR)?' }
const CONTRACT: Phrase<[day: string]> = {
  pl: (day) => `Czy umowę zawarto przed ${day}?`,
  en: (day) => `Was the contract made before ${day}?`,
}
const CONTRACT_DAY: Text = { pl: 'Kiedy zawarto umowę?', en: 'When was the contract made?' }
const UP_TO: Text = { pl: 'najwyżej', en: 'at most' }
const OVER: Text = { pl: 'powyżej', en: 'over' }
const EARLIER: Text = { pl: 'przed', en: 'before' }
const OR_LATER: Text = { pl: 'lub później', en: 'or later' }
const YES: Text = { pl: 'tak', en: 'yes' }
const NO: Text = { pl: 'nie', en: 'no' }
