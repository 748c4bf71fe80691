import type { IncomingMessage, ServerResponse } from 'node:http'
import { countNow, hasKey, limitHeadersOf } from '../request/access.ts'
import { record } from '../response/access-log.ts'
import { formFor } from '../response/response-body.ts'
import { writeForm } from '../response/send-body.ts'
import type { Services } from '../services.ts'
import type { KeptAnswers } from './answer-cache.ts'

export interface Front {
  readonly kept: KeptAnswers
  readonly today: () => string
  readonly nextId: () => string
  readonly addressOf: (request: IncomingMessage) => string | undefined
  /** Of what is kept, as it is counted. */
  readonly route: string
}

/** False when it left the request to the routes. */
export type AnswersAhead = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Answers lookups asked before ahead of the routes, whose way in and out is an eighth of what such an answer costs.
 * Only where all is at hand: the answer in the form that is asked for, and a count that allows it. Refusals, keys and
 * counts over the network are the routes' alone; what is refused here was not counted.
 */
export function answerRepeated(services: Services, front: Front): AnswersAhead {
  const { kept, today, nextId, addressOf, route } = front
  return (request, response) => {
    const { method = '', url = '', headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || hasKey(headers)) return false
    const law = services.answerer()?.dataset.version
    const answer = law === undefined ? undefined : kept.get(url, law, today())
    if (!answer) return false
    const form = formFor(answer, headers)
    if (form instanceof Promise) return false
    const startedAt = performance.now()
    const state = countNow(addressOf(request), services)
    if (!state?.allowed) return false
    const id = nextId()
    response.on('finish', () => {
      record(services, { reqId: id, method, route, status: response.statusCode }, performance.now() - startedAt)
    })
    writeForm(response, form, id, limitHeadersOf(state))
    return true
  }
}
