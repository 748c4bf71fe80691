import type { FastifyInstance } from 'fastify'
import { atomOf } from '../feed/atom.ts'
import type { feedOf } from '../feed/current-feed.ts'
import { chosenFrom, queryOfFilters } from '../feed/feed.ts'
import type { Admission } from '../request/admission.ts'
import { POINTS } from '../request/costs.ts'
import { atomParameters, filtersOf, readUrlParameters } from '../request/parameters.ts'
import { bodyCache } from '../response/body-cache.ts'
import { responseBody } from '../response/response-body.ts'
import { CACHED_JSON, sendBody } from '../response/send-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

const ATOM_HEADERS = { ...CACHED_JSON, 'content-type': 'application/atom+xml; charset=utf-8' }

const ATOM_INPUT = { query: atomParameters, body: null }

/** Feeds that were asked for lately: readers ask again and again for the same one. The whole feed has 100 kB. */
const CACHE_BYTES = 4 * 1024 * 1024

/** The newest changes for feed readers. */
export function changesAtomRoute(
  app: FastifyInstance,
  services: Services,
  admission: Admission,
  current: ReturnType<typeof feedOf>,
): void {
  const cached = bodyCache(CACHE_BYTES)
  app.get('/changes.atom', { config: { limit: 'lookups', input: ATOM_INPUT } }, async (request, reply) => {
    const dataset = services.answerer()?.dataset
    if (!dataset) return sendProblem(request, reply, 'not_ready')
    const read = readUrlParameters(request.url, atomParameters(dataset))
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const { lang: language } = read.values
    const filters = filtersOf(read.values)
    const query = queryOfFilters(filters)
    const { feed, law, revision } = await current(dataset)
    const key = `${revision} ${language} ${query}`
    let body = cached.get(key)
    if (!body) {
      const begun = await admission.begin(reply, POINTS.changesMade)
      if ('problem' in begun) return sendProblem(request, reply, begun.problem)
      const { publicUrl } = services.settings
      const state = dataset.version.slice(0, 'YYYY-MM-DD'.length)
      const { history, recorded } = chosenFrom(feed, filters, law)
      const regimes = dataset.regimes.map(({ data: { code, legal_act } }) => ({ code, legal_act: legal_act[language] }))
      await begun.nextTurn()
      const text = atomOf([...history, ...recorded], { language, filters: query, publicUrl, state, regimes })
      body = responseBody(text)
      begun.hold(body.bytes.length)
      cached.set(key, body)
    }
    return sendBody(request, reply, body, ATOM_HEADERS)
  })
}
