import type { Answerer } from '../../answer/answer.ts'
import { type Question, readQuestion } from '../../answer/question/question.ts'
import type { QueryInput } from '../kernel/endpoint/endpoint.ts'
import { accepted, orRefuse } from '../kernel/problem/refusal.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'
import { givenIn } from '../kernel/request/parameters.ts'
import { lookupQuery } from './lookup-parameters.ts'

/** The query of a lookup as a question, with the law that it is read by. */
export const QUESTION: QueryInput<{ readonly answerer: Answerer; readonly question: Question }> = {
  parameters: lookupQuery,
  read(url, services) {
    const answerer = orRefuse(services.answerer(), 'not_ready')
    const read = readQuestion(givenIn(url), { today: services.today(), dataset: answerer.dataset })
    return { answerer, question: accepted('problems' in read ? wrongParameters(read.problems) : read).question }
  },
}
