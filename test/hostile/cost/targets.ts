import type { DeclaredRoute, ParameterChoices } from '../../../src/http/kernel/body/route-input.ts'
import { type Candidate, type Field, fieldOf, resolved, type Schema, type Vocabulary } from './fields.ts'

/** One HTTP request. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The values chosen for the fields of a target. */
export type Choice = ReadonlyMap<string, Candidate>

/** Megabytes, so they are written only when they are sent. */
interface Junk {
  readonly label: string
  write(): Request
}

/** Something that can be asked of the service, in as many ways as its fields have values. */
export interface Target {
  readonly name: string
  /** The route that answers it, as the service declares it: `GET /api/v1/lists/:name`. */
  readonly route: string
  readonly needsKey: boolean
  readonly fields: readonly Field[]
  readonly required: ReadonlySet<string>
  build(choice: Choice, nth: number): Request
  /** Requests that no schema describes: too deep, too many parts, too large. */
  readonly junk: readonly Junk[]
}

interface Parameter {
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly $ref?: string
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly security?: readonly object[]
}
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
/** What stands in the places of a path, by their names; `/docs/*` for a path that ends in anything. */
export type Places = Readonly<Record<string, string>>

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
/** Longer addresses are refused by Node itself. */
const QUERY_LENGTHS = [12_000]
const BODY_LENGTHS = [10_000, 180_000]
const JUNK_BYTES = [50_000, 250_000, 1_000_000, 8_000_000]

const ENCODING: Field = {
  name: 'accept-encoding',
  candidates: ['br', 'gzip'].map((value) => ({ label: value, value: () => value })),
  fillers: [],
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const valueIn = (choice: Choice, name: string, nth: number): unknown => choice.get(name)?.value(nth)

function headersFrom(choice: Choice, nth: number): Record<string, string> {
  const encoding = valueIn(choice, 'accept-encoding', nth)
  return encoding === undefined ? {} : { 'accept-encoding': String(encoding) }
}

/** Every operation of the API description. */
export function describedTargets(document: Description, vocabulary: Vocabulary, places: Places): Target[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method]
      return operation && path !== '/mcp'
        ? [targetOf(document, method.toUpperCase(), path, operation, vocabulary, places)]
        : []
    }),
  )
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * Every route that the API description does not have: pages and files. Their parameters are those they declare, and a
 * form has the fields of a lead. What a route does not look at is sent to it as well.
 */
export function undescribedTargets(
  routes: readonly DeclaredRoute[],
  law: ParameterChoices,
  document: Description,
  vocabulary: Vocabulary,
  places: Places,
): Target[] {
  const described = new Set(describedTargets(document, vocabulary, places).map(({ route }) => route))
  const lead = document.paths['/api/lead']?.post?.requestBody?.content[JSON_TYPE]
  return routes
    .filter(({ method, url }) => method !== 'HEAD' && url !== '/mcp' && !described.has(`${method} ${url}`))
    .map(({ method, url, input: { query, body } }) => {
      const parameters: Parameter[] =
        query === 'ignored'
          ? [{ name: 'ignored', in: 'query', schema: { type: 'string' } }]
          : Object.entries(query(law)).map(([name, { schema }]) => ({ name, in: 'query', schema }))
      const requestBody = body && lead && { content: { [body.type]: lead } }
      const operation = { parameters, ...(requestBody && { requestBody }) }
      return targetOf(document, method, url, operation, vocabulary, places)
    })
}

