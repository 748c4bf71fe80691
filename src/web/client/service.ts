import { type ClientOptions, CnSanctions } from '../../client/client.ts'
import { CnSanctionsError } from '../../client/error.ts'
import { language } from './dom.ts'

/** The service that the page comes from. A restart of it is waited for. */
export const serviceOfPage = (options: Partial<ClientOptions> = {}): CnSanctions =>
  new CnSanctions({
    baseUrl: location.origin,
    lang: language,
    timeoutMs: 60_000,
    retry: { attempts: 6, firstDelayMs: 1_000 },
    ...options,
  })

/** The service with a key. Its answers are private, so the browser keeps none of them on disk. */
export const serviceWithKey = (apiKey: string): CnSanctions =>
  serviceOfPage({ apiKey, cacheEntries: 0, fetch: (address, init) => fetch(address, { ...init, cache: 'no-store' }) })

/** What the service said to a request that it refused; null when it did not answer. Anything else thrown is reported. */
export function detailOf(reason: unknown): string | null {
  if (reason instanceof CnSanctionsError) return reason.problem?.detail ?? null
  reportError(reason)
  return null
}
