import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { Language } from '../../base/language.ts'
import type { Change } from '../../changes/change.ts'
import type { RecordedChange } from '../../store/versions/changes.ts'
import { asking } from '../kernel/body/route-input.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { accepted, orRefuse } from '../kernel/problem/refusal.ts'
import { responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { readUrlParameters } from '../kernel/request/parameters.ts'
import type { Services } from '../kernel/service/services.ts'
import { changesPoints } from '../lookup/costs.ts'
import { changesParameters, filtersOf } from './change-parameters.ts'
import type { ChangesSchema } from './changes-description.ts'
import type { ReadFeed } from './current-feed.ts'
import { pageOf, writeCursor } from './feed.ts'

/** What changed in the law, page by page. */
export function changesRoute(app: FastifyInstance, services: Services, admission: Admission, feed: ReadFeed): void {
  app.get('/api/v1/changes', asking('lookups', changesParameters), async (request, reply) => {
    const { dataset } = orRefuse(services.answerer(), 'not_ready')
    const asked = readUrlParameters(request.url, changesParameters(dataset))
    const { lang, cursor, limit } = asked
    const current = await feed(dataset)
    const begun = accepted(await admission.begin(reply, changesPoints(limit)))
    const { changes, next, more } = pageOf(current.feed, { ...filtersOf(asked), cursor, limit }, current.law)
    await begun.nextTurn()
    const page: Static<typeof ChangesSchema> = {
      changes: changes.map((change) => describeChange(change, lang)),
      next: writeCursor(next),
      more,
      complete: current.complete,
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
