import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { AggregatorRegistry, type PrometheusContentType } from 'prom-client'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'

/** A worker that dies this soon after its start would die again at once. */
const TOO_SOON_MS = 2_000

/** The primary process: keeps the workers running, their counts and their metrics, until told to stop. */
export function superviseWorkers(count: number, log: Logger): Promise<void> {
  new RateLimiterClusterMaster()
  const aggregator = new AggregatorRegistry()
  let stopping = false
  let failed = false
  const fork = (): void => {
    const startedAt = Date.now()
    const worker = cluster.fork()
    worker.on('message', (message: unknown) => {
      if (isMetricsQuestion(message)) void answerMetrics(worker, aggregator, message.metricsFor)
    })
    worker.on('exit', (code, signal) => {
      if (stopping) return
      log.error({ worker: worker.id, code, signal }, 'worker ended')
      // Wrong law or a port in use: starting it again and again helps nobody.
      if (Date.now() - startedAt < TOO_SOON_MS && code !== 0) {
        failed = true
        stop()
      } else fork()
    })
  }
  const stop = (): void => {
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }
  for (let started = 0; started < count; started++) fork()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  return new Promise((resolve) => {
    cluster.on('exit', () => {
      if (!stopping || Object.keys(cluster.workers ?? {}).length > 0) return
      if (failed) process.exitCode = 1
      resolve()
    })
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
export function metricsOfAll(own: () => Promise<string>): Promise<string> {
  const metricsFor = Math.random()
  return new Promise((resolve) => {
    const listen = (message: unknown): void => {
      if (!isMetricsQuestion(message) || message.metricsFor !== metricsFor) return
      process.off('message', listen)
      const { text } = message as MetricsQuestion & { text: string | null }
      resolve(text ?? own())
    }
    process.on('message', listen)
    process.send?.({ metricsFor })
  })
}
