import type { BodyInput } from '../kernel/body/route-input.ts'

export const LIST_NAME_CHARACTERS = 64

/** Enough for 20,000 items of 400 bytes with all fields, and for somewhat more items, which are told how many may be. */
export const LIST_BODY: BodyInput = {
  type: 'application/json',
  bytes: 8 * 1024 * 1024,
  parts: 600_000,
  depth: 16,
  textBytes: 16 * 1024,
}
