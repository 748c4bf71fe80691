import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client'
import { limitsInMemory } from './store/limits.ts'
import { countFor } from './store/limits-workers.ts'

/** What a worker sends once it serves. */
export const STARTED = 'started'

/** A worker that cannot be replaced now (its law is being edited, say) is tried again after this time. */
const TRY_AGAIN_MS = 5_000

/** The primary process: keeps the workers running, their counts and their metrics, until told to stop. */
export function superviseWorkers(count: number, log: Logger): Promise<void> {
  const counts = limitsInMemory()
  const aggregator = new AggregatorRegistry()
  const stopping = new AbortController()
  let serving = false
  let failed = false

  function fork(): void {
    let started = false
    const worker = cluster.fork()
    countFor(worker, counts)
    worker.on('message', (message: unknown) => {
      if (message === STARTED) serving = started = true
      if (isMetricsQuestion(message)) void answerMetrics(worker, aggregator, message.metricsFor)
    })
    // A message to one that was killed a moment ago; unheard, this would end the primary.
    worker.on('error', (error) => log.warn({ worker: worker.id, reason: error.message }, 'worker cannot be reached'))
    worker.on('exit', (code, signal) => {
      if (stopping.signal.aborted) return
      log.error({ worker: worker.id, code, signal }, 'worker ended')
      if (started) fork()
      else if (serving)
        pause(TRY_AGAIN_MS, undefined, { signal: stopping.signal }).then(fork, () => {}) // the others go on meanwhile
      else {
        // Wrong law or a port in use: starting it again and again helps nobody.
        failed = true
        stop()
      }
    })
  }
  const signalAll = (signal: 'SIGTERM' | 'SIGHUP') => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
  }
  function stop(): void {
    stopping.abort()
    signalAll('SIGTERM')
  }
  // Each worker has the law in its own memory, and reads it again itself.
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
        stop()
        finish()
      })
    }
  })
}

interface MetricsQuestion {
  readonly metricsFor: number
}
const isMetricsQuestion = (message: unknown): message is MetricsQuestion =>
  typeof message === 'object' && message !== null && 'metricsFor' in message

async function answerMetrics(
  worker: Worker,
  aggregator: Pick<AggregatorRegistry<PrometheusContentType>, 'clusterMetrics'>,
  metricsFor: number,
): Promise<void> {
  const text = await aggregator.clusterMetrics().catch(() => null)
  if (worker.isConnected()) worker.send({ metricsFor, text })
}

/** In a worker: the metrics of all workers together, which only the primary can gather. */
export function metricsOfAll(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry() // from now on the primary's questions for our part are answered
  return () => {
    const metricsFor = Math.random()
    return new Promise((resolve) => {
      const listen = (message: unknown): void => {
        if (!isMetricsQuestion(message) || message.metricsFor !== metricsFor) return
        process.off('message', listen)
        const { text } = message as MetricsQuestion & { text: string | null }
        resolve(text ?? registry.metrics())
      }
      process.on('message', listen)
      process.send?.({ metricsFor })
    })
  }
}
