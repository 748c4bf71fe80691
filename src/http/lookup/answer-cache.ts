import { LRUCache } from 'lru-cache'
import type { Answerer } from '../../answer/answer.ts'
import { codeHash } from '../../base/code-hash.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import { once } from '../../base/once.ts'
import { bodyCache, cachedSize } from '../kernel/reply/body-cache.ts'
import { etagOfText, type ResponseBody } from '../kernel/reply/response-body.ts'

/** All codes of the tariff as lines of a list, in short and in one language, take 42 MB; 400 lookups with their compressed forms 16 MB. */
const CACHE_BYTES = 48 * 1024 * 1024
/** A hundred results, the most that an answer has unless asked for more, are 320 kB. Longer answers would evict many small ones. */
const MAX_ANSWER_BYTES = 400 * 1024

/** Questions that are remembered as asked once. Their keys take some 3 MB. */
const ASKED_ONCE = 5_000

/**
 * The cache of one law: an LRU cache of whole answers as bytes, by `answerKey`. A batch that began under another law has
 * that law's, and each is freed with its law.
 */
export const answerCacheOf = derivedOnce((_: Answerer) => {
  const largest = cachedSize(MAX_ANSWER_BYTES)
  const answers = bodyCache(CACHE_BYTES, largest)
  const askedOnce = new LRUCache<string, true>({ max: ASKED_ONCE })
  /** Returns whether the answer is kept. */
  const set = (key: string, answer: ResponseBody): boolean => answers.set(key, answer).has(key)
  return {
    get: (key: string) => answers.get(key),
    set,
    /**
     * The same, but once the cache is full only for what is asked for a second time: an answer that nobody asks for
     * again would evict another, whose memory V8 gets back only when it marks the whole heap. Every 1,200 new questions
     * it did, for a tenth of their CPU time.
     */
    setIfAskedAgain(key: string, answer: ResponseBody): boolean {
      const isFull = answers.calculatedSize > CACHE_BYTES - largest
      if (!isFull || askedOnce.delete(key)) return set(key, answer)
      askedOnce.set(key, true)
      return false
    },
  }
})

/**
 * The key of an answer: all arguments of the function that works it out, whole. The day is part of the question, and no
 * field of the question is chosen here, so that none can be forgotten.
 */
export const answerKey = (form: 'lookup' | 'item', ...asked: readonly (object | string)[]): string =>
  JSON.stringify([form, ...asked], withMaps)

/** The code that decides how a question is answered from a law. */
const answeringCode = once(() => codeHash('base', 'law', 'search', 'answer').toString('base64url'))

/**
 * The ETag of an answer, known before the answer is: all that it is worked out from. The same code, build, law and question give
 * the same bytes.
 */
export const answerEtag = ({ dataset }: Answerer, build: string, key: string): string =>
  etagOfText([answeringCode(), build, dataset.version, key].join('\n'))

/** JSON has no maps: facts would be the same whatever they say. */
const withMaps = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value)
