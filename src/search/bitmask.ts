/** The number of set bits of a 32-bit number (https://en.wikipedia.org/wiki/Hamming_weight). */
export function popcount(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The position of the lowest set bit. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)
