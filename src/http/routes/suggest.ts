import type { FastifyInstance } from 'fastify'
import { readTyped } from '../../answer/suggest.ts'
import type { Admission } from '../request/admission.ts'
import { POINTS } from '../request/costs.ts'
import { namesReady } from '../request/names-ready.ts'
import { readUrlParameters, SUGGEST_PARAMETERS } from '../request/parameters.ts'
import { responseBody } from '../response/response-body.ts'
import { sendBody } from '../response/send-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

/** Codes and names while somebody types. */
export function suggestRoute(app: FastifyInstance, services: Services, admission: Admission): void {
  const input = { query: () => SUGGEST_PARAMETERS, body: null }
  app.get('/api/v1/suggest', { config: { limit: 'lookups', input } }, async (request, reply) => {
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    const read = readUrlParameters(request.url, SUGGEST_PARAMETERS)
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const { q, lang } = read.values
    const day = services.today()
    await namesReady(answerer, readTyped(q), day)
    const begun = await admission.begin(reply, POINTS.lookup)
    if ('problem' in begun) return sendProblem(request, reply, begun.problem)
    const text = JSON.stringify({ suggestions: answerer.suggest(q, lang, day) })
    return sendBody(request, reply, responseBody(text))
  })
}
