import type { Comparison } from './compare.ts'

/** Something that waits for a person: an annex or article with words of these acts. */
export interface ToRead {
  readonly annex?: string | undefined
  readonly article?: string | undefined
  readonly acts: readonly string[]
}

/** What an update leaves for a person: annexes with new or re-issued goods, articles with new words. */
export function thingsToRead({ annexes, articles, annexTexts }: Comparison): ToRead[] {
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

/** What already waits to be read goes on waiting. */
export function mergeToRead(before: readonly ToRead[], now: readonly ToRead[]): ToRead[] {
  const key = ({ annex, article }: ToRead) => annex ?? `article ${article}`
  const merged = new Map(before.map((one) => [key(one), one]))
  for (const one of now) {
    merged.set(key(one), { ...one, acts: [...new Set([...(merged.get(key(one))?.acts ?? []), ...one.acts])] })
  }
  return [...merged.values()]
}
