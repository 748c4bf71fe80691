import { hash, timingSafeEqual } from 'node:crypto'
import type { Services } from '../services.ts'

interface Readiness {
  readonly ready: boolean
  /** For anybody. */
  readonly states: Readonly<Record<'status' | 'dataset' | 'store', 'ready' | 'not_ready'>>
  /** For the operator alone: a refused law is named by its file, with words of it. */
  readonly details: { readonly version: string | null; readonly refused: ReturnType<Services['refusedLaw']> }
}

/** Whether law and store can be used now. */
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

/** The header names this token. Hashes are compared, so that neither the length nor the beginning of the token shows. */
export function bearsToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S{1,1000}) *$/i.exec(authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
