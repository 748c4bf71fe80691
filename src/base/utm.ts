/** Limits for the campaign parameters of a lead: their number, and the bytes of all keys and values together. */
export const UTM_ENTRIES = 20
export const UTM_BYTES = 2_048

export const utmBytes = (utm: Readonly<Record<string, string>>): number =>
  new TextEncoder().encode(Object.entries(utm).flat().join('')).length
