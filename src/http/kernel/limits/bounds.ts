import type { Bounds } from '../body/json-bounds.ts'
import type { BodyInput } from '../body/route-input.ts'

/** How much callers may send: what routes and schemas enforce, problems quote and the API description shows. */

/** Codes in one filter of the changes. */
export const MAX_FILTER_CODES = 100
/** Pages of changes. */
export const MAX_PAGES = 1_000
/** Codes and names of `check.csv` together. */
export const MAX_CSV_ITEMS = 100
export const MAX_ITEMS = 500
export const MAX_ID = 64
/** Items of one check_list. One point of the limit of batches pays for them, even if all of them are names. */
export const LIST_CALL_ITEMS = 50
export const LIST_NAME_CHARACTERS = 64
export const MAX_WEBHOOKS = 20
/** Codes of one alert by e-mail. */
export const MAX_ALERT_CODES = 200
/** Messages that a replay names. */
export const MAX_REPLAY_IDS = 100
export const IDEMPOTENCY_KEY_CHARACTERS = 200
export const CASE_CHARACTERS = 80
export const LEAD_CHARACTERS = { email: 254, source: 200, utmKey: 64, utmValue: 200 } as const
/** What Node reads of an address and its headers together. */
export const HEADER_BYTES = 16 * 1024

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

/** Enough for 20,000 items of 400 bytes with all fields, and for somewhat more items, which are told how many may be. */
export const LIST_BODY: BodyInput = {
  type: 'application/json',
  bytes: 8 * 1024 * 1024,
  parts: 600_000,
  depth: 16,
  textBytes: 16 * 1024,
}

/** An address of 254 characters fits even when each is escaped twice, and so do 20 marks with their names. */
export const LEAD_BODY: BodyInput = {
  type: 'application/json',
  bytes: 16 * 1024,
  parts: 1_000,
  depth: 8,
  textBytes: 8 * 1024,
}

/** The same as a form of a page, which has six fields; trackers add some. */
export const LEAD_FORM: BodyInput = { ...LEAD_BODY, type: 'application/x-www-form-urlencoded', parts: 100, depth: 1 }

/** 2,000 codes, and an address of 2,000 characters however they are escaped. */
export const WEBHOOK_BODY: BodyInput = {
  type: 'application/json',
  bytes: 64 * 1024,
  parts: 4_000,
  depth: 8,
  textBytes: 24 * 1024,
}

/** A message of the Model Context Protocol; a call of check_list has many items, one of verify_receipt a long text. */
export const MESSAGE: Bounds = { bytes: 32 * 1024, parts: 400, depth: 16, textBytes: 16 * 1024 }
export const LIST_CALL: Bounds = { bytes: 256 * 1024, parts: 2_000, depth: 32, textBytes: 16 * 1024 }
export const RECEIPT_CALL: Bounds = { ...MESSAGE, bytes: 80 * 1024, textBytes: 64 * 1024 }
