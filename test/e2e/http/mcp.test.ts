import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import type { CnResponse } from '../../../src/answer/response/response.ts'
import type {
  AnswerResult,
  ChangesResult,
  Comparison,
  DatasetResult,
  ListResult,
  TariffResult,
} from '../../../src/http/mcp/schemas.ts'
import { openStore } from '../../../src/store/store.ts'
import { answerer as realLaw } from '../../real-law.ts'
import { emptyPlace, limitIn, NOON, PLENTY, problemIn, type ServiceOptions, serviceFor } from './service.ts'

const ERAS = { '2026-07-28': { pin: '2026-07-28' }, '2025-11-25': 'legacy' } as const

/** Every session of an assistant begins with the list of tools. */
const TOOLS_BYTES = 28_000

interface Called {
  readonly isError?: boolean
  readonly structuredContent?: unknown
  readonly content: readonly { readonly type: string; readonly text: string }[]
}

/** A service that listens, and the official client of one revision connected to it. */
async function connected(
  t: TestContext,
  mode: 'legacy' | { pin: string } = ERAS['2026-07-28'],
  options: ServiceOptions & { headers?: Record<string, string> } = {},
) {
  const service = await serviceFor(t, { limits: PLENTY, ...options })
  const url = new URL(`http://127.0.0.1:${await service.listen()}/mcp`)
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: options.headers ?? {} } }))
  t.after(() => client.close())
  const call = async (name: string, given: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: given })) as unknown as Called
  /** The structured result; once the tools were listed, the client has checked it against its schema. */
  const result = async <T>(name: string, given: Record<string, unknown>): Promise<T> => {
    const { isError, structuredContent, content } = await call(name, given)
    assert.ok(!isError, content[0]?.text)
    return structuredContent as T
  }
  return { service, client, url, call, result }
}

/** The text of a refused call. */
function refusal({ isError, structuredContent, content }: Called): string {
  assert.equal(isError, true)
  assert.equal(structuredContent, undefined)
  return content.map(({ text }) => text).join('\n')
}

