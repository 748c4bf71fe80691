import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Dataset } from '../../../law/dataset/dataset.ts'
import type { CheckedRegime } from '../../../law/unread-acts.ts'

export type Metrics = ReturnType<typeof buildMetrics>

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** How long the number of leads is cached, because counting many takes the database a while. */
const LEADS_CACHED_MS = 60_000

/**
 * Metrics for Prometheus. Their labels are routes, never what was asked. The functions are called when the metrics are
 * scraped, so that the age of the data is right at that time.
 */
export function buildMetrics(
  dataset: () => Dataset | null,
  now: () => Date,
  refused: () => boolean = () => false,
  leadsInStore: () => Promise<number | null> = async () => null,
  storeReady: () => Promise<boolean> = async () => true,
  lawChecks: () => readonly CheckedRegime[] = () => [],
) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges whose names end as only those of counters may; each is the sum of others that have a proper name.
  for (const { name } of registry.getMetricsAsArray()) {
    if (/^nodejs_active_\w+_total$/.test(name)) registry.removeSingleMetric(name)
  }
  const registers = [registry]
  const requests = new Counter({
    name: 'cn_http_requests_total',
    help: 'Requests answered, by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const times = new Histogram({
    name: 'cn_http_request_seconds',
    help: 'Time to answer a request, by route',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  })
  const limited = new Counter({ name: 'cn_limited_total', help: 'Requests refused by a limit', registers })
  const leads = new Counter({ name: 'cn_leads_stored_total', help: 'Leads stored', registers })
  let counted = Number.NEGATIVE_INFINITY
  new Gauge({
    name: 'cn_leads',
    help: 'Leads in the store, counted at most once a minute',
    aggregator: 'max', // all workers see the same store
    registers,
    async collect() {
      if (performance.now() - counted < LEADS_CACHED_MS) return
      const found = await leadsInStore().catch(() => null)
      if (found === null) return // while the store is away the last known number stays
      counted = performance.now()
      this.set(found)
    },
  })
  new Gauge({
    name: 'cn_store_ready',
    help: '1 while the store can be read and written',
    aggregator: 'min',
    registers,
    async collect() {
      this.set((await storeReady()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'cn_dataset_info',
    help: 'The dataset served, by version',
    aggregator: 'max', // the sum over workers would mean nothing
    labelNames: ['version'] as const,
    registers,
    collect() {
      this.reset()
      const served = dataset()
      if (served) this.set({ version: served.version }, 1)
    },
  })
  new Gauge({
    name: 'cn_dataset_refused',
    help: '1 while a new law is refused for its mistakes and the one before is served',
    aggregator: 'max',
    registers,
    collect() {
      this.set(refused() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'cn_regime_data_age_seconds',
    help: 'Time since the first moment of the day whose law the data show, by regime',
    aggregator: 'max',
    labelNames: ['regime'] as const,
    registers,
    collect() {
      for (const { data } of dataset()?.regimes ?? []) {
        this.set({ regime: data.code }, Math.floor((now().getTime() - Date.parse(data.state)) / 1000))
      }
    },
  })
  checkMetrics(registry, lawChecks)
  return {
    registry,
    answered(method: string, route: string, status: number, seconds: number) {
      requests.inc({ method, route, status })
      times.observe({ route }, seconds)
    },
    limited: () => limited.inc(),
    leadStored: () => leads.inc(),
  }
}

/** Metrics of the looks for news of the law: they grow old only when nobody looks. */
function checkMetrics(registry: Registry, lawChecks: () => readonly CheckedRegime[]): void {
  const common = { aggregator: 'max' as const, labelNames: ['regime'] as const, registers: [registry] }
  new Gauge({
    ...common,
    name: 'cn_law_checked_timestamp_seconds',
    help: 'When law fetch last asked the official source about a regime; absent where it never did',
    collect() {
      this.reset()
      for (const { regime, checkedAt } of lawChecks()) this.set({ regime }, Math.floor(Date.parse(checkedAt) / 1000))
    },
  })
  new Gauge({
    ...common,
    name: 'cn_law_unknown_acts',
    help: 'Amending acts that law fetch found and the served law does not know, by regime',
    collect() {
      this.reset()
      for (const { regime, unknown } of lawChecks()) this.set({ regime }, unknown.length)
    },
  })
}

/** Metrics of the answers that are made for one caller each. */
export function outputMetrics(registry: Registry, output: { heldBytes(): number; givenUp(): number }): void {
  const registers = [registry]
  new Gauge({
    name: 'cn_http_output_bytes',
    help: 'Answers being made, compressed or sent, without those from a cache',
    registers,
    collect() {
      this.set(output.heldBytes())
    },
  })
  new Counter({
    name: 'cn_http_given_up_total',
    help: 'Answers given up because their readers left them waiting and there was no room for others',
    registers,
    collect() {
      this.reset()
      this.inc(output.givenUp())
    },
  })
}

/** Metrics of the connections of callers. */
export function connectionMetrics(registry: Registry, connections: { open(): number; closed(): number }): void {
  const registers = [registry]
  new Gauge({
    name: 'cn_http_connections',
    help: 'Connections of callers that are open',
    registers,
    collect() {
      this.set(connections.open())
    },
  })
  new Counter({
    name: 'cn_http_connections_closed_total',
    help: 'Connections closed to make room for others, of the network that had most',
    registers,
    collect() {
      this.reset()
      this.inc(connections.closed())
    },
  })
}
