import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { limitsInMemory } from './store/limits/limits.ts'
import { answerWorker } from './store/limits/limits-workers.ts'

/** The message that a worker sends once it serves. */
export const STARTED = 'started'

/**
 * The message that lets a worker listen as soon as it can answer. The first worker needs none: it listens at once, as a
 * single process does, so that its health can be asked for while it reads the law. The others wait until it serves, so
 * that a service that has once said it is ready is so for every connection.
 */
const LISTEN = 'listen'

/** In a worker: when it may listen; undefined for the first one. */
export const mayListen = (): Promise<void> | undefined =>
  !cluster.isWorker || cluster.worker?.id === 1
    ? undefined
    : new Promise((resolve) => {
        process.on('message', (message) => {
          if (message === LISTEN) resolve()
        })
      })

/** The delay before a worker that failed to start is started again, for example while its law is being edited. */
const RESTART_DELAY_MS = 5_000

/** The primary process: restarts workers that end, and keeps their shared rate limits and metrics. */
export function superviseWorkers(count: number, log: Logger): Promise<void> {
  const counts = limitsInMemory()
  const aggregator = new AggregatorRegistry()
  const stopping = new AbortController()
  let serving = false
  let failed = false

  async function sendMetrics(worker: Worker, { metricsFor }: MetricsRequest): Promise<void> {
    const text = await aggregator.clusterMetrics().catch(() => null)
    if (worker.isConnected()) worker.send({ metricsFor, text })
  }

  function fork(): void {
    let started = false
    // Without this listener an error would end the primary: no files left, a message to a worker that was killed a moment ago.
    const worker = cluster
      .fork()
      .on('error', (error) => log.warn({ worker: worker.id, reason: error.message }, 'worker cannot be reached'))
    const ended = (code: number | null, signal: NodeJS.Signals | null) => {
      if (stopping.signal.aborted) return
      log.error({ worker: worker.id, code, signal }, 'worker ended')
      if (started) fork()
      else if (serving)
        pause(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).then(fork, () => {}) // the other workers go on meanwhile
      else {
        // No worker has ever served: the law has mistakes or the port is in use. Starting it again would not help.
        failed = true
        stop('SIGINT')
      }
    }
    if (worker.process.pid === undefined) {
      // It never began, so its end is never told.
      delete cluster.workers?.[worker.id]
      ended(null, null)
      return
    }
    answerWorker(worker, counts)
    if (serving) worker.send(LISTEN)
    worker.on('message', (message: unknown) => {
      if (message === STARTED) {
        started = true
        if (!serving) for (const other of Object.values(cluster.workers ?? {})) other?.send(LISTEN)
        serving = true
      }
      if (isMetricsRequest(message)) void sendMetrics(worker, message)
    })
    worker.on('exit', ended)
  }
  const signalAll = (signal: NodeJS.Signals) => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
  }
  function stop(signal: 'SIGTERM' | 'SIGINT'): void {
    stopping.abort()
    signalAll(signal)
  }
  // Each worker has the law in its own memory, so each must read it again.
  process.on('SIGHUP', () => signalAll('SIGHUP'))

  for (let started = 0; started < count; started++) fork()
  return new Promise((resolve) => {
    const finish = () => {
      if (!stopping.signal.aborted || Object.keys(cluster.workers ?? {}).length > 0) return
      if (failed) process.exitCode = 1
      resolve()
    }
    cluster.on('exit', finish)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        stop(signal)
        finish()
      })
    }
  })
}

interface MetricsRequest {
  readonly metricsFor: number
}
const isMetricsRequest = (message: unknown): message is MetricsRequest =>
  typeof message === 'object' && message !== null && 'metricsFor' in message

/** In a worker: the metrics of all workers together, which only the primary can collect. */
export function metricsOfAll(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry() // its constructor makes this worker answer when the primary collects metrics
  return () => {
    const metricsFor = Math.random()
    return new Promise((resolve) => {
      const listen = (message: unknown): void => {
        if (!isMetricsRequest(message) || message.metricsFor !== metricsFor) return
        process.off('message', listen)
        const { text } = message as MetricsRequest & { text: string | null }
        resolve(text ?? registry.metrics())
      }
      process.on('message', listen)
      process.send?.({ metricsFor })
    })
  }
}
