import type { BodyInput } from '../kernel/body/route-input.ts'

export const MAX_WEBHOOKS = 20
/** Messages that a replay names. */
export const MAX_REPLAY_IDS = 100

/** 2,000 codes, and an address of 2,000 characters however they are escaped. */
export const WEBHOOK_BODY: BodyInput = {
  type: 'application/json',
  bytes: 64 * 1024,
  parts: 4_000,
  depth: 8,
  textBytes: 24 * 1024,
}
