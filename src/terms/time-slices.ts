/** Work that pauses where other work may have its turn. */
export type InSlices<T> = Generator<undefined, T>

/** What is done before a pause: some milliseconds at first, when the code is new to the machine. */
const SLICE = 50

/** The members of a list, with a pause after every `size` of them. */
export function* sliced<T>(list: Iterable<T>, use: (member: T, at: number) => void, size = SLICE): InSlices<void> {
  let at = 0
  for (const member of list) {
    use(member, at++)
    if (at % size === 0) yield
  }
}

/** The whole at once. */
export function unsliced<T>(work: InSlices<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
