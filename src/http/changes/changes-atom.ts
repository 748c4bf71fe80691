import type { FastifyInstance } from 'fastify'
import { namedRegimes } from '../../law/terms/regime-name.ts'
import { asking } from '../kernel/body/route-input.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { accepted, orRefuse } from '../kernel/problem/refusal.ts'
import { bodyCache } from '../kernel/reply/body-cache.ts'
import { responseBody } from '../kernel/reply/response-body.ts'
import { CACHED_JSON, sendBody } from '../kernel/reply/send-body.ts'
import { readUrlParameters } from '../kernel/request/parameters.ts'
import type { Services } from '../kernel/service/services.ts'
import { POINTS } from '../lookup/costs.ts'
import { atomOf } from './atom.ts'
import { atomParameters, filtersOf } from './change-parameters.ts'
import type { ReadFeed } from './current-feed.ts'
import { chosenFrom, queryOfFilters } from './feed.ts'

const ATOM_HEADERS = { ...CACHED_JSON, 'content-type': 'application/atom+xml; charset=utf-8' }

/** Feeds that were asked for lately: readers ask again and again for the same one. The whole feed has 100 kB. */
const CACHE_BYTES = 4 * 1024 * 1024

/** The newest changes for feed readers. */
export function changesAtomRoute(app: FastifyInstance, services: Services, admission: Admission, feed: ReadFeed): void {
  const cached = bodyCache(CACHE_BYTES)
  app.get('/changes.atom', asking('lookups', atomParameters), async (request, reply) => {
    const { dataset } = orRefuse(services.answerer(), 'not_ready')
    const asked = readUrlParameters(request.url, atomParameters(dataset))
    const { lang: language } = asked
    const filters = filtersOf(asked)
    const query = queryOfFilters(filters)
    const current = await feed(dataset)
    const key = `${current.revision} ${language} ${query}`
    let body = cached.get(key)
    if (!body) {
      const begun = accepted(await admission.begin(reply, POINTS.changesMade))
      const { publicUrl } = services.settings
      const state = dataset.version.slice(0, 'YYYY-MM-DD'.length)
      const { history, recorded } = chosenFrom(current.feed, filters, current.law)
      const regimes = namedRegimes(dataset.regimes, language)
      await begun.nextTurn()
      const text = atomOf([...history, ...recorded], { language, filters: query, publicUrl, state, regimes })
      body = responseBody(text)
      begun.hold(body.bytes.length)
      cached.set(key, body)
    }
    return sendBody(request, reply, body, ATOM_HEADERS)
  })
}
