import { writeFileSync } from 'node:fs'

/**
 * For a process beside the service: if the machine runs out of memory, the kernel shall kill this process and not the
 * service. The CPU priority stays as it is: with a lower one its work might never be done in time on a busy machine.
 */
export function giveWay(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has this file.
  }
}
