import type { FastifyInstance } from 'fastify'
import { isOfRegime } from '../../changes/audience.ts'
import type { Language } from '../../terms/language.ts'
import { atomOf } from '../feed/atom.ts'
import type { feedOf } from '../feed/current-feed.ts'
import { ATOM_PARAMETERS, readUrlParameters } from '../request/parameters.ts'
import { type ResponseBody, responseBody } from '../response/response-body.ts'
import { CACHED_JSON, sendBody } from '../response/send-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

const ATOM_HEADERS = { ...CACHED_JSON, 'content-type': 'application/atom+xml; charset=utf-8' }

/** The newest changes for feed readers. */
export function changesAtomRoute(app: FastifyInstance, services: Services, current: ReturnType<typeof feedOf>): void {
  const cached = new Map<Language, { revision: string; body: ResponseBody }>()
  app.get('/changes.atom', { config: { limit: 'lookups' } }, async (request, reply) => {
    const dataset = services.answerer()?.dataset
    if (!dataset) return sendProblem(request, reply, 'not_ready')
    const read = readUrlParameters(request.url, ATOM_PARAMETERS)
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const { lang: language } = read.values
    const { feed, revision } = await current(dataset)
    let known = cached.get(language)
    if (known?.revision !== revision) {
      const { publicUrl } = services.settings
      const state = dataset.version.slice(0, 'YYYY-MM-DD'.length)
      const changes = [...feed.history, ...feed.recorded].filter((change) => isOfRegime(change, null))
      const regimes = dataset.regimes.map(({ data: { code, legal_act } }) => ({ code, legal_act: legal_act[language] }))
      const text = atomOf(changes, { language, publicUrl, state, regimes })
      known = { revision, body: responseBody(text) }
      cached.set(language, known)
    }
    return sendBody(request, reply, known.body, ATOM_HEADERS)
  })
}
