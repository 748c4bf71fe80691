import { setTimeout as pause } from 'node:timers/promises'
import { type Digits, digits, group, onOnePath } from '../../src/base/cn-code.ts'
import { createMailer, startMailing } from '../../src/mail/mailer.ts'
import type { Store } from '../../src/store/store.ts'
import { type MailSink, mailSink, type Received } from '../mail/smtp.ts'
import { openPatiently } from '../store/open-patiently.ts'
import { listing } from '../webhooks/scene.ts'
import { childPost, killAgainAndAgain, type Scene, type Toll } from './herd.ts'

const WORKERS = 3
/** Many, since a worker that is killed holds four of them until its leases expire. */
const RECIPIENTS = 100
/** All goods; a chapter; one subheading; goods nobody lists. */
const WATCHLISTS = [[], ['84'], ['84101010', '85'], ['0101', '02']].map((codes) => codes.map(digits))
/** One mail in so many is refused, or its connection broken behind its data. */
const TROUBLE = 60
/** One change a round, slow enough that no mail holds more of them than it shows. */
const ROUND_MS = 100

interface Recipient {
  readonly address: string
  readonly codes: readonly Digits[]
}

const quiet = () => {}
const settingsOf = (store: Store, { url }: MailSink) => ({
  store,
  server: { url, from: { name: '', address: 'alerts@cn.example.com' } },
  publicUrl: 'https://cn.example.com',
  now: () => new Date(),
  law: () => ({ acts: [], regimes: [] }),
  log: { debug: quiet, info: quiet, warn: quiet },
  everyMs: 0,
})

/** Changes of the law, and requests for confirmation, sent by e-mail by workers that are killed. */
export async function killWhileMailing(scene: Scene): Promise<Toll> {
  const { place, random } = scene
  const store = await openPatiently(place)
  const sink = await mailSink()
  try {
    const recipients = await subscribe(store, sink)
    sink.behaviour = () => {
      const fate = random.below(TROUBLE)
      return fate === 0 ? 'break' : fate === 1 ? { code: 451, text: 'later' } : 'accept'
    }
    const killed = new Set<string>()
    const acknowledged = new Set<string>()
    let started = 0
    const post = () => {
      let name = ''
      return childPost(scene, {
        settings: () => {
          name = `worker-${started++}.example.com`
          return { role: 'mail', place, url: sink.url, name }
        },
        lines: 6,
        // Printed once the result is stored: whatever is sent after this is a repetition that must not be.
        onLine: (line) => void acknowledged.add(line),
        onKilled: () => void killed.add(name),
      })
    }
    const recorded: string[] = []
    const asked: string[] = []
    let ended = false
    const recording = (async () => {
      for (let round = 0; !ended; await pause(ROUND_MS)) {
        if ((await store.mails.backlog(new Date())) > RECIPIENTS / 2) continue
        recorded.push(await recordChange(store, round))
        asked.push(await ask(store, `new-${round}@example.com`, []))
        round++
      }
    })()
    const kills = await killAgainAndAgain(Array.from({ length: WORKERS }, post), scene).finally(() => {
      ended = true
    })
    await recording
    await sendTheRest(store, sink)
    return { kills, ...compare(sink, { recipients, recorded, asked, killed, acknowledged }) }
  } finally {
    await sink.close()
    await store.close()
  }
}

async function ask(store: Store, email: string, codes: readonly Digits[]): Promise<string> {
  const watch = { codes, regime: null, listId: null }
  const outcome = await store.alerts.ask({
    email,
    ...watch,
    language: 'en',
    network: email,
    leadsPerDay: 0,
    at: new Date(),
  })
  if (outcome !== 'asked') throw new Error(`${email}: ${outcome}`)
  return email
}

async function subscribe(store: Store, sink: MailSink): Promise<Recipient[]> {
  const recipients = Array.from({ length: RECIPIENTS }, (_, at) => ({
    address: `recipient-${at}@example.com`,
    codes: WATCHLISTS[at % WATCHLISTS.length]!,
  }))
  for (const { address, codes } of recipients) await ask(store, address, codes)
  const mailer = createMailer(settingsOf(store, sink))
  while ((await mailer.sendDue()) > 0) await mailer.oneDone()
  for (const { text } of sink.received) {
    const [, id = '', token = ''] = /alerts\/confirm\?id=(\w+)&token=([\w-]+)/.exec(text) ?? []
    if ((await store.alerts.confirm(id, token, new Date())) !== 'confirmed') throw new Error('not confirmed')
  }
  sink.received.length = 0
  sink.seen.length = 0
  return recipients
}

