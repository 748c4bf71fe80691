import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto'

/**
 * Ed25519 keys of receipts. The algorithm is named `Ed25519` (RFC 9864), and a key has the name that its own public half
 * gives it (RFC 7638), so that two keys never share one.
 */

/** The public half of a key as others see it (RFC 8037). */
export interface PublicJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly alg: 'Ed25519'
  readonly use: 'sig'
}

export interface SigningKey {
  readonly kid: string
  readonly jwk: PublicJwk
  sign(bytes: Buffer): Buffer
}

/** A new private key as PEM (PKCS #8). */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A private key as PEM or JWK; undefined for other text or another kind of key. */
export function readPrivateKey(text: string): SigningKey | undefined {
  try {
    const key = privateKeyIn(text.trim())
    if (key.asymmetricKeyType !== 'ed25519') return undefined
    const jwk = publicJwkOf(key)
    return { kid: jwk.kid, jwk, sign: (bytes) => sign(null, bytes, key) }
  } catch {
    // The messages of the parser would quote the key.
    return undefined
  }
}

function privateKeyIn(text: string): KeyObject {
  if (text.startsWith('{')) return createPrivateKey({ key: JSON.parse(text), format: 'jwk' })
  // In a file of environment variables, line breaks are often written as \n.
  return createPrivateKey(text.replaceAll('\\n', '\n'))
}

function publicJwkOf(key: KeyObject): PublicJwk {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), alg: 'Ed25519', use: 'sig' }
}

/** RFC 7638: the members that make the key, sorted, without blanks. */
const thumbprint = (x: string): string => hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url')

/** The Ed25519 keys of a JWKS by their names; null when the text is not a JWKS. Names are recomputed (RFC 7638), since the given ones prove nothing. */
export function readJwks(text: string): ReadonlyMap<string, KeyObject> | null {
  let keys: unknown
  try {
    keys = (JSON.parse(text) as { keys?: unknown } | null)?.keys
  } catch {
    return null
  }
  if (!Array.isArray(keys)) return null
  return new Map(
    keys.flatMap((jwk: { kty?: unknown; crv?: unknown; x?: unknown } | null) => {
      if (jwk?.kty !== 'OKP' || jwk.crv !== 'Ed25519' || typeof jwk.x !== 'string') return []
      try {
        const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: jwk.x }, format: 'jwk' })
        return [[thumbprint(jwk.x), key] as const]
      } catch {
        return []
      }
    }),
  )
}
