/** Variants kept for one object of the law: languages, tariff years, sets of exemptions. */
const VARIANTS_AT_MOST = 32

/**
 * Memoizes fragments of answers per object of the law and variant. The objects are the keys of a WeakMap, so that the
 * fragments are freed with the law when a new one replaces it.
 */
export function memoizePer<Key extends object, Made>(
  variantsAtMost = VARIANTS_AT_MOST,
): (key: Key, variant: string, make: () => Made) => Made {
  const cache = new WeakMap<Key, Map<string, Made>>()
  return (key, variant, make) => {
    const variants = cache.get(key) ?? new Map<string, Made>()
    const known = variants.get(variant)
    if (known !== undefined) return known
    if (variants.size === 0 || variants.size >= variantsAtMost) {
      variants.clear()
      cache.set(key, variants)
    }
    const made = make()
    variants.set(variant, made)
    return made
  }
}

const numbers = new WeakMap<object, number>()
let numbered = 0

/** A number that no other object has: equal numbers are the same object. */
export function numberOf(object: object): number {
  const known = numbers.get(object)
  if (known !== undefined) return known
  numbers.set(object, ++numbered)
  return numbered
}
