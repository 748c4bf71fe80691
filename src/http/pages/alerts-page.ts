import type { FastifyReply, FastifyRequest } from 'fastify'
import { readParameters } from '../../answer/parameters.ts'
import { watchInWords } from '../../mail/compose.ts'
import type { NamedAlert } from '../../store/alerts/rows.ts'
import type { Language } from '../../terms/language.ts'
import { listed } from '../../terms/wording.ts'
import { type AlertPage, alertPage } from '../../web/pages/alert-page.ts'
import { alertHref } from '../../web/shell/paths.ts'
import { admit } from '../request/access.ts'
import { askAlert } from '../request/ask-alert.ts'
import { ALERT_LINK } from '../request/parameters.ts'
import { parametersOf, queryOf } from '../request/url.ts'
import { UNCACHED } from '../response/headers.ts'
import { sendPage } from '../response/send-page.ts'
import type { Services } from '../services.ts'
import { refusalPage } from './pages.ts'

type Purpose = 'confirm' | 'end'

/** These pages are about one address: no cache may keep them, and no search engine show them. */
function send(request: FastifyRequest, reply: FastifyReply, services: Services, page: AlertPage, status = 200) {
  reply.headers({ 'cache-control': UNCACHED, 'x-robots-tag': 'noindex' })
  return sendPage(request, reply, alertPage(page), services.settings, status)
}

export function showForm(request: FastifyRequest, reply: FastifyReply, language: Language, services: Services) {
  if (!services.settings.alerts) return refusalPage(request, reply, services, 'alerts_off', {}, language)
  return send(request, reply, services, { language, is: 'form' })
}

/** Takes the form of a page. It needs no token against forgery: the API takes the same from any page. */
export async function submitForm(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  services: Services,
): Promise<FastifyReply> {
  // Counted like a request to the API, so that the form is no way around its limit.
  const limited = await admit(request, reply, 'leads', services)
  if (limited) return refusalPage(request, reply, services, limited, {}, language)
  if (!services.settings.alerts) return refusalPage(request, reply, services, 'alerts_off', {}, language)
  const fields = new URLSearchParams(String(request.body ?? ''))
  const codes = (fields.get('codes') ?? '').split(/[,;\n]/).flatMap((code) => code.trim() || [])
  const regime = fields.get('regime')?.trim() ?? ''
  const body = { email: fields.get('email')?.trim() ?? '', codes, lang: language, ...(regime !== '' && { regime }) }
  const refused = await askAlert(body, request, reply, services)
  if (refused) return refusalPage(request, reply, services, refused.problem, refused, language)
  return send(request, reply, services, { language, is: 'asked' }, 202)
}

/** A link that is only opened changes nothing, since programs that check mails for malware open links: the button does. */
export async function showLink(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  services: Services,
  purpose: Purpose,
): Promise<FastifyReply> {
  const link = readLink(request)
  const store = services.store()
  if (!store) return refusalPage(request, reply, services, 'store_unavailable', {}, language)
  const found = link && (await store.alerts.find(purpose, link.id, link.token, services.now()))
  if (!link || !found) return send(request, reply, services, { language, is: `${purpose}_unknown` }, 404)
  const about = aboutOf(found, services, language)
  const action = alertHref(`/${purpose}`, language, link)
  return send(request, reply, services, { language, is: purpose, about, action })
}

export async function followLink(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  services: Services,
  purpose: Purpose,
): Promise<FastifyReply> {
  const link = readLink(request)
  const store = services.store()
  if (!store) return refusalPage(request, reply, services, 'store_unavailable', {}, language)
  if (!link) return send(request, reply, services, { language, is: `${purpose}_unknown` }, 404)
  if (purpose === 'end') {
    // Ended twice is ended: a mail program may post again.
    await store.alerts.end(link.id, link.token)
    return send(request, reply, services, { language, is: 'ended' })
  }
  const outcome = await store.alerts.confirm(link.id, link.token, services.now())
  if (outcome === 'confirmed') return send(request, reply, services, { language, is: 'confirmed' })
  return send(request, reply, services, { language, is: outcome === 'full' ? 'full' : 'confirm_unknown' }, 404)
}

function readLink({ url }: FastifyRequest): { readonly id: string; readonly token: string } | null {
  const read = readParameters(ALERT_LINK, parametersOf(queryOf(url)) ?? [])
  if ('problems' in read) return null
  const { id, token } = read.values
  return id !== null && token !== null ? { id, token } : null
}

/** What the alerts are about; never the address. */
const aboutOf = (alerts: readonly NamedAlert[], services: Services, language: Language): string =>
  listed(
    alerts.map((alert) => watchInWords(alert, services.answerer()?.dataset ?? { acts: [], regimes: [] }, language)),
    language,
  )
