import { addDays, dayInBrussels, midnightAfter } from '../../../base/day.ts'
import type { Services } from '../service/services.ts'
import { CACHED, CACHED_PAGE, CACHED_PRIVATELY, CACHED_SECONDS } from './headers.ts'

/**
 * Turns the Cache-Control of an answer into the one for this moment. Answers may be kept no longer than until midnight in
 * Brussels, when an answer about today is about yesterday. With SHARED_CACHE_SECONDS a shared cache may keep them for
 * another time than the callers (docs/adr/0035-shared-caches-by-choice.md). Headers that say something else are left as
 * they are.
 */
export function freshnessOf({ settings, now }: Pick<Services, 'settings' | 'now'>): (cacheControl: string) => string {
  const { sharedCacheSeconds: shared = null, publicUrl } = settings
  const longest = Math.max(CACHED_SECONDS, shared ?? 0)
  // Without PUBLIC_URL pages name the host of the request, which a caller can invent for everybody who is served next.
  const pagesAreShared = shared !== null && publicUrl !== null
  const write = (left: number): Readonly<Record<string, string>> => {
    const own = `max-age=${Math.min(CACHED_SECONDS, left)}`
    const forAll = shared === null ? '' : `, s-maxage=${Math.min(shared, left)}`
    return {
      [CACHED]: `public, ${own}${forAll}`,
      [CACHED_PRIVATELY]: `private, ${own}`,
      [CACHED_PAGE]: pagesAreShared ? `public, max-age=0, must-revalidate${forAll}` : 'no-cache',
    }
  }
  const usual = write(longest)
  const secondsLeft = secondsToMidnight(now)
  return (cacheControl) => {
    const atNoon = usual[cacheControl]
    if (atNoon === undefined) return cacheControl
    const left = secondsLeft()
    return left >= longest ? atNoon : (write(left)[cacheControl] ?? cacheControl)
  }
}

/** An answer that was begun before midnight, and waited for names to be indexed or to be compressed, is sent within it. */
const SETTLED_MS = 10_000

/**
 * Whole seconds until midnight in Brussels; none just after it, when answers of the day before may still be sent. The
 * calendar is asked once a day, because formatting a date is slow.
 */
function secondsToMidnight(now: () => Date): () => number {
  let begins = 0
  let ends = 0
  return () => {
    const moment = now()
    const time = moment.getTime()
    if (time >= ends || time < begins) {
      const day = dayInBrussels(moment)
      begins = midnightAfter(addDays(day, -1)).getTime()
      ends = midnightAfter(day).getTime()
    }
    return time < begins + SETTLED_MS ? 0 : Math.floor((ends - time) / 1000)
  }
}
