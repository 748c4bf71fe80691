import { hash, timingSafeEqual } from 'node:crypto'
import { errorFields } from '../../store/store-error.ts'
import type { Services } from '../services.ts'

/** Whether the law is loaded and the store can be read and written. */
export async function readinessOf(services: Services) {
  const dataset = services.answerer()?.dataset
  const storeError = await storeErrorOf(services)
  const store = storeError === null
  const ready = dataset !== undefined && store
  const state = (good: boolean) => (good ? 'ready' : 'not_ready')
  return {
    ready,
    /** Public. */
    states: { status: state(ready), dataset: state(dataset !== undefined), store: state(store) },
    /** For the operator only: the first mistake of a refused law quotes its file. */
    details: { version: dataset?.version ?? null, refused: services.refusedLaw(), store_error: storeError },
  }
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
