import type { FastifyInstance } from 'fastify'
import { MAX_POSTED } from '../../receipts/receipt.ts'
import { LANGUAGES } from '../../terms/language.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import type { feedOf } from '../feed/current-feed.ts'
import { type BodyInput, IGNORES_QUERY, type RouteInput } from '../input/route-input.ts'
import type { Admission } from '../request/admission.ts'
import { changesPageParameters, pageQuery, recordQuery, verifyQuery } from '../request/parameters.ts'
import type { Verifier } from '../request/verify-receipt.ts'
import type { Services } from '../services.ts'

const PLAIN = { config: { input: IGNORES_QUERY } }
/** Counted by the page, as a lookup or as a page. */
const asking = (query: RouteInput['query']) => ({ config: { limit: 'own', input: { query, body: null } } }) as const

const VERIFY_BODY: BodyInput = {
  type: 'application/x-www-form-urlencoded',
  bytes: MAX_POSTED,
  parts: 10,
  depth: 1,
  textBytes: MAX_POSTED,
}
const TAKES_RECEIPT = {
  config: {
    limit: 'lookups',
    input: { query: 'ignored', body: VERIFY_BODY },
    bodyProblems: { body_too_large: 'receipt_too_large' },
  },
} as const

/** The site for people, each page in both languages. Its many small modules are loaded when the first page is asked for. */
export function pageRoutes(
  app: FastifyInstance,
  services: Services,
  admission: Admission,
  current: ReturnType<typeof feedOf>,
  verifier: Verifier,
): void {
  for (const language of LANGUAGES) {
    app.get(hrefOf('/', language), asking(pageQuery), async (request, reply) => {
      const { answerPage } = await import('../pages/pages.ts')
      return answerPage({ request, reply, language, services }, admission)
    })
    app.get(hrefOf('/list', language), PLAIN, async (request, reply) => {
      const { listUpload } = await import('../pages/pages.ts')
      return listUpload({ request, reply, language, services })
    })
    app.get(hrefOf('/lists', language), PLAIN, async (request, reply) => {
      const { keptLists } = await import('../pages/pages.ts')
      return keptLists({ request, reply, language, services })
    })
    app.get(hrefOf('/changes', language), asking(changesPageParameters), async (request, reply) => {
      const { changesForPeople } = await import('../pages/changes-page.ts')
      return changesForPeople({ request, reply, language, services }, admission, current)
    })
    app.get(hrefOf('/methodology', language), PLAIN, async (request, reply) => {
      const { methodology } = await import('../pages/pages.ts')
      return methodology({ request, reply, language, services })
    })
    app.get(hrefOf('/record', language), asking(recordQuery), async (request, reply) => {
      const { recordForFile } = await import('../pages/record-page.ts')
      return recordForFile({ request, reply, language, services }, admission)
    })
    app.get(hrefOf('/verify', language), asking(verifyQuery), async (request, reply) => {
      const { verifyAddress } = await import('../pages/verify-page.ts')
      return verifyAddress({ request, reply, language, services }, verifier)
    })
    app.post(hrefOf('/verify', language), TAKES_RECEIPT, async (request, reply) => {
      const { verifyPosted } = await import('../pages/verify-page.ts')
      return verifyPosted({ request, reply, language, services }, admission, verifier)
    })
    app.get<{ Params: { id: string } }>(hrefOf('/guides/:id', language), PLAIN, async (request, reply) => {
      const { guideFor } = await import('../pages/pages.ts')
      return guideFor({ request, reply, language, services }, request.params.id)
    })
    app.get(hrefOf('/legal', language), PLAIN, async (request, reply) => {
      const { legalNotice } = await import('../pages/pages.ts')
      return legalNotice({ request, reply, language, services })
    })
  }
}
