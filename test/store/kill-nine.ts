// By hand: node test/store/kill-nine.ts 100
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStore } from '../../src/store/store.ts'

export interface Toll {
  readonly kills: number
  /** E-mails a writer said were stored. */
  readonly promised: number
  readonly stored: number
  /** Promised, and not there afterwards. */
  readonly lost: readonly string[]
}

/** Kills writers with SIGKILL, one after another on the same file, each after a random number of leads. */
export async function killNine(kills: number): Promise<Toll> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-kill-'))
  try {
    const promised: string[] = []
    for (let kill = 0; kill < kills; kill++) promised.push(...(await killedWriter(dataDir, `writer${kill}`)))
    const store = await openStore({ dataDir })
    const stored = new Set<string>()
    for await (const { email } of store.leads.exportAll()) stored.add(email)
    await store.close()
    return {
      kills,
      promised: promised.length,
      stored: stored.size,
      lost: promised.filter((email) => !stored.has(email)),
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What it had promised when it died. The count is random, so the moment within a transaction is too. */
async function killedWriter(dataDir: string, name: string): Promise<string[]> {
  const script = join(import.meta.dirname, 'add-forever.ts')
  const writer = spawn(process.execPath, [script, dataDir, name], { stdio: ['ignore', 'pipe', 'inherit'] })
  const atLeast = 1 + Math.floor(Math.random() * 40)
  let printed = ''
  writer.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    if (printed.split('\n').length > atLeast) writer.kill('SIGKILL')
  })
  const [code, signal] = await once(writer, 'close')
  if (signal !== 'SIGKILL') throw new Error(`${name} ended by itself (${code ?? signal})`)
  return printed.split('\n').slice(0, -1) // the last line may be cut
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const toll = await killNine(Number(process.argv[2] ?? 100))
  process.stdout.write(`${JSON.stringify(toll)}\n`)
  process.exitCode = toll.lost.length === 0 ? 0 : 1
}
