import { type Day, daysBetween } from '../../base/day.ts'
import type { Law } from '../../law/read/law.ts'
import type { Comparison } from '../update/compare.ts'
import type { PageCache } from './page-cache.ts'

type ChangeSummary = ReturnType<typeof summaryOf>

export type RegimeStatus = Awaited<ReturnType<typeof lawStatus>>[number]

interface StatusOptions {
  readonly today: Day
  readonly cache: PageCache
  /** Compares a page with `law/`. */
  compare(pageFile: string): Promise<ChangeSummary>
}

/** How current `law/` is, from files on this machine alone: nothing is asked over the network. */
export async function lawStatus(law: Law, { today, cache, compare }: StatusOptions) {
  const all = []
  for (const { folder, regime } of law.regimes) {
    const { code, name, consolidated, state, pending } = regime.value
    // Days are compared, not CELEX numbers: the pin is the act itself where no consolidated text was read.
    const pinned = consolidated.version ?? ''
    const pages = cache.pagesOf(regime.value.act).filter(({ celex }) => versionOf(celex) >= pinned)
    const newer = pages.find(({ celex, language }) => versionOf(celex) > pinned && language === 'en')
    const check = cache.check(folder)
    // Acts that were added to acts.yaml since the check are no longer unknown.
    const known = new Set(law.acts.filter(({ value }) => value.regime === code).map(({ value }) => value.celex))
    const unknown = check?.unknown.filter(({ celex }) => !known.has(celex))
    all.push({
      folder,
      regime: code,
      name,
      pinned: consolidated,
      /** Days since the pinned version; null where its day is unknown. */
      age: consolidated.version === null ? null : daysBetween(consolidated.version, today),
      /** Up to this day changes are worked in. */
      state,
      pending: pending.map((celex) => {
        const act = law.acts.find(({ value }) => value.celex === celex && value.regime === code)?.value
        return { celex, title: act?.title ?? { pl: celex, en: celex }, date: act?.date ?? null }
      }),
      /** What the lists were compared with besides the acts, and its day; null where nothing was. */
      witness: witnessOf(law, code),
      /** The result of the last `law fetch`; null when there was none. */
      checked: check ? { at: check.checkedAt, newest: check.newest, unknown: unknown ?? [] } : null,
      /** Complete pages in the cache of the pinned version or a newer one, newest first. */
      pages,
      /** The English page of a version newer than the pin. */
      next: newer ? { page: newer, ...(await compared(newer.file, compare)) } : null,
    })
  }
  return all
}

/** `02014R0833-20260724` → `2026-07-24` */
const versionOf = (celex: string): string => celex.slice(-8).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

function witnessOf({ witness }: Law, regime: string) {
  const declared = witness?.declared.value
  return declared?.rules.some((rule) => rule.regime === regime) ? { name: declared.name, day: declared.day } : null
}

/** A page that cannot be read must not hide the rest of the status, so its error becomes part of it. */
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

/** How much applying a page would change in `law/`. */
export const summaryOf = ({ annexes, articles }: Comparison) => ({
  added: annexes.reduce((sum, { added }) => sum + added.length, 0),
  removed: annexes.reduce((sum, { removed }) => sum + removed.length, 0),
  changed: annexes.reduce((sum, { changed }) => sum + changed.length, 0),
  /** Articles a person must read again. */
  articles: articles.length,
})
