import type { FastifyInstance } from 'fastify'
import { readTyped } from '../../answer/suggest.ts'
import { isLanguage } from '../../terms/language.ts'
import { admit } from '../request/access.ts'
import { namesReady } from '../request/names-ready.ts'
import { parametersOf, queryProblem } from '../request/url.ts'
import type { ProblemCode } from '../response/problems.ts'
import { PROBLEMS } from '../response/problems.ts'
import { queryOf, sendProblem } from '../response/reply.ts'
import { encode } from '../response/response-body.ts'
import { sendEncoded } from '../response/send-body.ts'
import type { Services } from '../services.ts'
import { brusselsDay } from '../today.ts'

const TYPED_AT_MOST = 200

/** Codes and names while somebody types. */
export function suggestRoute(app: FastifyInstance, services: Services): void {
  const today = brusselsDay(services.now)
  app.get('/api/v1/suggest', { config: { limit: 'lookups' } }, async (request, reply) => {
    const refusal = await admit(request, reply, 'lookups', services)
    if (refusal) return sendProblem(request, reply, refusal)
    const answerer = services.answerer()
    if (!answerer) return sendProblem(request, reply, 'not_ready')
    const asked = readAsked(queryOf(request.url))
    if ('wrong' in asked) {
      return sendProblem(request, reply, asked.wrong, (language) => [
        { parameter: asked.parameter, detail: PROBLEMS[asked.wrong].detail[language] },
      ])
    }
    const day = today()
    await namesReady(answerer, readTyped(asked.q), day)
    const text = JSON.stringify({ suggestions: answerer.suggest(asked.q, asked.language, day) })
    return sendEncoded(
      request,
      reply,
      encode(text, JSON.stringify([answerer.dataset.version, services.build, 'suggest', day, asked])),
    )
  })
}

type Asked = { readonly q: string; readonly language: 'pl' | 'en' }

function readAsked(query: string): Asked | { wrong: ProblemCode; parameter: string } {
  const parameters = parametersOf(query)
  if (!parameters) return { wrong: queryProblem(query), parameter: 'q' }
  const values = new Map<string, string>()
  for (const [name, value] of parameters) {
    if (name !== 'q' && name !== 'lang') return { wrong: 'parameter_unknown', parameter: name }
    if (values.has(name)) return { wrong: 'parameter_repeated', parameter: name }
    values.set(name, value)
  }
  const q = values.get('q')
  const language = values.get('lang') ?? 'pl'
  if (q === undefined) return { wrong: 'q_missing', parameter: 'q' }
  if ([...q].length > TYPED_AT_MOST) return { wrong: 'q_too_long', parameter: 'q' }
  if (!isLanguage(language)) return { wrong: 'lang_unknown', parameter: 'lang' }
  return { q, language }
}
