import { hash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Service } from '../../e2e/process/service.ts'
import { until } from '../../e2e/process/service.ts'
import type { Request } from './targets.ts'

/** What came back, and what the headers say of the caller's minute. */
export interface Sent {
  readonly status: number
  readonly bytes: number
  readonly limit: number | null
  readonly remaining: number | null
}

/** What one answer was. */
export interface Answered {
  readonly status: number
  readonly bytes: number
  /** What the request was charged, of a caller who had asked nothing before; null when nothing was counted. */
  readonly points: number | null
  /** What such a caller may spend in a minute. */
  readonly perMinute: number | null
}

/** In place of a status: the service hung up while it was sent more than it takes. */
const HUNG_UP = -1

/** Longer than any bound of the service, also on a busy machine. */
const PATIENCE_MS = 200_000

/** One request on a connection of its own, from a caller named by its address. */
export function send(
  port: number,
  { method, path, headers, body }: Request,
  from: string,
  key?: string,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const asking = ask(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        headers: {
          ...headers,
          'x-forwarded-for': from,
          ...(key !== undefined && { 'x-api-key': key }),
          ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('error', reject)
        response.on('end', () => {
          const number = (name: string) => {
            const value = response.headers[name]
            return typeof value === 'string' ? Number(value) : null
          }
          resolve({
            status: response.statusCode ?? 0,
            bytes,
            limit: number('ratelimit-limit'),
            remaining: number('ratelimit-remaining'),
          })
        })
      },
    )
    asking.setTimeout(PATIENCE_MS, () => asking.destroy(new Error(`no answer to ${method} ${path.slice(0, 80)}`)))
    asking.on('error', (error) => {
      // A service that refuses a body does not read it to its end, and its answer may be lost with the connection.
      if ('code' in error && error.code === 'EPIPE')
        resolve({ status: HUNG_UP, bytes: 0, limit: null, remaining: null })
      else reject(error)
    })
    asking.end(body ?? undefined)
  })
}

let callers = 0
/** An address that has asked nothing yet, in a network of its own. */
export function newCaller(): string {
  callers++
  return `10.${(callers >> 8) & 255}.${callers & 255}.7`
}

/** Processor time of all threads of a process, in milliseconds. */
function cpuMs(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0])
    } catch {
      // A thread that has just ended.
    }
  }
  return nanoseconds / 1e6
}

/**
 * CPU time of the reference work where the bounds were set: a core of a virtual machine when its neighbours are quiet. The
 * work is hashing, which takes the same in every process; how long compiled code takes depends on what ran before.
 */
const REFERENCE_MS = 5.2
const REFERENCE_WORK = Buffer.alloc(2_000_000, 'zażółć')

/**
 * How many times slower this machine is at the moment than the one that the bounds were set on. The speed of a virtual
 * machine changes with its neighbours, by two from one second to the next.
 */
function slownessNow(): number {
  const before = threadCpuMs()
  hash('sha256', REFERENCE_WORK)
  return (threadCpuMs() - before) / REFERENCE_MS
}

/**
 * Linux counts the time of a running thread at each tick, every 4 ms, and when the time of its whole process is asked for:
 * without that, work of 9 ms was seen to take 3 to 8.
 */
function threadCpuMs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const OFTEN_MS = 300

/** CPU time of a process from now on, as a quiet core would have taken: what it takes is divided by how slow the machine is. */
export function watchCpu(pid: number): () => number {
  const slow = [slownessNow()]
  const watching = setInterval(() => slow.push(slownessNow()), OFTEN_MS).unref()
  const before = cpuMs(pid)
  return () => {
    const used = cpuMs(pid) - before
    clearInterval(watching)
    slow.push(slownessNow())
    return used / Math.max(1, slow.reduce((sum, one) => sum + one, 0) / slow.length)
  }
}

const statusMb = (pid: number, field: string): number =>
  (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024) /
  1e6

/**
 * Watches how much more memory a process has resident than at the beginning: at least, since what earlier requests left
 * may be used again.
 */
export function watchResident(pid: number): () => number {
  // Resets the mark of the most that was ever resident: proc(5), clear_refs.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const resident = statusMb(pid, 'VmRSS')
  return () => statusMb(pid, 'VmHWM') - resident
}

/** The same after a collection of garbage, which takes a while. */
export async function watchMemory(service: Service, pid: number): Promise<() => number> {
  await collected(service, pid)
  return watchResident(pid)
}

/** Collects garbage, and tells the megabytes that are alive. */
async function collected(service: Service, pid: number): Promise<number> {
  const collections = () => service.stderr().split('collected ')
  const before = collections().length
  process.kill(pid, 'SIGUSR2')
  await until('a collection of garbage', () => collections().length > before)
  return Number.parseInt(collections().at(-1)!, 10) / 1e6
}

/** The most that is alive while something is done, beyond what was before: without garbage, which resident memory has too. */
export async function mostAlive(service: Service, pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = await collected(service, pid)
  let [most, isDone] = [0, false]
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    most = Math.max(most, (await collected(service, pid)) - before)
    await pause(200)
  }
  await working
  return most
}

/** Waits until the process works on nothing any more: what is done behind an answer counts too. */
export async function untilIdle(pid: number): Promise<void> {
  for (let quiet = 0, last = cpuMs(pid); quiet < 3; ) {
    await pause(200)
    const now = cpuMs(pid)
    quiet = now - last < 15 ? quiet + 1 : 0
    last = now
  }
}

/**
 * Asks for health every tenth of a second, and tells how long the longest answer took, without the time that the host of
 * this virtual machine gave to others: then even a server that does nothing took half a second. In a thread of its own:
 * this one writes megabytes of requests and reads as much, and would take its own time for that of the service.
 */
export function watchHealth(port: number): () => Promise<number> {
  const watching = new Worker(join(import.meta.dirname, 'watch-health.js'), { workerData: port })
  return async () => {
    watching.postMessage('stop')
    const [longest] = await once(watching, 'message')
    return longest
  }
}
