import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { emptyDirectory, type Keeper, ready, run, until } from '../e2e/process/service.ts'
import { listing, publish, receiver, status, verified } from './scene.ts'

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=\n$/
const place = async (t: Keeper) => ({ DATA_DIR: join(await emptyDirectory(t), 'data'), WEBHOOKS_TO_LOOPBACK: 'on' })
const idIn = (text: string, mark: 'k_' | 'we_'): string => new RegExp(`${mark}[0-9A-Za-z]{8}`).exec(text)?.[0] ?? ''

async function issueKey(t: Keeper, settings: Record<string, string>) {
  const { stdout, stderr } = await run(t, ['keys', 'issue', '--name', 'Broker'], settings)
  return { id: idIn(stderr, 'k_'), key: stdout.trim() }
}

describe('webhooks', { concurrency: 2 }, () => {
  test('from the command line to the receiver: added, tested, told of a change, rotated, replayed, removed', async (t) => {
    const settings = await place(t)
    const sink = await receiver((path) => status(path === '/bad' ? 500 : 200))
    t.after(sink.close)
    const webhooks = (...args: string[]) => run(t, ['webhooks', ...args], settings)
    const key = await issueKey(t, settings)
    const service = await ready(t, { ...settings, PUBLIC_URL: 'https://cn.example.com' })
    // A webhook that came before would be told of the law the service started with.
    await service.line('changes recorded')

    const added = await webhooks('add', '--key', key.id, '--url', sink.url(), '--codes', '8471 30,8741', '--lang', 'en')
    assert.equal(added.code, 0)
    assert.match(added.stdout, SECRET)
    assert.match(
      added.stderr,
      /^Webhook we_\w{8}\. The secret is shown once.*\n.*\n.*watched all the same: 8741\. A slip\?\n$/,
    )
    const [id, secret] = [idIn(added.stderr, 'we_'), added.stdout.trim()]

    const tried = await webhooks('test', id)
    assert.deepEqual([tried.code, tried.stderr], [0, ''])
    assert.match(tried.stdout, /^200 after \d+ ms: delivered\n$/)
    assert.equal((verified(secret, sink.received[0]!) as { type: string }).type, 'webhook.test')

    await publish({ dataDir: settings.DATA_DIR }, [listing('8471'), listing('9401')], new Date())
    await until('a message', () => sink.received.length === 2)
    const { data } = verified(secret, sink.received[1]!) as { data: { cn_codes: string[]; feed: string } }
    assert.deepEqual(data.cn_codes, ['8471'])
    assert.match(data.feed, /^https:\/\/cn\.example\.com\/api\/v1\/changes\?since=/)
    const delivered = () => service.get('/api/v1/webhooks/deliveries?state=delivered', { 'x-api-key': key.key })
    await until(
      'a delivery that is written down',
      async () => JSON.parse((await delivered()).text).deliveries.length === 1,
    )
    const metrics = (await service.ops('/metrics')).text
    assert.match(metrics, /^cn_webhook_attempts_total\{outcome="delivered"\} 1$/m)
    assert.match(metrics, /^cn_webhook_attempts_total\{outcome="dead"\} 0$/m)
    assert.match(metrics, /^cn_webhook_off_waiting 0$/m)
    assert.match(metrics, /^cn_webhook_pending 0$/m)
    assert.match(metrics, /^cn_webhook_oldest_pending_seconds 0$/m)

    const table = await webhooks('deliveries', id)
    assert.match(
      table.stdout,
      /^ID +WEBHOOK .*\nmsg_\w{24} +we_\w{8} +listing\.added +2026-07-24 +delivered +1 .* 200 \(\d+ ms\)\n$/,
    )
    const rotated = await webhooks('rotate', id)
    assert.match(rotated.stdout, SECRET)
    const replayed = await webhooks('replay', sink.received[1]!.id)
    assert.deepEqual(replayed, { code: 0, stdout: '', stderr: '1 delivery will be sent again.\n' })
    await until('the message again', () => sink.received.length === 3)
    assert.equal(sink.received[2]!.id, sink.received[1]!.id)
    for (const known of [secret, rotated.stdout.trim()]) verified(known, sink.received[2]!)

    const listed = await webhooks('list')
    assert.match(listed.stdout, new RegExp(`^ID .*\\n${id} +${key.id} +active .* en +8471 30, 8741 +all +http://127`))
    const output = [listed, table, await webhooks('list', '--json'), service].map((of) => JSON.stringify(of)).join()
    assert.ok(!output.includes(secret) && !service.stdout().includes('whsec_'), 'shown once, and never logged')
    assert.equal((await webhooks('remove', id)).stderr, `Webhook ${id} is removed.\n`)
    assert.equal(
      (await webhooks('list')).stdout,
      'No webhooks yet: cn-sanctions webhooks add --key ID --url https://…\n',
    )
    service.signal('SIGTERM')
    assert.deepEqual(await service.ended(), { code: 0, signal: null })
  })

  test('what cannot be is refused, and said kindly', async (t) => {
    const settings = await place(t)
    const { id: keyId, key } = await issueKey(t, settings)
    const url = 'https://example.com/hook'
    const refused: [string[], RegExp][] = [
      [['add', '--key', key, '--url', url], /^Give the id of a key, k_…, as in keys list; not the key itself\.\n$/],
      [['add', '--key', keyId, '--url', 'https://10.0.0.1/'], /private network/],
      [['add', '--key', keyId, '--url', url, '--codes', '8471,laptop'], /^These are no CN codes .*: laptop\.\n$/],
      [
        ['add', '--key', keyId, '--url', url, '--events', 'listing.gone'],
        /^No such events: listing\.gone\. There are: /,
      ],
      [['test', 'we_00000000'], /^There is no webhook we_00000000/],
      [['replay'], /^Name one delivery, or give both/],
      [['replay', '--endpoint', 'we_00000000', '--since', '1.1.2026'], /It must be a day/],
    ]
    for (const [args, message] of refused) {
      const { code, stdout, stderr } = await run(t, ['webhooks', ...args], settings)
      assert.deepEqual([code, stdout], [2, ''], args.join(' '))
      assert.match(stderr, message)
      assert.ok(!stderr.includes(key))
    }
  })

  test('a paused webhook waits, and one of a revoked key is off', async (t) => {
    const settings = await place(t)
    const { id: keyId } = await issueKey(t, settings)
    const webhooks = (...args: string[]) => run(t, ['webhooks', ...args], settings)
    const added = await webhooks('add', '--key', keyId, '--url', 'https://example.com/hook', '--json')
    const { id, secret } = JSON.parse(added.stdout)
    assert.match(`${secret}\n`, SECRET)
    assert.match((await webhooks('pause', id)).stderr, /is paused; changes wait/)
    assert.equal(JSON.parse((await webhooks('list', '--json')).stdout)[0].state, 'paused')
    assert.match((await webhooks('resume', id)).stderr, /is active\.\n$/)
    await run(t, ['keys', 'revoke', keyId], settings)
    assert.match((await webhooks('list')).stdout, /off: key revoked/)
    const again = await webhooks('resume', id)
    assert.deepEqual([again.code, again.stderr], [2, `Key ${keyId} is revoked; webhooks need a key that is good.\n`])
  })

  test('with SECRETS_KEY the database holds no secret; a start without it says so and keeps what waits', async (t) => {
    const settings = await place(t)
    const SECRETS_KEY = randomBytes(32).toString('base64')
    const sink = await receiver(() => status(200))
    t.after(sink.close)
    const key = await issueKey(t, settings)
    const readable = await run(t, ['webhooks', 'add', '--key', key.id, '--url', sink.url()], settings)
    const sealing = await ready(t, { ...settings, SECRETS_KEY })
    assert.equal((await sealing.line('webhook secrets encrypted')).webhooks, 1)
    sealing.signal('SIGTERM')
    await sealing.ended()
    const file = await readFile(join(settings.DATA_DIR, 'cn-sanctions.db'))
    assert.ok(!file.includes(readable.stdout.trim()))

    const id = idIn(readable.stderr, 'we_')
    const tried = await run(t, ['webhooks', 'test', id], settings)
    assert.match(tried.stderr, /SECRETS_KEY is missing or wrong/)
    const without = await ready(t, settings)
    const told = 'webhook secrets cannot be read: SECRETS_KEY is missing or wrong'
    assert.equal((await without.line(told)).webhooks, 1)
    const known = await run(t, ['webhooks', 'test', id], { ...settings, SECRETS_KEY })
    assert.equal(known.code, 0)
    verified(readable.stdout.trim(), sink.received.at(-1)!)
  })
})
