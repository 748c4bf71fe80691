import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../base/language.ts'
import { MAX_POSTED } from '../../receipts/receipt.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import { changesPageParameters } from '../changes/change-parameters.ts'
import type { feedOf } from '../changes/current-feed.ts'
import { asking, type BodyInput, IGNORES_QUERY } from '../kernel/body/route-input.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import type { Services } from '../kernel/service/services.ts'
import type { Verifier } from '../receipts/verify-receipt.ts'
import { pageQuery, recordQuery, verifyQuery } from './page-parameters.ts'

const PLAIN = { config: { input: IGNORES_QUERY } }
/** Pages that ask for nothing, and the functions that send them. */
const PLAIN_PAGES = [
  ['/list', 'listUpload'],
  ['/lists', 'keptLists'],
  ['/methodology', 'methodology'],
  ['/legal', 'legalNotice'],
  ['/design', 'components'],
] as const

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

/**
 * The site for people, each page in both languages. Its many small modules are loaded when the first page is asked for. A
 * page that asks something counts itself, as a lookup or as a page.
 */
export function pageRoutes(
  app: FastifyInstance,
  services: Services,
  admission: Admission,
  current: ReturnType<typeof feedOf>,
  verifier: Verifier,
): void {
  for (const language of LANGUAGES) {
    app.get(hrefOf('/', language), asking('own', pageQuery), async (request, reply) => {
      const { answerPage } = await import('./pages.ts')
      return answerPage({ request, reply, language, services }, admission)
    })
    for (const [path, page] of PLAIN_PAGES)
      app.get(hrefOf(path, language), PLAIN, async (request, reply) => {
        const pages = await import('./pages.ts')
        return pages[page]({ request, reply, language, services })
      })
    app.get(hrefOf('/changes', language), asking('own', changesPageParameters), async (request, reply) => {
      const { changesForPeople } = await import('./changes-page.ts')
      return changesForPeople({ request, reply, language, services }, admission, current)
    })
    app.get(hrefOf('/record', language), asking('own', recordQuery), async (request, reply) => {
      const { recordForFile } = await import('./record-page.ts')
      return recordForFile({ request, reply, language, services }, admission)
    })
    app.get(hrefOf('/verify', language), asking('own', verifyQuery), async (request, reply) => {
      const { verifyAddress } = await import('./verify-page.ts')
      return verifyAddress({ request, reply, language, services }, verifier)
    })
    app.post(hrefOf('/verify', language), TAKES_RECEIPT, async (request, reply) => {
      const { verifyPosted } = await import('./verify-page.ts')
      return verifyPosted({ request, reply, language, services }, admission, verifier)
    })
    app.get<{ Params: { id: string } }>(hrefOf('/guides/:id', language), PLAIN, async (request, reply) => {
      const { guideFor } = await import('./pages.ts')
      return guideFor({ request, reply, language, services }, request.params.id)
    })
  }
}
