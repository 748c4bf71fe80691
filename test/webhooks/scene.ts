import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { Pool } from 'pg'
import { Webhook as Verifier } from 'standardwebhooks'
import type { Day } from '../../src/base/day.ts'
import type { Change } from '../../src/changes/change.ts'
import { enqueue } from '../../src/store/outbox/outbox.ts'
import type { Tables } from '../../src/store/sql/schema.ts'
import type { Place, Store } from '../../src/store/store.ts'
import type { Webhook } from '../../src/store/webhooks/webhooks.ts'

export const AT = new Date('2026-07-24T10:00:00.000Z')

/** A way around the store, to the same database. */
export function databaseAt(place: Place): Kysely<Tables> {
  if ('databaseUrl' in place) {
    const pool = new Pool({ connectionString: place.databaseUrl, max: 1 })
    pool.on('error', () => {}) // the server may end before its connection is closed
    return new Kysely({ dialect: new PostgresDialect({ pool }) })
  }
  const database = new Database(join(place.dataDir, 'cn-sanctions.db'), { timeout: 10_000 })
  database.pragma('synchronous = FULL')
  return new Kysely({ dialect: new SqliteDialect({ database }) })
}

/** Writes what is to be sent of these changes, in one transaction, as whoever records them does. */
export async function publish(place: Place, changes: readonly Change[], at: Date = AT): Promise<void> {
  const db = databaseAt(place)
  try {
    await db.transaction().execute((trx) => enqueue(trx, changes, at))
  } finally {
    await db.destroy()
  }
}

/** A code that came into an annex. */
export const listing = (code: string, over: Partial<Change> = {}): Change => ({
  id: `ch_${code.replaceAll(' ', '')}_${over.annex ?? 'XXIII'}_${over.type ?? ''}`,
  type: 'listing.added',
  day: '2026-07-24',
  regime: 'EU-RU-833-2014',
  annex: 'XXIII',
  article: '3k',
  cn_codes: [code],
  act: '32026R1848',
  text: { pl: `Dodano ${code} do załącznika XXIII`, en: `${code} added to Annex XXIII` },
  ...over,
})

export async function newKey(store: Store, expires: Day | null = null): Promise<string> {
  return (await store.keys.issue({ name: 'Broker', perMinute: null, expires, at: AT })).id
}

/** A webhook; without a key of its own it gets a new one. */
export async function addWebhook(
  store: Store,
  over: Partial<Pick<Webhook, 'keyId' | 'url' | 'codes' | 'events' | 'language'>> = {},
): Promise<{ id: string; secret: string }> {
  const keyId = over.keyId ?? (await newKey(store))
  return store.webhooks.add({
    url: 'https://example.com/hook',
    codes: [],
    events: [],
    language: 'en',
    at: AT,
    ...over,
    keyId,
  })
}

export interface Received {
  readonly path: string
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly port: number
  readonly received: Received[]
  url(path?: string): string
  close(): Promise<void>
}

export type Behaviour = (response: ServerResponse, request: IncomingMessage, socket: Socket) => void

/** A receiver on this machine that behaves as it is told; it has read the whole message by then. */
export async function receiver(behaviour: (path: string, got: Received) => Behaviour): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const got = { path, id: String(headers['webhook-id']), headers, body: Buffer.concat(parts).toString() }
      received.push(got)
      behaviour(path, got)(response, request, request.socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers with a status and nothing else. */
export const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(code, headers).end()

/** What a receiver does with the package of Standard Webhooks; the age of a message is not its concern here. */
export function verified(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): unknown {
  const id = String(headers['webhook-id'])
  const sent = new Date(Number(headers['webhook-timestamp']) * 1000)
  const good = new Verifier(secret).sign(id, sent, body)
  if (!String(headers['webhook-signature']).split(' ').includes(good)) throw new Error('not signed with this secret')
  return JSON.parse(body)
}
