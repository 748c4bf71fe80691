import { type Entry, isBan, listsWhole } from '../../law/build/dataset.ts'
import { codesOf, type Nomenclature } from '../../law/tariff/nomenclature.ts'
import type { Digits } from '../../terms/cn-code.ts'
import type { Direction } from '../../terms/law.ts'
import type { Match } from '../grants.ts'
import { EXTENTS, type Extent, KINDS, type Kind, type Reach } from './terms.ts'

/** The one judgement of an answer. Everything that shows an answer shows this and never works it out again. */
export interface Judgement {
  /** The strongest extent of the bans, or of the rest where there is no ban. */
  readonly extent: Extent
  readonly reaches: readonly Reach[]
}

/** `asked` is the code of the question, or the codes of the goods that a name means. */
export function judge(matches: readonly Match[], asked: readonly Digits[], tariff: Nomenclature): Judgement {
  const groups = Map.groupBy(
    matches,
    ({ entry }) => `${kindOf(entry)} ${directionOf(entry)} ${entry.regime.data.country}`,
  )
  const reaches = [...groups.values()].map((group) => reachOf(group, asked, tariff)).toSorted(gravestFirst)
  const bans = reaches.filter(({ kind }) => kind === 'ban')
  return { extent: strongest(bans.length > 0 ? bans : reaches), reaches }
}

/** The gravest kind of measure and its extent, as a mark for one line. */
export const strongestOf = ({
  extent,
  reaches,
}: Judgement): { readonly kind: Kind | null; readonly extent: Extent } => ({
  kind: reaches[0]?.kind ?? null,
  extent,
})

/** Whether the entry alone covers every good of every code asked for, whatever its value. */
export const coversAll = (entry: Entry, asked: readonly Digits[], tariff: Nomenclature): boolean =>
  asked.length > 0 &&
  !isLimited(entry) &&
  asked.every((code) => {
    if (code.startsWith(entry.code)) return listsWhole(entry, code)
    // An undivided heading is the same goods as its only subcode, whose line stands for both.
    return listsWhole(entry, entry.code) && (tariff.line(code)?.code.startsWith(entry.code) ?? false)
  })

const kindOf = ({ type }: Entry): Kind => {
  if (isBan(type)) return 'ban'
  return type === 'restriction' ? 'restriction' : 'duty'
}

const BANNED_DIRECTIONS: Readonly<Record<string, Direction>> = {
  import_ban: 'import',
  export_ban: 'export',
  transfer_ban: 'transit',
}

/** The direction that a measure concerns. Null where it is bound to none, or where its type and its flow disagree. */
function directionOf({ type, flow }: Entry): Direction | null {
  const direction = directionOfFlow(flow)
  return isBan(type) && BANNED_DIRECTIONS[type] !== direction ? null : direction
}

/** `RU_to_EU` → import, `EU_to_RU` → export, `via_RU` → transit. */
function directionOfFlow(flow: string | null): Direction | null {
  if (flow === null) return null
  if (flow.startsWith('EU_to_')) return 'export'
  if (flow.endsWith('_to_EU')) return 'import'
  return flow.startsWith('via_') ? 'transit' : null
}

function reachOf(group: readonly Match[], asked: readonly Digits[], tariff: Nomenclature): Reach {
  const [{ entry }] = group as [Match]
  const sure = group.filter(({ inForce }) => inForce === 'yes').map((match) => match.entry)
  return {
    country: entry.regime.data.country,
    direction: directionOf(entry),
    kind: kindOf(entry),
    extent: sure.length === 0 ? 'possible' : sharedExtent(asked, sure, tariff),
  }
}

/** The extent that several codes share; `some_codes` when they differ. */
function sharedExtent(codes: readonly Digits[], entries: readonly Entry[], tariff: Nomenclature): Extent {
  let shared: Extent | null | undefined
  for (const code of codes) {
    const extent = extentFor(code, entries, tariff)
    if (shared !== undefined && extent !== shared) return 'some_codes'
    shared = extent
  }
  return shared ?? 'some_codes'
}

/** How far these entries reach into one code; null where they do not touch it. */
function extentFor(code: Digits, entries: readonly Entry[], tariff: Nomenclature): Extent | null {
  const above = entries.filter((entry) => code.startsWith(entry.code) && !leavesOut(entry, code))
  const whole = above.filter((entry) => listsWhole(entry, code))
  if (whole.some((entry) => !isLimited(entry))) return 'whole'
  if (whole.length > 0) return 'threshold'
  const below = entries.filter((entry) => entry.code.length > code.length && entry.code.startsWith(code))
  // A heading whose codes are all listed is listed itself, also where the tariff does not divide it.
  const ofBelow = below.length > 0 ? sharedExtent(codesBelow(code, tariff), below, tariff) : null
  if (above.length === 0 || ofBelow === 'whole') return ofBelow
  if (above.some(({ partialBy }) => partialBy === 'codes')) return 'some_codes'
  // In lists of luxury goods `ex` mostly stands for the value beyond which the goods are banned.
  return above.every(isLimited) ? 'threshold' : 'description'
}

const leavesOut = ({ except }: Entry, code: Digits): boolean => except.some((one) => code.startsWith(one))

/** The next codes below a code; the only one where the tariff does not divide it. */
function codesBelow(code: Digits, tariff: Nomenclature): Digits[] {
  const line = tariff.line(code)
  if (!line) return []
  return line.code.length > code.length ? [line.code] : line.children.flatMap(codesOf)
}

const isLimited = ({ limits, condition }: Entry): boolean =>
  limits !== 'any' && (limits.length > 0 || condition !== null)

const strongest = (reaches: readonly Reach[]): Extent =>
  EXTENTS.find((extent) => reaches.some((reach) => reach.extent === extent)) ?? 'none'

const DIRECTION_ORDER: readonly (Direction | null)[] = ['import', 'export', 'transit', null]

export const gravestFirst = (a: Reach, b: Reach): number =>
  KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
  DIRECTION_ORDER.indexOf(a.direction) - DIRECTION_ORDER.indexOf(b.direction) ||
  // Russia before Belarus, as results are ordered.
  (a.country < b.country ? 1 : a.country > b.country ? -1 : 0)
