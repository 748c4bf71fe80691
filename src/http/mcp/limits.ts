import type { Bounds } from '../kernel/body/json-bounds.ts'

/** Items of one check_list. One point of the limit of batches pays for them, even if all of them are names. */
export const LIST_CALL_ITEMS = 50

/** A message of the Model Context Protocol; a call of check_list has many items, one of verify_receipt a long text. */
export const MESSAGE: Bounds = { bytes: 32 * 1024, parts: 400, depth: 16, textBytes: 16 * 1024 }
export const LIST_CALL: Bounds = { bytes: 256 * 1024, parts: 2_000, depth: 32, textBytes: 16 * 1024 }
export const RECEIPT_CALL: Bounds = { ...MESSAGE, bytes: 80 * 1024, textBytes: 64 * 1024 }
