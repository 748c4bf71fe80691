import type { FastifyInstance } from 'fastify'
import { assetsOf, HAS_SOURCE_MAPS, sourceMapAt } from '../../web/shell/assets.ts'
import { IGNORES_QUERY } from '../kernel/body/route-input.ts'
import { admitPage } from '../kernel/limits/access.ts'
import { Refusal } from '../kernel/problem/refusal.ts'
import { CACHED_FOR_EVER } from '../kernel/reply/headers.ts'
import { codingFor, compress, type ResponseBody, responseBody } from '../kernel/reply/response-body.ts'
import { pathOf } from '../kernel/request/url.ts'
import type { Services } from '../kernel/service/services.ts'

/**
 * The styles, scripts and icon of the pages. They cost no points: many readers may share an address. Each is kept in memory
 * with its compressed forms, so that none costs more than the probes of a balancer.
 */
export function assetRoutes(app: FastifyInstance, services: Services): void {
  const cached = new Map<string, ResponseBody>()

  app.get('/assets/*', { config: { limit: 'own', input: IGNORES_QUERY } }, async (request, reply) => {
    const address = pathOf(request.url)
    const asset = (await assetsOf()).files.get(address) ?? (await sourceMapAt(address))
    if (!asset) throw new Refusal((await admitPage(request, reply, services)) ?? 'not_found')
    const body = cached.get(address) ?? responseBody(asset.body)
    cached.set(address, body)
    const coding = codingFor(body.bytes, request.headers['accept-encoding'])
    reply.headers({ 'content-type': asset.type, 'cache-control': CACHED_FOR_EVER, vary: 'Accept-Encoding' })
    if (HAS_SOURCE_MAPS && address.endsWith('.js')) reply.header('sourcemap', `${address}.map`)
    if (coding === null) return reply.send(body.bytes)
    return reply.header('content-encoding', coding).send(await compress(body, coding))
  })

  app.get('/robots.txt', { config: { input: IGNORES_QUERY } }, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
      .send('User-agent: *\nDisallow: /api/\nDisallow: /record\nDisallow: /en/record\n'),
  )
}
