import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { TICK_MICROSECONDS } from './processes.ts'

/** What starts cost, in CPU seconds, each beside the start of Node alone. Needs /proc, so Linux. */

const ROOT = join(import.meta.dirname, '..')
const COMMAND = join(ROOT, 'bin', 'cn-sanctions.js')
const PORT = 18_231
const ROUNDS = 5

/** CPU time of a process and of the children that it waited for: fields 14 to 17 of proc(5), behind the name in brackets. */
function cpuSeconds(pid: number | 'self', fields: readonly [from: number, to: number]): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const numbers = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(...fields)
  return (numbers.reduce((sum, one) => sum + Number(one), 0) * TICK_MICROSECONDS) / 1e6
}
const OWN_AND_CHILDREN = [11, 15] as const
const CHILDREN = [13, 15] as const

function run(...args: readonly string[]): number {
  const before = cpuSeconds('self', CHILDREN)
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return cpuSeconds('self', CHILDREN) - before
}

/** From the start of a service to its first /readyz that says so. */
async function untilReady(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cn-sanctions-start-'))
  const env = { ...process.env, PORT: String(PORT), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, ['--max-semi-space-size=8', COMMAND, 'serve'], { env, stdio: 'ignore' })
  try {
    const isReady = () =>
      fetch(`http://127.0.0.1:${PORT}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error('the service has ended')
      await pause(20)
    }
    return cpuSeconds(child.pid!, OWN_AND_CHILDREN)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const OPEN_LAW = `(await import(${JSON.stringify(join(ROOT, 'src/library/index.ts'))})).openLaw()`
const STARTS: readonly (readonly [name: string, start: () => number | Promise<number>])[] = [
  ['node -e 0', () => run('-e', '0')],
  ['check 7304 11 00', () => run(COMMAND, 'check', '7304', '11', '00')],
  ['openLaw()', () => run('--input-type=module', '-e', `await ${OPEN_LAW}`)],
  ['serve, until /readyz', untilReady],
]

export async function measureStarts(): Promise<void> {
  const seconds = new Map<string, number[]>(STARTS.map(([name]) => [name, []]))
  // What the first round compiles and checks, the others find: they are the second starts.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, start] of STARTS) {
      const took = await start()
      if (round > 0) seconds.get(name)!.push(took)
    }
  for (const [name, all] of seconds) {
    const sorted = all.toSorted((a, b) => a - b)
    const [least, median] = [sorted[0]!, sorted[sorted.length >> 1]!]
    process.stdout.write(`${name.padEnd(24)} ${median.toFixed(2)} s of CPU, at least ${least.toFixed(2)}\n`)
  }
}
