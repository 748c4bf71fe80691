import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { load, loadAll } from 'js-yaml'
import { readConfig } from '../src/config.ts'

const ROOT = join(import.meta.dirname, '..')
const textOf = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

/** What the code registers; histograms have series with endings of their own. */
const registered = new Set(
  globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...textOf(file).matchAll(/'(cn_\w+)'/g)].map(([, name]) => name),
  ),
)

test('alert rules and the dashboard ask for metrics that exist', () => {
  for (const file of ['deploy/prometheus-rules.yaml', 'deploy/grafana-dashboard.json']) {
    const asked = [...textOf(file).matchAll(/\bcn_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''))
    assert.ok(asked.length > 4, file)
    for (const name of asked) assert.ok(registered.has(name), `${file}: ${name}`)
  }
  JSON.parse(textOf('deploy/grafana-dashboard.json'))
})

test('every condition that docs/operating.md names has an alert rule', () => {
  const [, list = ''] = /Alert when\n(.*?)\n\n/s.exec(textOf('docs/operating.md')) ?? []
  const named = [...list.matchAll(/`((?:cn|process)_[a-z_]+)/g)].map(([, name = '']) => name)
  assert.ok(named.length > 10)
  const rules = textOf('deploy/prometheus-rules.yaml')
  assert.deepEqual(
    named.filter((name) => !rules.includes(name)),
    [],
  )
})

test('promtool takes the alert rules', (t) => {
  const checked = spawnSync('promtool', ['check', 'rules', join(ROOT, 'deploy/prometheus-rules.yaml')])
  if (checked.error) return t.skip('promtool is not installed')
  assert.equal(checked.status, 0, String(checked.stderr))
})

/** Seconds: DRAIN_SECONDS, requests under way, the store; docs/operating.md. */
const LONGEST_STOP = 5 + 5 + 3

test('the manifests ask for what the service has, and give it no more than it needs', () => {
  interface Manifest {
    readonly kind: string
    readonly spec: { readonly template: { readonly spec: Pod } }
  }
  interface Pod {
    readonly automountServiceAccountToken: boolean
    readonly terminationGracePeriodSeconds: number
    readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number }
    readonly containers: readonly (Record<string, { readonly httpGet?: { readonly path: string } }> & {
      readonly securityContext: { readonly readOnlyRootFilesystem: boolean }
      readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } }
    })[]
  }
  const manifests = loadAll(textOf('deploy/kubernetes.yaml')) as readonly Manifest[]
  assert.deepEqual(
    manifests.map(({ kind }) => kind),
    ['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy'],
  )
  const pod = manifests[0]!.spec.template.spec
  assert.equal(pod.automountServiceAccountToken, false)
  assert.equal(pod.securityContext.runAsNonRoot, true)
  assert.match(textOf('Dockerfile'), new RegExp(`^USER ${pod.securityContext.runAsUser}:`, 'm'))
  const [container] = pod.containers
  assert.equal(container?.securityContext.readOnlyRootFilesystem, true)
  assert.deepEqual(
    ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container?.[probe]?.httpGet?.path),
    ['/healthz', '/healthz', '/readyz?for=lookups'],
    'a database that is away takes no pod out',
  )
  const [, before = ''] = container?.lifecycle.preStop.exec.command ?? []
  assert.ok(pod.terminationGracePeriodSeconds > Number(before) + LONGEST_STOP, 'longer than the longest stop')
})

test('compose passes on what an operator sets, and keeps the logs small', () => {
  const { services } = load(textOf('compose.yaml')) as {
    services: Record<
      string,
      {
        environment: Record<string, unknown>
        logging: { options: Record<string, string> }
        stop_grace_period?: string
      }
    >
  }
  const known = readConfig({}, '/')
  assert.ok('shown' in known)
  const environment = services.service?.environment ?? {}
  // What the file or the image decides, what only commands of a checkout read, and what is for development.
  const decided = ['HOST', 'PORT', 'DATA_DIR', 'LAW_DIR', 'CONTACT', 'CELLAR_URL', 'WEBHOOKS_TO_LOOPBACK']
  for (const name of Object.keys(known.shown).filter((one) => !decided.includes(one))) {
    assert.ok(Object.hasOwn(environment, name), name)
    if (!/^(?:DATABASE_URL|WORKERS|OPS_HOST|OPS_PORT)$/.test(name)) assert.equal(environment[name], `\${${name}:-}`)
  }
  assert.ok(Number.parseInt(services.service?.stop_grace_period ?? '', 10) > LONGEST_STOP)
  for (const { logging } of Object.values(services)) assert.ok(logging.options['max-size'])
})
