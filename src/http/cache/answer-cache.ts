import { boundedMap } from '../../store/bounded-map.ts'
import type { Day } from '../../terms/day.ts'
import { bodyCache, cachedSize } from '../response/body-cache.ts'
import type { ResponseBody } from '../response/response-body.ts'

/** Some 450 answers of 25 kB with their compressed forms. With 12 MB, 400 questions asked in turn evicted each other. */
const CACHE_BYTES = 16 * 1024 * 1024
/** A hundred results, the most that an answer has unless asked for more, are 320 kB. Longer answers would evict many small ones. */
const ANSWER_BYTES_AT_MOST = 400 * 1024

/** URLs remembered as asked once, and how long one may be: some megabytes at most, whatever is asked. */
const URLS_AT_MOST = 5_000
const URL_LENGTH_AT_MOST = 500

export interface AnswerCache {
  get(url: string, version: string, day: Day): ResponseBody | undefined
  /** Stored when offered for the second time, so that lookups nobody repeats do not evict those that many repeat. */
  offer(url: string, version: string, day: Day, answer: ResponseBody): void
}

/** An LRU cache of answers to lookups by URL. It is emptied when the day or the version of the law changes. */
export function answerCache(): AnswerCache {
  const answers = bodyCache(CACHE_BYTES, cachedSize(ANSWER_BYTES_AT_MOST))
  const askedOnce = boundedMap<true>(URLS_AT_MOST)
  /** The version rather than the dataset, which must not be kept in memory when the law is replaced. */
  let cachedVersion = ''
  let cachedDay = ''

  function emptyUnless(version: string, day: Day): void {
    if (cachedVersion === version && cachedDay === day) return
    answers.clear()
    cachedVersion = version
    cachedDay = day
  }

  return {
    get(url, version, day) {
      emptyUnless(version, day)
      return answers.get(url)
    },
    offer(url, version, day, answer) {
      if (url.length > URL_LENGTH_AT_MOST) return
      emptyUnless(version, day)
      if (askedOnce.get(url)) answers.set(url, answer)
      else askedOnce.set(url, true)
    },
  }
}
