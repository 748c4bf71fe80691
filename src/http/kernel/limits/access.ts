import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKey } from '../../../store/keys/keys.ts'
import type { Charge, LimitState } from '../../../store/limits/limits.ts'
import { boundedMap } from '../../../store/sql/bounded-map.ts'
import { StoreError } from '../../../store/sql/store-error.ts'
import type { Refused } from '../problem/problem.ts'
import type { ProblemCode } from '../problem/problems.ts'
import {
  addressReader,
  clientNetwork,
  MAX_ADDRESS,
  networksAround,
  type WiderBits,
  widerNetworks,
  widestNetwork,
} from '../request/client-address.ts'
import type { Services } from '../service/services.ts'
import { logStoreFailure } from '../service/store-failures.ts'

/** What a request asks for. Each kind has a limit of its own; `pages` is everything that no other limit counts. */
export type Kind = 'lookups' | 'batches' | 'leads' | 'pages'
/** Stored lists need a key, so no address has a limit of them. */
export type KeyKind = Kind | 'lists'

/** The buckets a request counts in: the caller's own, and those of the IPv6 networks around its address. */
interface Caller {
  readonly bucket: string
  readonly wider: readonly { readonly bits: WiderBits; readonly bucket: string }[]
  /** The networks around its address (IPv4: the /24), for bounds that are not counted in points; none for a key. */
  readonly networks: readonly string[]
  readonly hasKey: boolean
}

/** What a request was counted against, for requests that turn out to cost more. */
export interface Counted {
  readonly caller: Caller
  readonly kind: KeyKind
  readonly perMinute: number
}

/** Counts the request; null when it may go on, otherwise the problem to send. */
export function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Kind,
  services: Services,
): ProblemCode | null | Promise<ProblemCode | null> {
  if (!hasKey(request.headers)) return countAddress(request, reply, kind, services)
  return readKeyHolder(request, reply, kind, services).then((found) => ('problem' in found ? found.problem : null))
}

/** Whether the caller sends a key, valid or not. */
export const hasKey = (headers: IncomingHttpHeaders): boolean =>
  headers['x-api-key'] !== undefined || headers.authorization !== undefined

function countAddress(request: FastifyRequest, reply: FastifyReply, kind: Kind, services: Services) {
  const caller = callerAt(kind, addressReader(services.settings)(request.raw))
  return count(caller, kind, services.settings.limits[kind], reply, services)
}

/** Counts a request that no other limit counts, by its address alone. */
export const admitPage = (request: FastifyRequest, reply: FastifyReply, services: Services) =>
  countAddress(request, reply, 'pages', services)

/** Half a kilobyte each. Parsing an address again takes four microseconds. */
const CALLERS_KEPT = 2_000

/** Recent callers by address, because parsing an address takes longer than counting it. */
const callers: Readonly<Record<Kind, ReturnType<typeof boundedMap<Caller>>>> = {
  lookups: boundedMap(CALLERS_KEPT),
  batches: boundedMap(CALLERS_KEPT),
  leads: boundedMap(CALLERS_KEPT),
  pages: boundedMap(CALLERS_KEPT),
}

function callerAt(kind: Kind, address = ''): Caller {
  const known = callers[kind].get(address)
  if (known !== undefined) return known
  const client = clientNetwork(address)
  const caller = {
    bucket: `${kind} ${client}`,
    wider: widerNetworks(client).map(({ bits, network }) => ({ bits, bucket: `${kind} ${network}` })),
    networks: networksAround(client),
    hasKey: false,
  }
  // A longer text is not a plain address, and must not fill the memory.
  if (address.length <= MAX_ADDRESS) callers[kind].set(address, caller)
  return caller
}

const NO_CHARGES: readonly Charge[] = []

/** The networks around a caller may use a multiple of its limit. */
function chargesOf(wider: Caller['wider'], perMinute: number, { settings }: Services): readonly Charge[] {
  if (wider.length === 0) return NO_CHARGES
  return wider
    .map(({ bits, bucket }) => ({ bucket, perMinute: perMinute * settings.ipv6Factors[bits] }))
    .filter((charge) => charge.perMinute > 0)
}

/** The ids of the API keys that requests were admitted with. */
const keyIds = new WeakMap<FastifyRequest, string>()

/** Identifies the sender of an admitted request as the limits do: by its API key, or by its address (IPv6: the /64). */
export const callerOf = (request: FastifyRequest, { settings }: Services): string =>
  keyIds.get(request) ?? clientNetwork(addressReader(settings)(request.raw))

/** The keys whose own things requests are about. */
const holders = new WeakMap<FastifyRequest, string>()

/** The id of the key whose lists or webhooks the request is about; null for any other request. */
export const holderOf = (request: FastifyRequest): string | null => holders.get(request) ?? null

/** Who shares a bound that is not counted in points: an API key, or the widest network around an address. */
export const networkOf = (request: FastifyRequest, services: Services): string =>
  widestNetwork(callerOf(request, services))

type KeyHolder = { readonly key: ApiKey } | Refused

