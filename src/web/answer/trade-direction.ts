import type { CnResult } from '../../answer/response.ts'

/** Which way goods go; `other` where a measure is bound to no way the page could name. */
export const WAYS = ['import', 'export', 'transit', 'other'] as const
export type Way = (typeof WAYS)[number]

/** `RU_to_EU` → import, `EU_to_RU` → export, `via_RU` → transit. */
export function wayOf(direction: string | null): Way {
  if (direction === null) return 'other'
  if (direction.startsWith('EU_to_')) return 'export'
  if (direction.endsWith('_to_EU')) return 'import'
  return direction.startsWith('via_') ? 'transit' : 'other'
}

export const isBan = ({ restriction }: Pick<CnResult, 'restriction'>): boolean => restriction.type.endsWith('_ban')

const CLOSED: Readonly<Record<string, Way>> = { import_ban: 'import', export_ban: 'export', transfer_ban: 'transit' }

/** The way a ban closes, for the verdict; `other` where its direction is none or does not say the same. */
export function wayBanned({ restriction }: Pick<CnResult, 'restriction'>): Way {
  const way = wayOf(restriction.direction)
  return CLOSED[restriction.type] === way ? way : 'other'
}
