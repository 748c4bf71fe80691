import { LRUCache } from 'lru-cache'
import { boundedMap } from '../../store/bounded-map.ts'
import type { Encoded } from '../response/response-body.ts'

/** Answers are kept as bytes: the same question on the same law on the same day has the same answer. */
const KEPT_BYTES = 16 * 1024 * 1024
/** A whole chapter can be a megabyte; such answers are rare and would push out many small ones. */
const KEPT_AT_MOST = 256 * 1024

/** Questions remembered as asked once, and how long one may be: some megabytes at most, whoever asks. */
const ASKED_AT_MOST = 5_000
const URL_AT_MOST = 500

export interface KeptAnswers {
  get(url: string, law: string, day: string): Encoded | undefined
  /** Kept when given for the second time: what nobody repeats would only push out what many ask. */
  offer(url: string, law: string, day: string, answer: Encoded): void
}

/** Answers to lookups asked before, by URL. They end with the day, and with the version of the law. */
export function keepAnswers(): KeptAnswers {
  const kept = new LRUCache<string, Encoded>({
    maxSize: KEPT_BYTES,
    sizeCalculation: sizeOf,
    maxEntrySize: KEPT_AT_MOST * 2,
  })
  const asked = boundedMap<true>(ASKED_AT_MOST)
  /** The version alone: a law that was replaced must not be kept in memory from here. */
  let keptFor = ''
  let keptOn = ''

  function turnTo(law: string, day: string): void {
    if (keptFor === law && keptOn === day) return
    kept.clear()
    keptFor = law
    keptOn = day
  }

  return {
    get(url, law, day) {
      turnTo(law, day)
      return kept.get(url)
    },
    offer(url, law, day, answer) {
      if (url.length > URL_AT_MOST) return
      turnTo(law, day)
      if (asked.get(url)) kept.set(url, answer)
      else asked.set(url, true)
    },
  }
}

const sizeOf = ({ body }: Encoded): number => body.length * 2 // packed forms included, roughly
