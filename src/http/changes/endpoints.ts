import type { Static } from 'typebox'
import { namedRegimes } from '../../law/terms/regime-name.ts'
import { file, revalidated } from '../kernel/describe/parts.ts'
import { endpoint, lawParameters } from '../kernel/endpoint/endpoint.ts'
import { accepted } from '../kernel/problem/refusal.ts'
import { bodyCache } from '../kernel/reply/body-cache.ts'
import { responseBody } from '../kernel/reply/response-body.ts'
import { CACHED_JSON, sendBody } from '../kernel/reply/send-body.ts'
import { perService } from '../kernel/service/per-service.ts'
import type { Services } from '../kernel/service/services.ts'
import { changesPoints, POINTS } from '../lookup/costs.ts'
import { atomOf } from './atom.ts'
import { atomParameters, changesParameters, filtersOf } from './change-parameters.ts'
import { feedOf } from './current-feed.ts'
import { describeChange } from './describe-change.ts'
import { chosenFrom, pageOf, queryOfFilters, writeCursor } from './feed.ts'
import { CHANGES_EXAMPLE, ChangesSchema } from './schemas.ts'

/** What changed in the law, page by page. */
const listChanges = endpoint({
  method: 'GET',
  path: '/api/v1/changes',
  operationId: 'listChanges',
  tag: 'changes',
  summary: 'What changed in the law, oldest first',
  description:
    'First what the law tells of its own past, then what was recorded here, in the order it was recorded. The list only grows at its end: keep `next`, ask again with it as `cursor` and the same filters, and nothing is missed. `more` says whether to ask at once or later. With `code` or `codes`, what one act changed on one day without naming a code is one change.',
  limit: 'lookups',
  query: lawParameters(changesParameters),
  answers: revalidated('The changes', ChangesSchema, {
    listing: { summary: 'a code added', value: CHANGES_EXAMPLE },
  }),
  problems: ['busy'],
  async handle({ query, services, admission, request, reply }) {
    const { answerer, lang, cursor, limit } = query
    const current = await feedOf(services)(answerer.dataset)
    const begun = accepted(await admission.begin(reply, changesPoints(limit)))
    const { changes, next, more } = pageOf(current.feed, { ...filtersOf(query), cursor, limit }, current.law)
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
  },
})

const ATOM_HEADERS = { ...CACHED_JSON, 'content-type': 'application/atom+xml; charset=utf-8' }

/** Feeds that were asked for lately: readers ask again and again for the same one. The whole feed has 100 kB. */
const CACHE_BYTES = 4 * 1024 * 1024
const feedsMade = perService((_: Services) => bodyCache(CACHE_BYTES))

const followChanges = endpoint({
  method: 'GET',
  path: '/changes.atom',
  operationId: 'followChanges',
  tag: 'changes',
  summary: 'The newest changes for feed readers',
  description: 'Takes the filters of `/api/v1/changes`.',
  limit: 'lookups',
  query: lawParameters(atomParameters),
  answers: file(
    'Atom 1.0, newest first; the rows that one act adds to one annex are one entry',
    'application/atom+xml',
    {
      schema: { type: 'string' },
      example: '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
    },
  ),
  problems: ['busy'],
  async handle({ query: asked, services, admission, request, reply }) {
    const { answerer, lang: language } = asked
    const { dataset } = answerer
    const filters = filtersOf(asked)
    const query = queryOfFilters(filters)
    const current = await feedOf(services)(dataset)
    const cached = feedsMade(services)
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
  },
})

export const CHANGE_ENDPOINTS = [listChanges, followChanges]
