import type { ChangeType } from '../dataset/change.ts'

/** Every type of change, so that the compiler tells when one is missing here. */
const TYPES: Readonly<Record<ChangeType, true>> = {
  'listing.added': true,
  'listing.removed': true,
  'listing.changed': true,
  'measure.added': true,
  'measure.changed': true,
  'winddown.opening': true,
  'winddown.ending_soon': true,
  'winddown.ended': true,
  'act.pending': true,
  'dataset.published': true,
}

/** What a webhook can be told of. */
export const EVENT_TYPES = Object.keys(TYPES) as readonly ChangeType[]

/** Sent by hand, to see whether a receiver works. */
export const TEST_EVENT = 'webhook.test'
