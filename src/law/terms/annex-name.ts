const ROMAN = /^(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/

/** Its number and letter: acts print `VIIB` and `VIIb` of one annex, while `XII` and `XIi` are two. */
export function annexKey(annex: string): string {
  const cut = ROMAN.test(annex) ? annex.length : annex.length - 1
  return ROMAN.test(annex.slice(0, cut)) ? `${annex.slice(0, cut)} ${annex.slice(cut).toLowerCase()}` : annex
}
