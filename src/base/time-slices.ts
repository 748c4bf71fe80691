/** Cooperative work: a generator that yields wherever other work, such as answering requests, may run. */
export type TimeSliced<T> = Generator<undefined, T>

/** Members handled between two pauses. Before the code is optimized this takes some milliseconds. */
const SLICE = 50

/** Calls `use` for every member of a list and pauses after every `size` of them. */
export function* forEachSliced<T>(
  list: Iterable<T>,
  use: (member: T, at: number) => void,
  size = SLICE,
): TimeSliced<void> {
  let at = 0
  for (const member of list) {
    use(member, at++)
    if (at % size === 0) yield
  }
}

/** Runs the work to its end without pausing. */
export function runToEnd<T>(work: TimeSliced<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Runs the work and awaits `turn` at every pause. */
export async function runInTurns<T>(work: TimeSliced<T>, turn: () => Promise<unknown>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await turn()
  }
}
