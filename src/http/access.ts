import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { generations } from '../store/generations.ts'
import type { ApiKey } from '../store/keys.ts'
import type { LimitState } from '../store/limits.ts'
import { StoreError } from '../store/store-error.ts'
import { clientOf } from './client.ts'
import type { ProblemCode } from './problems.ts'
import type { Services } from './services.ts'

/** What is asked for, each with a limit of its own. */
export type Kind = 'lookups' | 'batches' | 'leads'

/** Counts the request and says why it may not go on, if so. Without a key everything is synchronous on one machine. */
export function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Kind,
  services: Services,
): ProblemCode | null | Promise<ProblemCode | null> {
  return hasKey(request.headers)
    ? admitWithKey(request, reply, kind, services)
    : countAddress(request, reply, kind, services)
}

/** The caller shows a key, good or not. */
export const hasKey = (headers: IncomingHttpHeaders): boolean =>
  headers['x-api-key'] !== undefined || headers.authorization !== undefined

function countAddress(request: FastifyRequest, reply: FastifyReply, kind: Kind, services: Services) {
  return count(bucketOf(kind, request.ip), services.settings.limits[kind], reply, services)
}

/** Buckets of the addresses seen last: to read an address takes longer than to count it. */
const buckets: Readonly<Record<Kind, ReturnType<typeof generations<string>>>> = {
  lookups: generations(10_000),
  batches: generations(10_000),
  leads: generations(10_000),
}

/** Where a request from that address counts; who has hung up already has none. */
export function bucketOf(kind: Kind, address = ''): string {
  const known = buckets[kind].get(address)
  if (known !== undefined) return known
  const bucket = `${kind} ${clientOf(address)}`
  buckets[kind].set(address, bucket)
  return bucket
}

/** Ids of the API keys that requests were admitted with. */
const keyIds = new WeakMap<FastifyRequest, string>()

/** Who sends an admitted request, as limits count callers: an API key, or an address (IPv6: its /64). */
export const callerOf = (request: FastifyRequest): string => keyIds.get(request) ?? clientOf(request.ip)

async function admitWithKey(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Kind,
  services: Services,
): Promise<ProblemCode | null> {
  const admitted = await readKeyHolder(request, reply, kind, services)
  return 'refusal' in admitted ? admitted.refusal : null
}

type KeyHolder = { readonly key: ApiKey } | { readonly refusal: ProblemCode }

/** For what only the holder of a key may see. Without one the request counts against the address. */
export async function admitKeyHolder(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<KeyHolder> {
  if (hasKey(request.headers)) return readKeyHolder(request, reply, 'lookups', services)
  return { refusal: (await countAddress(request, reply, 'lookups', services)) ?? 'key_missing' }
}

/** Counts against the key, or against the address when the key is no good. */
async function readKeyHolder(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Kind,
  services: Services,
): Promise<KeyHolder> {
  const given = keyOf(request)
  const checked = given === null ? { status: 'ambiguous' as const } : await checkKey(given, request, services)
  if (checked.status === 'ok') {
    const { limits } = services.settings
    // Leads are counted by key too, but a key does not raise what a person may leave.
    const perMinute = {
      lookups: checked.key.perMinute ?? limits.key,
      batches: limits.keyBatches,
      leads: limits.leads,
    }[kind]
    const refusal = await count(`${kind} ${checked.key.id}`, perMinute, reply, services)
    if (refusal) return { refusal }
    keyIds.set(request, checked.key.id)
    return { key: checked.key }
  }
  // A wrong key counts against the address, or keys could be tried without end.
  const refused = await countAddress(request, reply, kind, services)
  if (refused) return { refusal: refused }
  return { refusal: checked.status === 'unavailable' ? 'store_unavailable' : `key_${checked.status}` }
}

/** A store that is away is a state like others: the request counts, and its answer says where the caller stands. */
async function checkKey(given: string, request: FastifyRequest, { store, now, log }: Services) {
  const unavailable = { status: 'unavailable' } as const
  try {
    return (await store()?.keys.check(given, now())) ?? unavailable
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    log.warn({ reqId: request.id, reason: error.message }, 'store failed')
    return unavailable
  }
}

/** The key from either header; null when the two differ. What is no Bearer is an empty key, refused as malformed. */
function keyOf({ headers }: FastifyRequest): string | null {
  const plain = headers['x-api-key']
  const { authorization } = headers
  const bearer = authorization === undefined ? undefined : (/^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '')
  if (plain === undefined) return bearer ?? ''
  const own = typeof plain === 'string' ? plain.trim() : ''
  return bearer === undefined || bearer === own ? own : null
}

function count(
  bucket: string,
  perMinute: number,
  reply: FastifyReply,
  services: Services,
): ProblemCode | null | Promise<ProblemCode | null> {
  const limits = services.limits()
  if (limits.consumeNow) return judge(limits.consumeNow(bucket, perMinute), reply, services)
  return limits.consume(bucket, perMinute).then((state) => judge(state, reply, services))
}

function judge(state: LimitState, reply: FastifyReply, services: Services): ProblemCode | null {
  reply.limitHeaders = limitHeadersOf(state)
  if (state.allowed) return null
  reply.header('retry-after', Math.max(1, state.resetSeconds))
  services.metrics.limited()
  return 'rate_limited'
}

/** Where the caller stands, as names and values in turn; nothing where there is no limit. */
export function limitHeadersOf({ limit, remaining, resetSeconds }: LimitState): readonly string[] | null {
  if (limit <= 0) return null
  return [
    'ratelimit-limit',
    `${limit}`,
    'ratelimit-remaining',
    `${Math.max(0, remaining)}`,
    'ratelimit-reset',
    `${resetSeconds}`,
    'ratelimit-policy',
    `${limit};w=60`,
  ]
}
