import type { Deliveries, Delivery, NewWebhook, Replayed, Tested, Webhook, WebhooksPage } from './api-types.ts'
import { clientError, type Language } from './error.ts'
import { type PageOptions, Pages } from './pages.ts'
import { parametersOf } from './question.ts'
import type { CallOptions, Transport } from './transport.ts'

/** What a webhook is told of. */
interface Watched {
  /** CN codes to watch, up and down the tariff; none means all goods. */
  readonly cnCodes?: readonly string[]
  /** Kinds of events; none means all of them. */
  readonly events?: readonly string[]
  readonly lang?: Language
}

/** A repeated request with the same key gets the same answer for a day, so it is safe to repeat. */
interface Once extends CallOptions {
  readonly idempotencyKey?: string
}

/** The webhooks of a key holder: `/api/v1/webhooks`. All calls need an API key. */
export class Webhooks {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Adds a webhook. This answer alone has its `secret`. */
  add(url: string, watched: Watched = {}, options: Once = {}): Promise<NewWebhook> {
    return this.#once(PATH, { url, ...fieldsOf({ lang: this.#transport.language, ...watched }) }, options)
  }

  list(options: PageOptions = {}): Pages<Webhook, WebhooksPage> {
    return this.#pages<Webhook, WebhooksPage>(PATH, options, 'webhooks')
  }

  /** With its state, the reason and how many messages wait. */
  get(id: string, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#transport.ask({ method: 'GET', path: pathOf(id), signal }, ['id'])
  }

  /** Changes what it is told of, and in which language. */
  change(id: string, watched: Watched, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#patch(id, fieldsOf(watched), signal)
  }

  /** Messages wait, for 30 days at most. */
  pause(id: string, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#patch(id, { paused: true }, signal)
  }

  /** Sends again, first what has waited, also after the receiver answered 410. */
  resume(id: string, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#patch(id, { paused: false }, signal)
  }

  async remove(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: pathOf(id), signal })
  }

  /** Sends a signed `webhook.test` now. */
  test(id: string, { signal }: CallOptions = {}): Promise<Tested> {
    return this.#transport.ask({ method: 'POST', path: `${pathOf(id)}/test`, signal }, ['delivered'])
  }

  /** What was sent and what waits, newest first. */
  deliveries(
    options: PageOptions & { readonly webhook?: string; readonly state?: Delivery['state'] } = {},
  ): Pages<Delivery, Deliveries> {
    return this.#pages<Delivery, Deliveries>(`${PATH}/deliveries`, options, 'deliveries')
  }

  /** Has these messages sent again, under the same ids; at most 100. Returns how many will be. */
  async replay(id: string, ids: readonly string[], { signal }: CallOptions = {}): Promise<number> {
    return (await this.#replay(id, { ids }, signal)).replayed
  }

  /** Has all messages since that day or moment sent again, or those that were given up. Returns how many will be. */
  async replaySince(
    id: string,
    since: Date | string,
    { state, signal }: CallOptions & { readonly state?: 'dead' | 'delivered' } = {},
  ): Promise<number> {
    const asked = { since: since instanceof Date ? since.toISOString() : since, ...(state && { state }) }
    let [count, cursor]: [number, string | null] = [0, null]
    do {
      const { replayed, next }: Replayed = await this.#replay(id, { ...asked, ...(cursor && { cursor }) }, signal)
      if (next !== null && next === cursor) throw clientError('response_invalid', this.#transport.language)
      ;[count, cursor] = [count + replayed, next]
    } while (cursor !== null)
    return count
  }

  /** A new secret, in this answer alone. The old one signs beside it for 24 hours. */
  rotateSecret(id: string, options: Once = {}): Promise<NewWebhook> {
    return this.#once(`${pathOf(id)}/rotate-secret`, undefined, options)
  }

  /**
   * Without a key of the caller one is made up, so that an answer that was lost can be asked for again. Browsers make none
   * for a page that came over http; there it is sent once.
   */
  #once(path: string, body: object | undefined, { idempotencyKey, signal }: Once): Promise<NewWebhook> {
    const key = idempotencyKey ?? globalThis.crypto?.randomUUID?.()
    const once = key === undefined ? {} : { headers: { 'idempotency-key': key }, repeatable: true }
    return this.#transport.ask({ method: 'POST', path, ...once, ...(body && { body }), signal }, ['secret'])
  }

  #patch(id: string, body: object, signal: AbortSignal | undefined): Promise<Webhook> {
    // It says how the webhook is to be, so a second time changes nothing.
    return this.#transport.ask({ method: 'PATCH', path: pathOf(id), body, repeatable: true, signal }, ['id'])
  }

  /** Messages that wait already are not sent twice, so a repetition does no harm but to a fast receiver. */
  #replay(id: string, body: object, signal: AbortSignal | undefined): Promise<Replayed> {
    return this.#transport.ask({ method: 'POST', path: `${pathOf(id)}/replay`, body, repeatable: true, signal }, [
      'replayed',
    ])
  }

  #pages<Element, Page extends { next: string | null }>(
    path: string,
    { cursor, signal, ...options }: PageOptions,
    field: keyof Page & string,
  ): Pages<Element, Page> {
    return new Pages<Element, Page>({
      from: cursor,
      language: this.#transport.language,
      read: (at) =>
        this.#transport.ask({ method: 'GET', path, parameters: parametersOf({ ...options, cursor: at }), signal }, [
          field,
        ]),
      elementsOf: (page) => page[field] as readonly Element[],
      nextOf: ({ next }) => next,
    })
  }
}

const PATH = '/api/v1/webhooks'
const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

const fieldsOf = ({ cnCodes, events, lang }: Watched): object => ({
  ...(cnCodes && { cn_codes: cnCodes }),
  ...(events && { events }),
  ...(lang && { lang }),
})
