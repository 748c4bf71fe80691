import { CN_LENGTH, type CodeSet, type Digits, prefixOf } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import type { Dataset, Entry } from '../../law/dataset/dataset.ts'
import type { Nearness } from '../../law/dataset/near.ts'
import { firstListing } from '../../law/dataset/predecessors.ts'
import type { Match } from '../match/grants.ts'
import { placesIn } from '../question/deal.ts'
import { isFlag } from './control.ts'
import { isOn } from './flagged.ts'
import type { WayAsked } from './ways.ts'

/** What goods are judged by besides their own rows. */
interface Among {
  readonly dataset: Dataset
  readonly day: Day
  readonly ways: readonly WayAsked[]
}

/**
 * All that a judgement can see of the goods of one code, as a key: goods with the same key are under the same provisions, so that
 * one of them is judged for all. The tariff has some 10,000 codes, and far fewer such keys. Null for headings, and for bans of
 * everything from an origin, whose rows are made for the question.
 */
export function alikeKey(code: Digits, matches: readonly Match[], among: Among): string | null {
  const { dataset, day, ways } = among
  if (code.length !== CN_LENGTH || matches.some(({ entry }) => entry.allGoods)) return null
  const rows = matches.map((match) => rowKey(match, code))
  const places = placesOf(ways)
  const flags = (dataset.witness?.rowsOn(code) ?? [])
    .filter((row) => isFlag(row, code) && places.has(row.area) && isOn(row, day))
    .map(({ rule, area, direction, documents }) => `${idOf(rule)}${area}${direction}${documents.join('+')}`)
  const controls = (dataset.controls?.rowsOn(code) ?? [])
    .filter((row) => isOn(row, day))
    .map(({ control, measure, direction, documents, code: flagged }) =>
      [control.id, idOf(measure), direction, documents.join('+'), code.startsWith(flagged)].join(' '),
    )
  return [rows, [nearnessTo(code, dataset)], new Set(flags), new Set(controls)]
    .map((part) => [...part].join(';'))
    .join('|')
}

const placesOf = derivedOnce((ways: readonly WayAsked[]) => new Set(ways.flatMap(({ route }) => placesIn(route))))

/** What a judgement can see of goods of one code under a row. */
export const rowKey = ({ entry, inForce }: Pick<Match, 'entry' | 'inForce'>, code: Digits): string => {
  const since = entry.before.length > 0 ? firstListing(entry, code).validity.from : ''
  const lists = listsComparedWith(entry)
  // All that comparing a code of the tariff with a list can show: it is at or below one of the codes, or above one.
  const covered = ENDS.flatMap((length) => lists.get(prefixOf(code, length)) ?? [])
  return `${contentOf(entry)} ${inForce} ${since} ${covered.join('.')}`
}

/**
 * What a judgement can see of a row. Rows of one measure that list all goods of their codes differ in nothing but the code, which
 * is not seen; a row that narrows them is asked about by its code and in its words.
 */
const contentOf = derivedOnce((entry: Entry): string => {
  const { ord, code, annexOrd, listedAs, translated, category, notes, quality, doubts, before, except, ...seen } = entry
  const { partialBy, limits, condition } = entry
  const isPlain = partialBy === null && limits.length === 0 && condition === null
  return isPlain ? `${idOfText(Object.values(seen).map(printed).join())}` : `#${idOf(entry)}`
})

/** Objects of the law by their number. */
const printed = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(printed).join()}]`
    : value === null || typeof value !== 'object'
      ? String(value)
      : 'sinceAct' in value
        ? JSON.stringify(value)
        : `#${idOf(value)}`

const ENDS = [2, 4, 6, CN_LENGTH] as const

/** Lists of codes by their codes; a longer code stands under the code of the tariff above it, as one of its own kind. */
type Lists = ReadonlyMap<string, readonly string[]>

/** The lists that a row and its grants compare goods with. */
const listsComparedWith = derivedOnce((entry: Entry): Lists => {
  const grants = [...entry.exemptions, ...entry.derogations, ...entry.winddowns]
  const limited = [...new Set(grants.map(({ goods }) => goods))].filter(
    ({ codes, except }) => codes.length > 0 || except.length > 0,
  )
  const own: CodeSet[] =
    entry.except.length > 0 || entry.narrowed.length > 0 ? [{ codes: entry.except, except: entry.narrowed }] : []
  return own.length > 0 ? listsOf([...own, ...limited]) : sharedLists(limited)
})

/** The rows of a measure have the same grants. */
const listsByGrants = new WeakMap<CodeSet, Map<string, Lists>>()
const NO_LISTS: Lists = new Map()

function sharedLists(limited: readonly CodeSet[]): Lists {
  const [first] = limited
  if (!first) return NO_LISTS
  const known = listsByGrants.get(first) ?? new Map<string, Lists>()
  listsByGrants.set(first, known)
  const key = limited.map(idOf).join()
  const lists = known.get(key) ?? listsOf(limited)
  known.set(key, lists)
  return lists
}

function listsOf(sets: readonly CodeSet[]): Lists {
  const placed = sets.flatMap(({ codes, except }, at) =>
    [codes, except].flatMap((list, which) =>
      list.map((code) => ({
        place: code.slice(0, CN_LENGTH),
        list: `${at}${'ce'[which]}${code.length > CN_LENGTH ? '+' : ''}`,
      })),
    ),
  )
  return new Map(
    [...Map.groupBy(placed, ({ place }) => place)].map(([place, own]) => [
      place,
      [...new Set(own.map(({ list }) => list))],
    ]),
  )
}

/** How near the code is to every list of goods that acts only describe: the longest code of a list decides. */
function nearnessTo(code: Digits, dataset: Dataset): string {
  const lists = listsByCode(dataset)
  const nearness = new Map<number, Nearness>()
  for (const length of ENDS)
    for (const one of lists.get(prefixOf(code, length)) ?? []) nearness.set(one.list, one.nearness)
  return [...nearness].toSorted(([a], [b]) => a - b).join(' ')
}

const listsByCode = derivedOnce(({ regimes, countries }: Dataset) => {
  const lists = new Set([
    ...regimes.flatMap(({ uncoded }) => uncoded.flatMap(({ near }) => near)),
    ...countries.regimes.flatMap(countries.nearOf),
  ])
  const rows = [...lists].flatMap(({ codes }, list) => [...codes].map(([code, nearness]) => ({ code, list, nearness })))
  return Map.groupBy(rows, ({ code }) => code)
})

/** Objects that never change, numbered as they are met. */
const idOf = numbered(new WeakMap<object, number>())

/** Long texts, of which there are as many as the law has measures and first days. */
const idOfText = numbered(new Map<string, number>())

function numbered<T>(ids: { get(of: T): number | undefined; set(of: T, id: number): unknown }): (of: T) => number {
  let last = 0
  return (of) => {
    const id = ids.get(of) ?? ++last
    ids.set(of, id)
    return id
  }
}