for (const [revision, mode] of Object.entries(ERAS)) {
  describe(`a client of ${revision}`, () => {
    test('learns which tools there are: read-only, with schemas of arguments and results', async (t) => {
      const { client } = await connected(t, mode)
      assert.equal(client.getNegotiatedProtocolVersion(), revision)
      assert.equal(client.getServerVersion()?.name, 'cn-sanctions')
      assert.match(client.getInstructions() ?? '', /never means that a trade is allowed/)
      const { tools } = await client.listTools()
      assert.deepEqual(
        tools.map(({ name }) => name),
        [
          'check_code',
          'find_product',
          'screen_deal',
          'check_list',
          'browse_tariff',
          'compare_days',
          'list_goods',
          'list_changes',
          'about_dataset',
          'make_receipt',
          'verify_receipt',
        ],
      )
      assert.ok(Buffer.byteLength(JSON.stringify({ tools })) < TOOLS_BYTES, `${JSON.stringify({ tools }).length} bytes`)
      for (const { name, title, description = '', inputSchema, outputSchema, annotations } of tools) {
        assert.ok(title && description.length < 900, name)
        assert.deepEqual([inputSchema.type, outputSchema?.type], ['object', 'object'], name)
        assert.deepEqual(
          annotations,
          { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
          name,
        )
      }
      const [code, , , list] = tools.map(({ inputSchema: { properties = {} } }) => properties as Record<string, object>)
      assert.deepEqual(tools[0]?.inputSchema.required, ['q'])
      assert.match(JSON.stringify(code?.regime), /"EU-RU-833-2014"/)
      assert.match(JSON.stringify(list?.items), /"maxItems":50/)
    })

    test('calls every tool, reads an annex and an article', async (t) => {
      const { client, call, result } = await connected(t, mode)
      await client.listTools()
      const code = await result<AnswerResult>('check_code', { q: '7304 11 00', lang: 'en' })
      assert.match(code.assessment.sentence, /^Prohibited: import and export \(Russia and Belarus\)/)
      const product = await result<AnswerResult>('find_product', { q: 'laptop', lang: 'en' })
      assert.equal(product.goods?.[0]?.code, '8471 30 00')
      const list = await result<ListResult>('check_list', { items: [{ id: 'a', q: '7304' }] })
      assert.equal(list.items[0]?.status, 'ok')
      const deal = await result<AnswerResult>('screen_deal', { q: '7304 11 00', origin: 'RU', destination: 'PL' })
      assert.equal(deal.deal?.findings[0]?.kind, 'prohibited')
      const below = await result<TariffResult>('browse_tariff', { q: '7304', lang: 'en' })
      assert.ok(below.lines.some(({ code }) => code === '7304 11 00') && below.assessment.checked)
      const compared = await result<Comparison>('compare_days', { q: '7304 11 00', from: '2022-03-01' })
      assert.deepEqual([compared.before.has_prohibition, compared.after.has_prohibition], [false, true])
      assert.ok(compared.changes.some(({ type }) => type === 'listing.added'))
      const changes = await result<ChangesResult>('list_changes', { since: '2026-07-24' })
      assert.ok(changes.changes.length > 0)
      const dataset = await result<DatasetResult>('about_dataset', {})
      assert.equal(dataset.version, code.dataset)
      const { content } = await call('check_code', { q: '7304 11 00', lang: 'en' })
      const [{ text } = { text: '' }] = content
      assert.equal(content.length, 1)
      assert.ok(text.startsWith(code.assessment.sentence) && text.includes(code.disclaimer))
      const templates = await client.listResourceTemplates()
      assert.deepEqual(
        templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        [
          'cn-sanctions://annex/{regime}/{annex}{?lang,offset}',
          'cn-sanctions://article/{regime}/{article}{?lang,offset}',
        ],
      )
      for (const uri of ['cn-sanctions://annex/EU-RU-833-2014/XXIII', 'cn-sanctions://article/EU-RU-833-2014/3k']) {
        const [first] = (await client.readResource({ uri: `${uri}?lang=en` })).contents
        assert.ok(first && 'text' in first)
        assert.equal(first.mimeType, 'application/json')
        assert.match(JSON.parse(first.text).eur_lex_url, /^https:\/\/eur-lex\.europa\.eu\/legal-content\/EN\//)
      }
    })

    test('begins a conversation with a prompt, in Polish or English', async (t) => {
      const { client } = await connected(t, mode)
      const { prompts } = await client.listPrompts()
      assert.deepEqual(
        prompts.map(({ name }) => name),
        ['check_shipment', 'explain_change'],
      )
      assert.deepEqual(
        prompts[1]?.arguments?.map(({ name, required }) => [name, required]),
        [
          ['code', true],
          ['from', true],
          ['to', false],
          ['lang', false],
        ],
      )
      const asked = { name: 'check_shipment', arguments: { goods: '7304 11 00' } }
      assert.match(JSON.stringify(await client.getPrompt(asked)), /Sprawdź, czy sankcje.*goods: 7304 11 00/)
      const english = { name: 'explain_change', arguments: { code: '7304', from: '2022-03-01', lang: 'en' } }
      assert.match(JSON.stringify(await client.getPrompt(english)), /Explain what changed.*from: 2022-03-01/)
      await assert.rejects(client.getPrompt({ name: 'check_shipment', arguments: {} }), { code: -32602 })
    })

    test('is told by the protocol of what does not exist', async (t) => {
      const { client } = await connected(t, mode)
      await assert.rejects(client.callTool({ name: 'delete_all', arguments: {} }), { code: -32602 })
      await assert.rejects(client.callTool({ name: '__proto__', arguments: {} }), { code: -32602 })
      for (const uri of [
        'cn-sanctions://annex/EU-RU-833-2014/XXIV.x',
        'cn-sanctions://annex/EU-XX/XXIII',
        'cn-sanctions://annex/EU-RU-833-2014/XXIII?lang=de',
        'cn-sanctions://annex/EU-RU-833-2014/XXIII?as_of=2020-01-01',
        'cn-sanctions://article/EU-RU-833-2014/3k/1',
        'file:///etc/passwd',
      ]) {
        await assert.rejects(client.readResource({ uri }), /not found/, uri)
      }
    })
  })
}

describe('a call with mistakes', () => {
  test('says in the language asked for what to do', async (t) => {
    const { call } = await connected(t)
    const said = async (name: string, given: Record<string, unknown>) => refusal(await call(name, given))
    assert.equal(
      await said('check_code', { q: '3061792' }),
      'q: Kod ma 2, 4, 6, 8 albo 10 cyfr, na przykład 8471 30 00. Arkusz kalkulacyjny mógł uciąć zero na początku kodu. Może chodziło o: 0306 17 92. [q_code_length]',
    )
    // A number in JSON has lost its leading zero, and is not answered about another code.
    assert.match(await said('check_code', { q: 3061792, lang: 'en' }), /Did you mean 0306 17 92\?/)
    assert.match(await said('compare_days', { q: '84', from: '2024-01-01', lang: 'en' }), /at least 4 digits/)
    assert.match(await said('check_code', { q: '8471 3O', lang: 'en' }), /^q: This tool takes a CN code/)
    assert.match(await said('check_code', { lang: 'en' }), /^q: Give a CN code or part of a product name/)
    assert.match(await said('check_code', {}), /^q: Podaj kod CN/)
    assert.equal((await said('check_code', { q: {}, lang: 'en' })).split('\n').length, 1, 'not missing besides')
    assert.match(await said('find_product', { q: 'z', lang: 'en' }), /\[q_too_vague\]$/)
    assert.match(await said('check_code', { q: '84', lang: 'de' }), /^lang: Parametr lang to pl albo en/)
    assert.match(await said('check_code', { q: '84', as_off: '2020-01-01', lang: 'en' }), /^as_off: This tool has no/)
    assert.match(
      await said('check_code', { q: '84', limit: 500, lang: 'en' }),
      /^limit: This tool has no such argument/,
    )
    assert.match(await said('list_changes', { since: 'yesterday', lang: 'en' }), /\[since_invalid\]$/)
    assert.match(await said('screen_deal', { q: '84', origin: 'RU', lang: 'en' }), /\[deal_incomplete\]$/)
    assert.match(await said('compare_days', { q: '8471', lang: 'en' }), /^from: .*\[as_of_invalid\]$/)
    assert.match(await said('about_dataset', { lang: 'xx' }), /\[lang_unknown\]$/)
    const all = await said('check_code', { q: '84', as_of: '2026-02-30', direction: 'up', origin: 'ZZ', lang: 'en' })
    assert.deepEqual(
      all.split('\n').map((line) => line.split(':')[0]),
      ['as_of', 'direction', 'origin'],
    )
  })

  test('of a list says which item is wrong', async (t) => {
    const { call, result } = await connected(t)
    const said = async (given: Record<string, unknown>) => refusal(await call('check_list', { lang: 'en', ...given }))
    const items = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at), q: '8471' }))
    assert.match(await said({ items: items(51) }), /^items: .*1 to 50 items.*\[items_count_invalid\]$/)
    assert.match(await said({ items: [] }), /\[items_count_invalid\]$/)
    assert.match(await said({}), /\[items_count_invalid\]$/)
    assert.match(await said({ items: items(1), detail: 'full' }), /^detail: .*\[argument_unknown\]$/)
    assert.match(await said({ items: items(1), offset: -1 }), /^offset: .*\[offset_invalid\]$/)
    const answered = await result<ListResult>('check_list', {
      lang: 'en',
      items: [{ id: 'x', q: '847' }, { id: 'n', q: 8471 }, { q: '84' }, null, ...items(1)],
    })
    const told = answered.items.map((one) => [one.id, one.status === 'error' ? one.problem.code : 'ok'])
    assert.deepEqual(told, [
      ['x', 'q_code_length'],
      ['n', 'item_invalid'],
      [null, 'item_id_invalid'],
      [null, 'item_invalid'],
      ['0', 'ok'],
    ])
    const [wrong] = answered.items
    assert.ok(wrong?.status === 'error' && /^A code has 2, 4, 6, 8 or 10 digits/.test(wrong.problem.detail))
  })

  test('says in words what may soften a ban, and how surely a name was read', async (t) => {
    const { call } = await connected(t, ERAS['2026-07-28'])
    const textOf = async (tool: string, given: object) =>
      JSON.stringify((await call(tool, { lang: 'en', ...given })).content)
    assert.match(
      await textOf('check_code', { q: '7403 19', direction: 'import' }),
      /What may lift or soften it: exemptions: \d+, wind-downs: \d+, derogations \(permits\): \d+/,
    )
    const softened = /What may lift or soften it: exemptions.*derogations/
    const items = [{ id: 'a', q: '7403 19' }]
    for (const [tool, given] of Object.entries({
      check_list: { items },
      browse_tariff: { q: '7403 19' },
      compare_days: { q: '7403 19', from: '2022-03-01' },
      screen_deal: { q: '7403 19', origin: 'RU', destination: 'PL' },
    }))
      assert.match(await textOf(tool, given), softened, tool)
    assert.match(
      await textOf('list_changes', { since: '2026-07-24' }),
      /A change does not say what lifts.*not worked in yet/,
    )
    assert.match(
      await textOf('check_list', { items: [{ id: 'a', q: 'steel pipes' }] }),
      /confidence: (?:high|medium|low)/,
    )
    assert.match(
      await textOf('screen_deal', { q: '8471 30 00', origin: 'PL', destination: 'KZ', via: 'RU' }),
      /– prohibited: .*– not_checked: /,
    )
    assert.match(
      await textOf('find_product', { q: 'steel pipes' }),
      /Read from a name; confidence: (?:high|medium|low)\./,
    )
  })

  test('speaks Polish where the call names no language, whatever the client accepts', async (t) => {
    const { call } = await connected(t, ERAS['2026-07-28'], { headers: { 'accept-language': 'en' } })
    assert.match(refusal(await call('check_code', {})), /^q: Podaj kod CN/)
  })

  test('tells nothing of an error inside, which is logged', async (t) => {
    const { service, call } = await connected(t, ERAS['2026-07-28'], {
      answerer: () => ({
        ...realLaw,
        answer: () => {
          throw new Error('secret /srv/law')
        },
      }),
    })
    assert.equal(
      refusal(await call('check_code', { q: '84', lang: 'en' })),
      'The answer failed; the error was recorded. [internal]',
    )
    assert.match(service.logged(), /secret \/srv\/law/)
  })
})

