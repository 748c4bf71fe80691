import { readFileSync } from 'node:fs'
import { TICK_MICROSECONDS } from './processes.ts'

/** Behind the name of the CPU in /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
const STEAL = 8

/**
 * For how long the host of a virtual machine ran something else on its cores, since it started. Always 0 where there is
 * no /proc.
 */
export function stolenMs(): number {
  try {
    const [allCores = ''] = readFileSync('/proc/stat', 'latin1').split('\n')
    return Number(allCores.split(/\s+/)[STEAL] ?? 0) * (TICK_MICROSECONDS / 1000)
  } catch {
    return 0
  }
}
