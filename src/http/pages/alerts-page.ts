import type { FastifyReply, FastifyRequest } from 'fastify'
import { readParameters } from '../../answer/question/parameters.ts'
import { listed } from '../../law/terms/wording.ts'
import { watchInWords } from '../../mail/compose.ts'
import type { LinkPurpose, NamedAlert } from '../../store/alerts/alert-queries.ts'
import type { Store } from '../../store/store.ts'
import { type AlertPage, alertPage } from '../../web/pages/alert-page.ts'
import { alertHref } from '../../web/shell/paths.ts'
import { askAlert } from '../contact/ask-alert.ts'
import { admit } from '../kernel/limits/access.ts'
import { UNCACHED } from '../kernel/reply/headers.ts'
import { parametersOf, queryOf } from '../kernel/request/url.ts'
import { ALERT_LINK } from './page-parameters.ts'
import { refusalPage } from './pages.ts'
import { sendPage, type Visit } from './send-page.ts'

interface Link {
  readonly id: string
  readonly token: string
}

/** These pages are about one address: no cache may keep them, and no search engine show them. */
function send(visit: Visit, page: AlertPage, status = 200) {
  visit.reply.headers({ 'cache-control': UNCACHED, 'x-robots-tag': 'noindex' })
  return sendPage(visit, alertPage(page), status)
}

export function showForm(visit: Visit) {
  if (!visit.services.settings.alerts) return refusalPage(visit, 'alerts_off')
  return send(visit, { language: visit.language, is: 'form' })
}

/** Takes the form of a page. It needs no token against forgery: the API takes the same from any page. */
export async function submitForm(visit: Visit): Promise<FastifyReply> {
  const { request, reply, language, services } = visit
  // Counted like a request to the API, so that the form is no way around its limit.
  const limited = await admit(request, reply, 'leads', services)
  if (limited) return refusalPage(visit, limited)
  if (!services.settings.alerts) return refusalPage(visit, 'alerts_off')
  const fields = new URLSearchParams(String(request.body ?? ''))
  const codes = (fields.get('codes') ?? '').split(/[,;\n]/).flatMap((code) => code.trim() || [])
  const regime = fields.get('regime')?.trim() ?? ''
  const body = { email: fields.get('email')?.trim() ?? '', codes, lang: language, ...(regime !== '' && { regime }) }
  const refused = await askAlert(body, request, reply, services)
  if (refused) return refusalPage(visit, refused.problem, refused)
  return send(visit, { language, is: 'asked' }, 202)
}

/** A link that is only opened changes nothing, since programs that check mails for malware open links: the button does. */
export async function showLink(visit: Visit, purpose: LinkPurpose): Promise<FastifyReply> {
  const { request, language, services } = visit
  const link = readLink(request)
  const store = services.store()
  if (!store) return refusalPage(visit, 'not_ready')
  const found = link ? await store.alerts.find(purpose, link.id, link.token, services.now()) : 'incomplete'
  if (!link || found === 'incomplete') return send(visit, { language, is: 'incomplete' }, 404)
  if (!found) return send(visit, { language, is: purpose === 'end' ? 'end_unknown' : 'confirm_unknown' }, 404)
  const about = aboutOf(found, visit)
  const action = alertHref(`/${purpose}`, language, link)
  return send(visit, { language, is: purpose, about, action })
}

export async function followLink(visit: Visit, purpose: LinkPurpose): Promise<FastifyReply> {
  const { request, language, services } = visit
  const link = readLink(request)
  const store = services.store()
  if (!store) return refusalPage(visit, 'store_unavailable')
  const is = link ? await follow(store, purpose, link, services.now()) : 'incomplete'
  return send(visit, { language, is }, IS_DONE.has(is) ? 200 : 404)
}

const IS_DONE = new Set(['confirmed', 'ended', 'refused'])

async function follow({ alerts }: Store, purpose: LinkPurpose, { id, token }: Link, at: Date) {
  if (purpose === 'end') return alerts.end(id, token)
  if (purpose === 'never') return alerts.neverAsk(id, token, at)
  const outcome = await alerts.confirm(id, token, at)
  return outcome === 'unknown' ? 'confirm_unknown' : outcome
}

function readLink({ url }: FastifyRequest): Link | null {
  const read = readParameters(ALERT_LINK, parametersOf(queryOf(url)) ?? [])
  if ('problems' in read) return null
  const { id, token } = read.values
  return id !== null && token !== null ? { id, token } : null
}

/** What the alerts are about; never the address. */
const aboutOf = (alerts: readonly NamedAlert[], { language, services }: Visit): string =>
  listed(
    alerts.map((alert) => watchInWords(alert, services.answerer()?.dataset ?? { acts: [], regimes: [] }, language)),
    language,
  )
