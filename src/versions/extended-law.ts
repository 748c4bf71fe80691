import type { Dataset } from '../law/dataset/dataset.ts'
import type { LoadedLaw } from '../law/load.ts'
import { contentsOf, type LawContents } from '../law/read/law-source.ts'
import { type LawCheck, unreadActs, withUnreadActs } from '../law/unread-acts.ts'
import type { Store } from '../store/store.ts'
import { introduceExtended } from './record-changes.ts'

/** A law that was extended and is not recorded in the store yet. */
interface Extended {
  readonly law: LoadedLaw
  readonly base: Dataset
}

/**
 * Adds to the law that is served the acts that the official source lists and the law does not know, as a file of it: another
 * list is another version. `load` gives null for a law with mistakes.
 */
export function lawExtender(load: (read: () => LawContents) => Promise<LoadedLaw | null>) {
  let checks: readonly LawCheck[] = []
  let unrecorded: Extended | null = null

  return {
    checks: () => checks,
    /** Equal for equal lists, whenever the source was asked. */
    key: () => JSON.stringify(checks.map(({ regime, acts }) => [regime, acts])),
    async readChecks({ lawChecks }: Store): Promise<void> {
      checks = await lawChecks.list()
    },
    /** The same law when it knows every act that is listed. */
    async extend(base: LoadedLaw): Promise<LoadedLaw> {
      unrecorded = null
      const acts = unreadActs(checks, base.dataset)
      if (acts.length === base.dataset.unread.length) return base
      const law = await load(() => contentsOf('law', withUnreadActs(base.files, acts)))
      if (law) unrecorded = { law, base: base.dataset }
      return law ?? base
    },
    /** Records the law that was extended last, once its base is recorded; null when there was nothing to record. */
    async record({ datasets }: Store, at: Date) {
      const extended = unrecorded
      if (!extended || !(await datasets.find(extended.base.version))) return null
      const recorded = await introduceExtended(datasets, extended.law, extended.base, at)
      if (unrecorded === extended) unrecorded = null
      return { version: extended.law.dataset.version, recorded }
    },
  }
}
