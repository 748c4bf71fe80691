import type { Goal } from './goals.ts'
import type { InProcess } from './in-process.ts'
import { LEFT_OUT, POSTGRES_NAME } from './postgres-tables.ts'
import { type Measured, median, medianOf, ratiosOf } from './rounds.ts'
import type { Use } from './server.ts'

/** From the start of the process to the first 200 of /readyz. */
export interface Ready {
  readonly ms: number
  readonly onOneCoreMs: number
}

/** Everything a run found out; `--json` prints it as it is. */
export interface Report {
  readonly machine: string
  readonly method: string
  readonly known: readonly Measured[]
  readonly fresh: readonly Measured[]
  /** The service the ways it can be run, questions asked before; the first is the embedded one. */
  readonly modes: readonly Measured[]
  /** Of how many questions a server gave the very bytes that ours gives. */
  readonly sameBytes: Readonly<Record<string, string>>
  readonly inProcess: InProcess
  /** Memory of the service at the end. */
  readonly use: Use
  readonly ready: Ready
  readonly goals: readonly Goal[]
}

export function printReport(report: Report): string {
  return [
    report.machine,
    report.method,
    '',
    'Questions asked before (our answers come from the cache):',
    ...table(report.known, report.sameBytes),
    '',
    'Every question new (nothing comes from the cache):',
    ...table(report.fresh, report.sameBytes),
    '',
    'The ways to run it, questions asked before (CPU time of all processes):',
    ...table(report.modes, report.sameBytes, 'embedded'),
    '',
    ...(report.fresh.some(({ name }) => name === POSTGRES_NAME) ? [`${POSTGRES_NAME}: ${LEFT_OUT}`, ''] : []),
    ...inProcessLines(report.inProcess),
    startLine(report),
    '',
    ...grid([
      ['goal', 'measured', ''],
      ...report.goals.map(({ goal, figures, met }) => [goal, figures, met === null ? '—' : met ? 'met' : 'MISSED']),
    ]),
    '',
  ].join('\n')
}

function table(measured: readonly Measured[], sameBytes: Report['sameBytes'], baseline = 'bare'): string[] {
  const [bare] = measured
  if (!bare) return []
  const rows = measured.map((one) => {
    const throughput = ratiosOf(one, bare, 'perSecond')
    // Turned round, so that more is better in both.
    const cpu = ratiosOf(bare, one, 'cpuMicroseconds')
    return [
      one.name,
      medianOf(one, 'perSecond').toFixed(0),
      withSpread(throughput),
      medianOf(one, 'cpuMicroseconds').toFixed(0),
      withSpread(cpu),
      medianOf(one, 'p50Ms').toFixed(1),
      medianOf(one, 'p99Ms').toFixed(1),
      (medianOf(one, 'bytes') / 1000).toFixed(1),
      sameBytes[one.name] ?? '',
    ]
  })
  return grid([
    [
      '',
      'requests/s',
      `of ${baseline}`,
      'CPU µs/request',
      `of ${baseline}`,
      'p50 ms',
      'p99 ms',
      'kB/answer',
      'same bytes',
    ],
    ...rows,
  ])
}

const withSpread = (ratios: readonly number[]): string =>
  `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`

const inProcessLines = ({ loadMs, heapMb, answers }: InProcess): string[] => [
  `Without HTTP: law loaded in ${loadMs.toFixed(0)} ms, ${heapMb.toFixed(0)} MB of heap; an answer worked out, then written as JSON:`,
  ...answers.map(
    ({ digits, questions, answerUs, writtenUs }) =>
      `  ${digits} digits  ${answerUs.toFixed(0)} µs + ${writtenUs.toFixed(0)} µs  (median of ${questions} questions)`,
  ),
]

const startLine = ({ ready, use }: Report): string =>
  `Ready after ${seconds(ready.ms)} s, on one core ${seconds(ready.onOneCoreMs)} s; ${megabytes(use.rssBytes)} MB resident at the end, ${megabytes(use.peakRssBytes)} MB at most`

const seconds = (ms: number): string => (ms / 1000).toFixed(2)
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

/** A Markdown table that is readable as it stands. */
function grid(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => [...(row[column] ?? '')].length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell + ' '.repeat(widths[column]! - [...cell].length)).join(' | ')} |`
  const [head, ...body] = rows
  return [line(head!), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)]
}
