import { group, onOnePath } from '../base/cn-code.ts'
import { type Day, nextDay } from '../base/day.ts'
import type { Text } from '../base/language.ts'
import { isCurrent, type Listing } from '../law/read/law.ts'
import { type Change, changeId } from './change.ts'
import {
  annexPlace,
  changedBy,
  codesText,
  dayText,
  differs,
  fromTo,
  inQuotes,
  joinTexts,
  limitsText,
  rowLabel,
  sameInBoth,
  sentences,
  shortened,
  source,
  withFullStop,
} from './change-texts.ts'
import type { RegimeView } from './regime-view.ts'

/** When something happened to a row, and the act that did it; null where no source shows it. */
export interface Dated {
  readonly act: string | null
  readonly day: Day | null
}

/** Since when a row has stood in its annex with these words. */
export const rowSince = ({ from, fromBasis, fromAct }: Listing): Dated => ({
  act: fromAct || null,
  day: fromBasis === 'at_latest' ? null : from,
})

/** The first day on which a row no longer stands in its annex, and the act that took it away. */
export const rowGone = ({ until, untilAct }: Listing): Dated =>
  until === null ? { act: null, day: null } : { act: untilAct || null, day: nextDay(until) }

/** A key for every row of an annex. Rows that differ only in their wording are numbered, so that each has its own id. */
export function numbered(rows: readonly Listing[]): Map<Listing, readonly unknown[]> {
  const seen = new Map<string, number>()
  return new Map(
    rows.map((row) => {
      const key = [row.code || row.printed, row.category, row.under]
      const nth = seen.get(key.join('\t')) ?? 0
      seen.set(key.join('\t'), nth + 1)
      return [row, [...key, nth]]
    }),
  )
}

const withGoods = (goods: string): string => (goods === '' ? '.' : `: ${withFullStop(goods)}`)

const about = (view: RegimeView, annex: string, row: Listing, on: Day | null) => ({
  regime: view.code,
  annex,
  article: view.annex(annex, on).article,
  cn_codes: row.code === '' ? [] : [group(row.code)],
})

/** Has the same id whether it comes from `diff` or from `history`. */
export function added(view: RegimeView, annex: string, row: Listing, key: readonly unknown[]): Change {
  const { act, day } = rowSince(row)
  const label = rowLabel(row)
  const place = annexPlace(annex, view.annex(annex, day))
  const goods = view.goods(row)
  return {
    id: changeId('listing.added', view.code, annex, ...key, act, day),
    type: 'listing.added',
    day: day ?? view.state,
    ...about(view, annex, row, day),
    act,
    text: sentences(
      {
        pl: `${label.pl} dodano do załącznika ${place.pl}${withGoods(goods.pl)}`,
        en: `${label.en} added to Annex ${place.en}${withGoods(goods.en)}`,
      },
      source(view.actName(act), day),
      view.inferredFrom(act),
    ),
  }
}

/** A row that is gone. Names related codes that are still listed, so that the change is not mistaken for a permission. */
export function removed(
  old: RegimeView,
  now: RegimeView,
  annex: string,
  row: Listing,
  key: readonly unknown[],
  left: readonly Listing[],
): Change {
  // Of a row that the newer law does not keep nothing shows which act took it away.
  const isKept = now.rows.get(annex)?.includes(row)
  const [view, gone] = isKept ? [now, rowGone(row)] : [old, { act: null, day: null }]
  const day = gone.day ?? now.state
  const label = rowLabel(row)
  const place = annexPlace(annex, view.annex(annex, gone.day))
  const goods = now.goods(row)
  const removedCode = row.code
  const still =
    removedCode === '' ? [] : left.map(({ code }) => code).filter((code) => code !== '' && onOnePath(code, removedCode))
  const codes = codesText([...new Set(still)])
  return {
    id: changeId('listing.removed', old.code, annex, ...key, day),
    type: 'listing.removed',
    day,
    ...about(view, annex, row, gone.day),
    act: gone.act,
    text: sentences(
      {
        pl: `${label.pl} skreślono z załącznika ${place.pl}${withGoods(goods.pl)}`,
        en: `${label.en} is no longer listed in Annex ${place.en}${withGoods(goods.en)}`,
      },
      still.length === 0
        ? null
        : {
            pl: `W tym załączniku nadal są: ${codes.pl}.`,
            en: `Still listed in this annex: ${codes.en}.`,
          },
      changedBy(now.actName(gone.act), day),
      now.inferredFrom(gone.act),
    ),
  }
}