function targetOf(
  document: Description,
  method: string,
  path: string,
  operation: Operation,
  vocabulary: Vocabulary,
  places: Places,
): Target {
  const parameters = (operation.parameters ?? [])
    .map((parameter) => resolved<Parameter>(parameter, document))
    .filter((parameter) => parameter.in === 'query')
  const [type = JSON_TYPE, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const fromQuery = parameters.map(({ name = '', schema = {} }) =>
    fieldOf(`?${name}`, resolved(schema, document), vocabulary, QUERY_LENGTHS),
  )
  const bodySchema = content && resolved(content.schema, document)
  const fromBody = bodySchema ? bodyFields('', bodySchema, document, vocabulary) : []
  const filled = places[path] ?? path.replaceAll(/\{(\w+)\}/g, (_, name: string) => places[name] ?? 'a')
  const written = (value: unknown): string =>
    type === FORM_TYPE ? `${new URLSearchParams(value as Record<string, string>)}` : JSON.stringify(value)
  const build = (choice: Choice, nth: number): Request => {
    const query = parameters.flatMap(({ name = '' }) => {
      const value = valueIn(choice, `?${name}`, nth)
      return value === undefined ? [] : [`${name}=${encodeURIComponent(textOf(value))}`]
    })
    return {
      method,
      path: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
      headers: { ...headersFrom(choice, nth), ...(bodySchema && { 'content-type': type }) },
      body: bodySchema ? written(bodyFrom('', bodySchema, document, choice, nth)) : null,
    }
  }
  return {
    name: `${method} ${path}`,
    route: `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    needsKey:
      (operation.security?.length ?? 0) > 0 && !operation.security?.some((one) => Object.keys(one).length === 0),
    fields: [...fromQuery, ...fromBody, ENCODING],
    required: new Set([
      ...parameters.filter(({ required }) => required).map(({ name }) => `?${name}`),
      ...(bodySchema ? requiredIn('', bodySchema, document) : []),
    ]),
    build,
    junk: bodySchema ? junkFor(method, filled, type, bodySchema, document) : [],
  }
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** The fields of a body: its leaves, those of the items of its lists, and how many items there are. */
function bodyFields(path: string, schema: Schema, document: object, vocabulary: Vocabulary): Field[] {
  const whole = resolved(schema, document)
  if (whole.properties)
    return Object.entries(whole.properties).flatMap(([name, property]) =>
      bodyFields(below(path, name), property, document, vocabulary),
    )
  if (whole.items) {
    const counts = [whole.maxItems ?? 2_000, 1].map((count) => ({ label: `${count} items`, value: () => count }))
    return [
      { name: `${path}.#`, candidates: counts, fillers: [], isAmount: true },
      ...bodyFields(`${path}[]`, whole.items, document, vocabulary),
    ]
  }
  return [fieldOf(path, whole, vocabulary, BODY_LENGTHS)]
}

/** The leaves that must be there for the body to be read at all. */
function requiredIn(path: string, schema: Schema, document: object): string[] {
  const whole = resolved(schema, document)
  if (whole.properties)
    return (whole.required ?? []).flatMap((name) =>
      requiredIn(below(path, name), whole.properties?.[name] ?? {}, document),
    )
  return whole.items ? [`${path}.#`, ...requiredIn(`${path}[]`, whole.items, document)] : [path]
}

function bodyFrom(path: string, schema: Schema, document: object, choice: Choice, nth: number, item = 0): unknown {
  const whole = resolved(schema, document)
  if (whole.properties) {
    const members = Object.entries(whole.properties).map(([name, property]) => [
      name,
      // Items are told apart by their ids.
      /\[\]\.id$/.test(below(path, name))
        ? `${nth}-${item}`
        : bodyFrom(below(path, name), property, document, choice, nth, item),
    ])
    const present = members.filter(([, value]) => value !== undefined)
    return present.length === 0 && path !== '' ? undefined : Object.fromEntries(present)
  }
  if (whole.items) {
    const count = valueIn(choice, `${path}.#`, nth)
    if (typeof count !== 'number') return undefined
    const items = whole.items
    return Array.from({ length: count }, (_, at) => bodyFrom(`${path}[]`, items, document, choice, nth, at) ?? null)
  }
  // Items of one list differ as requests do.
  return valueIn(choice, path, nth * 1_000 + item)
}

/** What stands where something else was expected. */
const SHAPES: Readonly<Record<string, (bytes: number) => string>> = {
  'empty objects': (bytes) => `[${'{},'.repeat(bytes / 3 - 2)}{}]`,
  numbers: (bytes) => `[${'0,'.repeat(bytes / 2 - 2)}0]`,
  'deep arrays': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'deep objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}0${'}'.repeat(bytes / 6)}`,
  'many keys': (bytes) => `{${Array.from({ length: bytes / 12 }, (_, at) => `"${at.toString(36)}":0`).join(',')}}`,
  'one string': (bytes) => `"${'a'.repeat(bytes)}"`,
  'escaped letters': (bytes) => `"${'\\u0105'.repeat(bytes / 6)}"`,
  'many commas': (bytes) => `"${','.repeat(bytes)}"`,
}

