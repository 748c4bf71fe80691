import type { List, ListChanges, ListItem, ListPage } from './api-types.ts'
import { clientError, type Language } from './error.ts'
import { type PageOptions, Pages } from './pages.ts'
import { parametersOf } from './question.ts'
import type { Call, CallOptions, Reply, Transport } from './transport.ts'

/** The ETag with which a list was read or written: if somebody has changed it since, nothing is written. */
interface IfMatch extends CallOptions {
  readonly ifMatch?: string
}

interface ListWrite extends IfMatch {
  /** Language of sentences. */
  readonly lang?: Language
  /** Only when there is no list of this name yet. */
  readonly onlyNew?: boolean
}

/** An item of a list; the countries that the goods cross as a list too, as in a lookup. */
export interface NewListItem extends Omit<ListItem, 'via'> {
  readonly via?: string | readonly string[] | null
}

/** An item as the API takes it. Whatever is wrong with it, the service says so. */
const itemOf = ({ via, ...item }: NewListItem): object =>
  Array.isArray(via) ? { ...item, ...(via.length > 0 && { via: via.join(',') }) } : { ...item, via }

/** A list as it was stored, and the ETag for the next write. */
export interface Stored {
  list: List
  etag: string | null
}

/** The lists of a key holder: `/api/v1/lists`. All calls need an API key. */
export class Lists {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Stores a list of at most 20,000 items, in place of the one that had this name. */
  put(name: string, items: Iterable<NewListItem>, options: ListWrite = {}): Promise<Stored> {
    const { lang = this.#transport.language, onlyNew = false } = options
    return this.#write(
      'PUT',
      name,
      { lang, items: [...items].map(itemOf) },
      options,
      onlyNew ? { 'if-none-match': '*' } : {},
    )
  }

  /** Writes items over those of the same `id`, or behind all others, and removes items by `id`. */
  patch(
    name: string,
    { set = [], remove = [] }: { readonly set?: Iterable<NewListItem>; readonly remove?: Iterable<string> },
    options: IfMatch = {},
  ): Promise<Stored> {
    return this.#write('PATCH', name, { set: [...set].map(itemOf), remove: [...remove] }, options)
  }

  /** The items of a list with their assessments; each page has the ETag for a write that depends on it. */
  get(name: string, options: PageOptions = {}): Pages<ListPage['items'][number], ListPage & { etag: string | null }> {
    return this.#pages<ListPage['items'][number], ListPage>(pathOf(name), options, 'items', ({ next }) => next)
  }

  async delete(name: string, { signal, ifMatch }: IfMatch = {}): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: pathOf(name), headers: conditionOf(ifMatch), signal })
  }

  /** The lists that there are, by name. */
  async names({ signal }: CallOptions = {}): Promise<List[]> {
    const { lists } = await this.#read<{ lists: List[] }>({ path: '/api/v1/lists', signal }, 'lists')
    return lists
  }

  /** Items whose assessment changed, oldest first. The last page has the cursor to go on from later. */
  changes(name: string, options: PageOptions = {}): Pages<ListChanges['changes'][number], ListChanges> {
    return this.#pages<ListChanges['changes'][number], ListChanges>(
      `${pathOf(name)}/changes`,
      options,
      'changes',
      ({ next, more }) => (more ? next : null),
    )
  }

  async #write(
    method: 'PUT' | 'PATCH',
    name: string,
    body: object,
    { lang, ifMatch, signal }: ListWrite,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Stored> {
    const { value, etag } = await this.#transport.send({
      method,
      path: pathOf(name),
      body,
      headers: { ...headers, ...conditionOf(ifMatch) },
      // Items are written and removed by their ids, so a second time changes nothing.
      repeatable: true,
      lang,
      signal,
    })
    this.#expect(typeof (value as Partial<List> | undefined)?.name === 'string')
    return { list: value as List, etag }
  }

  #pages<Element, Page>(
    path: string,
    { cursor, signal, ...options }: PageOptions,
    field: keyof Page & string,
    nextOf: (page: Page) => string | null,
  ): Pages<Element, Page & Pick<Reply, 'etag'>> {
    return new Pages<Element, Page & Pick<Reply, 'etag'>>({
      from: cursor,
      language: this.#transport.language,
      read: (at) => this.#read<Page>({ path, parameters: parametersOf({ ...options, cursor: at }), signal }, field),
      elementsOf: (page) => page[field] as readonly Element[],
      nextOf,
    })
  }

  async #read<T>(call: Omit<Call, 'method'>, field: keyof T & string): Promise<T & Pick<Reply, 'etag'>> {
    const { value, etag } = await this.#transport.send({ ...call, method: 'GET' })
    this.#expect(Array.isArray((value as Partial<T> | undefined)?.[field]))
    return { ...(value as T), etag }
  }

  #expect(isAnswer: boolean): void {
    if (!isAnswer) throw clientError('response_invalid', this.#transport.language)
  }
}

const pathOf = (name: string): string => `/api/v1/lists/${encodeURIComponent(name)}`

const conditionOf = (etag: string | undefined): Record<string, string> =>
  etag === undefined ? {} : { 'if-match': etag }
