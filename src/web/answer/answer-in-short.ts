import { dayInSentence } from '../../law/terms/wording.ts'
import { addressOf, type PageAnswer } from './page-answer.ts'
import { questionInWords } from './question-words.ts'
import { answerSpeaker } from './texts.ts'

/** The answer in six lines, for an e-mail: question, answer, reason, what to do, day, address. */
export function answerInShort(answer: PageAnswer): string {
  const { response, question } = answer
  const { language } = question
  const say = answerSpeaker(language)
  const { assessment, scope, meta } = response
  const steps = assessment.steps.map(({ text }, at) => `${at + 1}) ${text}`).join(' ')
  return [
    `${say('question')}: ${questionInWords(answer)}`,
    assessment.headline,
    assessment.reason,
    steps === '' ? say('nothingToDo') : `${say('deal')}: ${steps}`,
    `${say('checkedAt')}: ${dayInSentence(answer.moment.day, language)}, ${say('asOf')} ${dayInSentence(scope.as_of, language)} (${meta.dataset})`,
    addressOf(answer),
  ].join('\n')
}
