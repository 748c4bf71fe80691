import { hash, type KeyObject, verify } from 'node:crypto'
import { jsonBytes } from '../answer/serialize.ts'
import type { SigningKey } from './signing-key.ts'

/** What a receipt says: who answered what to which question, when, and from which law. */
export interface Claims {
  readonly iss: string
  /** Seconds since 1970. */
  readonly iat: number
  /** The parameters of the lookup, with every default that the answer depends on, and the day. */
  readonly question: Readonly<Record<string, string>>
  readonly dataset: string
  readonly law_sha256: string
  readonly build: string
  readonly answer_sha256: string
  /** The exact text of the answer. */
  readonly answer: string
}

/** Names this kind of token, so that none of another kind is taken for it (RFC 8725, section 3.11). */
const TYPE = 'cn-sanctions-receipt+jwt'
const ALGORITHM = 'Ed25519'

const sha256 = (content: string | Buffer): string => hash('sha256', content, 'hex')

/** A receipt as the service gives it out. */
export interface SignedReceipt {
  /** The compact JWS (RFC 7515). */
  readonly receipt: string
  readonly id: string
  readonly answerSha256: string
  /** Receipt and id as JSON. */
  readonly json: Buffer
}

export function makeReceipt(
  claims: Omit<Claims, 'answer_sha256' | 'answer'>,
  answer: Buffer,
  key: SigningKey,
): SignedReceipt {
  const answerSha256 = sha256(answer)
  const payload: Claims = { ...claims, answer_sha256: answerSha256, answer: answer.toString() }
  const signed = `${encode({ alg: ALGORITHM, typ: TYPE, kid: key.kid })}.${encode(payload)}`
  const signature = key.sign(Buffer.from(signed)).toString('base64url')
  const [receipt, id] = [`${signed}.${signature}`, receiptId(signature)]
  return { receipt, id, answerSha256, json: jsonBytes({ receipt, id }) }
}

const encode = (part: object): string => jsonBytes(part).toString('base64url')

const ID_LENGTH = 16

/**
 * Of the signature, so it says something of a receipt whose signature is valid alone; short enough to be printed and
 * compared by eye. To hash all of a large receipt once more would take an eighth of the time it takes to make it.
 */
export const receiptId = (signature: string): string => sha256(signature).slice(0, ID_LENGTH)

/** A receipt that was read; whether it is genuine is another question. */
export interface ReadReceipt {
  /** Its id, if the signature is valid. */
  readonly id: string
  readonly kid: string
  readonly claims: Claims
  /** Whether this key signed it. */
  isSignedBy(key: KeyObject): boolean
  /** Whether the answer in it has the hash it states. */
  readonly hashAgrees: boolean
}

/** Larger files are no receipts: the largest answer has about a megabyte. */
export const MAX_RECEIPT = 16_000_000

/** What the page takes: the largest receipt of the service, of 500 matches of a chapter, has 2.5 MB. */
export const MAX_POSTED = 4 * 1024 * 1024

/** Shaped like a receipt, but a part of it cannot be read any more: it was changed or damaged. */
export const DAMAGED = 'damaged'

/** A header is an object of three short texts. */
const MAX_HEAD = 1_000

/** An Ed25519 signature has 64 bytes. */
const SIGNATURE = /^[\w-]{86}$/

/** Reads a compact JWS, or the answer of the service that holds one; null when the text is neither. */
export function readReceipt(text: string): ReadReceipt | typeof DAMAGED | null {
  const receipt = compactIn(text)
  // Four parts at most, since a stranger's text may be nothing but dots.
  const [head = '', body = '', signature, ...more] = receipt.split('.', 4)
  // A header is an object, and every object that begins with a field begins so.
  if (signature === undefined || more.length > 0 || !head.startsWith('eyJ') || head.length > MAX_HEAD) return null
  const header = objectIn(head)
  if (!header) return DAMAGED
  if (header.alg !== ALGORITHM || header.typ !== TYPE || typeof header.kid !== 'string') return null
  // An extension that must be understood (RFC 7515, section 4.1.11); none is.
  if ('crit' in header) return null
  const claims = claimsIn(body)
  if (!claims) return DAMAGED
  const signed = Buffer.from(`${head}.${body}`)
  return {
    id: receiptId(signature),
    kid: header.kid,
    claims,
    // Another spelling of the same signature would be the same receipt under another id.
    isSignedBy: (key) =>
      SIGNATURE.test(signature) && isCanonical(signature) && verify(null, signed, key, decode(signature)),
    hashAgrees: sha256(claims.answer) === claims.answer_sha256,
  }
}

/** The compact form in a text; empty when JSON has none. Found without parsing, which a stranger could make slow. */
export function compactIn(text: string): string {
  const trimmed = text.trim()
  return trimmed.startsWith('{') ? (/"receipt"\s*:\s*"([^"\\]*)"/.exec(trimmed)?.[1] ?? '') : trimmed
}

const decode = (part: string): Buffer => Buffer.from(part, 'base64url')

/**
 * Whether encoding it again gives the same text. Other decoders refuse what `Buffer` would skip (foreign characters,
 * padding, bits behind the last byte), and a receipt must mean the same to all.
 */
const isCanonical = (part: string): boolean => decode(part).toString('base64url') === part

function objectIn(part: string): Record<string, unknown> | null {
  if (!isCanonical(part)) return null
  try {
    const value: unknown = JSON.parse(decode(part).toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

const TEXTS = ['iss', 'dataset', 'law_sha256', 'build', 'answer_sha256', 'answer'] as const

/** The known claims alone: what else a stranger may have put there, of any depth, goes no further. */
function claimsIn(part: string): Claims | null {
  const { iat, question, ...given } = (objectIn(part) ?? {}) as Partial<Record<keyof Claims, unknown>>
  if (!Number.isSafeInteger(iat) || typeof question !== 'object' || question === null) return null
  if (!Object.values(question).every((one) => typeof one === 'string')) return null
  if (!TEXTS.every((name) => typeof given[name] === 'string')) return null
  const { iss, dataset, law_sha256, build, answer_sha256, answer } = given as Record<(typeof TEXTS)[number], string>
  return {
    iss,
    iat: iat as number,
    question: question as Claims['question'],
    dataset,
    law_sha256,
    build,
    answer_sha256,
    answer,
  }
}
