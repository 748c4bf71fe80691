import { clientError, type Language } from './error.ts'
import type { CallOptions } from './transport.ts'

/** Where to read a list from, and how much of it at once. */
export interface PageOptions extends CallOptions {
  readonly cursor?: string
  /** Entries a page. */
  readonly limit?: number
}

/** How one kind of list is read. */
interface Paging<Element, Page> {
  /** The cursor to begin at. */
  readonly from: string | undefined
  readonly language: Language
  read(cursor: string | undefined): Promise<Page>
  elementsOf(page: Page): readonly Element[]
  /** The cursor of the page behind this one; null when it is the last. */
  nextOf(page: Page): string | null
}

/** A list that the service gives page by page: iterate over it for its elements, over `pages()` for whole pages. */
export class Pages<Element, Page> implements AsyncIterable<Element> {
  readonly #paging: Paging<Element, Page>

  constructor(paging: Paging<Element, Page>) {
    this.#paging = paging
  }

  /** Each page is asked for when the one before was taken. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    const { from, language, read, nextOf } = this.#paging
    for (let cursor = from; ; ) {
      const page = await read(cursor)
      yield page
      const next = nextOf(page)
      if (next === null) return
      // Going on would read the same page for ever, and stopping would hide what comes behind it.
      if (next === cursor) throw clientError('response_invalid', language)
      cursor = next
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Element, void, undefined> {
    for await (const page of this.pages()) yield* this.#paging.elementsOf(page)
  }
}
