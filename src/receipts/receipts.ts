import type { Store } from '../store/store.ts'
import { closeToOthers, KeyFileError, readOrMakeKey } from './key-file.ts'
import { type Claims, makeReceipt, type SignedReceipt } from './receipt.ts'
import type { PublicJwk, SigningKey } from './signing-key.ts'

/** A receipt with what it says of its own making. */
export interface MadeReceipt extends SignedReceipt {
  readonly kid: string
  readonly iss: string
  readonly iat: number
}

interface ReceiptsOptions {
  readonly issuer: string
  /** The key that the operator gave; null: the one in `keyFile`. */
  readonly givenKey: SigningKey | null
  readonly keyFile: string
  readonly store: () => Store | null
  readonly now: () => Date
  readonly log: Record<'info' | 'error', (fields: object, message: string) => void>
}

export type Receipts = ReturnType<typeof receiptsOf>

/** Signs receipts, and says with which keys. */
export function receiptsOf({ issuer, givenKey, keyFile, store, now, log }: ReceiptsOptions) {
  /**
   * Keys and laws that are in the store or on their way to it, as `kid version`. What many ask for at once is written
   * once: the row of a law is large.
   */
  const checkable = new Map<string, Promise<boolean>>()
  let lastError = ''
  let isReady = false

  /** The file is read each time, so that a key that was rotated signs no longer; null when there is no key. */
  async function currentKey(): Promise<SigningKey | null> {
    if (givenKey) return givenKey
    try {
      const key = await readOrMakeKey(keyFile, ({ kid }) => log.info({ kid }, 'receipt key made'))
      lastError = ''
      return key
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error
      // Told once, not with every receipt that is asked for.
      if (error.message !== lastError) log.error({ reason: error.message }, 'receipts cannot be signed')
      lastError = error.message
      return null
    }
  }

  async function publish({ kid, jwk }: SigningKey, version: string, open: Store): Promise<boolean> {
    if (!(await open.datasets.keepForReceipts(version))) return false
    await open.receiptKeys.publish({ kid, jwk: JSON.stringify(jwk) }, now())
    return true
  }

  async function makeCheckable(key: SigningKey, version: string, open: Store): Promise<boolean> {
    const both = `${key.kid} ${version}`
    const known = checkable.get(both) ?? publish(key, version, open)
    checkable.set(both, known)
    const isDone = await known.catch((error) => {
      checkable.delete(both)
      throw error
    })
    // The law may be recorded by the time of the next attempt.
    if (!isDone) checkable.delete(both)
    return isDone
  }

  return {
    /**
     * A receipt, once everybody can check it: its key is published and its law is kept. `not_recorded`: the law is not in
     * the store yet; `no_key`: there is no key to sign with. `turn` is awaited right before a long answer is encoded.
     */
    async sign(
      claims: Omit<Claims, 'iss' | 'iat' | 'answer_sha256' | 'answer'>,
      answer: Buffer,
      turn?: () => Promise<void> | undefined,
    ): Promise<MadeReceipt | { readonly problem: 'not_recorded' | 'no_key' }> {
      const key = await currentKey()
      if (!key) return { problem: 'no_key' }
      const open = store()
      if (!open || !(await makeCheckable(key, claims.dataset, open))) return { problem: 'not_recorded' }
      await turn?.()
      const iat = Math.floor(now().getTime() / 1000)
      const made = { iss: issuer, iat }
      return { ...makeReceipt({ ...made, ...claims }, answer, key), kid: key.kid, ...made }
    },
    /** The public keys of all instances, old ones too, as JSON (RFC 7517); null while the store is not open. */
    async jwks(): Promise<string | null> {
      const open = store()
      if (!open) return null
      const [own, published] = await Promise.all([currentKey(), open.receiptKeys.list()])
      const others = published.filter(({ kid }) => kid !== own?.kid).map(({ jwk }) => JSON.parse(jwk) as PublicJwk)
      return JSON.stringify({ keys: [...(own ? [own.jwk] : []), ...others] })
    },
    /** Whether receipts of answers by this version can be signed; asked until they once could. */
    async isReady(version: string): Promise<boolean> {
      isReady ||= (await currentKey()) !== null && ((await store()?.datasets.hasLaw(version)) ?? false)
      return isReady
    },
    /** Makes the key of this instance if it has none. */
    async prepare(): Promise<void> {
      if (givenKey || !(await currentKey())) return
      if (!(await closeToOthers(keyFile))) log.error({ file: keyFile }, 'receipt key can be read by others')
    },
  }
}
