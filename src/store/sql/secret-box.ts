import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Writes secrets encrypted, and reads them back. */
export type SecretBox = ReturnType<typeof secretBox>

const ALGORITHM = 'aes-256-gcm'
export const KEY_BYTES = 32
/** 96 random bits, as GCM is meant to be used: https://csrc.nist.gov/pubs/sp/800/38/d/final, section 8.2.2. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = /^sealed\.([0-9a-f]{16})\.([\w-]+)$/

/** Names a key without revealing it, so that the right one is found among several. */
const nameOf = (key: Buffer): string => createHash('sha256').update('secret-box').update(key).digest('hex').slice(0, 16)

/**
 * AES-256-GCM with a random nonce. The id of the row is authenticated too, so that a secret which somebody moved to
 * another row does not open there. The first key seals; the others only open what was sealed before a rotation.
 */
export function secretBox(keys: readonly Buffer[] = []) {
  const named = new Map(keys.map((key) => [nameOf(key), key]))
  const [first] = keys
  return {
    /** Encrypts under the first key; without keys the text stays readable. */
    seal(secret: string, id: string): string {
      if (!first) return secret
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, first, nonce).setAAD(Buffer.from(id))
      const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `sealed.${nameOf(first)}.${sealed.toString('base64url')}`
    },
    /** The secret; null when none of the keys opens it. A text that was stored readable is returned as it is. */
    open(stored: string, id: string): string | null {
      const [, name, text] = SEALED.exec(stored) ?? []
      if (name === undefined || text === undefined) return stored
      const key = named.get(name)
      const bytes = Buffer.from(text, 'base64url')
      if (!key || bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null // the row was tampered with, or it is not the row that was sealed
      }
    },
    /** Whether it is stored as `seal` would store it now; otherwise it should be stored anew. */
    isCurrent(stored: string): boolean {
      const name = SEALED.exec(stored)?.[1]
      // Without a key nothing can be sealed, and what is sealed cannot be opened: both stay as they are.
      return first ? name === nameOf(first) : true
    },
  }
}
