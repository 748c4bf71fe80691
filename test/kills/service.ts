import { setTimeout as pause } from 'node:timers/promises'
import type { Place } from '../../src/store/store.ts'
import { type Answer, ask } from '../e2e/process/service.ts'
import { type Program, SERVICE, startProgram } from './herd.ts'

/** The real service, as its log shows it. */
export interface Service {
  readonly program: Program
  /** Resolves when all of its processes have law and store. Rejects when it ended before. */
  readonly ready: Promise<void>
  /** Whether it was killed as a whole. */
  isKilled(): boolean
  /** The processes that serve, without those that were killed. */
  workers(): readonly number[]
  /** Kills one of several workers; resolves when the primary has noticed. */
  killWorker(pid: number): Promise<void>
  kill(): Promise<void>
  request(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

/** Where the service finds its store. */
export const storeSettings = (place: Place, directory: string): Record<string, string> =>
  'databaseUrl' in place ? { DATABASE_URL: place.databaseUrl, DATA_DIR: directory } : { DATA_DIR: place.dataDir }

export function startService(settings: Readonly<Record<string, string>>): Service {
  const address = Promise.withResolvers<number>()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  address.promise.catch(() => {})
  const workers = new Set<number>()
  let noticed = Promise.withResolvers<void>()
  let killed = false
  const onLine = (text: string): void => {
    const { msg, pid, address: at } = JSON.parse(text) as { msg: string; pid: number; address?: string }
    if (msg === 'listening') address.resolve(Number(new URL(String(at)).port))
    if (msg === 'worker ended') noticed.resolve()
    if (msg !== 'store open') return
    workers.add(pid)
    if (workers.size === Number(settings.WORKERS ?? 1)) ready.resolve()
  }
  const program = startProgram([SERVICE, 'serve'], onLine, { PORT: '0', ...settings })
  void program.ended.then(() => {
    const error = new Error(`the service ended: ${program.stderr()}`)
    address.reject(error)
    ready.reject(error)
  })
  return {
    program,
    ready: ready.promise,
    isKilled: () => killed,
    workers: () => [...workers],
    async killWorker(pid) {
      noticed = Promise.withResolvers()
      workers.delete(pid)
      process.kill(pid, 'SIGKILL')
      await Promise.race([noticed.promise, program.ended])
    },
    kill() {
      killed = true
      return program.kill()
    },
    request: async (method, path, body, headers = {}) =>
      ask(
        await address.promise,
        method,
        path,
        body ? { 'content-type': 'application/json', ...headers } : headers,
        body && JSON.stringify(body),
      ),
  }
}

/** Repeats what fails, as a client does whose connection broke or who was told to come later; null when it was killed. */
export async function insist(
  service: Service,
  attempt: () => Promise<Answer>,
  onAgain: () => void,
): Promise<Answer | null> {
  for (;;) {
    const answer = await attempt().catch(() => null)
    if (answer && answer.status < 500) return answer
    if (service.isKilled()) return null
    await pause(5)
    onAgain()
  }
}
