import { type Digits, onOnePath } from '../../base/cn-code.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import { type Entry, type Grant, isBan, isGrantList, listsWhole } from '../../law/dataset/dataset.ts'
import { codesOf, type Nomenclature } from '../../law/tariff/nomenclature.ts'
import type { Direction, Exemption } from '../../law/terms/law.ts'
import { printLimits } from '../../law/terms/limit.ts'
import { valueLimits } from '../match/fitting.ts'
import { boundExemptionsOf, freedGoodsOf, type Match } from '../match/grants.ts'
import { EXTENTS, type Extent, gravestFirst, KINDS, type Kind, keyOfReach, type Reach } from '../response/terms.ts'

export interface JudgedReach extends Reach {
  /** The provisions behind it, the widest first. */
  readonly grounds: readonly JudgedGround[]
}

/** One provision with one limit, and its rows that concern what was asked. */
export interface JudgedGround {
  readonly extent: Extent
  readonly entries: readonly [Entry, ...Entry[]]
  /** What frees some deals in all these goods, a quota first. */
  readonly bound: readonly Grant<Exemption>[]
  /** What frees part of these goods. */
  readonly freed: readonly Grant<Exemption>[]
}

/**
 * The one judgement of an answer: everything that shows an answer shows this and never works it out again. Its extent is the
 * strongest of the bans, or of the rest where there is no ban. `asked` is the code of the question, or the codes of the goods that a name means. Lists of grants are no condition on
 * the goods: they go with the measure that they lift.
 */
export function judge(matches: readonly Match[], asked: readonly Digits[], tariff: Nomenclature) {
  const reaches = groupsOf(matches)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((group) => reachOf(group.reach, group.matches, asked, tariff))
    .toSorted(gravestFirst)
  const bans = reaches.filter(({ kind }) => kind === 'ban')
  return { extent: strongest((bans.length > 0 ? bans : reaches).map(({ extent }) => extent)), reaches }
}

/** The gravest kind of measure and its extent, for one line of a list. The judgement is not worked out further than that needs. */
export function markFor(matches: readonly Match[], asked: readonly Digits[], tariff: Nomenclature) {
  const groups = groupsOf(matches)
  const kind = KINDS.find((one) => groups.some(({ reach }) => reach.kind === one)) ?? null
  const counted = kind === 'ban' ? groups.filter(({ reach }) => reach.kind === kind) : groups
  let extent: Extent = 'none'
  for (const group of counted) {
    const grounds = groundsIn(group.matches)
    for (const part of grounds.length > 1 ? [...grounds, group.matches] : grounds) {
      extent = strongest([extent, extentOf(part, asked, tariff)])
      if (extent === EXTENTS[0]) return { kind, extent }
    }
  }
  return { kind, extent }
}

/** The matches by where their measures reach. */
function groupsOf(matches: readonly Match[]) {
  const groups = new Map<string, { readonly reach: Bare; readonly matches: Match[] }>()
  for (const match of matches) {
    if (isGrantList(match.entry)) continue
    for (const { reach, key } of waysOf(match.entry)) {
      const group = groups.get(key)
      if (group) group.matches.push(match)
      else groups.set(key, { reach, matches: [match] })
    }
  }
  return [...groups.values()]
}

/** The matches of one reach by provision. */
const groundsIn = (matches: readonly Match[]): readonly Match[][] => [
  ...Map.groupBy(matches, ({ entry }) => groundKey(entry)).values(),
]

/** Whether the match alone covers every good of every code asked for, whatever its value. */
export const coversAll = (match: Match, asked: readonly Digits[], tariff: Nomenclature): boolean =>
  asked.length > 0 &&
  !isLimited(match) &&
  asked.every((code) => {
    const { entry } = match
    if (code.startsWith(entry.code)) return coversWhole(match, code)
    // An undivided heading is the same goods as its only subcode, whose line stands for both.
    return coversWhole(match, entry.code) && (tariff.line(code)?.code.startsWith(entry.code) ?? false)
  })

/** What a measure is, whatever its annex is for. */
export const kindOf = ({ type }: Entry): Kind => {
  if (isBan(type)) return 'ban'
  return type === 'restriction' ? 'restriction' : 'duty'
}

const BANNED_DIRECTIONS: Readonly<Record<string, Direction>> = {
  import_ban: 'import',
  export_ban: 'export',
  transfer_ban: 'transit',
}

type Bare = Omit<Reach, 'extent'>

/** Where a measure reaches: the target, the countries that it names, or third countries that use inputs of the target. */
const waysOf = derivedOnce((entry: Entry) =>
  reachedBy(entry).map((reach) => ({ reach, key: keyOfReach({ ...reach, extent: 'none' }) })),
)

function reachedBy(entry: Entry): readonly Bare[] {
  const kind = kindOf(entry)
  const target = entry.regime.data.country
  const direction = directionOf(entry)
  const named = entry.movements.flatMap(({ countries }) => countries ?? [])
  if (named.length > 0)
    return named.map((country) => ({ kind, country, direction: BANNED_DIRECTIONS[entry.type] ?? null }))
  const isProcessed = entry.movements.length > 0 && entry.movements.every(({ tests }) => tests.every(isOfInputs))
  return [isProcessed ? { kind, country: null, direction, inputs_of: target } : { kind, country: target, direction }]
}

