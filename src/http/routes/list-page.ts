import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LANGUAGES } from '../../terms/language.ts'
import { listPage } from '../../web/list-page.ts'
import { hrefOf } from '../../web/paths.ts'
import { sendPage } from '../send-page.ts'
import type { Services } from '../services.ts'

/** The page on which a whole list is checked, in the browser and through the API. */
export function listPageRoutes(app: FastifyInstance, { settings }: Services): void {
  for (const language of LANGUAGES) {
    app.get(hrefOf('/list', language), (request, reply) =>
      sendPage(request, reply, listPage(language, originOf(request, settings.publicUrl)), settings),
    )
  }
}

/** Where a caller reaches this service, for examples to copy. */
export const originOf = (request: FastifyRequest, publicUrl: string | null): string =>
  publicUrl ?? `${request.protocol}://${request.host}`
