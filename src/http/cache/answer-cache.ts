import type { LRUCache } from 'lru-cache'
import type { Answerer } from '../../answer/answer.ts'
import { derivedOnce } from '../../answer/derived-once.ts'
import { bodyCache, cachedSize } from '../response/body-cache.ts'
import type { ResponseBody } from '../response/response-body.ts'

/** All codes of the tariff as lines of a list, in short and in one language, take 42 MB; 400 lookups with their compressed forms 16 MB. */
const CACHE_BYTES = 48 * 1024 * 1024
/** A hundred results, the most that an answer has unless asked for more, are 320 kB. Longer answers would evict many small ones. */
const MAX_ANSWER_BYTES = 400 * 1024

/** An LRU cache of whole answers as bytes, by `answerKey`. */
export type AnswerCache = LRUCache<string, ResponseBody>

/** The cache of one law. A batch that began under another law has that law's, and each is freed with its law. */
export const answerCacheOf = derivedOnce(
  (_: Answerer): AnswerCache => bodyCache(CACHE_BYTES, cachedSize(MAX_ANSWER_BYTES)),
)

/**
 * The key of an answer: all arguments of the function that works it out, whole. The day is part of the question, and no
 * field of the question is chosen here, so that none can be forgotten.
 */
export const answerKey = (form: 'lookup' | 'item', ...asked: readonly (object | string)[]): string =>
  JSON.stringify([form, ...asked])
