import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pin, SERVER_CORE } from './cores.ts'

/** What Linux counts CPU time in, everywhere we know. */
export const TICK_MICROSECONDS = 10_000

interface Process {
  readonly pid: number
  readonly parent: number
  readonly cpuMicroseconds: number
}

function processOf(pid: string): Process | null {
  try {
    // Behind the name, which stands in brackets and may hold anything: state, parent, … utime and stime, own and waited for.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { pid: Number(pid), parent: Number(fields[1]), cpuMicroseconds: ticks * TICK_MICROSECONDS }
  } catch {
    return null
  }
}

/** None where there is no /proc. */
function childrenOf(pid: number): Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => processOf(name) ?? [])
      .filter(({ parent }) => parent === pid)
  } catch {
    return []
  }
}

const sumOf = (processes: readonly Process[]): number =>
  processes.reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0)

/** The CPU time of the processes that a process has started: workers, for instance. */
export const cpuOfChildren = (pid: number): number => sumOf(childrenOf(pid))

/** The database is part of its server: it runs on the same core, and its CPU time counts. Null where there is no /proc. */
export function postgresIn(dataDirectory: string): { cpuMicroseconds(): number } | null {
  const [first = ''] = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = processOf(first)?.pid
  if (postmaster === undefined) return null
  for (const pid of [postmaster, ...childrenOf(postmaster).map((child) => child.pid)]) pin(pid, SERVER_CORE)
  return { cpuMicroseconds: () => (processOf(first)?.cpuMicroseconds ?? 0) + cpuOfChildren(postmaster) }
}
