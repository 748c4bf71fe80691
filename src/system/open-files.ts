import { readFileSync } from 'node:fs'

/** How many files and connections this process may have open. Node has raised the soft limit to the hard one at its start. */
export function maxOpenFiles(): number {
  try {
    return Number(
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? Number.POSITIVE_INFINITY,
    )
  } catch {
    // Only Linux says it in a file; elsewhere the limit of a service is rarely low.
    return Number.POSITIVE_INFINITY
  }
}