/** The code of a change, by which it is known in a mail: no two have the same. */
async function recordChange({ datasets }: Store, round: number): Promise<string> {
  const code = group(
    digits(`${84 + (round % 3)}${String(10_000 + Math.floor(round / 3)).slice(-4)}${10 + (round % 80)}`),
  )
  const change = { ...listing(code), id: `ch_${round}`, act: null }
  const after = (await datasets.latest())?.version ?? null
  const version = `kills-${round}`
  const law = Buffer.from(version)
  const at = new Date()
  const added = await datasets.introduce({ version, law, published: false, after, changes: [change], at })
  if (added === 'superseded' || added.length !== 1) throw new Error(`round ${round} was not recorded`)
  return code
}

/** Nothing is lost when nobody is killed any more: every mail arrives, however often it was interrupted. */
async function sendTheRest(store: Store, sink: MailSink): Promise<void> {
  sink.behaviour = () => 'accept'
  // A clock that is ahead, so that nothing is waited for: what is tried again is due, and old leases have expired.
  const later = () => new Date(Date.now() + 3_600_000)
  const mailing = startMailing({ ...settingsOf(store, sink), now: later })
  const deadline = Date.now() + 600_000
  while ((await store.mails.backlog(later())) > 0) {
    if (Date.now() > deadline) throw new Error('mails wait for ever')
    await pause(50)
  }
  await mailing.stop(1_000)
}

interface Expected {
  readonly recipients: readonly Recipient[]
  readonly recorded: readonly string[]
  readonly asked: readonly string[]
  /** Workers that were killed, and mails whose sending a worker has stored. */
  readonly killed: ReadonlySet<string>
  readonly acknowledged: ReadonlySet<string>
}

/**
 * What was taken by the mail server, against what was to be told. A mail may be taken twice only when the worker that sent
 * it first was killed before it had stored that.
 */
function compare({ received }: MailSink, { recipients, recorded, asked, killed, acknowledged }: Expected) {
  const lost: string[] = []
  const twice: string[] = []
  const wrong: string[] = []
  const byId = Map.groupBy(received, ({ id }) => id)
  for (const [id, mails] of byId) {
    for (const mail of mails.slice(0, -1)) {
      if (!killed.has(mail.client)) twice.push(`${id} by ${mail.client}, which was not killed`)
      else if (acknowledged.has(`${mail.client} ${id}`)) twice.push(`${id} by ${mail.client}, which had stored it`)
    }
    if (mails.some(({ to, text, html }) => to !== mails[0]!.to || text !== mails[0]!.text || html !== mails[0]!.html))
      wrong.push(`${id} changed`)
  }
  const first = [...byId.values()].map(([mail]) => mail!)
  const byAddress = Map.groupBy(first, ({ to }) => to)
  for (const address of asked) {
    const mails = byAddress.get(address) ?? []
    if (mails.length === 0) lost.push(`${address} was not asked`)
    if (mails.length > 1) twice.push(`${address} was asked ${mails.length} times`)
  }
  let told = asked.length
  for (const { address, codes } of recipients) {
    const found = (byAddress.get(address) ?? []).flatMap(codesIn)
    const known = new Set<string>()
    for (const code of found) if (known.size === known.add(code).size) twice.push(`${address}: ${code}`)
    const watched = recorded.filter(
      (code) => codes.length === 0 || codes.some((own) => onOnePath(own, digits(code.replaceAll(' ', '')))),
    )
    for (const code of watched) if (!known.delete(code)) lost.push(`${address}: ${code}`)
    for (const code of known) wrong.push(`${address}: ${code} was not to be told`)
    told += watched.length
  }
  return { acknowledged: told, again: received.length - byId.size, lost, twice, wrong }
}

const codesIn = ({ text }: Received): string[] =>
  [...text.replaceAll(/\s+/g, ' ').matchAll(/\* ([\d ]+) added to Annex/g)].map(([, code = '']) => code)
