import type { CnResponse } from '../../answer/response/response.ts'
import type { AssessedState } from '../../answer/shape/state.ts'
import type { ItemFields } from '../../law/terms/law-vocabulary.ts'
import { type Network, RefusedError, refusedBy, secondsLeft } from './batch-client.ts'
import type { LineDeal } from './places.ts'

/** A list of the key holder, as the API shows it. */
export interface StoredListHead {
  readonly name: string
  readonly lang: 'pl' | 'en'
  readonly count: number
  /** Items that a ban concerns; null before the first check. */
  readonly prohibited: number | null
  readonly state: 'checking' | 'checked'
  readonly screened: { readonly dataset: string; readonly as_of: string; readonly at: string } | null
  readonly changes: number
  readonly updated_at: string
}

interface Asked extends ItemFields {
  readonly q: string
}

interface StoredItem extends Asked, Pick<CnResponse, 'verdict' | 'assessment'> {
  readonly id: string
}

export interface StoredPage extends StoredListHead {
  readonly dataset: string
  readonly as_of: string
  readonly disclaimer: string
  readonly items: readonly StoredItem[]
  readonly next: string | null
}

export interface StoredChange extends Asked {
  readonly id: string
  readonly item: string
  readonly before: AssessedState
  readonly after: AssessedState & { readonly sentence: string }
  readonly acts: readonly string[]
  readonly day: string
  readonly dataset: string
}

interface ChangesPage {
  readonly changes: readonly StoredChange[]
  readonly next: string
  readonly more: boolean
}

export interface NewItem extends LineDeal {
  readonly id: string
  readonly q: string
}

const PAGE = 500

/** The lists of a key over the API. The key is in the memory of the page only. */
export function storedLists(key: string, language: 'pl' | 'en', { fetch, wait }: Network) {
  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    for (;;) {
      const response = await fetch(`/api/v1/lists${path}${path.includes('?') ? '&' : '?'}lang=${language}`, {
        method,
        headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
        // The answers are private, so the browser keeps none of them on disk.
        cache: 'no-store',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch(() => null)
      if (response?.ok) return response
      if (response?.status !== 429) throw response ? await refusedBy(response) : new RefusedError(null)
      await wait(1_000 * secondsLeft(response))
    }
  }
  const read = async <T>(path: string): Promise<T> => (await (await send('GET', path)).json()) as T

  async function readPages<P extends { readonly next: string | null }>(path: string, hasMore: (page: P) => boolean) {
    const pages: P[] = []
    for (let cursor = ''; ; cursor = pages.at(-1)?.next ?? '') {
      const page = await read<P>(`${path}?limit=${PAGE}${cursor && `&cursor=${cursor}`}`)
      pages.push(page)
      if (!hasMore(page)) return pages
    }
  }

  return {
    all: async () => (await read<{ lists: readonly StoredListHead[] }>('')).lists,
    /** The whole list, with what its last page says. */
    async items(name: string): Promise<Omit<StoredPage, 'next'>> {
      const pages = await readPages<StoredPage>(`/${encodeURIComponent(name)}`, ({ next }) => next !== null)
      return { ...pages.at(-1)!, items: pages.flatMap(({ items }) => items) }
    },
    /** All changes, the newest first. */
    async changes(name: string): Promise<readonly StoredChange[]> {
      const pages = await readPages<ChangesPage>(`/${encodeURIComponent(name)}/changes`, ({ more }) => more)
      return pages.flatMap(({ changes }) => changes).toReversed()
    },
    remove: async (name: string) => void (await send('DELETE', `/${encodeURIComponent(name)}`)),
    put: async (name: string, items: readonly NewItem[]) =>
      void (await send('PUT', `/${encodeURIComponent(name)}`, { lang: language, items })),
  }
}

export type StoredLists = ReturnType<typeof storedLists>
