/**
 * A map of bounded size in two generations, the algorithm of `hashlru` (https://github.com/dominictarr/hashlru): when the
 * young generation is full, the old one is dropped whole. Evicting the oldest entry of a plain Map one at a time is slow,
 * since finding its first key walks over all entries deleted before. `lru-cache`, which the service uses where entries
 * differ in size, also keeps the order of use, and that costs memory and time for each entry: some of these maps hold
 * 100,000 small ones, and `age()` drops what has ended without looking at it.
 */
export function boundedMap<V>(maxSize: number) {
  let young = new Map<string, V>()
  let old = new Map<string, V>()

  /** Drops the old generation and starts a new one. */
  function age(): void {
    old = young
    young = new Map()
  }

  return {
    get: (key: string): V | undefined => young.get(key) ?? old.get(key),
    set(key: string, value: V): void {
      if (young.size >= maxSize / 2 && !young.has(key)) age()
      young.set(key, value)
    },
    delete(key: string): void {
      young.delete(key)
      old.delete(key)
    },
    age,
    clear(): void {
      age()
      age()
    },
  }
}