/** For what only the holder of a key may see. Without a key the request counts against the address. */
export async function admitKeyHolder(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  kind: KeyKind = 'lookups',
): Promise<KeyHolder> {
  if (hasKey(request.headers)) {
    const found = await readKeyHolder(request, reply, kind, services)
    if ('key' in found) holders.set(request, found.key.id)
    return found
  }
  return { problem: (await countAddress(request, reply, 'lookups', services)) ?? 'key_missing' }
}

/** Counts against the key, or against the address when the key is not valid. */
async function readKeyHolder(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: KeyKind,
  services: Services,
): Promise<KeyHolder> {
  const checked = await checkKey(request, services)
  if ('key' in checked) {
    const caller = { bucket: `${kind} ${checked.key.id}`, wider: [], networks: [], hasKey: true }
    const problem = await count(caller, kind, limitOf(kind, checked.key, services), reply, services)
    if (problem) return { problem }
    keyIds.set(request, checked.key.id)
    return { key: checked.key }
  }
  // Otherwise keys could be tried without end.
  const problem = await countAddress(request, reply, kind === 'lists' ? 'lookups' : kind, services)
  return problem ? { problem } : checked
}

function limitOf(kind: KeyKind, { perMinute }: ApiKey, { settings: { limits } }: Services): number {
  if (kind === 'lookups') return perMinute ?? limits.key
  if (kind === 'batches') return limits.keyBatches
  // Leads are counted by key too, but a key does not raise their limit.
  return kind === 'lists' ? limits.keyLists : limits[kind]
}

/** A store that is away is a result like others rather than an error, so that the request is still counted. */
async function checkKey(request: FastifyRequest, services: Services): Promise<KeyHolder> {
  const given = keyOf(request.headers)
  if (given === null) return { problem: 'key_ambiguous' }
  const store = services.store()
  if (!store) return { problem: 'not_ready' }
  try {
    const checked = await store.keys.check(given, services.now())
    return checked.status === 'ok' ? checked : { problem: `key_${checked.status}` }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    logStoreFailure(services, error, request.id)
    return { problem: 'store_unavailable' }
  }
}

/** The key from either header; null when the two differ. Other authorization than Bearer is an empty, malformed key. */
function keyOf(headers: IncomingHttpHeaders): string | null {
  const plain = headers['x-api-key']
  const { authorization } = headers
  const bearer = authorization === undefined ? undefined : (/^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? '')
  if (plain === undefined) return bearer ?? ''
  const own = typeof plain === 'string' ? plain.trim() : ''
  return bearer === undefined || bearer === own ? own : null
}

function count(
  caller: Caller,
  kind: KeyKind,
  perMinute: number,
  reply: FastifyReply,
  services: Services,
): ProblemCode | null | Promise<ProblemCode | null> {
  reply.counted = { caller, kind, perMinute }
  const judge = (state: LimitState): ProblemCode | null => {
    // Shared caches keep pages and assets, and would show one caller's count to others.
    if (kind !== 'pages' || !state.allowed) setLimitHeaders(reply, state)
    return state.allowed ? null : refuseFor(state.resetSeconds, reply, services, 'rate_limited')
  }
  const state = charge(reply.counted, 1, services)
  return state instanceof Promise ? state.then(judge) : judge(state)
}

/** Without a kind, a bucket that all processes share. */
interface Charged extends Pick<Counted, 'perMinute'> {
  readonly caller: Pick<Caller, 'bucket' | 'wider' | 'hasKey'>
  readonly kind?: KeyKind
}

/**
 * Lookups and pages without a key must not wait for a count, so each process counts its own. All processes share the rest:
 * it was agreed with a key holder, costs work or leaves data.
 */
function charge({ caller, kind, perMinute }: Charged, points: number, services: Services) {
  const limits = services.limits()
  const charged = [caller.bucket, perMinute, points, chargesOf(caller.wider, perMinute, services)] as const
  const isLocal = !caller.hasKey && (kind === 'lookups' || kind === 'pages')
  return isLocal ? limits.count(...charged) : limits.consume(...charged)
}

/** Charges the rest of what a request costs once that is known; `problem` when the limit does not allow it. */
export async function chargeMore(
  reply: FastifyReply,
  charged: Charged,
  points: number,
  services: Services,
  problem: ProblemCode,
): Promise<ProblemCode | null> {
  if (points <= 0) return null
  const state = await charge(charged, points, services)
  setLimitHeaders(reply, state)
  return state.allowed ? null : refuseFor(state.resetSeconds, reply, services, problem)
}

/** A problem that passes: the reply says when to try again, and the refusal is measured. */
export function refuseFor(seconds: number, reply: FastifyReply, services: Services, problem: ProblemCode): ProblemCode {
  reply.header('retry-after', Math.max(1, seconds))
  services.metrics.limited()
  return problem
}

/** The RateLimit headers; none where there is no limit. */
function setLimitHeaders(reply: FastifyReply, { limit, remaining, resetSeconds }: LimitState): void {
  if (limit <= 0) return
  reply.headers({
    'ratelimit-limit': `${limit}`,
    'ratelimit-remaining': `${Math.max(0, remaining)}`,
    'ratelimit-reset': `${resetSeconds}`,
    'ratelimit-policy': `${limit};w=60`,
  })
}
