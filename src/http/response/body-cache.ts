import { LRUCache } from 'lru-cache'
import type { ResponseBody } from './response-body.ts'

/** Compressed forms are added to a body later; together they are at most half of it. */
const WITH_COMPRESSED = 1.5

/** An LRU cache of bodies that can be made again, bounded in bytes. A body that is too large for it is not kept. */
export const bodyCache = (maxBytes: number): LRUCache<string, ResponseBody> =>
  new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => Math.ceil(bytes.length * WITH_COMPRESSED) || 1 })
