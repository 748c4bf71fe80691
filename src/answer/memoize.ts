/** Variants kept for one part of the law: languages, tariff years, sets of exemptions. */
const VARIANTS_AT_MOST = 16

/** Makes what many answers share once for each part of the law and variant, as long as that law is served. */
export function sharedBy<Part extends object, Made>(): (part: Part, variant: string, make: () => Made) => Made {
  const parts = new WeakMap<Part, Map<string, Made>>()
  return (part, variant, make) => {
    const variants = parts.get(part) ?? new Map<string, Made>()
    const known = variants.get(variant)
    if (known !== undefined) return known
    if (variants.size === 0 || variants.size >= VARIANTS_AT_MOST) {
      variants.clear()
      parts.set(part, variants)
    }
    const made = make()
    variants.set(variant, made)
    return made
  }
}
