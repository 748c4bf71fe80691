import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answerer } from '../../../answer/answer.ts'
import type { Values } from '../../../answer/question/parameters.ts'
import type { Store } from '../../../store/store.ts'
import type { BodyInput, ParameterChoices } from '../body/route-input.ts'
import { KEY_NEEDED } from '../describe/parts.ts'
import type { Admission } from '../gate/admission.ts'
import { admitKeyHolder, callerOf, type KeyKind, type Kind } from '../limits/access.ts'
import type { QuotedProblem, WrongBody } from '../problem/problem.ts'
import type { ProblemCode } from '../problem/problems.ts'
import { accepted, openStoreIn, orRefuse } from '../problem/refusal.ts'
import { type DeclaredParameters, readUrlParameters } from '../request/parameters.ts'
import type { Services } from '../service/services.ts'

/** What every handler works with. */
export interface Kernel {
  readonly services: Services
  readonly admission: Admission
}

interface Arrived extends Kernel {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A request, read as its endpoint declares it. */
export interface Asked<Query, Body> extends Arrived {
  readonly query: Query
  readonly body: Body
  /** The values in its path. */
  readonly params: Readonly<Record<PathParameter, string>>
  /** The key under which the request is done once; null where it has none. */
  readonly idempotencyKey: string | null
}

/** What a path may name. */
type PathParameter = 'id' | 'name' | 'version'

/** The query of an endpoint: what may be asked, for readers and for the description, and how it is read. */
export interface QueryInput<Query> {
  readonly parameters: (law: ParameterChoices) => DeclaredParameters
  /** In place of the problems that its parameters have. */
  readonly problems?: readonly ProblemCode[]
  read(url: string, services: Services): Query
}

/** Parameters that the law does not change. */
export const parameters = <Declared extends DeclaredParameters>(declared: Declared): QueryInput<Values<Declared>> => ({
  parameters: () => declared,
  read: (url) => readUrlParameters(url, declared),
})

/** Parameters that choose from what the law names. */
export const lawParameters = <Declared extends DeclaredParameters>(
  declared: (law: ParameterChoices) => Declared,
): QueryInput<Values<Declared> & { readonly answerer: Answerer }> => ({
  parameters: declared,
  read: (url, services) => {
    const answerer = orRefuse(services.answerer(), 'not_ready')
    return { answerer, ...readUrlParameters(url, declared(answerer.dataset)) }
  },
})

/** The body of an endpoint. */
export interface Body<Read> {
  readonly input: BodyInput
  readonly schema: object
  /** The schema of the body as a whole, where its members are read one by one. */
  readonly whole?: object
  /** What the description says of it besides: an example, or several. */
  readonly said?: object
  /** Problems in place of the general ones about a body; null: the route answers in its own way. */
  readonly problems?: Partial<Record<'body_invalid' | 'body_too_large', ProblemCode | QuotedProblem>>
  read(body: unknown, services: Services): Read | WrongBody
}

/** An endpoint in one place: what it takes, what it costs, what it answers, and how. */
export interface Endpoint<Query = unknown, Read = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As the description writes it: `/api/v1/webhooks/{id}`. */
  readonly path: string
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly security?: readonly object[]
  /** The limit that counts the request before its body is read. `own`: `beforeBody` counts it; `none`: it is not counted. */
  readonly limit: Kind | 'own' | 'none'
  /** Absent: the query is never looked at. */
  readonly query?: QueryInput<Query>
  /** Of its path and its headers. */
  readonly parameters?: readonly object[] | ((answerer: Answerer) => readonly object[])
  /** What the header Idempotency-Key means here; absent: it is not read. */
  readonly idempotency?: string
  readonly body?: Body<Read>
  readonly answers: object | ((answerer: Answerer) => object)
  /** Besides those of its limit, query and body. */
  readonly problems: readonly ProblemCode[]
  beforeBody?(arrived: Arrived): Promise<void>
  handle(asked: Asked<Query, Read>): Promise<unknown>
}

/** Declares an endpoint. */
export const endpoint = <Query = null, Read = null>(declared: Endpoint<Query, Read>): Endpoint => declared

/** Called with the id of the key that was admitted, before the body is read. */
export type AfterKey = (arrived: Arrived & { readonly keyId: string }) => Promise<void>

/** What an endpoint for the holders of keys declares besides. */
interface HolderEndpoint<Query, Read>
  extends Omit<Endpoint<Query, Read>, 'limit' | 'security' | 'beforeBody' | 'handle'> {
  /** The limit of the key that counts it; lookups unless given. */
  readonly limit?: KeyKind
  readonly afterKey?: AfterKey
  handle(asked: Asked<Query, Read> & { readonly keyId: string; readonly store: Store }): Promise<unknown>
}

/** Declares an endpoint that only the holder of a key may use, and that works with the store. */
export const holderEndpoint = <Query = null, Read = null>({
  limit = 'lookups',
  afterKey,
  handle,
  ...declared
}: HolderEndpoint<Query, Read>): Endpoint =>
  endpoint<Query, Read>({
    ...declared,
    limit: 'own',
    security: KEY_NEEDED,
    problems: ['key_missing', ...declared.problems],
    async beforeBody(arrived) {
      const { request, reply, services } = arrived
      const { key } = accepted(await admitKeyHolder(request, reply, services, limit))
      await afterKey?.({ ...arrived, keyId: key.id })
    },
    handle: (asked) =>
      handle({ ...asked, keyId: callerOf(asked.request, asked.services), store: openStoreIn(asked.services) }),
  })
