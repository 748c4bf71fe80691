import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { DueMail, MailLease, MailOutcome, ToldPart } from '../store/alerts/mail-leases.ts'
import { errorFields } from '../store/sql/store-error.ts'
import type { Store } from '../store/store.ts'
import type { RecordedChange } from '../store/versions/changes.ts'
import { nextAttempt } from '../webhooks/schedule.ts'
import { createSender, type Log, type Sender, type Sending, startSending } from '../webhooks/sender.ts'
import { confirmation, digest, type MailLaw, type ToldList, toldChanges, type Written } from './compose.ts'
import { htmlOf, textOf } from './render.ts'
import { type MailServer, type Posted, type PostOptions, post } from './transport.ts'

export interface MailSettings {
  readonly store: Pick<Store, 'alerts' | 'mails' | 'changes' | 'lists'>
  readonly server: MailServer
  readonly publicUrl: string
  readonly now: () => Date
  /** Names of acts and regimes; null until the law is known. */
  readonly law: () => MailLaw | null
  readonly log: Log
  readonly count?: (outcome: Posted['is']) => void
  /** Called before changes are told, so that a reader who follows a link finds the law that the mail speaks of. */
  readonly serveLawFirst?: () => Promise<void>
  /** For tests: randomness, the time between two mails of changes, time limits, the name in EHLO (else that of `publicUrl`). */
  readonly random?: () => number
  readonly everyMs?: number
  readonly timeoutMs?: number
  readonly leaseMs?: number
  readonly name?: string
}

const DAY_MS = 86_400_000
/** Connections to the mail server at once. */
const AT_ONCE = 4
/** Somewhat more than the ten minutes that a server may take to accept a mail (RFC 5321, 4.5.3.2.6). */
const TIMEOUT_MS = 11 * 60_000
/** Longer than an attempt can take and than its result is tried to be stored: while it lasts, nobody else sends the mail. */
const LEASE_MS = 20 * 60_000
/** While a server is away it is tried again after this time at the latest. */
const MAX_RETRY_MS = 2 * 3_600_000
/** How often a result that the store does not take is tried to be stored. */
const STORE_AGAIN_MS = 1_000
const LIST_CHANGES = 100
/** Changes are read from the feed in blocks, which many mails share. */
const BLOCK = 500
const BLOCKS_KEPT = 20

