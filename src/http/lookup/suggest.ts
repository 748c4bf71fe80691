import type { FastifyInstance } from 'fastify'
import { readTyped, SUGGEST_PARAMETERS } from '../../answer/shape/suggest.ts'
import { asking } from '../kernel/body/route-input.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { accepted, orRefuse } from '../kernel/problem/refusal.ts'
import { responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { readUrlParameters } from '../kernel/request/parameters.ts'
import type { Services } from '../kernel/service/services.ts'
import { POINTS } from './costs.ts'
import { namesReady } from './names-ready.ts'

/** Codes and names while somebody types. */
export function suggestRoute(app: FastifyInstance, services: Services, admission: Admission): void {
  const options = asking('lookups', () => SUGGEST_PARAMETERS)
  app.get('/api/v1/suggest', options, async (request, reply) => {
    const answerer = orRefuse(services.answerer(), 'not_ready')
    const { q, lang } = readUrlParameters(request.url, SUGGEST_PARAMETERS)
    const day = services.today()
    await namesReady(answerer, readTyped(q), day)
    accepted(await admission.begin(reply, POINTS.lookup))
    const text = JSON.stringify({ suggestions: answerer.suggest(q, lang, day) })
    return sendBody(request, reply, responseBody(text))
  })
}
