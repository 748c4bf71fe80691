import { hash, timingSafeEqual } from 'node:crypto'
import type { Services } from '../services.ts'

interface Readiness {
  readonly ready: boolean
  /** Public. */
  readonly states: Readonly<Record<'status' | 'dataset' | 'store', 'ready' | 'not_ready'>>
  /** For the operator only: the first mistake of a refused law quotes its file. */
  readonly details: { readonly version: string | null; readonly refused: ReturnType<Services['refusedLaw']> }
}

/** Whether the law is loaded and the store answers. */
export async function readinessOf(services: Services): Promise<Readiness> {
  const dataset = services.answerer()?.dataset
  const store = await services
    .store()
    ?.ping()
    .then(
      () => true,
      () => false,
    )
  const ready = dataset !== undefined && store === true
  const state = (good: boolean) => (good ? 'ready' : 'not_ready')
  return {
    ready,
    states: { status: state(ready), dataset: state(dataset !== undefined), store: state(store === true) },
    details: { version: dataset?.version ?? null, refused: services.refusedLaw() },
  }
}

export const HEALTHY = JSON.stringify({ status: 'ok' })

/** Whether the header has this token. Hashes are compared, so that timing tells neither its length nor its beginning. */
export function bearsToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S{1,1000}) *$/i.exec(authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
