import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import { compare } from './compare.ts'
import { openLaw } from './open-law.ts'
import { type Decisions, planUpdate, type Update } from './plan-update.ts'
import { writeLaw } from './write-law.ts'

/** Works the page into law/, unless anything is doubtful or it is only to be tried. */
export function applyPage(
  directory: string,
  act: string | undefined,
  { page, sha256, polish }: { page: ConsolidatedPage; sha256: string; polish: ConsolidatedPage | null },
  decisions: Decisions,
  tryOnly: boolean,
): Update & { readonly written: boolean } {
  const update = planUpdate(page, sha256, openLaw(directory, act, page.celex), decisions, polish)
  if (update.doubts.length > 0 || tryOnly || update.files.size === 0) return { ...update, written: false }
  writeLaw(directory, update.files, (copy) => {
    const left = compare(page, openLaw(copy, act, page.celex))
    const differing = left.annexes.filter(
      ({ status, doubts }) => !(status === 'same' || status === 'named') || doubts.length > 0,
    )
    if (differing.length > 0) {
      throw new Error(
        `law/ would still differ from the page in annex ${differing.map(({ annex }) => annex).join(', ')}; nothing was written`,
      )
    }
  })
  return { ...update, written: true }
}
