import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import type { TestContext } from 'node:test'
import { inBrowser } from './harness.ts'

const CLIENT = join(import.meta.dirname, '..', '..', '..', 'src', 'client')

/** The client as native modules, on an origin of its own: another site that uses the service. */
async function otherSite(t: TestContext): Promise<string> {
  const server = createServer(async (request, response) => {
    const isModule = request.url?.endsWith('.ts')
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html')
    response.end(
      isModule ? stripTypeScriptTypes(await readFile(join(CLIENT, basename(request.url!)), 'utf8')) : '<p>site',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

inBrowser('the client runs on a page of another site', async (t, { origin, browser }) => {
  const site = await otherSite(t)
  const page = await browser.newPage()
  t.after(() => page.close())
  const statuses: string[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(origin)) statuses.push(`${response.request().method()} ${response.status()}`)
  })
  await page.goto(site)
  const outcome = await page.evaluate(`(async () => {
    const { CnSanctions } = await import('/index.ts')
    const client = new CnSanctions({ baseUrl: '${origin}', lang: 'en' })
    const first = await client.lookup('7304 11 00')
    const again = await client.lookup('7304 11 00')
    const { items } = await client.check(['7304 11 00', '7'])
    const refused = await client.lookup('7').catch((error) => error)
    const wrongKey = new CnSanctions({ baseUrl: '${origin}', apiKey: 'cns_wrong' })
    const keyRefused = await wrongKey.dataset().catch((error) => error)
    const aborted = await client.lookup('8471', { signal: AbortSignal.abort() }).catch((error) => error.name)
    return [first.verdict, JSON.stringify(first) === JSON.stringify(again), items.map(({ status }) => status),
      refused.code, refused.language, keyRefused.code, keyRefused.language, aborted]
  })()`)
  assert.deepEqual(outcome, [
    'restricted',
    true,
    ['ok', 'error'],
    'q_code_length',
    'en',
    'key_malformed',
    'pl',
    'AbortError',
  ])
  assert.ok(statuses.includes('GET 304'), `the ETag is used: ${statuses.join()}`)
})
