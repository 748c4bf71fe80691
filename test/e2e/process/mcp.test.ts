import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { smallLaw } from '../../small-law.ts'
import { ROOT } from './service.ts'

const PROGRAM = [join(ROOT, 'bin', 'cn-sanctions.js'), 'mcp']
/** Run elsewhere, as desktop clients do. */
const elsewhere = () => ({ cwd: tmpdir(), env: { PATH: process.env.PATH ?? '', LAW_DIR: smallLaw() } })

for (const [revision, mode] of [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
] as const) {
  test(`an assistant of ${revision} on the same machine asks without a server`, async (t) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: PROGRAM,
      ...elsewhere(),
      stderr: 'pipe',
    })
    let said = ''
    transport.stderr?.on('data', (chunk) => {
      said += chunk
    })
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
    t.after(() => client.close())
    await client.connect(transport)
    assert.equal(client.getNegotiatedProtocolVersion(), revision)
    const { tools } = await client.listTools()
    assert.equal(tools.length, 9)
    assert.ok(!tools.some(({ name }) => name.endsWith('_receipt')), 'there are no keys without a store')
    const { structuredContent } = await client.callTool({
      name: 'check_code',
      arguments: { q: '7304 11 00', lang: 'en' },
    })
    assert.match(
      JSON.stringify(structuredContent),
      /"verdict":"restricted".*"sentence":"Prohibited: import and export \(Russia and Belarus\)/,
    )
    const list = { items: [{ id: '1', q: '8471' }] }
    const checked = await client.callTool({ name: 'check_list', arguments: list })
    assert.match(JSON.stringify(checked.structuredContent), /"status":"ok"/)
    const changes = await client.callTool({ name: 'list_changes', arguments: { since: '2026-07-24', lang: 'en' } })
    assert.match(JSON.stringify(changes.structuredContent), /"complete":false/, 'there is no database')
    assert.match(JSON.stringify(changes.content), /Without the database/)
    await client.close()
    assert.equal(said, '')
  })
}

test('it ends by itself when its input does, and writes nothing but the protocol', async () => {
  const child = spawn(process.execPath, PROGRAM, elsewhere())
  const [out, err] = [text(child.stdout), text(child.stderr)]
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  child.stdin.write(`not JSON\n${JSON.stringify(initialize)}\n`)
  // The answer is awaited, since requests under way when the input ends are not answered.
  await once(child.stdout, 'data')
  child.stdin.end()
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  const lines = (await out).trimEnd().split('\n')
  for (const line of lines) assert.equal(JSON.parse(line).jsonrpc, '2.0')
  assert.equal(JSON.parse(lines.at(-1) ?? '').result.protocolVersion, '2025-06-18')
  assert.equal(await err, '')
})

test('a law that cannot be read is told on standard error, with an exit code', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, PROGRAM, {
    env: { PATH: process.env.PATH ?? '', LAW_DIR: join(tmpdir(), 'no-such-law') },
    encoding: 'utf8',
    input: '',
  })
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /no-such-law/)
  assert.doesNotMatch(stderr, /^ +at /m)
})