describe('the endpoint', () => {
  const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

  test('answers what is no message as the protocol says', async (t) => {
    const { mcp } = await serviceFor(t, { limits: PLENTY })
    const broken: [unknown, number, number][] = [
      ['{', 400, -32700],
      ['', 400, -32700],
      [Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
      ['null', 400, -32600],
      ['7', 400, -32600],
      [[PING, PING], 400, -32600],
      [[], 400, -32600],
      [{ id: 1, method: 'ping' }, 400, -32600],
      [{ ...PING, method: 'no/such' }, 200, -32601],
      [{ ...PING, method: 'tools/call', params: { name: 'check_code', arguments: 'x' } }, 200, -32602],
      [{ ...PING, method: 'subscriptions/listen', params: {} }, 200, -32601],
    ]
    for (const [body, status, code] of broken) {
      const answer = await mcp(body)
      const told = JSON.stringify(body).slice(0, 60)
      assert.deepEqual([answer.statusCode, answer.json().error?.code], [status, code], `${told}: ${answer.body}`)
      assert.match(String(answer.headers['content-type']), /^application\/json/)
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
  })

  test('is never at a loss: whatever is sent, the answer is one of the protocol', async (t) => {
    const { mcp, logged } = await serviceFor(t, { limits: PLENTY })
    const given = fc.dictionary(
      fc.constantFrom('q', 'lang', 'items', 'offset', 'cursor', 'since', 'via', 'x'),
      fc.oneof(fc.jsonValue(), fc.constantFrom('84', '8471 30', 'en', 'rury')),
    )
    const params = fc.oneof(
      fc.jsonValue(),
      fc.record({
        name: fc.constantFrom('check_code', 'find_product', 'check_list', 'list_changes'),
        arguments: given,
      }),
      fc.record({
        uri: fc.oneof(
          fc.webUrl(),
          fc.string().map((end) => `cn-sanctions://annex/${end}`),
        ),
      }),
    )
    const method = fc.constantFrom('tools/call', 'tools/list', 'resources/read', 'initialize', 'completion/complete')
    const message = fc.record({ jsonrpc: fc.constant('2.0'), id: fc.integer(), method, params })
    await fc.assert(
      fc.asyncProperty(fc.oneof(message, fc.jsonValue()), fc.boolean(), async (body, modern) => {
        const { statusCode, json } = await mcp(
          JSON.stringify(body),
          modern ? { 'mcp-protocol-version': '2026-07-28' } : {},
        )
        assert.ok(statusCode === 200 || statusCode === 202 || statusCode === 400, `${statusCode}`)
        if (statusCode !== 202) assert.equal(json().jsonrpc, '2.0')
      }),
      { numRuns: 200 },
    )
    assert.doesNotMatch(logged(), /answer failed/)
  })

  test('keeps no session: any message is answered by itself, in one JSON body', async (t) => {
    const { mcp } = await serviceFor(t, { limits: PLENTY })
    const answer = await mcp({ ...PING, method: 'tools/list' }, { 'mcp-session-id': 'of another server' })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['mcp-session-id'], undefined)
    assert.equal(answer.json().result.tools.length, 11)
  })

  test('opens no stream for subscriptions', async (t) => {
    const { mcp } = await serviceFor(t, { limits: PLENTY })
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const message = {
      ...PING,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta: meta },
    }
    const answer = await mcp(message, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' })
    assert.equal(answer.json().error?.code, -32603, answer.body)
  })

  test('takes POST alone', async (t) => {
    const { app } = await serviceFor(t, { limits: PLENTY })
    for (const method of ['GET', 'DELETE', 'PUT'] as const) {
      const answer = await app.inject({ method, url: '/mcp', headers: { accept: 'text/event-stream, text/html' } })
      problemIn(answer, 'method_not_allowed')
      assert.equal(answer.headers.allow, 'POST, OPTIONS')
    }
  })

  test('refuses foreign hosts and origins before it reads a body, and takes those that are allowed', async (t) => {
    const { mcp } = await serviceFor(t, {
      limits: PLENTY,
      publicUrl: 'https://cn.example.com',
      allowedHosts: ['inspector.example.com'],
    })
    problemIn(await mcp('{', { origin: 'https://evil.example' }), 'origin_forbidden')
    problemIn(await mcp('{', { host: 'evil.example' }), 'host_forbidden')
    problemIn(await mcp(PING, { origin: 'null' }), 'origin_forbidden')
    const polish = problemIn(await mcp(PING, { origin: 'https://evil.example', 'accept-language': 'en' }))
    assert.match(polish.detail, /nie przyjmuje żądań ze stron o tym pochodzeniu/)
    for (const headers of [
      { host: 'cn.example.com' },
      { host: 'cn.example.com', origin: 'https://cn.example.com' },
      { host: '10.0.0.5:8080', origin: 'https://inspector.example.com' },
      { origin: 'http://localhost:6274' },
    ]) {
      assert.equal((await mcp(PING, headers)).statusCode, 200, JSON.stringify(headers))
    }
  })

  test('a page of an allowed origin may send what the protocol needs', async (t) => {
    const { app } = await serviceFor(t)
    const { headers } = await app.inject({ method: 'OPTIONS', url: '/mcp' })
    for (const name of ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name']) {
      assert.ok(String(headers['access-control-allow-headers']).includes(name), name)
    }
  })

  test('counts a message as a lookup, a call as two and a list as a batch besides', async (t) => {
    const { mcp, get, metrics } = await serviceFor(t, { limits: { lookups: 6, batches: 1 } })
    const list = { name: 'check_list', arguments: { lang: 'en', items: [{ id: '1', q: '8471' }] } }
    const check = () => mcp({ ...PING, method: 'tools/call', params: list })
    assert.deepEqual(limitIn(await mcp(PING))?.remaining, 5)
    assert.equal((await check()).json().result.isError, undefined)
    const refused = await check()
    assert.equal(refused.statusCode, 200)
    assert.equal(refused.headers['retry-after'], undefined, 'the message was answered')
    assert.match(
      refused.json().result.content[0].text,
      /^The limit for this minute is used up;.* Retry-After: \d+ s\. \[rate_limited\]$/,
    )
    assert.equal((await get('/api/v1/cn?q=84')).statusCode, 200)
    problemIn(await mcp(PING), 'rate_limited')
    assert.match(await metrics(), /cn_http_requests_total\{method="POST",route="\/mcp",status="429"\} 1/)
  })

  test('counts a list by its items, as a batch over HTTP', async (t) => {
    const q = 'steel pipes of the kind used for oil and gas'.repeat(4)
    const items = Array.from({ length: 30 }, (_, id) => ({ id: `${id}`, q }))
    const params = { name: 'check_list', arguments: { lang: 'en', items } }
    const service = await serviceFor(t, { limits: { batches: 4 } })
    const checked = await service.check({ items })
    const { mcp } = await serviceFor(t, { limits: { batches: 4 } })
    const listed = await mcp({ ...PING, method: 'tools/call', params })
    assert.deepEqual([limitIn(listed)?.remaining, limitIn(checked)?.remaining], [1, 1])
    const refused = await mcp({ ...PING, method: 'tools/call', params })
    assert.match(refused.json().result.content[0].text, /\[batch_limited\]$/)
  })

  test('takes the same keys as the API, and never a wrong one for none', async (t) => {
    const store = await openStore(await emptyPlace(t))
    t.after(() => store.close())
    const { key } = await store.keys.issue({ name: 'Broker', perMinute: 50, expires: null, at: new Date(NOON) })
    const { mcp } = await serviceFor(t, { store })
    problemIn(await mcp(PING, { authorization: 'Bearer cns_wrong' }), 'key_malformed')
    assert.equal(limitIn(await mcp(PING, { 'x-api-key': key }))?.limit, 50)
    assert.equal(limitIn(await mcp(PING, { authorization: `Bearer ${key}` }))?.remaining, 48)
  })

  test('is loaded once by messages that come together, and no lookup waits for it', async (t) => {
    const { mcp, get } = await serviceFor(t, { limits: PLENTY })
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => mcp({ ...PING, method: 'tools/list' })),
      get('/api/v1/cn?q=84'),
    ])
    for (const { statusCode } of answers) assert.equal(statusCode, 200)
    assert.equal(new Set(answers.slice(0, 8).map(({ body }) => body)).size, 1)
  })

  test('logs neither what was asked nor by whom', async (t) => {
    const { mcp, logged } = await serviceFor(t, { limits: PLENTY })
    const params = { name: 'find_product', arguments: { q: 'tajny towar kowalskiego' } }
    await mcp({ ...PING, method: 'tools/call', params })
    await mcp('{"tajny')
    assert.match(logged(), /route: '\/mcp'/)
    assert.doesNotMatch(logged(), /tajny/)
  })
})

