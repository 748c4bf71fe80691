import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Parameters } from '../../../answer/question/parameters.ts'
import type { Dataset } from '../../../law/dataset/dataset.ts'
import type { Bounds } from './json-bounds.ts'

/** What a route takes from whoever calls it. Nothing else of a request is looked at, but its headers. */
export interface RouteInput {
  /** The parameters of the address, each with its bounds; `ignored`: the route never looks at them. */
  readonly query: 'ignored' | ((law: ParameterChoices) => Parameters)
  /** Null: a body is never read. */
  readonly body: BodyInput | null
}

/** What parameters choose from. */
export type ParameterChoices = Pick<Dataset, 'regimes' | 'acts' | 'countries'>

export interface BodyInput extends Bounds {
  readonly type: 'application/json' | 'application/x-www-form-urlencoded'
  /** What a body may be once it is known what it asks for, where only some need the bounds above. */
  readonly narrower?: (body: unknown) => Bounds
}

/** A value in a path, such as the name of a list. A longer one is no address of this service. */
export const PATH_VALUE_CHARACTERS = 100

/** A page or a file: whatever is asked behind its path, it is the same. */
export const IGNORES_QUERY: RouteInput = { query: 'ignored', body: null }

/** A route whose address says all that is asked, and the limit that counts it. */
export const asking = (limit: NonNullable<FastifyContextConfig['limit']>, query: RouteInput['query']) => ({
  config: { limit, input: { query, body: null } },
})

/** A route with what it declares. */
export interface DeclaredRoute {
  readonly method: string
  readonly url: string
  readonly input: RouteInput
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route takes, at most. Without it the service does not start. */
    input?: RouteInput
  }
  interface FastifyInstance {
    /** Every route with its input, for tests and for whoever measures what requests cost. */
    readonly declaredRoutes: readonly DeclaredRoute[]
  }
}

/** Keeps a list of all routes, and refuses one that does not say what it takes. */
export function requireDeclaredInput(app: FastifyInstance): void {
  const declared: DeclaredRoute[] = []
  app.decorate('declaredRoutes', declared)
  app.addHook('onRoute', ({ method, url, config }) => {
    const input = config?.input
    if (!input) throw new Error(`${method} ${url} does not declare what it takes (config.input)`)
    for (const one of [method].flat()) declared.push({ method: one, url, input })
  })
}
