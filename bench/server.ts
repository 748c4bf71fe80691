import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ALL_CORES, pinned, SERVER_CORE } from './cores.ts'

/** What a process has used, as `probe.js` tells it. */
export interface Use {
  /** User and system, all threads. */
  readonly cpuMicroseconds: number
  readonly rssBytes: number
  readonly peakRssBytes: number
}

export interface Server {
  readonly name: string
  readonly port: number
  readonly pid: number
  /** From the start of the process until it said it was ready. */
  readonly readyMs: number
  use(): Promise<Use>
  stop(): Promise<void>
}

export interface Start {
  readonly name: string
  /** What stands behind `node`. */
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Answers 200 once the server is ready. */
  readonly readyPath: string
  /** Another checkout, which has a Node of its own. */
  readonly root?: string
  /** May use all cores, not only that of the servers. */
  readonly anywhere?: boolean
}

const READY_WITHIN_MS = 30_000
const ROOT = join(import.meta.dirname, '..')
const PROBE = join(import.meta.dirname, 'probe.js')

/** A server in a process of its own, on its core, with nothing of our environment but what it needs. */
export async function startServer(start: Start): Promise<Server> {
  const port = await freePort()
  const { root = ROOT } = start
  const command = [
    root === ROOT ? process.execPath : join(root, 'node_modules/.bin/node'),
    '--import',
    PROBE,
    ...start.args,
  ]
  const cores = start.anywhere ? ALL_CORES : SERVER_CORE
  const [program = '', ...args] = pinned ? ['taskset', '--cpu-list', cores, ...command] : command
  const startedAt = performance.now()
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: `${port}`, ...start.environment },
  })
  await ready(child, `http://127.0.0.1:${port}${start.readyPath}`, start.name)
  return {
    name: start.name,
    port,
    pid: child.pid!,
    readyMs: performance.now() - startedAt,
    use: async () => {
      child.send('use')
      const [use] = (await once(child, 'message')) as [Use]
      return use
    },
    stop: () => stop(child),
  }
}

async function ready(child: ChildProcess, url: string, name: string): Promise<void> {
  for (const until = performance.now() + READY_WITHIN_MS; performance.now() < until; await pause(5)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode} before it was ready`)
    }
    const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
  }
  child.kill('SIGKILL')
  throw new Error(`${name} was not ready in ${READY_WITHIN_MS} ms`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const stubborn = setTimeout(() => child.kill('SIGKILL'), 3_000)
  await ended
  clearTimeout(stubborn)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
