import { randomUUID } from 'node:crypto'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Digits } from '../base/cn-code.ts'
import { printableJson } from '../base/plain-text.ts'
import type { Store } from '../store/store.ts'
import type { Replayed } from '../store/webhooks/deliveries.ts'
import type { Webhook } from '../store/webhooks/webhooks.ts'
import {
  addedNote,
  printDeliveries,
  printReceiverAnswer,
  printWebhooks,
  rotatedNote,
  unknownCodesNote,
} from './print-webhooks.ts'
import { day, FAILED, type Shell, UsageError, wholeNumber } from './shell.ts'

interface AddOptions {
  readonly key: string
  readonly url: string
  readonly codes?: readonly string[]
  readonly events?: readonly string[]
  readonly lang: 'pl' | 'en'
  readonly json?: true
}

export function addWebhooks(program: Command, shell: Shell): void {
  const webhooks = program.command('webhooks').description('tell the holder of a key when the law changes')
  webhooks
    .command('add')
    .description('send changes to a URL; the secret that signs them is printed once')
    .requiredOption('--key <id>', 'whose it is: the id, as in keys list')
    .requiredOption('--url <url>', 'where to send, https://…')
    .option('--codes <codes>', 'only changes that touch these CN codes, with commas (default: all)', commaList)
    .option('--events <types>', 'only these events, with commas (default: all)', commaList)
    .addOption(new Option('--lang <lang>', 'language of the texts').choices(['pl', 'en']).default('pl'))
    .option('--json', 'id and secret for machines')
    .action((options: AddOptions) =>
      shell.audited('webhooks add', async (store) => {
        const { readEndpointUrl } = await import('../webhooks/endpoint-url.ts')
        const read = readEndpointUrl(options.url, shell.webhooks().toLoopback)
        if ('mistake' in read) throw new UsageError([read.mistake.en, ...(read.own ? [FOR_DEVELOPMENT] : [])].join(' '))
        const codes = await readCodes(options.codes ?? [])
        const events = await readEvents(options.events ?? [])
        await requireActiveKey(store, options.key)
        const { url } = read
        const at = new Date()
        const added = await store.webhooks.add({ keyId: options.key, url, codes, events, language: options.lang, at })
        process.stdout.write(options.json ? `${printableJson(added)}\n` : `${added.secret}\n`)
        process.stderr.write(addedNote(added.id) + unknownCodesNote(await notInTariff(codes, shell)))
        return added.id
      }),
    )
  webhooks
    .command('list')
    .description('webhooks, without their secrets')
    .option('--json', 'for machines')
    .action(({ json }: { json?: true }) =>
      shell.withStore(async (store) => {
        const all = await withStateOfKeys(store, await store.webhooks.list())
        process.stdout.write(json ? `${printableJson(all)}\n` : printWebhooks(all))
      }),
    )
  addTest(webhooks, shell)
  addDeliveryCommands(webhooks, shell)
  webhooks
    .command('rotate')
    .description('make a new secret, printed once; the old one signs beside it for a day')
    .argument('<id>', 'as in webhooks list')
    .option('--json', 'id and secret for machines')
    .action((id: string, { json }: { json?: true }) =>
      shell.audited('webhooks rotate', async (store) => {
        const before = await findWebhook(store, id)
        const at = new Date()
        const secret = await store.webhooks.rotate(id, at)
        if (secret === null) throw noSuchWebhook(id)
        process.stdout.write(json ? `${printableJson({ id, secret })}\n` : `${secret}\n`)
        process.stderr.write(rotatedNote(before, at))
        return id
      }),
    )
  addPauseAndResume(webhooks, shell)
  webhooks
    .command('remove')
    .description('delete a webhook, its secret and all its deliveries')
    .argument('<id>', 'as in webhooks list')
    .action((id: string) =>
      shell.audited('webhooks remove', async (store) => {
        if (!(await store.webhooks.remove(id))) throw noSuchWebhook(id)
        process.stderr.write(`Webhook ${id} is removed.\n`)
        return id
      }),
    )
}

