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

/** Something that can be asked of the service, in as many ways as its fields have values. */
export interface Target {
  readonly name: string
  readonly needsKey: boolean
  readonly fields: readonly Field[]
  readonly required: ReadonlySet<string>
  build(choice: Choice, nth: number): Request
  /** Requests that no schema describes: too deep, too many parts, too large. */
  readonly junk: readonly { readonly label: string; readonly request: Request }[]
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

/** Every operation of the API description, and pages beside it. */
export function targetsOf(
  document: Description,
  pages: readonly string[],
  vocabulary: Vocabulary,
  values: Readonly<Record<string, string>>,
): Target[] {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method]
      return operation && path !== '/mcp' ? [targetOf(document, method, path, operation, vocabulary, values)] : []
    }),
  )
  const lookup = document.paths['/api/v1/cn']?.get?.parameters ?? []
  const asked = pages.map((path) => targetOf(document, 'get', path, { parameters: lookup }, vocabulary, values))
  return [...described, ...asked]
}

function targetOf(
  document: Description,
  method: string,
  path: string,
  operation: Operation,
  vocabulary: Vocabulary,
  values: Readonly<Record<string, string>>,
): Target {
  const parameters = (operation.parameters ?? [])
    .map((parameter) => resolved<Parameter>(parameter, document))
    .filter((parameter) => parameter.in === 'query')
  const body = operation.requestBody?.content['application/json']?.schema
  const fromQuery = parameters.map(({ name = '', schema = {} }) =>
    fieldOf(`?${name}`, resolved(schema, document), vocabulary, QUERY_LENGTHS),
  )
  const bodySchema = body && resolved(body, document)
  const fromBody = bodySchema ? bodyFields('', bodySchema, document, vocabulary) : []
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'a')
  const build = (choice: Choice, nth: number): Request => {
    const query = parameters.flatMap(({ name = '' }) => {
      const value = valueIn(choice, `?${name}`, nth)
      return value === undefined ? [] : [`${name}=${encodeURIComponent(textOf(value))}`]
    })
    return {
      method: method.toUpperCase(),
      path: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
      headers: headersFrom(choice, nth),
      body: bodySchema ? JSON.stringify(bodyFrom('', bodySchema, document, choice, nth)) : null,
    }
  }
  return {
    name: `${method.toUpperCase()} ${path}`,
    needsKey:
      (operation.security?.length ?? 0) > 0 && !operation.security?.some((one) => Object.keys(one).length === 0),
    fields: [...fromQuery, ...fromBody, ENCODING],
    required: new Set([
      ...parameters.filter(({ required }) => required).map(({ name }) => `?${name}`),
      ...(bodySchema ? requiredIn('', bodySchema, document) : []),
    ]),
    build,
    junk: bodySchema ? junkFor(method.toUpperCase(), filled, bodySchema, document) : [],
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

/** Each shape as the whole body, and in place of each property. */
function junkFor(method: string, path: string, schema: Schema, document: object): Target['junk'] {
  const places = [null, ...Object.keys(resolved(schema, document).properties ?? {})]
  return JUNK_BYTES.flatMap((bytes) =>
    Object.entries(SHAPES).flatMap(([shape, write]) =>
      places.map((place) => ({
        label: `${bytes} B of ${shape}${place === null ? '' : ` as ${place}`}`,
        request: {
          method,
          path,
          headers: {},
          body: place === null ? write(bytes) : `{${JSON.stringify(place)}:${write(bytes)}}`,
        },
      })),
    ),
  )
}

const MCP_HEADERS = { accept: 'application/json, text/event-stream' }
const messageOf = (method: string, params: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

interface Tool {
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
      needsKey: false,
      fields: [...bodyFields('', inputSchema, inputSchema, vocabulary), ENCODING],
      required: new Set(requiredIn('', inputSchema, inputSchema)),
      build: (choice, nth) => {
        const { headers, ...request } = post(
          messageOf('tools/call', { name, arguments: bodyFrom('', inputSchema, inputSchema, choice, nth) ?? {} }),
        )
        return { ...request, headers: { ...headers, ...headersFrom(choice, nth) } }
      },
      junk: junkFor('POST', '/mcp', inputSchema, inputSchema).map(({ label, request }) => ({
        label,
        request: post(inParams(request.body ?? '{}')),
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
            request: post(
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
