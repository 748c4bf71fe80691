import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { generations } from '../../store/generations.ts'
import type { ApiKey } from '../../store/keys.ts'
import type { Charge, LimitState } from '../../store/limits.ts'
import { StoreError } from '../../store/store-error.ts'
import type { ProblemCode } from '../response/problems.ts'
import type { Services } from '../services.ts'
import { ADDRESS_AT_MOST, addressReader, clientOf, type WiderBits, widerNetworks } from './client-address.ts'

/** What is asked for, each with a limit of its own; `pages` is everything that no other limit counts. */
export type Kind = 'lookups' | 'batches' | 'leads' | 'pages'

/** Where a request counts: the caller's own bucket, and those of the IPv6 networks around it. */
interface Caller {
  readonly bucket: string
  readonly wider: readonly { readonly bits: WiderBits; readonly bucket: string }[]
}

/** What a request was counted against, for those that turn out to cost more. */
export interface Counted {
  readonly caller: Caller
  readonly perMinute: number
}

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
  const caller = callerAt(kind, addressReader(services.settings)(request.raw))
  return count(caller, services.settings.limits[kind], reply, services)
}

/**
 * Counts a request that no other limit counts, by its address alone. Only a refusal says where the caller stands: pages
 * and assets are kept by shared caches, which would tell it to others.
 */
export function admitPage(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): ProblemCode | null | Promise<ProblemCode | null> {
  const quiet = (refusal: ProblemCode | null) => {
    if (refusal === null) reply.limitHeaders = null
    return refusal
  }
  const refusal = countAddress(request, reply, 'pages', services)
  return refusal instanceof Promise ? refusal.then(quiet) : quiet(refusal)
}

/** Counts a lookup ahead of the routes; nothing when that takes longer than a moment. */
export function countNow(address: string | undefined, services: Services): LimitState | undefined {
  const { limits } = services.settings
  const { bucket, wider } = callerAt('lookups', address)
  const { consumeNow } = services.limits()
  return consumeNow?.(bucket, limits.lookups, 1, chargesOf(wider, limits.lookups, services))
}

/** Callers seen last: to read an address takes longer than to count it. */
const callers: Readonly<Record<Kind, ReturnType<typeof generations<Caller>>>> = {
  lookups: generations(10_000),
  batches: generations(10_000),
  leads: generations(10_000),
  pages: generations(10_000),
}

function callerAt(kind: Kind, address = ''): Caller {
  const known = callers[kind].get(address)
  if (known !== undefined) return known
  const client = clientOf(address)
  const caller = {
    bucket: `${kind} ${client}`,
    wider: widerNetworks(client).map(({ bits, network }) => ({ bits, bucket: `${kind} ${network}` })),
  }
  // What is longer is no plain address; it must not fill the memory.
  if (address.length <= ADDRESS_AT_MOST) callers[kind].set(address, caller)
  return caller
}

const NO_CHARGES: readonly Charge[] = []

/** The networks around a caller have a multiple of its limit. */
function chargesOf(wider: Caller['wider'], perMinute: number, { settings }: Services): readonly Charge[] {
  if (wider.length === 0) return NO_CHARGES
  return wider
    .map(({ bits, bucket }) => ({ bucket, perMinute: perMinute * settings.ipv6Factors[bits] }))
    .filter((charge) => charge.perMinute > 0)
}

/** Ids of the API keys that requests were admitted with. */
const keyIds = new WeakMap<FastifyRequest, string>()

/** Who sends an admitted request, as limits count callers: an API key, or an address (IPv6: its /64). */
export const callerOf = (request: FastifyRequest, { settings }: Services): string =>
  keyIds.get(request) ?? clientOf(addressReader(settings)(request.raw))

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
      pages: limits.pages,
    }[kind]
    const caller = { bucket: `${kind} ${checked.key.id}`, wider: [] }
    const refusal = await count(caller, perMinute, reply, services)
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
  caller: Caller,
  perMinute: number,
  reply: FastifyReply,
  services: Services,
): ProblemCode | null | Promise<ProblemCode | null> {
  const limits = services.limits()
  const wider = chargesOf(caller.wider, perMinute, services)
  reply.counted = { caller, perMinute }
  if (limits.consumeNow)
    return judge(limits.consumeNow(caller.bucket, perMinute, 1, wider), reply, services, 'rate_limited')
  return limits
    .consume(caller.bucket, perMinute, 1, wider)
    .then((state) => judge(state, reply, services, 'rate_limited'))
}

/** Takes the rest of what a request costs, now that it is known; `refusal` when there is not enough left. */
export async function chargeMore(
  reply: FastifyReply,
  { caller, perMinute }: Counted,
  points: number,
  services: Services,
  refusal: ProblemCode,
): Promise<ProblemCode | null> {
  if (points <= 0) return null
  const wider = chargesOf(caller.wider, perMinute, services)
  const state = await services.limits().consume(caller.bucket, perMinute, points, wider)
  return judge(state, reply, services, refusal)
}

function judge(state: LimitState, reply: FastifyReply, services: Services, refusal: ProblemCode): ProblemCode | null {
  reply.limitHeaders = limitHeadersOf(state)
  return state.allowed ? null : refuseFor(state.resetSeconds, reply, services, refusal)
}

/** A refusal that passes: says when to come back, and is measured. */
export function refuseFor(seconds: number, reply: FastifyReply, services: Services, refusal: ProblemCode): ProblemCode {
  reply.header('retry-after', Math.max(1, seconds))
  services.metrics.limited()
  return refusal
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