/** The facts of a row that matter to traders. A row that is re-issued word for word has not changed. */
export const factsOf = (row: Listing) => {
  const { code, printed, part, except, category, under, designation, limits, until } = row
  return [code || printed, part, except, category, under, designation, limits, ownDay(row), until] as const
}

/** The first day where it is a fact of the row: the annex prints it, or the row has ended. */
const ownDay = (row: Listing): Day | null => (row.fromBasis === 'printed' || !isCurrent(row) ? rowSince(row).day : null)

export function changed(now: RegimeView, annex: string, before: Listing, row: Listing): Change | null {
  // The same days with other facts are a correction of our data, by no act and on no day.
  const isCorrection = before.from === row.from && before.fromAct === row.fromAct
  const since = isCorrection ? { act: null, day: null } : rowSince(row)
  const details = detailsOf(before, row, isCorrection)
  if (details.length === 0) return null
  const day = since.day ?? now.state
  const label = rowLabel(row)
  const place = annexPlace(annex, now.annex(annex, since.day))
  const what = joinTexts(details)
  return {
    id: changeId('listing.changed', now.code, annex, factsOf(before), factsOf(row)),
    type: 'listing.changed',
    day,
    ...about(now, annex, row, since.day),
    act: since.act,
    text: sentences(
      {
        pl: `${label.pl} w załączniku ${place.pl}: ${what.pl}.`,
        en: `${label.en} in Annex ${place.en}: ${what.en}.`,
      },
      changedBy(now.actName(since.act), day),
      now.inferredFrom(since.act),
    ),
  }
}

const isPartial = ({ part, except }: Listing): boolean => part !== '' || except.length > 0
const coverage = (row: Listing): Text =>
  isPartial(row) ? { pl: 'część kodu', en: 'part of the code' } : { pl: 'cały kod', en: 'the whole code' }

function detailsOf(before: Listing, row: Listing, withDays: boolean): Text[] {
  const details: Text[] = []
  const note = (what: Text, was: Text, is: Text) => details.push(fromTo(what, was, is))
  if (before.part !== row.part || isPartial(before) !== isPartial(row)) {
    note({ pl: 'zakres', en: 'covers' }, coverage(before), coverage(row))
  }
  if (differs(before.except, row.except)) {
    note({ pl: 'wyłączone kody', en: 'codes left out' }, codesText(before.except), codesText(row.except))
  }
  if (differs(before.limits, row.limits)) {
    note({ pl: 'próg', en: 'threshold' }, limitsText(before.limits), limitsText(row.limits))
  }
  if (before.category !== row.category) {
    note({ pl: 'kategoria', en: 'category' }, shortenedOrNone(before.category), shortenedOrNone(row.category))
  }
  // Of rows of the past that were listed whole only the code is known.
  const wordsKnown = before.designation !== '' && row.designation !== ''
  if (wordsKnown && (before.designation !== row.designation || before.under !== row.under)) {
    const english = ({ under, designation }: Listing) => shortened(under ? `${under}: ${designation}` : designation)
    // In Polish the words are compared only where both are known in Polish.
    const inPolish = before.designationPl !== '' && row.designationPl !== '' && before.under + row.under === ''
    const words = (one: Listing): Text => ({
      pl: inQuotes(shortened(one.designationPl), 'pl'),
      en: inQuotes(english(one), 'en'),
    })
    const compared = fromTo({ pl: 'opis towarów', en: 'designation' }, words(before), words(row))
    details.push(inPolish ? compared : { pl: 'zmieniono opis towarów', en: compared.en })
  }
  if (!withDays) return details
  if (ownDay(before) !== ownDay(row)) {
    note({ pl: 'pierwszy dzień', en: 'first day' }, dayText(rowSince(before).day), dayText(rowSince(row).day))
  }
  if (before.until !== row.until) {
    const open: Text = { pl: 'bezterminowo', en: 'open' }
    note(
      { pl: 'ostatni dzień', en: 'last day' },
      before.until ? dayText(before.until) : open,
      row.until ? dayText(row.until) : open,
    )
  }
  return details
}

const shortenedOrNone = (text: string): Text => (text === '' ? { pl: 'brak', en: 'none' } : sameInBoth(shortened(text)))
