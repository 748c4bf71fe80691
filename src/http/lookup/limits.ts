import type { BodyInput } from '../kernel/body/route-input.ts'

/** Codes and names of `check.csv` together. */
export const MAX_CSV_ITEMS = 100
export const MAX_ITEMS = 500
export const MAX_ID = 64

/**
 * 500 questions of 200 letters and their ids fit even when every letter is escaped, as `\u0142`. The parts are more than
 * twice what 500 items with all fields have, so that somewhat longer lists are told how many items may be; a text that is
 * much too long is told as such, for its line alone.
 */
export const BATCH_BODY: BodyInput = {
  type: 'application/json',
  bytes: 1024 * 1024,
  parts: 20_000,
  depth: 16,
  textBytes: 16 * 1024,
}
