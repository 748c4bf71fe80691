import type { Metric, Registry } from 'prom-client'

/** The counts of one route: answers by method and status, times by histogram bucket. The last bucket has no bound. */
interface Route {
  readonly answers: Map<string, Map<number, number>>
  readonly buckets: number[]
  seconds: number
}

export interface RequestCounts {
  add(method: string, route: string, status: number, seconds: number): void
  answers(): Generator<[labels: { method: string; route: string; status: number }, count: number]>
  /** Registers the times as a histogram, in the format of prom-client's own. */
  registerTimes(registry: Registry, name: string, help: string): void
}

/** Counts answers in plain maps until they are scraped: prom-client's own counting takes a tenth of a lookup. */
export function requestCounts(bounds: readonly number[]): RequestCounts {
  const routes = new Map<string, Route>()

  const opened = (route: string): Route => {
    const counted = { answers: new Map(), buckets: new Array<number>(bounds.length + 1).fill(0), seconds: 0 }
    routes.set(route, counted)
    return counted
  }

  return {
    add(method, route, status, seconds) {
      const counted = routes.get(route) ?? opened(route)
      const before = counted.answers.get(method)
      const statuses = before ?? new Map<number, number>()
      if (!before) counted.answers.set(method, statuses)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      let bucket = 0
      while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++
      counted.buckets[bucket]!++
      counted.seconds += seconds
    },
    *answers() {
      for (const [route, { answers }] of routes) {
        for (const [method, statuses] of answers) {
          for (const [status, count] of statuses) yield [{ method, route, status }, count]
        }
      }
    },
    registerTimes(registry, name, help) {
      const valuesOf = ([route, { buckets, seconds }]: [string, Route]) => {
        let soFar = 0
        const counts = buckets.map((count, at) => {
          soFar += count
          return { metricName: `${name}_bucket`, labels: { le: bounds[at] ?? '+Inf', route }, value: soFar }
        })
        return [
          ...counts,
          { metricName: `${name}_sum`, labels: { route }, value: seconds },
          { metricName: `${name}_count`, labels: { route }, value: soFar },
        ]
      }
      const get = async () => ({
        ...{ name, help, type: 'histogram', aggregator: 'sum' },
        values: [...routes].flatMap(valuesOf),
      })
      // The registry uses nothing else of a metric, but its type allows only prom-client's own classes.
      registry.registerMetric({ name, get } as unknown as Metric)
    },
  }
}
