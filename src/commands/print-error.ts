/** Errors that JavaScript itself throws, which point to a bug in this program and not to its input. */
const BUGS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AssertionError']

/**
 * An error as the command line prints it. Most errors say by their message what went wrong (a missing file, a database that
 * is away), so the stack is printed only on demand.
 */
export function printError(error: unknown, debug: boolean): string {
  if (!(error instanceof Error)) return `${String(error)}\n`
  if (debug) return `${error.stack ?? error.message}\n`
  return BUGS.includes(error.name)
    ? `${error.message}\nThis is an error in the program; run with DEBUG=1 for the stack.\n`
    : `${error.message}\n`
}