export function createMailer(settings: MailSettings): Sender {
  const { store, server, now, log, publicUrl, random = Math.random } = settings
  const { everyMs = DAY_MS, timeoutMs = TIMEOUT_MS, leaseMs = LEASE_MS } = settings
  const { mails } = store
  const blocks = new LRUCache<string, Promise<readonly RecordedChange[]>>({ max: BLOCKS_KEPT })
  let isUnreadable = false

  async function sendAll(lease: MailLease, sending: Sending): Promise<void> {
    const { address } = lease
    const law = settings.law()
    if (address === null || law === null) {
      if (law !== null && !isUnreadable)
        log.warn({}, 'addresses of alerts cannot be read: SECRETS_KEY is missing or wrong')
      isUnreadable ||= law !== null
      return mails.release(lease, new Date(now().getTime() + (law === null ? 5_000 : leaseMs)))
    }
    for (;;) {
      if (sending.isStopping()) return mails.release(lease, now())
      const left = timeLeft()
      const due = await mails.next(lease, now(), leaseMs)
      if (!due) return
      const written = await write(due, law)
      // This process was stopped for so long that another one may have the lease.
      if (left() <= 0) return mails.release(lease, now())
      const posted = written && (await postTo(address, due, written, { signal: sending.aborted, timeoutMs: left() }))
      if (posted === null) await record(lease, due, { is: 'nothing' })
      else {
        const outcome = outcomeOf(posted, due)
        await record(lease, due, outcome)
        settings.count?.(posted.is)
        report(lease, due, posted, outcome)
        if (outcome.is !== 'sent') return
      }
    }
  }

  /** How much is left of the time that an attempt may take, by either clock, from before its lease was renewed. */
  function timeLeft(): () => number {
    const [at, begun] = [now().getTime(), performance.now()]
    return () => Math.floor(timeoutMs - Math.max(now().getTime() - at, performance.now() - begun))
  }

  function postTo(to: string, { id, at }: DueMail, written: Written, how: Omit<PostOptions, 'name'>): Promise<Posted> {
    const { subject, unsubscribe } = written
    const letter = { id, at, to, subject, unsubscribe, text: textOf(written), html: htmlOf(written) }
    return post(server, letter, { ...how, name: settings.name ?? new URL(publicUrl).hostname })
  }

  /** Null when there is nothing to tell. */
  async function write({ content }: DueMail, law: MailLaw): Promise<Written | null> {
    if ('confirm' in content) return confirmation(content, law, publicUrl)
    await settings.serveLawFirst?.()
    const newest = settings.law() ?? law
    const ofLaw = content.parts.filter(({ alert }) => alert.listId === null)
    const changes = toldChanges(ofLaw, await changesFor(ofLaw), newest)
    const lists: ToldList[] = []
    for (const part of content.parts) lists.push(...(await listChanges(part)))
    return digest(content, changes, lists, newest, publicUrl)
  }

  async function changesFor(parts: readonly ToldPart[]): Promise<readonly RecordedChange[]> {
    if (parts.length === 0) return []
    const from = Math.min(...parts.map((part) => part.from))
    const upto = Math.max(...parts.map((part) => part.upto))
    const found: RecordedChange[] = []
    for (let start = Math.floor(from / BLOCK) * BLOCK; start < upto; start += BLOCK)
      found.push(...(await block(start, Math.min(start + BLOCK, upto))))
    return found
  }

  /** Changes behind `start`, up to `upto`: they were committed before the mail was begun, and never change. */
  function block(start: number, upto: number): Promise<readonly RecordedChange[]> {
    const key = `${start} ${upto}`
    const known = blocks.get(key)
    if (known) return known
    const reading = store.changes.after(start, BLOCK).then((rows) => rows.filter(({ seq }) => seq <= upto))
    blocks.set(key, reading)
    reading.catch(() => blocks.delete(key))
    return reading
  }

  async function listChanges({ alert, from, upto }: ToldPart): Promise<ToldList[]> {
    const { listId, listName } = alert
    if (listId === null || listName === null) return []
    const changes = (await store.lists.changes(listId, from, LIST_CHANGES)).filter(({ seq }) => seq <= upto)
    return changes.length === 0 ? [] : [{ name: listName, count: upto - from, changes }]
  }

  function outcomeOf({ is }: Posted, { attempts }: DueMail): MailOutcome {
    if (is === 'sent') return { is }
    const at = now()
    const scheduled = nextAttempt(attempts + 1, at, random(), null)
    // An address is refused for days before it is deleted; a server that is away is waited for.
    if (is === 'refused') return scheduled ? { is: 'failed', dueAt: scheduled } : { is: 'ended' }
    const latest = at.getTime() + MAX_RETRY_MS
    return { is, dueAt: new Date(Math.min(scheduled?.getTime() ?? latest, latest)) }
  }

  /**
   * A mail that was taken must not be sent again because the store is away for a moment: its result is stored again and
   * again, as long as the lease keeps others from sending it.
   */
  async function record(lease: MailLease, due: DueMail, outcome: MailOutcome): Promise<void> {
    const deadline = performance.now() + leaseMs - timeoutMs
    for (;;) {
      try {
        return await mails.record(lease, due.id, outcome, now(), everyMs)
      } catch (error) {
        if (performance.now() > deadline) throw error
      }
      await pause(STORE_AGAIN_MS)
    }
  }

  /** Names neither the address nor what the server said, which may repeat it. */
  function report({ recipientId }: MailLease, { id, attempts }: DueMail, posted: Posted, outcome: MailOutcome): void {
    const { status, error } = posted
    const fields = { recipient: recipientId, mail: id, attempt: attempts + 1, status, error }
    if (outcome.is === 'sent') log.debug(fields, 'mail sent')
    else if (outcome.is === 'ended') log.warn(fields, 'address refused for days, deleted')
    else
      log.info(
        fields,
        posted.is === 'unclear' ? 'mail may have arrived, will be sent again' : 'mail failed, will be tried again',
      )
  }

  const interrupted = ({ recipientId }: MailLease, error: unknown) =>
    log.warn({ recipient: recipientId, ...errorFields(error) }, 'mail interrupted')

  return createSender(AT_ONCE, async ({ maxLeases }, sending) => {
    const claimed = await mails.claim({ at: now(), leaseMs, maxLeases })
    return claimed.map((lease) => ({
      host: '',
      keyId: '',
      run: () => sendAll(lease, sending).catch((error: unknown) => interrupted(lease, error)),
    }))
  })
}

/** Sends mails that are due until stopped, and deletes addresses that were not confirmed. */
export function startMailing(settings: MailSettings): ReturnType<typeof startSending> {
  const { store, now, log } = settings
  return startSending({
    sender: createMailer(settings),
    async cleanUp() {
      const gone = await store.alerts.forgetOld(now())
      if (gone > 0) log.info({ alerts: gone }, 'alerts that were not confirmed deleted')
    },
    log,
    storeAway: 'mails wait for the store',
  })
}
