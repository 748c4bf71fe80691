import type { FastifyInstance } from 'fastify'
import { IGNORES_QUERY } from '../kernel/body/route-input.ts'
import { Refusal } from '../kernel/problem/refusal.ts'
import type { Services } from '../kernel/service/services.ts'

const MONTHS_SUPPORTED = 12

/** RFC 9116. It expires when this version is no longer supported (SECURITY.md); a version that is not released never is. */
export function securityTxtRoute(app: FastifyInstance, { settings, released }: Services): void {
  const { securityContact = null, publicUrl } = settings
  const lines =
    securityContact === null || released === null
      ? null
      : [
          `Contact: ${securityContact}`,
          `Expires: ${endOfSupport(released).toISOString()}`,
          'Preferred-Languages: pl, en',
          ...(publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
        ]
  app.get('/.well-known/security.txt', { config: { input: IGNORES_QUERY } }, (_request, reply) => {
    if (lines === null) throw new Refusal('not_found')
    return reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
      .send(`${lines.join('\n')}\n`)
  })
}

function endOfSupport(released: string): Date {
  const end = new Date(`${released}T00:00:00Z`)
  end.setUTCMonth(end.getUTCMonth() + MONTHS_SUPPORTED)
  return end
}
