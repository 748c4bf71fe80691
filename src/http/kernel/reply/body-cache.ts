import { LRUCache } from 'lru-cache'
import type { ResponseBody } from './response-body.ts'

/** Compressed forms are added to a body later; together they are a third of JSON, and at most half of anything else. */
const WITH_COMPRESSED = 1.5

/** Bytes that a body may come to in a cache. */
export const cachedSize = (bytes: number): number => Math.ceil(bytes * WITH_COMPRESSED) || 1

/** A body without an ETag is part of an answer, and is never compressed by itself. */
const sizeOf = ({ bytes, etag }: ResponseBody): number => (etag === null ? bytes.length || 1 : cachedSize(bytes.length))

/** An LRU cache of bodies that can be made again, bounded in bytes. A body that is too large for it is not kept. */
export const bodyCache = (maxBytes: number, maxEntrySize = maxBytes): LRUCache<string, ResponseBody> =>
  new LRUCache({ maxSize: maxBytes, maxEntrySize, sizeCalculation: (body, key) => sizeOf(body) + key.length })