function addTest(webhooks: Command, shell: Shell): void {
  webhooks
    .command('test')
    .description('send a signed test event now, and show the answer')
    .argument('<id>', 'as in webhooks list')
    .option('--json', 'for machines')
    .action((id: string, { json }: { json?: true }) =>
      shell.withStore(async (store) => {
        const [{ sendSigned, TIMEOUT_MS }, { testPayload }] = await Promise.all([
          import('../webhooks/deliver.ts'),
          import('../webhooks/payload.ts'),
          import('node:crypto'),
        ])
        const { url, language } = await findWebhook(store, id)
        const at = new Date()
        const body = testPayload(id, language, at)
        const secrets = await store.webhooks.secrets(id, at)
        if (secrets === null)
          throw new UsageError(`The secret of ${id} cannot be read: SECRETS_KEY is missing or wrong.`)
        const answer = await sendSigned(url, `msg_test_${randomUUID()}`, body, secrets, at, {
          toLoopback: shell.webhooks().toLoopback,
          build: shell.build,
          timeoutMs: TIMEOUT_MS,
        })
        process.stdout.write(json ? `${printableJson(answer)}\n` : printReceiverAnswer(answer))
        if (!('status' in answer) || answer.status < 200 || answer.status > 299) process.exitCode = FAILED
      }),
    )
}

function addPauseAndResume(webhooks: Command, shell: Shell): void {
  const addStateChange = (name: 'pause' | 'resume', state: 'paused' | 'active', description: string, done: string) =>
    webhooks
      .command(name)
      .description(description)
      .argument('<id>', 'as in webhooks list')
      .action((id: string) =>
        shell.audited(`webhooks ${name}`, async (store) => {
          const { keyId } = await findWebhook(store, id)
          if (state === 'active') await requireActiveKey(store, keyId)
          await store.webhooks.setState(id, state, new Date())
          process.stderr.write(`Webhook ${id} ${done}\n`)
          return id
        }),
      )
  addStateChange(
    'pause',
    'paused',
    'send nothing for now; changes wait',
    'is paused; changes wait until it is resumed.',
  )
  addStateChange('resume', 'active', 'send again, first what has waited', 'is active.')
}

function addDeliveryCommands(webhooks: Command, shell: Shell): void {
  webhooks
    .command('deliveries')
    .description('what was sent and what waits, newest first')
    .argument('[id]', 'of one webhook')
    .addOption(new Option('--state <state>', 'only these').choices(['pending', 'delivered', 'dead']))
    .option('--limit <number>', 'at most so many', wholeNumber, 50)
    .option('--json', 'for machines')
    .action(
      (id: string | undefined, options: { state?: 'pending' | 'delivered' | 'dead'; limit: number; json?: true }) =>
        shell.withStore(async (store) => {
          if (id !== undefined) await findWebhook(store, id)
          const { state, limit, json } = options
          const deliveries = await store.deliveries.list({
            ...(id !== undefined && { webhookId: id }),
            ...(state && { state }),
            limit,
          })
          process.stdout.write(json ? `${printableJson(deliveries)}\n` : printDeliveries(deliveries))
        }),
    )
  webhooks
    .command('replay')
    .description('send again, under the same webhook-id, what was delivered or given up')
    .argument('[delivery]', 'one delivery, msg_…, as in webhooks deliveries')
    .option('--endpoint <id>', 'all of a webhook …')
    .option('--since <day>', '… since this day, UTC', day)
    .action((delivery: string | undefined, { endpoint, since }: { endpoint?: string; since?: string }) =>
      shell.audited('webhooks replay', async (store) => {
        const isOne = delivery !== undefined && endpoint === undefined && since === undefined
        const isMany = delivery === undefined && endpoint !== undefined && since !== undefined
        if (!isOne && !isMany) throw new UsageError('Name one delivery, or give both --endpoint ID and --since DAY.')
        const which = isOne
          ? await findFinishedDelivery(store, delivery)
          : { webhookId: endpoint!, since: new Date(since!) }
        const { id, state } = await findWebhook(store, which.webhookId)
        const count = await replayAll(store, which, new Date())
        const waits = state === 'active' ? '' : ` once ${id} is resumed`
        process.stderr.write(`${count} ${count === 1 ? 'delivery' : 'deliveries'} will be sent again${waits}.\n`)
        return `${id}: ${count} deliveries`
      }),
    )
}

/** Page by page. */
async function replayAll(store: Store, which: Replayed, at: Date): Promise<number> {
  const { count, next } = await store.deliveries.replay(which, at)
  return next === null || 'ids' in which ? count : count + (await replayAll(store, { ...which, after: next }, at))
}

