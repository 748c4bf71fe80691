import type { Comparison } from './compare.ts'

/** An annex or article with text of these acts that a person has not read yet: an entry of `to_read` in regime.yaml. */
export interface UnreadProvision {
  readonly annex?: string | undefined
  readonly article?: string | undefined
  readonly acts: readonly string[]
}

/** What a person must read after an update: annexes with new or re-issued goods, articles with new text. */
export function unreadProvisions({ annexes, articles, annexTexts }: Comparison): UnreadProvision[] {
  const byAnnex = new Map<string, Set<string>>()
  const note = (annex: string, acts: readonly (string | null | undefined)[]) => {
    const known = byAnnex.get(annex) ?? new Set<string>()
    for (const celex of acts) if (celex) known.add(celex)
    if (known.size > 0) byAnnex.set(annex, known)
  }
  for (const { annex, added, changed } of annexes) {
    note(
      annex,
      added.map(({ mark }) => mark?.celex),
    )
    note(
      annex,
      changed.map(({ row }) => row.mark?.celex),
    )
  }
  for (const { annex, marks } of annexTexts)
    note(
      annex,
      marks.map(({ celex }) => celex),
    )
  return [
    ...[...byAnnex].map(([annex, acts]) => ({ annex, acts: [...acts] })),
    ...articles
      .filter(({ gone }) => !gone)
      .map(({ article, marks }) => ({ article, acts: [...new Set(marks.flatMap(({ mark }) => mark.celex ?? []))] })),
  ]
}

/** Adds new provisions to those that are still unread. */
export function mergeUnread(before: readonly UnreadProvision[], now: readonly UnreadProvision[]): UnreadProvision[] {
  const key = ({ annex, article }: UnreadProvision) => annex ?? `article ${article}`
  const merged = new Map(before.map((one) => [key(one), one]))
  for (const one of now) {
    merged.set(key(one), { ...one, acts: [...new Set([...(merged.get(key(one))?.acts ?? []), ...one.acts])] })
  }
  return [...merged.values()]
}
