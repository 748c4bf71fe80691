/**
 * A result goes into the context of a model, which it shares with everything else. 24 kB are at most 10,000 tokens: Polish
 * JSON has about 2.6 bytes a token, English more.
 */
export const RESULT_BYTES = 24_000

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** How many of the first members fit into so many bytes. */
export function countFitting(members: readonly unknown[], bytes: number): number {
  let left = bytes
  for (const [at, member] of members.entries()) {
    left -= bytesOf(member) + 1
    if (left < 0) return at
  }
  return members.length
}

/** As many members of each list as fit beside `head`, the first list first; `cut` counts those that were left out. */
export function fitLists<Lists extends Readonly<Record<string, readonly unknown[]>>>(
  head: object,
  lists: Lists,
): { readonly shown: Lists; readonly cut: Readonly<Record<keyof Lists, number>> } {
  let left = RESULT_BYTES - bytesOf(head)
  const shown: Record<string, readonly unknown[]> = {}
  const cut: Record<string, number> = {}
  for (const [name, members] of Object.entries(lists)) {
    const count = countFitting(members, left)
    shown[name] = members.slice(0, count)
    cut[name] = members.length - count
    left -= bytesOf(shown[name])
  }
  return { shown: shown as Lists, cut: cut as Record<keyof Lists, number> }
}
