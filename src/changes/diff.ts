import type { Dataset } from '../law/dataset/dataset.ts'
import { isCurrent, isInAct, type Listing } from '../law/read/law.ts'
import type { Act } from '../law/terms/law.ts'
import { type Change, type ChangeType, changeId, inOrder } from './change.ts'
import { both, onDay, sentences } from './change-texts.ts'
import { added, changed, factsOf, numbered, removed } from './listing-changes.ts'
import { measureAdded, measureChanged, measureRemoved } from './measure-changes.ts'
import { type RegimeView, viewsOf } from './regime-view.ts'

/** The changes of the law between two datasets; none when they are the same. */
export function diff(old: Dataset, now: Dataset): readonly Change[] {
  if (old.version === now.version) return []
  const before = new Map(viewsOf(old).map((view) => [view.code, view]))
  const views = viewsOf(now)
  const ofRegimes = views.flatMap((view) => {
    const earlier = before.get(view.code)
    before.delete(view.code)
    return regimeChanges(earlier ?? emptyOf(view), view)
  })
  const gone = [...before.values()].flatMap((view) => regimeChanges(view, emptyOf(view)))
  const changes = [...ofRegimes, ...gone]
  return [...changes, published(old, now, changes)].toSorted(inOrder)
}

const emptyOf = (view: RegimeView): RegimeView => ({
  ...view,
  regime: {
    ...view.regime,
    pending: [],
    law: { annexes: [], measures: [], grants: [] },
  },
})

const regimeChanges = (old: RegimeView, now: RegimeView): Change[] => [
  ...listingChanges(old, now),
  ...measureChanges(old, now),
  ...now.regime.pending
    .filter(({ celex }) => !old.regime.pending.some((act) => act.celex === celex))
    .map((act) => pendingAct(now, act)),
]

function* listingChanges(old: RegimeView, now: RegimeView): Generator<Change> {
  for (const annex of new Set([...now.rows.keys(), ...old.rows.keys()])) {
    const [before, after] = [old.rows.get(annex) ?? [], now.rows.get(annex) ?? []]
    const ended = after.filter((row) => !isCurrent(row))
    // A row that is gone stands in the newer law with its last day, and the act that took it away.
    const keptOf = (row: Listing) => ended.find((one) => sameGoods(one, row) && one.until! >= row.from) ?? row
    yield* rowChanges(old, now, annex, before.filter(isCurrent).map(keptOf), after.filter(isCurrent))
  }
}

const sameGoods = (a: Listing, b: Listing): boolean =>
  a.code === b.code && a.part === b.part && (a.part === '' || a.designation === b.designation)

/** The changes from the rows of one list to those of another. Rows that are the same object in both have not changed. */
export function* rowChanges(
  old: RegimeView,
  now: RegimeView,
  annex: string,
  was: readonly Listing[],
  is: readonly Listing[],
): Generator<Change> {
  const [before, after] = [new Set(was), new Set(is)]
  const { gone, fresh, kept } = pairRows(
    was.filter((row) => !after.has(row)),
    is.filter((row) => !before.has(row)),
  )
  if (gone.length + fresh.length + kept.length === 0) return
  const [oldKeys, keys] = [numbered(was), numbered(is)]
  for (const row of fresh) yield added(now, annex, row, keys.get(row) ?? [])
  for (const row of gone) yield removed(old, now, annex, row, oldKeys.get(row) ?? [], is)
  for (const [earlier, row] of kept) {
    const change = changed(now, annex, earlier, row)
    if (change) yield change
  }
}

/** Keys by which rows of two laws are paired, the most specific first. Rows with different codes are never paired. */
const PAIRING_KEYS: readonly ((row: Listing) => unknown)[] = [
  factsOf,
  ({ code, printed, category, under, designation }) => [code || printed, category, under, designation],
  ({ code, printed, designation }) => [code || printed, designation],
  ({ code, printed, category, under }) => [code || printed, category, under],
  ({ code, printed }) => code || printed,
]