const FORM_SHAPES: typeof SHAPES = {
  'many fields': (bytes) => '&a=1'.repeat(bytes / 4),
  'empty fields': (bytes) => '&'.repeat(bytes),
  'one value': (bytes) => `a=${'a'.repeat(bytes)}`,
  'escaped letters': (bytes) => `a=${'%C4%85'.repeat(bytes / 6)}`,
}

/** Each shape as the whole body, and in place of each property. */
function junkFor(method: string, path: string, type: string, schema: Schema, document: object): Target['junk'] {
  const headers = { 'content-type': type }
  if (type === FORM_TYPE)
    return JUNK_BYTES.flatMap((bytes) =>
      Object.entries(FORM_SHAPES).map(([shape, write]) => ({
        label: `${bytes} B of ${shape}`,
        write: () => ({ method, path, headers, body: write(bytes) }),
      })),
    )
  const places = [null, ...Object.keys(resolved(schema, document).properties ?? {})]
  return JUNK_BYTES.flatMap((bytes) =>
    Object.entries(SHAPES).flatMap(([shape, write]) =>
      places.map((place) => ({
        label: `${bytes} B of ${shape}${place === null ? '' : ` as ${place}`}`,
        write: () => ({
          method,
          path,
          headers,
          body: place === null ? write(bytes) : `{${JSON.stringify(place)}:${write(bytes)}}`,
        }),
      })),
    ),
  )
}

const MCP_HEADERS = { accept: 'application/json, text/event-stream', 'content-type': JSON_TYPE }
const MCP_ROUTE = 'POST /mcp'
const messageOf = (method: string, params: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

export interface Tool {
  readonly name: string
  readonly inputSchema: Schema
}

/** The Model Context Protocol: every tool is a target of its own, and so is every method that is described by no schema. */
export function mcpTargets(tools: readonly Tool[], vocabulary: Vocabulary): Target[] {
  const post = (body: string) => ({ method: 'POST', path: '/mcp', headers: MCP_HEADERS, body })
  const called = tools.map(({ name, inputSchema }): Target => {
    const inParams = (value: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${value}}}`
    return {
      name: `MCP ${name}`,
      route: MCP_ROUTE,
      needsKey: false,
      fields: [...bodyFields('', inputSchema, inputSchema, vocabulary), ENCODING],
      required: new Set(requiredIn('', inputSchema, inputSchema)),
      build: (choice, nth) => {
        const { headers, ...request } = post(
          messageOf('tools/call', { name, arguments: bodyFrom('', inputSchema, inputSchema, choice, nth) ?? {} }),
        )
        return { ...request, headers: { ...headers, ...headersFrom(choice, nth) } }
      },
      junk: junkFor('POST', '/mcp', JSON_TYPE, inputSchema, inputSchema).map(({ label, write }) => ({
        label,
        write: () => post(inParams(write().body ?? '{}')),
      })),
    }
  })
  const initialize = {
    protocolVersion: '2025-06-18',
    clientInfo: { name: 'a', version: '1' },
    capabilities: {},
  }
  const methods = {
    initialize,
    'tools/list': {},
    'resources/list': {},
    'prompts/list': {},
    'resources/read': { uri: 'a:b' },
    'tools/call': { name: 'a' },
  }
  const others = Object.entries(methods).map(
    ([method, params]): Target => ({
      name: `MCP ${method}`,
      route: MCP_ROUTE,
      needsKey: false,
      fields: [ENCODING],
      required: new Set(),
      build: (choice, nth) => ({
        ...post(messageOf(method, params)),
        headers: { ...MCP_HEADERS, ...headersFrom(choice, nth) },
      }),
      junk: JUNK_BYTES.filter((bytes) => bytes <= 1_000_000).flatMap((bytes) =>
        Object.entries(SHAPES).flatMap(([shape, write]) =>
          [...Object.keys(params), 'experimental', '_meta'].map((place) => ({
            label: `${bytes} B of ${shape} as ${place}`,
            write: () =>
              post(
                place === 'experimental'
                  ? messageOf(method, { ...params, capabilities: { experimental: '#' } }).replace('"#"', write(bytes))
                  : messageOf(method, { ...params, [place]: '#' }).replace('"#"', write(bytes)),
              ),
          })),
        ),
      ),
    }),
  )
  return [...called, ...others]
}
