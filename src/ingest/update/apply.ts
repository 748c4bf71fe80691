import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import { compare, isSameAnnex } from './compare.ts'
import { openLaw } from './open-law.ts'
import { type Decisions, planUpdate, type Update } from './plan-update.ts'
import { writeLaw } from './write-law.ts'

/** Works the page into law/, unless there are conflicts or it is a dry run. */
export function applyPage(
  directory: string,
  act: string | undefined,
  { page, sha256, polish }: { page: ConsolidatedPage; sha256: string; polish: ConsolidatedPage | null },
  decisions: Decisions,
  dryRun: boolean,
): Update & { readonly written: boolean } {
  const update = planUpdate(page, sha256, openLaw(directory, act, page.celex), decisions, polish)
  if (update.conflicts.length > 0 || dryRun || update.files.size === 0) return { ...update, written: false }
  writeLaw(directory, update.files, (copy) => {
    const differing = compare(page, openLaw(copy, act, page.celex)).annexes.filter((annex) => !isSameAnnex(annex))
    if (differing.length > 0) {
      throw new Error(
        `law/ would still differ from the page in annex ${differing.map(({ annex }) => annex).join(', ')}; nothing was written`,
      )
    }
  })
  return { ...update, written: true }
}
