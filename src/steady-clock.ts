/** Jumps forward up to this are believed at once: a pause of a virtual machine, a correction of a slow clock. */
const SMALL_JUMP_MS = 3_600_000
/** A larger jump is believed once the clock has kept to it for this long. */
const CONFIRMED_AFTER_MS = 3_600_000

/**
 * The time for work that cannot be undone: deleting what is old, recording that a day has passed, ending what has expired. It
 * is the clock of the machine, except that a jump far ahead is believed only after an hour, so that a clock set to a wrong
 * year for a few minutes deletes nothing. A clock set back is believed at once: work then waits, which does no harm.
 */
export function steadyClock(
  wall: () => number = () => Date.now(),
  monotonic: () => number = () => performance.now(),
): () => Date {
  // What is to be added to the monotonic clock, which never jumps, for the time of day.
  let offset = wall() - monotonic()
  let jumped: { readonly offset: number; readonly at: number } | null = null
  return () => {
    const elapsed = monotonic()
    const seen = wall() - elapsed
    if (seen <= offset + SMALL_JUMP_MS) {
      offset = seen
      jumped = null
    } else if (jumped === null || Math.abs(seen - jumped.offset) > SMALL_JUMP_MS) {
      jumped = { offset: seen, at: elapsed }
    } else if (elapsed - jumped.at >= CONFIRMED_AFTER_MS) {
      offset = seen
      jumped = null
    }
    return new Date(offset + elapsed)
  }
}
