import type { Day } from '../../base/day.ts'
import { derivedOnce } from '../../base/derived-once.ts'
import { type Dataset, type Entry, isGrantList } from '../../law/dataset/dataset.ts'
import { firstListing } from '../../law/dataset/predecessors.ts'
import { inForce, type Validity } from '../../law/dataset/validity.ts'
import { annexKey } from '../../law/terms/annex-name.ts'
import { concerning } from '../../law/terms/citation.ts'
import { kindOf } from '../judge/reaches.ts'
import { type Match, openDerogationsOf, openWinddownsOf } from '../match/grants.ts'
import { concernsDirection } from '../question/directions.ts'
import type { ListingFilter, OpenGrant } from './listing-filter.ts'

/** Every listing × measure that is in force on that day, or possibly so, and that the filter wants; in the order of the law. */
export function listingsOn(dataset: Dataset, day: Day, filter: ListingFilter): readonly Match[] {
  const tests = testsOf(filter)
  const found: Match[] = []
  for (const entry of inOrder(dataset)) {
    const force = inForce(entry.validity, day)
    if (force === 'no') continue
    const match: Match = { entry, goods: entry.code, inForce: force, day }
    if (tests.every((test) => test(match))) found.push(match)
  }
  return found
}

/** Since when the goods of an entry have been listed, in whatever row. A ban of all goods of an origin has no row. */
export const listedSince = (entry: Entry): Validity =>
  entry.allGoods ? entry.validity : firstListing(entry, entry.code).validity

const inOrder = derivedOnce((dataset: Dataset): readonly Entry[] =>
  [...dataset.entries, ...dataset.ended, ...dataset.allGoods].toSorted((a, b) => a.ord - b.ord),
)

type Test = (match: Match) => boolean

function testsOf(filter: ListingFilter): readonly Test[] {
  const { regime, direction, chapter, partial, since, until, open, act } = filter
  const tests: Test[] = []
  if (regime !== null) tests.push(({ entry }) => entry.regime.data.code === regime)
  if (filter.annex !== null) {
    const key = annexKey(filter.annex)
    tests.push(({ entry }) => entry.annex !== null && annexKey(entry.annex) === key)
  }
  if (filter.article !== null) {
    const isThere = concerning(filter.article)
    tests.push(({ entry }) => isThere(entry.article))
  }
  if (direction !== null) {
    tests.push(({ entry }) =>
      concernsDirection({ directions: entry.direction === null ? [] : [entry.direction] }, direction),
    )
  }
  if (filter.kind !== null) {
    tests.push(({ entry }) => (isGrantList(entry) ? 'grant' : kindOf(entry)) === filter.kind)
  }
  if (chapter !== null) tests.push(({ entry }) => entry.allGoods || entry.code.startsWith(chapter))
  if (partial !== null) tests.push(({ entry }) => (entry.partialBy !== null) === partial)
  if (act !== null) tests.push(({ entry }) => listedSince(entry).sinceAct === act)
  // A first day that is only known at the latest, or not at all, may be any day before.
  if (since !== null) tests.push(({ entry }) => (listedSince(entry).from ?? since) >= since)
  if (until !== null) tests.push(({ entry: { validity } }) => validity.to !== null && validity.to <= until)
  if (open !== null) tests.push((match) => hasOpen(match, open))
  return tests
}

function hasOpen(match: Match, kind: OpenGrant): boolean {
  return (
    (kind !== 'derogation' && openWinddownsOf(match).length > 0) ||
    (kind !== 'winddown' && openDerogationsOf(match).length > 0)
  )
}
