import { addDays, type Day } from '../base/day.ts'
import type { Dataset } from './dataset/dataset.ts'
import { type LawFiles, UNREAD_FILE } from './read/law-files.ts'
import type { UnreadAct } from './terms/law.ts'

/** An act that the official source lists as amending a regulation. */
export interface ListedAct {
  readonly celex: string
  /** Day of the document; null when the source does not say. */
  readonly date: Day | null
}

/** What the official source listed when `law fetch` last asked it about a regime. */
export interface LawCheck {
  readonly regime: string
  /** ISO, to the second. */
  readonly checkedAt: string
  readonly acts: readonly ListedAct[]
}

/** An act signed this many days before a consolidated version may come into force only after it. */
const GRACE_DAYS = 31

/** Whether a consolidated text of that day contains an act, or would show that it changes no goods. */
export const isSurelyInside = (text: Day, { date }: ListedAct): boolean =>
  date !== null && addDays(date, GRACE_DAYS) < text

/** The acts that a law does not know: those that it was given as unread, and those that the checks list besides. */
export function unreadActs(checks: readonly LawCheck[], dataset: Dataset): readonly UnreadAct[] {
  const found = dataset.regimes.flatMap(({ data: { code, consolidated, state } }) => {
    const known = new Set(dataset.acts.filter(({ regime }) => regime === code).map(({ celex }) => celex))
    const listed = checks.find(({ regime }) => regime === code)?.acts ?? []
    return listed
      .filter((act) => !known.has(act.celex) && !isSurelyInside(consolidated.version ?? state, act))
      .map(({ celex, date }) => ({ celex, regime: code, date }))
  })
  return [...dataset.unread, ...found].toSorted(byRegimeAndAct)
}

/** What a service says of the last check of a regime. */
export interface CheckedRegime extends Pick<LawCheck, 'regime' | 'checkedAt'> {
  readonly unknown: readonly string[]
}

export function checkedRegimes(checks: readonly LawCheck[], dataset: Dataset): readonly CheckedRegime[] {
  const unread = unreadActs(checks, dataset)
  return checks.map(({ regime, checkedAt }) => {
    const unknown = unread.filter((act) => act.regime === regime).map(({ celex }) => celex)
    return { regime, checkedAt, unknown }
  })
}

const keyOf = ({ regime, celex }: UnreadAct): string => `${regime} ${celex}`
const byRegimeAndAct = (a: UnreadAct, b: UnreadAct): number => (keyOf(a) < keyOf(b) ? -1 : 1)

/** The files of a law that names these acts as unread. They are one file of it, so that they are part of its version. */
export function withUnreadActs(files: LawFiles, acts: readonly UnreadAct[]): LawFiles {
  const lines = acts.map(({ celex, regime, date }) => `  - { celex: "${celex}", regime: ${regime}, date: ${date} }\n`)
  return new Map([...files, [UNREAD_FILE, Buffer.from(`acts:\n${lines.join('')}`)]])
}