const isOfInputs = (test: string): boolean => test === 'processed'

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

function reachOf(reach: Bare, matches: readonly Match[], asked: readonly Digits[], tariff: Nomenclature): JudgedReach {
  const grounds = groundsIn(matches)
    .map((group) => ({
      extent: extentOf(group, asked, tariff),
      entries: group.map(({ entry }) => entry) as [Entry, ...Entry[]],
      bound: [...new Set(group.flatMap(boundExemptionsOf))],
      freed: [...new Set(group.flatMap(freedGoodsOf))],
    }))
    .toSorted((a, b) => EXTENTS.indexOf(a.extent) - EXTENTS.indexOf(b.extent))
  const widest = grounds[0]?.extent ?? 'none'
  // Rows of several provisions may cover together what none of them covers alone; one that covers less hides none.
  const together = grounds.length > 1 && widest !== EXTENTS[0] ? extentOf(matches, asked, tariff) : widest
  return { ...reach, extent: strongest([together, widest]), grounds }
}

/** A provision, its list, and the limit or the description that its rows share. */
const groundKey = derivedOnce(({ regime, article, annex, limits, partialBy, category }: Entry) =>
  [regime.data.code, article, annex, printLimits(limits), partialBy, limits.length > 0 ? category?.en : ''].join('\t'),
)

function extentOf(matches: readonly Match[], asked: readonly Digits[], tariff: Nomenclature): Extent {
  const sure = matches.filter(({ inForce }) => inForce === 'yes')
  return sure.length === 0 ? 'possible' : sharedExtent(asked, sure, tariff)
}

/** The extent that several codes share; `some_codes` when they differ. */
function sharedExtent(codes: readonly Digits[], matches: readonly Match[], tariff: Nomenclature): Extent {
  let shared: Extent | null | undefined
  for (const code of codes) {
    const extent = extentFor(code, matches, tariff)
    if (shared !== undefined && extent !== shared) return 'some_codes'
    shared = extent
  }
  return shared ?? 'some_codes'
}

/** How far these matches reach into one code; null where they do not touch it. */
function extentFor(code: Digits, matches: readonly Match[], tariff: Nomenclature): Extent | null {
  const above: Match[] = []
  const below: Match[] = []
  for (const match of matches) {
    const { entry } = match
    if (entry.code.length > code.length) {
      if (entry.code.startsWith(code)) below.push(match)
    } else if (code.startsWith(entry.code) && !leavesOut(entry, code)) above.push(match)
  }
  const whole = above.filter((match) => coversWhole(match, code))
  if (whole.some((match) => !isLimited(match))) return 'whole'
  if (whole.length > 0) return 'threshold'
  // A heading whose codes are all listed is listed itself, also where the tariff does not divide it.
  const ofBelow = below.length > 0 ? sharedExtent(codesBelow(code, tariff), below, tariff) : null
  if (above.length === 0 || ofBelow === 'whole') return ofBelow
  if (above.some(({ entry }) => leavesOutBelow(entry, code))) return 'some_codes'
  // In lists of luxury goods `ex` mostly stands for the value beyond which the goods are banned.
  if (above.some(({ aboveValue }) => aboveValue)) return 'whole'
  return above.some(hasLimit) ? 'threshold' : 'description'
}

/** Whether all goods of a code are listed, and no exemption frees part of them by what they are. */
const coversWhole = (match: Match, code: Digits): boolean =>
  match.isDeclared === true ||
  (listsWhole(match.entry, code) &&
    !freedGoodsOf(match).some(
      ({ goods: { codes } }) => codes.length === 0 || codes.some((one) => onOnePath(one, code)),
    ))

const leavesOut = ({ except }: Entry, code: Digits): boolean => except.some((one) => code.startsWith(one))

/** Whether only codes decide what is left out below a code. */
const leavesOutBelow = ({ partialBy, narrowed, except }: Entry, code: Digits): boolean =>
  partialBy === 'codes' || (narrowed.length > 0 && except.length > 0 && !narrowed.some((one) => code.startsWith(one)))

/** The next codes below a code; the only one where the tariff does not divide it. */
function codesBelow(code: Digits, tariff: Nomenclature): Digits[] {
  const line = tariff.line(code)
  if (!line) return []
  return line.code.length > code.length ? [line.code] : line.children.flatMap(codesOf)
}

const isLimited = (match: Match): boolean =>
  match.isDeclared !== true && (hasLimit(match) || boundExemptionsOf(match).length > 0)

/** Whether the provision itself has a limit that the deal does not settle. */
function hasLimit(match: Match): boolean {
  const { limits, condition } = match.entry
  const left = limits === 'any' || !match.aboveValue ? limits : limits.filter((one) => !valueLimits([one]).length)
  return left !== 'any' && (left.length > 0 || (condition !== null && !match.aboveValue))
}

const strongest = (extents: readonly Extent[]): Extent => EXTENTS.find((extent) => extents.includes(extent)) ?? 'none'

/** The targets of regimes in the order of the law, then other countries that their measures name. */
const rankOf = ({ reach, matches }: ReturnType<typeof groupsOf>[number]): number =>
  Math.min(
    ...matches.map(({ entry: { ord, regime } }) =>
      regime.data.country === (reach.country ?? reach.inputs_of) ? ord : Number.MAX_SAFE_INTEGER,
    ),
  )
