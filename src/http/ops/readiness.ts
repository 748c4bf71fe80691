import { hash, timingSafeEqual } from 'node:crypto'
import { oneOf } from '../../answer/question/parameters.ts'
import { errorFields } from '../../store/sql/store-error.ts'
import { LANGUAGE_ONLY, readUrlParameters } from '../kernel/request/parameters.ts'
import type { Services } from '../kernel/service/services.ts'

export const READINESS_PARAMETERS = {
  for: oneOf(
    ['lookups'],
    null,
    'for_unknown',
    'lookups: the law alone, which is all that they need; no database is asked',
  ),
  ...LANGUAGE_ONLY,
}

/** Whether every route can answer: the law is loaded, the store can be read and written, and receipts can be signed. */
export async function readinessOf(services: Services, url: string) {
  const { for: only } = readUrlParameters(url, READINESS_PARAMETERS)
  const dataset = services.answerer()?.dataset
  const others = only === null ? await storeAndReceipts(services, dataset?.version) : null
  const good = { dataset: dataset !== undefined, ...others?.good }
  const isReady = Object.values(good).every(Boolean)
  const stopping = services.stopping()
  const state = (isGood: boolean) => (isGood ? 'ready' : 'not_ready')
  const states = Object.fromEntries(Object.entries(good).map(([part, isGood]) => [part, state(isGood)]))
  return {
    ready: isReady && !stopping,
    /** Public. */
    states: { status: stopping ? 'stopping' : state(isReady), ...states },
    /** For the operator only: the first mistake of a refused law quotes its file. */
    details: { version: dataset?.version ?? null, refused: services.refusedLaw(), ...others?.details },
  }
}

async function storeAndReceipts(services: Services, version: string | undefined) {
  const storeError = await storeErrorOf(services)
  const store = storeError === null
  const receipts = store && version !== undefined && (await services.receipts.isReady(version).catch(() => false))
  return { good: { store, receipts }, details: { store_error: storeError } }
}

/** Why the store cannot be used; null when it can be read and written. */
export async function storeErrorOf({ store }: Pick<Services, 'store'>): Promise<string | null> {
  const open = store()
  if (!open) return 'not open yet, see the log'
  return open.ping().then(
    () => null,
    (error: unknown) => errorFields(error).reason,
  )
}

export const HEALTHY = JSON.stringify({ status: 'ok' })

/** Whether the header has this token. Hashes are compared, so that timing tells neither its length nor its beginning. */
export function bearsToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S{1,1000}) *$/i.exec(authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