test('a result says of a code what the lookup says', async (t) => {
  const { service, result } = await connected(t)
  for (const q of ['7304 11 00', '8471 30 00', '0101', '9999', '87']) {
    const lookup = (await service.get(`/api/v1/cn?lang=en&q=${encodeURIComponent(q)}`)).json<CnResponse>()
    const { assessment, verdict, has_prohibition, disclaimer, as_of, dataset } = await result<AnswerResult>(
      'check_code',
      { q, lang: 'en' },
    )
    // Of the goods of a chapter, a result offers some to choose from.
    const withoutAnswers = ({ questions, ...rest }: typeof assessment) => ({
      ...rest,
      questions: questions.map(({ answers, ...question }) => question),
    })
    assert.deepEqual(withoutAnswers(assessment), withoutAnswers(lookup.assessment))
    assert.deepEqual(
      [verdict, has_prohibition, disclaimer, as_of, dataset],
      [lookup.verdict, lookup.has_prohibition, lookup.disclaimer, lookup.scope.as_of, lookup.meta.dataset],
    )
  }
})

describe('what nobody knows', () => {
  test('is not repeated at length, whatever it is', async (t) => {
    const { mcp } = await serviceFor(t, { limits: PLENTY })
    const long = 'x'.repeat(15_000)
    const messages: object[] = [
      { method: 'tools/call', params: { name: long, arguments: {} } },
      { method: 'tools/call', params: { name: 'check_code', arguments: { q: long } } },
      { method: 'tools/call', params: { name: 'check_code', arguments: { q: '84', [long]: 1 } } },
      {
        method: 'tools/call',
        params: { name: 'check_list', arguments: { items: [{ id: long, q: long, [long]: long }] } },
      },
      { method: 'resources/read', params: { uri: long } },
      { method: 'resources/read', params: { uri: `cn-sanctions://annex/${long}` } },
      {
        method: 'completion/complete',
        params: { ref: { type: 'ref/resource', uri: long }, argument: { name: long, value: long } },
      },
      { method: 'prompts/get', params: { name: long } },
      { method: long },
      {
        method: 'initialize',
        params: { protocolVersion: long, clientInfo: { name: long, version: '1' }, capabilities: {} },
      },
      { method: 'ping', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': long } } },
    ]
    for (const version of ['2025-06-18', '2026-07-28', long.slice(0, 5_000)])
      for (const message of messages) {
        const answer = await mcp({ jsonrpc: '2.0', id: 1, ...message }, { 'mcp-protocol-version': version })
        assert.doesNotMatch(
          answer.body,
          /x{300}/,
          `${JSON.stringify(message).slice(0, 80)} ${answer.body.slice(0, 200)}`,
        )
        assert.ok(answer.rawPayload.length < 20_000)
      }
    const answer = await mcp({ jsonrpc: '2.0', id: long, method: 'ping' })
    assert.equal(answer.statusCode, 400)
    assert.match(answer.body, /at most 200 characters/)
  })
})
