import type { Assessment } from './api-types.ts'
import { clientError, type Language } from './error.ts'
import { Pages } from './pages.ts'
import { parametersOf } from './question.ts'
import type { Call, Transport } from './transport.ts'

/** One item of a stored list. */
export interface ListItem {
  readonly id: string
  /** A code or a name. */
  readonly q: string
  readonly origin?: string
  readonly destination?: string
}

/** What the service says of one list, besides its items. */
export interface ListSummary {
  name: string
  [field: string]: unknown
}

/** A page of a list: each item with its assessment of today. */
export interface ListPage {
  items: (ListItem & { assessment: Assessment; [field: string]: unknown })[]
  next: string | null
  [field: string]: unknown
}

/** An item whose assessment changed. */
export interface ListChange {
  [field: string]: unknown
}

export interface ListChanges {
  changes: ListChange[]
  next: string | null
  more?: boolean
  [field: string]: unknown
}

interface ListCall {
  readonly signal?: AbortSignal
}

interface ListWrite extends ListCall {
  readonly lang?: Language
  /** The ETag of the list that is to be replaced: if somebody changed it meanwhile, nothing is written. */
  readonly ifMatch?: string
}

interface ListRead extends ListCall {
  readonly cursor?: string
  readonly limit?: number
}

/** The lists of a key holder: `/api/v1/lists`. All calls need an API key. */
export class Lists {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Stores a list of at most 20,000 items, in place of the one that had this name. */
  put(name: string, items: Iterable<ListItem>, options: ListWrite = {}): Promise<ListSummary> {
    return this.#write('PUT', name, { items: [...items].map(itemOf) }, options)
  }

  /** Adds items, replaces those whose `id` the list has, and removes those whose `id` is in `remove`. */
  patch(
    name: string,
    { items = [], remove = [] }: { readonly items?: Iterable<ListItem>; readonly remove?: Iterable<string> },
    options: ListWrite = {},
  ): Promise<ListSummary> {
    return this.#write('PATCH', name, { items: [...items].map(itemOf), remove: [...remove] }, options)
  }

  /** The items of a list with their assessments. */
  get(name: string, options: ListRead = {}): Pages<ListPage['items'][number], ListPage> {
    return this.#pages(pathOf(name), options, ({ items }) => items, 'items')
  }

  async delete(name: string, { signal }: ListCall = {}): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: pathOf(name), signal })
  }

  /** The lists that there are. */
  async names({ signal }: ListCall = {}): Promise<ListSummary[]> {
    const { lists } = await this.#read<{ lists: ListSummary[] }>({ path: '/api/v1/lists', signal }, 'lists')
    return lists
  }

  /** Items whose assessment changed, oldest first. */
  changes(name: string, options: ListRead = {}): Pages<ListChange, ListChanges> {
    return this.#pages(`${pathOf(name)}/changes`, options, ({ changes }) => changes, 'changes')
  }

  async #write(method: 'PUT' | 'PATCH', name: string, content: object, options: ListWrite): Promise<ListSummary> {
    const { lang = this.#transport.language, ifMatch, signal } = options
    const { value } = await this.#transport.send({
      method,
      path: pathOf(name),
      body: { lang, ...content },
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
      lang,
      signal,
    })
    return (value ?? { name }) as ListSummary
  }

  #pages<Element, Page extends { next: string | null; more?: boolean }>(
    path: string,
    { cursor, signal, ...options }: ListRead,
    elementsOf: (page: Page) => readonly Element[],
    field: keyof Page & string,
  ): Pages<Element, Page> {
    return new Pages({
      from: cursor,
      language: this.#transport.language,
      read: (at) => this.#read<Page>({ path, parameters: parametersOf({ ...options, cursor: at }), signal }, field),
      elementsOf,
      nextOf: ({ next, more = next !== null }) => (more ? next : null),
    })
  }

  async #read<T>(call: Omit<Call, 'method'>, list: keyof T & string): Promise<T> {
    const { value } = await this.#transport.send({ ...call, method: 'GET' })
    if (!Array.isArray((value as Partial<T> | undefined)?.[list]))
      throw clientError('response_invalid', this.#transport.language)
    return value as T
  }
}

const pathOf = (name: string): string => `/api/v1/lists/${encodeURIComponent(name)}`

const itemOf = (item: ListItem): Record<string, string> => Object.fromEntries(parametersOf(item))
