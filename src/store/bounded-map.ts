/**
 * A map of bounded size: when its younger half is full, the older half is dropped whole. Dropping the oldest entry one
 * at a time would be slow: a Map walks over all it has deleted before it finds its first entry.
 */
export function generations<V>(atMost: number) {
  let young = new Map<string, V>()
  let old = new Map<string, V>()

  /** Drops the older half; the younger one is now the older. */
  function turn(): void {
    old = young
    young = new Map()
  }

  return {
    get: (key: string): V | undefined => young.get(key) ?? old.get(key),
    set(key: string, value: V): void {
      if (young.size >= atMost / 2 && !young.has(key)) turn()
      young.set(key, value)
    },
    delete(key: string): void {
      young.delete(key)
      old.delete(key)
    },
    turn,
    clear(): void {
      turn()
      turn()
    },
    /** At most: a key set in both halves counts twice. */
    size: (): number => young.size + old.size,
  }
}
