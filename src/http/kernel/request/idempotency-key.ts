import type { FastifyRequest } from 'fastify'
import { quote } from '../problem/problem.ts'
import { Refusal } from '../problem/refusal.ts'

export const IDEMPOTENCY_KEY_CHARACTERS = 200

const SHAPE = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARACTERS}}$`)

/** The key under which a request is done once; null when it has none. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !SHAPE.test(key))
    throw new Refusal(quote('idempotency_key_invalid', { max: IDEMPOTENCY_KEY_CHARACTERS }))
  return key
}
