import type { FastifyInstance } from 'fastify'
import { isLanguage } from '../../terms/language.ts'
import { atomOf } from '../feed/atom.ts'
import type { feedOf } from '../feed/current-feed.ts'
import { admit } from '../request/access.ts'
import { parametersOf, queryProblem } from '../request/url.ts'
import { PROBLEMS, type ProblemCode } from '../response/problems.ts'
import { queryOf, sendProblem } from '../response/reply.ts'
import { type Encoded, encode } from '../response/response-body.ts'
import { headersFor, sendEncoded } from '../response/send-body.ts'
import type { Services } from '../services.ts'

const ATOM = headersFor('application/atom+xml; charset=utf-8')

const KNOWN = { pl: 'Znany parametr: lang.', en: 'Known parameter: lang.' }

/** The feed for feed readers. */
export function changesAtomRoute(app: FastifyInstance, services: Services, current: ReturnType<typeof feedOf>): void {
  const written = new Map<'pl' | 'en', { identity: string; encoded: Encoded }>()
  app.get('/changes.atom', { config: { limit: 'lookups' } }, async (request, reply) => {
    const refusal = await admit(request, reply, 'lookups', services)
    if (refusal) return sendProblem(request, reply, refusal)
    const dataset = services.answerer()?.dataset
    if (!dataset) return sendProblem(request, reply, 'not_ready')
    const read = readLanguage(queryOf(request.url))
    if ('wrong' in read) {
      return sendProblem(request, reply, read.wrong, (own) => {
        const detail = read.wrong === 'parameter_unknown' ? KNOWN[own] : PROBLEMS[read.wrong].detail[own]
        return read.parameter === null ? [] : [{ parameter: read.parameter, detail }]
      })
    }
    const { language } = read
    const { feed, identity } = await current(dataset)
    let known = written.get(language)
    if (known?.identity !== identity) {
      const { publicUrl } = services.settings
      const state = dataset.version.slice(0, 'YYYY-MM-DD'.length)
      const text = atomOf([...feed.history, ...feed.recorded], { language, publicUrl, state })
      known = { identity, encoded: encode(text, text) }
      written.set(language, known)
    }
    return sendEncoded(request, reply, known.encoded, ATOM)
  })
}

function readLanguage(query: string): { language: 'pl' | 'en' } | { wrong: ProblemCode; parameter: string | null } {
  const parameters = parametersOf(query)
  if (!parameters) return { wrong: queryProblem(query), parameter: null }
  const unknown = parameters.find(([name]) => name !== 'lang')
  if (unknown) return { wrong: 'parameter_unknown', parameter: unknown[0] }
  if (parameters.length > 1) return { wrong: 'parameter_repeated', parameter: 'lang' }
  const language = parameters[0]?.[1] ?? 'pl'
  return isLanguage(language) ? { language } : { wrong: 'lang_unknown', parameter: 'lang' }
}
