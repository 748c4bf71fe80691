import type { Law } from '../../law/read/law.ts'
import { type Day, daysBetween } from '../../terms/day.ts'
import type { Text } from '../../terms/language.ts'
import type { Comparison } from '../update/compare.ts'
import type { CachedPage, PageCache } from './page-cache.ts'

/** What applying a page would do to `law/`, in a few words. */
interface ChangeSummary {
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** Articles a person must read again. */
  readonly articles: number
}

export interface RegimeStatus {
  readonly folder: string
  readonly regime: string
  readonly name: Text
  readonly pinned: { readonly celex: string; readonly version: Day; readonly sha256: string | null }
  /** Days since the pinned version. */
  readonly age: number
  /** Up to this day changes are worked in. */
  readonly state: Day
  readonly pending: readonly { readonly celex: string; readonly title: Text; readonly date: Day | null }[]
  /** What the last `law fetch` learned; null when there was none. */
  readonly checked: {
    readonly at: string
    readonly newest: string
    readonly unknown: readonly { readonly celex: string; readonly date: string | null }[]
  } | null
  /** Whole pages in the cache of the pinned version or a newer one, newest first. */
  readonly pages: readonly CachedPage[]
  /** The English page of a version newer than the pin. */
  readonly next: {
    readonly page: CachedPage
    /** What it would change; null when it could not be compared. */
    readonly changes: ChangeSummary | null
    readonly problem: string | null
  } | null
}

export interface StatusOptions {
  readonly today: Day
  readonly cache: PageCache
  /** Compares a page with `law/`. */
  compare(pageFile: string): Promise<ChangeSummary>
}

/** Where `law/` stands, from what is on this machine alone. */
export async function lawStatus(law: Law, { today, cache, compare }: StatusOptions): Promise<RegimeStatus[]> {
  const all: RegimeStatus[] = []
  for (const { folder, regime } of law.regimes) {
    const { code, name, act, consolidated, state, pending } = regime.value
    const pages = cache.pagesOf(act).filter(({ celex }) => celex >= consolidated.celex)
    const newer = pages.find(({ celex, language }) => celex > consolidated.celex && language === 'en')
    const check = cache.check(folder)
    // What has come into acts.yaml since the check is no longer news.
    const known = new Set(law.acts.filter(({ value }) => value.regime === code).map(({ value }) => value.celex))
    const unknown = check?.unknown.filter(({ celex }) => !known.has(celex))
    all.push({
      folder,
      regime: code,
      name,
      pinned: consolidated,
      age: daysBetween(consolidated.version, today),
      state,
      pending: pending.map((celex) => {
        const waiting = law.acts.find(({ value }) => value.celex === celex && value.regime === code)?.value
        return { celex, title: waiting?.title ?? { pl: celex, en: celex }, date: waiting?.date ?? null }
      }),
      checked: check ? { at: check.checkedAt, newest: check.newest, unknown: unknown ?? [] } : null,
      pages,
      next: newer ? { page: newer, ...(await compared(newer.file, compare)) } : null,
    })
  }
  return all
}

/** A page that nobody can read yet is no reason to keep silent about everything else. */
async function compared(
  file: string,
  compare: StatusOptions['compare'],
): Promise<{ changes: ChangeSummary | null; problem: string | null }> {
  try {
    return { changes: await compare(file), problem: null }
  } catch (error) {
    return { changes: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

export const summaryOf = ({ annexes, articles }: Comparison): ChangeSummary => ({
  added: annexes.reduce((sum, { added }) => sum + added.length, 0),
  removed: annexes.reduce((sum, { removed }) => sum + removed.length, 0),
  changed: annexes.reduce((sum, { changed }) => sum + changed.length, 0),
  articles: articles.length,
})
