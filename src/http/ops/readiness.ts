import { hash, timingSafeEqual } from 'node:crypto'
import { errorFields } from '../../store/store-error.ts'
import type { Services } from '../services.ts'

interface Readiness {
  readonly ready: boolean
  /** Public. */
  readonly states: Readonly<Record<'status' | 'dataset' | 'store', 'ready' | 'not_ready'>>
  /** For the operator only: the first mistake of a refused law quotes its file. */
  readonly details: {
    readonly version: string | null
    readonly refused: ReturnType<Services['refusedLaw']>
    /** Why the store is not ready, by operation and code; null while it is. */
    readonly store_error: string | null
  }
}

/** Whether the law is loaded and the store can be read and written. */
export async function readinessOf(services: Services): Promise<Readiness> {
  const dataset = services.answerer()?.dataset
  const storeError = await storeErrorOf(services)
  const store = storeError === null
  const ready = dataset !== undefined && store
  const state = (good: boolean) => (good ? 'ready' : 'not_ready')
  return {
    ready,
    states: { status: state(ready), dataset: state(dataset !== undefined), store: state(store) },
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
