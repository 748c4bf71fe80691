/**
 * What the law needs and Node 20 does not have yet. Only a missing function is added, as the standard has it:
 * https://tc39.es/ecma262/#sec-map.groupby. A newer Node is left as it is. To be removed together with Node 20.
 */
if (typeof Map.groupBy !== 'function') {
  const groupBy = <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> => {
    const groups = new Map<K, T[]>()
    let index = 0
    for (const item of items) {
      const key = keyOf(item, index++)
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
    return groups
  }
  Object.defineProperty(Map, 'groupBy', { value: groupBy, writable: true, configurable: true })
}
