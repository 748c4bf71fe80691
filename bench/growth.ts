// npm run bench:growth: what a much larger law and a much fuller store cost (docs/growth.md). Arguments:
// [--times 1,10,100] [--changes N] [--webhooks N] [--lists N] [--lines N] [--postgres] [--json] [--only law|store]
// Every size is measured in a process of its own, in CPU time.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { LawFigures } from './growth/law-figures.ts'
import type { StoreFigures } from './growth/store-figures.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '1,10,100' },
    changes: { type: 'string', default: '10000000' },
    webhooks: { type: 'string', default: '100000' },
    lists: { type: 'string', default: '10000' },
    lines: { type: 'string', default: '100' },
    postgres: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
/** The store that the full one is compared with has so many times fewer rows. */
const SMALLER = 100
/** A lookup may cost so many times what it costs today. */
const AT_MOST = 1.3

async function figures<F>(file: string, args: readonly (string | number)[]): Promise<F> {
  // As `npm start` runs the service, apart from the limit of memory.
  const flags = ['--expose-gc', '--max-semi-space-size=4', '--max-old-space-size=12000']
  const script = join(import.meta.dirname, 'growth', file)
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, ...args.map(String)], {
    maxBuffer: 10_000_000,
  })
  return JSON.parse(stdout) as F
}

const laws: LawFigures[] = []
if (values.only !== 'store') {
  for (const times of values.times.split(',').map(Number)) laws.push(await figures('law-figures.ts', [times]))
}
const stores: StoreFigures[] = []
if (values.only !== 'law') {
  const full = [values.changes, values.webhooks, values.lists].map(Number)
  const flags = values.postgres ? ['--postgres'] : []
  for (const smaller of [SMALLER, 1]) {
    const sizes = full.map((size) => Math.max(1, Math.round(size / smaller)))
    stores.push(await figures('store-figures.ts', [...sizes, values.lines, ...flags]))
  }
}

if (values.json) process.stdout.write(`${JSON.stringify({ laws, stores })}\n`)
else {
  process.stdout.write([...lawTable(laws), '', ...storeTable(stores, values.postgres), ''].join('\n'))
  if (laws.some(isTooSlow)) process.exitCode = 1
}

/** The questions that find the same at every size. */
function isTooSlow({ lookups }: LawFigures): boolean {
  const today = laws[0]!.lookups
  return (['named', 'namedGrowing', 'short', 'past', 'deal', 'shortDeal', 'names'] as const).some(
    (name) =>
      lookups[name].firstUs > AT_MOST * today[name].firstUs || lookups[name].againUs > AT_MOST * today[name].againUs,
  )
}

function lawTable(all: readonly LawFigures[]): string[] {
  const [today] = all
  if (!today) return []
  const row = (name: string, of: (one: LawFigures) => string) => line([name, ...all.map(of)])
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 0)} s`
  const asked = (name: keyof LawFigures['lookups'], words: string) => [
    row(`${words}, first`, ({ lookups }) => ratio(lookups[name].firstUs, today.lookups[name].firstUs, 'µs')),
    row(`${words}, again`, ({ lookups }) => ratio(lookups[name].againUs, today.lookups[name].againUs, 'µs')),
    row(`${words}, length`, ({ lookups }) => `${(lookups[name].bytes / 1_000).toFixed(1)} kB`),
  ]
  return [
    line(['law', ...all.map(({ times }) => `${times} ×`)]),
    line(['---', ...all.map(() => '---')]),
    row('regimes', ({ regimes }) => whole(regimes)),
    row('listings', ({ listings }) => whole(listings)),
    row('files, MB', ({ files, megabytes }) => `${whole(files)}, ${megabytes.toFixed(0)}`),
    row('read', ({ readMs }) => seconds(readMs)),
    row('validate', ({ validateMs }) => seconds(validateMs)),
    row('build entries', ({ buildMs }) => seconds(buildMs)),
    row('index codes', ({ indexMs }) => seconds(indexMs)),
    row('index names', ({ namesMs }) => seconds(namesMs)),
    row('memory of the law', ({ heapMb }) => `${heapMb.toFixed(0)} MB`),
    row('compare with the law before', ({ diffMs }) => seconds(diffMs)),
    row('history for the feed', ({ historyMs }) => seconds(historyMs)),
    ...asked('named', 'lookup, one regime'),
    ...asked('namedGrowing', 'lookup, one regime, code in many'),
    ...asked('short', 'lookup, all regimes, short'),
    ...asked('full', 'lookup, all regimes'),
    ...asked('past', 'lookup, one regime, past day'),
    ...asked('deal', 'lookup, one regime, deal'),
    ...asked('shortDeal', 'lookup, all regimes, deal, short'),
    ...asked('names', 'lookup by name, one regime'),
    ...asked('growing', 'lookup, all regimes, code in many'),
  ]
}

function storeTable(all: readonly StoreFigures[], byClock: boolean): string[] {
  const [small] = all
  if (!small) return []
  const { sizes: full } = all.at(-1)!
  const ofSizes = ({ sizes: { changes, webhooks, lists } }: StoreFigures) =>
    `${whole(changes)} changes, ${whole(webhooks)} webhooks, ${whole(lists)} lists`
  const value = ({ costs }: StoreFigures, name: string) => (byClock ? costs[name]!.clockMs : costs[name]!.ms)
  return [
    line([`store (${full.lines} lines a list)`, ...all.map(ofSizes)]),
    line(['---', ...all.map(() => '---')]),
    line([
      'filled, MB',
      ...all.map(({ fillMs, megabytes }) => `${(fillMs / 1_000).toFixed(0)} s, ${whole(megabytes)}`),
    ]),
    ...Object.keys(small.costs).map((name) =>
      line([name, ...all.map((one) => ratio(value(one, name), value(small, name), 'ms'))]),
    ),
    line(['messages of the law of 500 changes', ...all.map(({ messages }) => whole(messages))]),
  ]
}

function ratio(value: number, today: number, unit: string): string {
  const times = value / today
  return `${value >= 10 ? value.toFixed(0) : value.toFixed(2)} ${unit} (${times >= 10 ? times.toFixed(0) : times.toFixed(2)} ×)`
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