function pairRows(was: readonly Listing[], is: readonly Listing[]) {
  const kept: [Listing, Listing][] = []
  let gone = was
  let fresh = is
  for (const keyOf of PAIRING_KEYS) {
    const known = Map.groupBy(gone, (row) => JSON.stringify(keyOf(row)))
    const found = new Set<Listing>()
    fresh = fresh.filter((row) => {
      const earlier = known.get(JSON.stringify(keyOf(row)))?.shift()
      if (!earlier) return true
      kept.push([earlier, row])
      found.add(earlier)
      return false
    })
    gone = gone.filter((row) => !found.has(row))
  }
  return { gone, fresh, kept }
}

function* measureChanges(old: RegimeView, now: RegimeView): Generator<Change> {
  const before = new Map(old.regime.law.measures.filter(isInAct).map((measure) => [measure.id, measure]))
  for (const measure of now.regime.law.measures.filter(isInAct)) {
    const earlier = before.get(measure.id)
    before.delete(measure.id)
    const change = earlier ? measureChanged(old, now, earlier, measure) : measureAdded(now, measure)
    if (change) yield change
  }
  for (const measure of before.values()) yield measureRemoved(old, now, measure)
}

/** An act that is published but not worked into the data, so that any answer of its regime may be outdated. */
export function pendingAct(view: RegimeView, { celex, title, about, in_force_from, date }: Act): Change {
  const known = in_force_from ?? date
  return {
    id: changeId('act.pending', view.code, celex),
    type: 'act.pending',
    day: known ?? view.state,
    regime: view.code,
    annex: null,
    article: null,
    cn_codes: [],
    act: celex,
    text: sentences(
      {
        pl: `Jeszcze nieuwzględnione w danych: ${title.pl}${title.pl.endsWith('.') ? '' : '.'} Może to zmieniać każdy wpis tego reżimu.`,
        en: `${title.en} is not worked into the data yet; it may change any entry of this regime.`,
      },
      about ? both((language) => `${about[language]}.`) : null,
      in_force_from ? onDay(in_force_from, { pl: 'Obowiązuje od', en: 'In force from' }) : null,
    ),
  }
}

const COUNTED: readonly (readonly [ChangeType, { pl: string; en: string }])[] = [
  ['listing.added', { pl: 'wpisy dodane', en: 'listings added' }],
  ['listing.removed', { pl: 'wpisy usunięte', en: 'listings removed' }],
  ['listing.changed', { pl: 'wpisy zmienione', en: 'listings changed' }],
  ['measure.added', { pl: 'przepisy dodane', en: 'measures added' }],
  ['measure.removed', { pl: 'przepisy usunięte', en: 'measures removed' }],
  ['measure.changed', { pl: 'przepisy zmienione', en: 'measures changed' }],
  ['act.pending', { pl: 'akty oczekujące', en: 'acts pending' }],
]

/** The first dataset of a store: there is nothing to compare it with. */
export const firstDataset = (dataset: Dataset): Change => published(null, dataset, [])

function published(old: Dataset | null, now: Dataset, changes: readonly Change[]): Change {
  const state = now.regimes
    .map(({ data }) => data.state)
    .toSorted()
    .at(-1)
  const counts = COUNTED.flatMap(([type, words]) => {
    const count = changes.filter((change) => change.type === type).length
    return count > 0 ? [{ words, count }] : []
  })
  const summary = (language: 'pl' | 'en') =>
    counts.map(({ words, count }) => `${words[language]}: ${count}`).join(', ') ||
    { pl: 'bez zmian we wpisach i przepisach', en: 'no change in listings or measures' }[language]
  return {
    id: changeId('dataset.published', old?.version ?? null, now.version),
    type: 'dataset.published',
    day: state ?? '',
    regime: null,
    annex: null,
    article: null,
    cn_codes: [],
    act: null,
    text: old
      ? {
          pl: `Nowy zbiór danych ${now.version} (poprzedni ${old.version}): ${summary('pl')}.`,
          en: `New dataset ${now.version} (before: ${old.version}): ${summary('en')}.`,
        }
      : { pl: `Pierwszy zbiór danych: ${now.version}.`, en: `First dataset: ${now.version}.` },
  }
}
