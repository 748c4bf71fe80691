import type { FastifyInstance } from 'fastify'
import { pathOf, sendProblem } from '../response/reply.ts'
import { type Encoded, encode, pack, packingFor } from '../response/response-body.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** What the pages load: styles, scripts, the icon. */
export function assetRoutes(app: FastifyInstance): void {
  const kept = new Map<string, Encoded>()

  app.get('/assets/*', async (request, reply) => {
    const address = pathOf(request.url)
    const { assetsOf } = await import('../response/send-page.ts')
    const asset = assetsOf().files.get(address)
    if (!asset) return sendProblem(request, reply, 'not_found')
    const encoded = kept.get(address) ?? encode(asset.body.toString(), address)
    kept.set(address, encoded)
    const packing = packingFor(encoded.body, request.headers['accept-encoding'])
    reply.headers({ 'content-type': asset.type, 'cache-control': FOR_EVER, vary: 'Accept-Encoding' })
    if (packing === null) return reply.send(encoded.body)
    return reply.header('content-encoding', packing).send(await pack(encoded, packing))
  })

  app.get('/robots.txt', (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
      .send('User-agent: *\nDisallow: /api/\n'),
  )
}
