import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StoreError } from '../../store/store-error.ts'
import { LANGUAGES, type Language } from '../../terms/language.ts'
import { apiPage } from '../../web/api-page.ts'
import { ABOUT, type Contact, utmOf } from '../../web/contact-form.ts'
import { hrefOf } from '../../web/paths.ts'
import { admit } from '../access.ts'
import { parametersOf } from '../query.ts'
import { queryOf } from '../reply.ts'
import { sendPage } from '../send-page.ts'
import type { Services } from '../services.ts'
import { LEAD_BODY_BYTES, readLead } from './lead.ts'
import { originOf } from './list-page.ts'

const FORM = 'application/x-www-form-urlencoded'

/** The developers' page, and its contact form for browsers that run no scripts; those that do ask the API. */
export function apiPageRoutes(app: FastifyInstance, services: Services): void {
  const send = (request: FastifyRequest, reply: FastifyReply, language: Language, contact: Contact, status = 200) => {
    const { settings } = services
    const served = {
      origin: originOf(request, settings.publicUrl),
      limits: settings.limits,
      changes: app.hasRoute({ method: 'GET', url: '/api/v1/changes' }),
    }
    return sendPage(request, reply, apiPage(language, served, contact), settings, status)
  }
  // A scope of its own: nowhere else is a form taken.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, body))
    for (const language of LANGUAGES) {
      const path = hrefOf('/api', language)
      scope.get(path, (request, reply) => {
        const asked = parametersOf(queryOf(request.url)) ?? []
        const sent = asked.some(([name]) => name === 'sent')
        const contact = { ...emptyContact(utmOf(asked)), state: { is: sent ? 'sent' : 'open' } } as const
        return send(request, reply, language, contact)
      })
      scope.post(path, { bodyLimit: LEAD_BODY_BYTES }, async (request, reply) => {
        const contact = readContact(String(request.body ?? ''))
        // Counted like a lead that comes through the API: the form is no way around its limit.
        const refusal = await admit(request, reply, 'leads', services)
        if (refusal) return send(request, reply, language, { ...contact, state: { is: 'limited' } }, 429)
        const state = await store(contact, services)
        if (state.is === 'sent') return reply.redirect(`${path}?sent=1#contact`, 303)
        return send(request, reply, language, { ...contact, state }, state.is === 'wrong' ? 400 : 500)
      })
    }
  })
}

const emptyContact = (utm: Contact['utm']): Omit<Contact, 'state'> => ({
  email: '',
  about: ABOUT[0],
  consent: false,
  utm,
  token: randomUUID(),
})

function readContact(body: string): Omit<Contact, 'state'> {
  const fields = new URLSearchParams(body)
  const token = fields.get('token') ?? ''
  return {
    email: fields.get('email')?.trim() ?? '',
    about: ABOUT.find((one) => one === fields.get('about')) ?? ABOUT[0],
    consent: fields.get('consent') === 'yes',
    utm: utmOf(fields),
    token: /^[\w-]{1,64}$/.test(token) ? token : randomUUID(),
  }
}

/** Through the same reader and store as a lead of the API. */
async function store(contact: Omit<Contact, 'state'>, services: Services): Promise<Contact['state']> {
  const { email, about, consent, utm, token } = contact
  const source = `api: ${about}`
  const read = readLead({ email, source, utm })
  if ('wrong' in read || !consent) return { is: 'wrong', email: 'wrong' in read, consent: !consent }
  const digest = createHash('sha256')
    .update(JSON.stringify([email, source, utm]))
    .digest('hex')
    .slice(0, 16)
  try {
    const outcome = await services.store()?.leads.add({
      email,
      source,
      utm: Object.keys(utm).length > 0 ? utm : null,
      idempotencyKey: `${token}-${digest}`,
      at: services.now(),
    })
    if (outcome === 'stored') services.metrics.leadStored()
    return { is: outcome === 'stored' || outcome === 'repeated' ? 'sent' : 'failed' }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    services.log.warn({ reason: error.message }, 'store failed')
    return { is: 'failed' }
  }
}
