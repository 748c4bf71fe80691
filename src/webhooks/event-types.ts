import { CHANGE_TYPES } from '../changes/change.ts'

/** What a webhook can be told of. */
export const EVENT_TYPES = CHANGE_TYPES

/** Sent by hand, to see whether a receiver works. */
export const TEST_EVENT = 'webhook.test'
