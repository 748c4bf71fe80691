import { Gauge, type Registry } from 'prom-client'

/** Whether the database is damaged; 0 while it is not known. */
export function damageMetric(registry: Registry, damage: () => string | null): void {
  new Gauge({
    name: 'cn_store_damaged',
    help: '1 once a check or a query found the database damaged',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(damage() === null ? 0 : 1)
    },
  })
}