async function findFinishedDelivery(store: Store, id: string): Promise<{ ids: string[]; webhookId: string }> {
  const delivery = await store.deliveries.find(id)
  if (!delivery) throw new UsageError(`There is no delivery ${id}: cn-sanctions webhooks deliveries lists them.`)
  if (delivery.state === 'pending') throw new UsageError(`Delivery ${id} is still being sent; it was not given up.`)
  return { ids: [id], webhookId: delivery.webhookId }
}

async function findWebhook(store: Store, id: string): Promise<Webhook> {
  const webhook = await store.webhooks.find(id)
  if (!webhook) throw noSuchWebhook(id)
  return webhook
}

const noSuchWebhook = (id: string) =>
  new UsageError(`There is no webhook ${id}: cn-sanctions webhooks list shows them.`)

/** Why nothing is sent for a key any more, by its id. */
async function endsOfKeys(store: Store): Promise<(keyId: string) => string | null> {
  const { endOfKey } = await import('../store/keys/keys.ts')
  const at = new Date()
  const keys = new Map((await store.keys.list()).map((key) => [key.id, key]))
  return (keyId) => {
    const key = keys.get(keyId)
    return endOfKey(key && { revoked_at: key.revokedAt, expires: key.expires }, at)
  }
}

/** Shows a webhook whose key has ended as off. The store records that only when there is something to send. */
async function withStateOfKeys(store: Store, webhooks: readonly Webhook[]): Promise<Webhook[]> {
  const endOf = await endsOfKeys(store)
  return webhooks.map((webhook) => {
    const end = webhook.state === 'off' ? null : endOf(webhook.keyId)
    return end === null ? webhook : { ...webhook, state: 'off', reason: end }
  })
}

async function requireActiveKey(store: Store, keyId: string): Promise<void> {
  // The message does not repeat the value: it may be somebody's key.
  if (!/^k_\w{1,20}$/.test(keyId))
    throw new UsageError('Give the id of a key, k_…, as in keys list; not the key itself.')
  const end = (await endsOfKeys(store))(keyId)
  if (end === 'key unknown') throw new UsageError(`There is no key ${keyId}: give its id, k_…, as in keys list.`)
  if (end !== null)
    throw new UsageError(`Key ${keyId} is ${end.replace('key ', '')}; webhooks need a key that is good.`)
}

function commaList(value: string): string[] {
  const parts = value.split(',').map((part) => part.trim())
  if (parts.includes('')) throw new InvalidArgumentError('It must be a list with commas, without empty places.')
  return [...new Set(parts)]
}

const FOR_DEVELOPMENT = 'To try things on this machine, set WEBHOOKS_TO_LOOPBACK=on.'

async function readCodes(texts: readonly string[]): Promise<readonly Digits[]> {
  const { MAX_CODES, readWatchlist } = await import('../webhooks/watchlist.ts')
  const { codes, wrong } = readWatchlist(texts)
  if (wrong.length > 0)
    throw new UsageError(`These are no CN codes of 2 to 10 digits: ${wrong.map((at) => texts[at]).join(', ')}.`)
  if (codes.length > MAX_CODES) throw new UsageError(`A webhook can watch at most ${MAX_CODES} codes.`)
  return codes
}

async function readEvents(events: readonly string[]): Promise<string[]> {
  const [{ EVENT_TYPES }, { isEventType }] = await Promise.all([
    import('../changes/change.ts'),
    import('../webhooks/watchlist.ts'),
  ])
  const unknown = events.filter((event) => !isEventType(event))
  if (unknown.length > 0)
    throw new UsageError(`No such events: ${unknown.join(', ')}. There are: ${EVENT_TYPES.join(', ')}.`)
  return [...events]
}

/** Codes that no tariff has. They are watched nevertheless: tariffs change every year, and the law names old codes. */
async function notInTariff(codes: readonly Digits[], shell: Shell): Promise<Digits[]> {
  if (codes.length === 0) return []
  const [{ loadDataset }, { LawError }] = await Promise.all([
    import('../law/load.ts'),
    import('../law/read/mistakes.ts'),
  ])
  try {
    const { nomenclatures } = await loadDataset(shell.lawDir())
    return codes.filter((code) => nomenclatures.existedIn(code).length === 0)
  } catch (error) {
    // A LAW_DIR that is being edited says nothing of codes.
    if (error instanceof LawError) return []
    throw error
  }
}
