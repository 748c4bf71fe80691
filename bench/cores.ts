import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const COUNT = availableParallelism()

/** Where the servers run, and where the load comes from. */
export const SERVER_CORE = '0'
const LOAD_CORE = '1'
export const ALL_CORES = `0-${COUNT - 1}`

/** With two cores and `taskset`, server and load never take time from each other. */
export const pinned: boolean = COUNT > 1 && hasTaskset()

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** All threads of a process; what it starts later inherits it. */
export function pin(pid: number, core: string): void {
  if (pinned) execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(pid)], { stdio: 'ignore' })
}

/** This process, which asks, goes to its own core. */
export const pinLoad = (): void => pin(process.pid, LOAD_CORE)
