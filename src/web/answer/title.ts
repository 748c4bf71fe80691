import type { Shown } from './page-answer.ts'
import { answerSpeaker } from './texts.ts'
import { verdictOf } from './verdict.ts'
import { verdictInWords } from './verdict-words.ts'
import { dayInWords } from './wording.ts'

/** For the tab and for the preview of a link: subject and verdict. */
export function titleOf({ response, asked }: Shown): { readonly title: string; readonly description: string } {
  const { language } = asked
  const say = answerSpeaker(language)
  const { sentence, more } = verdictInWords(verdictOf(response), response, language)
  const subject = response.meta.cn?.code ?? response.query.trim()
  const day = `${say('asOf')} ${dayInWords(response.scope.as_of, language)}`
  return {
    title: `${subject}: ${sentence.replace(/\.$/, '')}`,
    description: [response.cn_name, sentence, ...more, day].filter(Boolean).join(' · '),
  }
}
