/** Variants kept for one object of the law: languages, tariff years, sets of exemptions. */
const VARIANTS_AT_MOST = 32

interface Bounds {
  /** Fragments of one object. */
  readonly perObject?: number
  /** Fragments of all objects together. */
  readonly inAll?: number
}

/**
 * Memoizes fragments of answers per object of the law and variant. The objects are the keys of a WeakMap, so that the
 * fragments are freed with the law when a new one replaces it. Like `boundedMap`, it has two generations: when the young
 * one is full, the old one is dropped whole.
 */
export function memoizePer<Key extends object, Made>({
  perObject = VARIANTS_AT_MOST,
  inAll = Number.POSITIVE_INFINITY,
}: Bounds = {}): (key: Key, variant: string, make: () => Made) => Made {
  let young = new WeakMap<Key, Map<string, Made>>()
  let old = new WeakMap<Key, Map<string, Made>>()
  let added = 0

  function add(key: Key, variant: string, made: Made): void {
    if (added >= inAll / 2) {
      old = young
      young = new WeakMap()
      added = 0
    }
    const variants = young.get(key) ?? new Map<string, Made>()
    if (variants.size >= perObject) variants.clear()
    if (variants.size === 0) young.set(key, variants)
    variants.set(variant, made)
    added++
  }

  return (key, variant, make) => {
    const known = young.get(key)?.get(variant)
    if (known !== undefined) return known
    const made = old.get(key)?.get(variant) ?? make()
    add(key, variant, made)
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
