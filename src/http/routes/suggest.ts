import type { FastifyInstance } from 'fastify'
import { readTyped, SUGGEST_PARAMETERS } from '../../answer/shape/suggest.ts'
import { asking } from '../input/route-input.ts'
import type { Admission } from '../request/admission.ts'
import { POINTS } from '../request/costs.ts'
import { namesReady } from '../request/names-ready.ts'
import { readUrlParameters } from '../request/parameters.ts'
import { accepted, orRefuse } from '../response/refusal.ts'
import { responseBody } from '../response/response-body.ts'
import { sendBody } from '../response/send-body.ts'
import type { Services } from '../services.ts'

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
