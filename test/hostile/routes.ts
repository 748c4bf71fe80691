/** An address of the service, with what the description of the API says of it. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly parameters: readonly string[]
  readonly hasBody: boolean
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | unknown>>>>
  readonly components: { readonly parameters?: Readonly<Record<string, { readonly name: string }>> }
}
interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[]
  readonly requestBody?: unknown
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

const PAGES = [
  '/',
  '/pl',
  '/en',
  '/list',
  '/en/list',
  '/lists',
  '/changes',
  '/api',
  '/en/api',
  '/methodology',
  '/legal',
  '/record',
  '/en/record',
  '/verify',
]
const OTHERS = ['/docs', '/openapi.json', '/robots.txt', '/favicon.ico', '/assets/', '/metrics', '/healthz', '/readyz']

/** Every operation of the API description, and what it does not describe: pages, assets, addresses that do not exist. */
export function routesOf(description: Description): Route[] {
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method): Route[] => {
      const operation = operations[method] as Operation | undefined
      if (operation === undefined) return []
      const parameters = (operation.parameters ?? []).map(({ name, $ref = '' }) => {
        const referred = description.components.parameters?.[$ref.split('/').at(-1) ?? '']?.name ?? name
        if (referred === undefined) throw new Error(`${method} ${path} ${$ref}`)
        return referred
      })
      return [{ method: method.toUpperCase(), path, parameters, hasBody: operation.requestBody !== undefined }]
    }),
  )
  const plain = [...PAGES, ...OTHERS].map((path) => {
    return { method: 'GET', path, parameters: ['q', 'lang', 'as_of'], hasBody: false }
  })
  return [...described, ...plain]
}
