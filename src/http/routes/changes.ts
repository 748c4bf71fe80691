import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Change } from '../../changes/change.ts'
import type { RecordedChange } from '../../store/changes.ts'
import type { Language } from '../../terms/language.ts'
import type { feedOf } from '../feed/current-feed.ts'
import { pageOf, writeCursor } from '../feed/feed.ts'
import type { ChangesSchema } from '../openapi/changes.ts'
import type { Admission } from '../request/admission.ts'
import { changesPoints } from '../request/costs.ts'
import { changesParameters, filtersOf, readUrlParameters } from '../request/parameters.ts'
import { responseBody } from '../response/response-body.ts'
import { sendBody } from '../response/send-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'

/** What changed in the law, page by page. */
export function changesRoute(
  app: FastifyInstance,
  services: Services,
  admission: Admission,
  current: ReturnType<typeof feedOf>,
): void {
  const input = { query: changesParameters, body: null }
  app.get('/api/v1/changes', { config: { limit: 'lookups', input } }, async (request, reply) => {
    const dataset = services.answerer()?.dataset
    if (!dataset) return sendProblem(request, reply, 'not_ready')
    const read = readUrlParameters(request.url, changesParameters(dataset))
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const { lang, cursor, limit } = read.values
    const { feed, law, complete } = await current(dataset)
    const begun = await admission.begin(reply, changesPoints(limit))
    if ('problem' in begun) return sendProblem(request, reply, begun.problem)
    const { changes, next, more } = pageOf(feed, { ...filtersOf(read.values), cursor, limit }, law)
    await begun.nextTurn()
    const page: Static<typeof ChangesSchema> = {
      changes: changes.map((change) => describeChange(change, lang)),
      next: writeCursor(next),
      more,
      complete,
    }
    const body = responseBody(JSON.stringify(page))
    begun.hold(body.bytes.length)
    return sendBody(request, reply, body)
  })
}

export const describeChange = (change: Change | RecordedChange, language: Language) => ({
  id: change.id,
  type: change.type,
  day: change.day,
  regime: change.regime,
  annex: change.annex,
  article: change.article,
  cn_codes: [...change.cn_codes],
  act: change.act,
  text: change.text[language],
  recorded_at: 'recordedAt' in change ? change.recordedAt : null,
})
