import { type Digits, onOnePath, ungroup } from '../../base/cn-code.ts'
import { calendarDay } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import { type Change, inOrder } from '../../changes/change.ts'
import { rowsTogether } from '../../changes/rows-together.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import type { ChangesList } from '../../web/pages/changes-page.ts'
import type { CurrentFeed } from '../changes/current-feed.ts'
import { chosenFrom, type Filters, queryOfFilters } from '../changes/feed.ts'
import { choicesOf } from './choices.ts'

/** Sentences on one page, codes in one sentence, and rows that are unfolded below one. */
const ITEMS_ON_PAGE = 60
const CODES_SHOWN = 24
const ROWS_SHOWN = 100
/** Up to so many rows of one annex are told one by one. */
const ROWS_APART = 3

type Item = ChangesList['days'][number]['acts'][number]['items'][number]

/** The changes as the page shows them: by day and act, newest first; the rows of one act in one annex are one sentence. */
export function changesList(
  { feed, law, complete }: CurrentFeed,
  filters: Filters,
  page: number,
  dataset: Dataset,
  language: Language,
): ChangesList {
  const { history, recorded } = chosenFrom(feed, filters, law)
  // A new dataset is news for programs; what it changed in the law is told by the other changes.
  const changes = law.oncePerAct([...history, ...recorded].filter(({ type }) => type !== 'dataset.published'))
  const groups = groupsOf(changes, dataset)
  const pages = Math.max(1, Math.ceil(groups.length / ITEMS_ON_PAGE))
  const shown = Math.min(page, pages)
  const own = groups.slice((shown - 1) * ITEMS_ON_PAGE, shown * ITEMS_ON_PAGE)
  const query = queryOfFilters(filters)
  const inLanguage = new URLSearchParams([...query, ['lang', language]])
  const acts = new Map(dataset.acts.map((act) => [act.celex, act]))
  const { regimes } = choicesOf(dataset, language)
  const sentenceOf = rowsTogether(dataset)
  const actOf = (members: readonly Change[][]): ChangesList['days'][number]['acts'][number] => {
    const { regime, act } = members[0]![0]!
    const known = acts.get(act ?? '')
    return {
      regime: regimes.find(({ code }) => code === regime)?.name ?? regime ?? '',
      act: act === null ? null : { celex: act, title: known?.title[language] ?? act, package: known?.package ?? null },
      items: members.flatMap((group) => itemsOf(group, filters, dataset, sentenceOf, language)),
    }
  }
  const days = [...Map.groupBy(own, ([first]) => first!.day)].map(([day, ofDay]) => ({
    day: calendarDay(day),
    acts: [...Map.groupBy(ofDay, ([first]) => `${first!.regime} ${first!.act}`).values()].map(actOf),
  }))
  return {
    days,
    found: changes.length,
    page: shown,
    pages,
    complete,
    feed: `/changes.atom?${inLanguage}`,
    api: `/api/v1/changes?${inLanguage}`,
  }
}

/** Groups of changes that one sentence tells of, the newest day first, and within a day by regime and act. */
function groupsOf(changes: readonly Change[], dataset: Dataset): Change[][] {
  const order = new Map(dataset.regimes.map(({ data }, at) => [data.code, at]))
  const keyOf = ({ type, regime, annex, act, day, id }: Change): string =>
    type.startsWith('listing.') && annex !== null ? JSON.stringify([type, regime, annex, act, day]) : id
  const placeOf = ({ regime }: Change) => order.get(regime ?? '') ?? order.size
  return [...Map.groupBy(changes.toSorted(inOrder), keyOf).values()].toSorted(
    ([a], [b]) =>
      compare(b!.day, a!.day) ||
      placeOf(a!) - placeOf(b!) ||
      compare(a!.act ?? '~', b!.act ?? '~') ||
      weightOf(a!) - weightOf(b!) ||
      inOrder(a!, b!),
  )
}

/** Codes that came and went are what readers look for; what names no code is read last. */
const ORDER: readonly Change['type'][] = ['listing.added', 'listing.removed', 'listing.changed', 'measure.added']
const weightOf = ({ type, cn_codes }: Change): number =>
  cn_codes.length === 0 ? ORDER.length + 1 : ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function itemsOf(
  members: readonly Change[],
  { codes: followed }: Filters,
  dataset: Dataset,
  sentenceOf: ReturnType<typeof rowsTogether>,
  language: Language,
): Item[] {
  const { regime } = members[0]!
  const isPlace = dataset.regimes.some(({ data }) => data.code === regime && data.place)
  const itemOf = (text: string, codes: readonly string[], rows: readonly string[]): Item => {
    const near = codesNear(codes, followed)
    const shown = near.slice(0, CODES_SHOWN)
    return {
      text,
      codes: shown,
      codesLeftOut: codes.length - shown.length,
      askRegime: isPlace ? regime : null,
      rows: rows.slice(0, ROWS_SHOWN),
      rowsLeftOut: Math.max(0, rows.length - ROWS_SHOWN),
    }
  }
  const together = members.length > ROWS_APART ? sentenceOf(members) : null
  if (!together) return members.map(({ text, cn_codes }) => itemOf(text[language], cn_codes, []))
  const codes = [...new Set(members.flatMap(({ cn_codes }) => cn_codes))]
  return [
    itemOf(
      together[language],
      codes,
      members.map(({ text }) => text[language]),
    ),
  ]
}

/** Of many codes those on one path with the codes that the reader follows. */
function codesNear(codes: readonly string[], followed: readonly Digits[]): readonly string[] {
  const near = codes.filter((code) => followed.some((one) => onOnePath(ungroup(code), one)))
  return near.length > 0 ? near : codes
}
