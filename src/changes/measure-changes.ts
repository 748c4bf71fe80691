import { type Day, nextDay } from '../base/day.ts'
import type { Text } from '../base/language.ts'
import { citationInWords } from '../law/terms/citation-words.ts'
import type { Measure } from '../law/terms/law.ts'
import { RESTRICTION_NAMES } from '../law/terms/restriction-names.ts'
import { type Change, changeId } from './change.ts'
import {
  both,
  changedBy,
  codesText,
  dayText,
  differs,
  fromTo,
  inQuotes,
  joinTexts,
  NONE,
  sameInBoth,
  sentences,
  source,
} from './change-texts.ts'
import { codesOfGrants, grantDetails, grantFactsOf } from './grant-changes.ts'
import type { RegimeView } from './regime-view.ts'

const about = (view: RegimeView, measure: Measure) => ({
  regime: view.code,
  annex: measure.annex,
  article: measure.article,
  cn_codes: view.codesOf(measure),
})

const named = ({ article, title }: Measure): Text => ({
  pl: `${citationInWords(article, 'pl').replace(/^a/, 'A')}, ${title.pl}`,
  en: `${citationInWords(article, 'en')}, ${title.en}`,
})

/** The first day of a measure, or of the act that inserted it; null when no source shows either. */
export function measureDay(view: RegimeView, { applies_from, inserted_by }: Measure): Day | null {
  return applies_from ?? view.actDay(inserted_by)
}

/** Has the same id whether it comes from `diff` or, with `past`, from `history`, which names only codes that were listed then. */
export function measureAdded(view: RegimeView, measure: Measure, { past = false } = {}): Change {
  const { inserted_by, applies_from, waits_for_act, doubts } = measure
  const name = named(measure)
  const day = measureDay(view, measure) ?? view.state
  const or = doubts?.find((doubt) => doubt.about === 'applies_from')?.or
  return {
    id: changeId('measure.added', view.code, measure.id, measure.article, inserted_by),
    type: 'measure.added',
    day,
    ...about(view, measure),
    ...(past && { cn_codes: view.codesOf(measure, { day, possibly: false }) }),
    act: inserted_by,
    text: sentences(
      { pl: `Nowy przepis: ${name.pl}. ${measure.summary.pl}`, en: `New provision: ${name.en}. ${measure.summary.en}` },
      waits_for_act
        ? {
            pl: 'Pierwszy dzień stosowania wyznaczy późniejszy akt.',
            en: 'A later act is to set the first day of application.',
          }
        : null,
      or ? { pl: `Źródła dopuszczają też ${or}.`, en: `The sources also allow ${or}.` } : null,
      source(view.actName(inserted_by), applies_from),
    ),
  }
}

/** A measure that is gone: from the act, if the newer law keeps it among what has ended, else only from our data. */
export function measureRemoved(old: RegimeView, now: RegimeView, measure: Measure): Change {
  const name = named(measure)
  const { until, until_act: act = null } = now.regime.law.measures.find(({ id }) => id === measure.id) ?? {}
  const day = until ? nextDay(until) : now.state
  return {
    id: changeId('measure.removed', old.code, measure.id, measure.article, day),
    type: 'measure.removed',
    day,
    ...about(old, measure),
    ...(until && { cn_codes: old.codesOf(measure, { day: until, possibly: false }) }),
    act,
    text: sentences(
      until
        ? {
            pl: `Przepis skreślony: ${name.pl}. Towary mogą podlegać innym przepisom.`,
            en: `Deleted provision: ${name.en}. Other provisions may cover the goods.`,
          }
        : {
            pl: `Przepis nie jest już częścią danych: ${name.pl}. Towary mogą podlegać innym przepisom.`,
            en: `The provision is no longer part of the data: ${name.en}. Other provisions may cover the goods.`,
          },
      changedBy(now.actName(act), day),
    ),
  }
}

/** An amendment of which only the present text is known, so that what was changed is not. */
export function measureAmended(view: RegimeView, measure: Measure, act: string, day: Day): Change {
  const name = named(measure)
  return {
    ...amendment(view, measure, act, day, []),
    cn_codes: view.codesOf(measure, { day, possibly: false }),
    text: sentences(
      {
        pl: `Zmieniony przepis: ${name.pl}. Nasze źródła nie pokazują, co zmieniono.`,
        en: `Amended provision: ${name.en}. Our sources do not show what was changed.`,
      },
      source(view.actName(act), day),
    ),
  }
}

export function measureChanged(old: RegimeView, now: RegimeView, before: Measure, measure: Measure): Change | null {
  const own = ownDetails(before, measure)
  const grants = grantDetails(old, now, before, measure)
  const details = [...own, ...grants.map(({ text }) => text)]
  if (details.length === 0) return null
  const act = measure.amended_by && measure.amended_by !== before.amended_by ? measure.amended_by : null
  const day = (act === null ? null : now.actDay(act)) ?? now.state
  const name = named(measure)
  const what = joinTexts(details)
  return {
    ...amendment(now, measure, act, day, [factsOf(old, before), factsOf(now, measure)]),
    ...(own.length === 0 && { cn_codes: codesOfGrants(grants) ?? now.codesOf(measure) }),
    text: sentences(
      {
        pl: `Zmieniony przepis: ${name.pl}. Zmiany: ${what.pl}.`,
        en: `Changed provision: ${name.en}. Changes: ${what.en}.`,
      },
      changedBy(now.actName(act), day),
    ),
  }
}

/** The id uses the amending act if it is known, so that the detailed change from `diff` replaces the bare one from `history`. */
const amendment = (view: RegimeView, measure: Measure, act: string | null, day: Day, facts: readonly unknown[]) => ({
  id: changeId('measure.changed', view.code, measure.id, act, ...(act === null ? facts : [])),
  type: 'measure.changed' as const,
  day,
  ...about(view, measure),
  act,
})

/** The facts of a measure and its grants, without our remarks and doubts. */
function factsOf({ regime: { law } }: RegimeView, measure: Measure): unknown {
  const { doubts, note, code_notes, remark, read_once, inserted_by, amended_by, grants, ...facts } = measure
  return [facts, [...grantFactsOf(law.grants, grants)]]
}

function ownDetails(before: Measure, now: Measure): Text[] {
  const details: Text[] = []
  const note = (what: Text, was: Text, is: Text) => {
    if (differs(was, is)) details.push(fromTo(what, was, is))
  }
  const orNone = (text: Text | string | null | undefined): Text =>
    text === null || text === undefined || text === '' ? NONE : typeof text === 'string' ? sameInBoth(text) : text
  note({ pl: 'artykuł', en: 'article' }, sameInBoth(before.article), sameInBoth(now.article))
  note({ pl: 'załącznik', en: 'annex' }, orNone(before.annex), orNone(now.annex))
  note({ pl: 'kody', en: 'codes' }, codesText(before.codes ?? []), codesText(now.codes ?? []))
  note({ pl: 'inne wykazy', en: 'other lists' }, orNone(before.goods_also), orNone(now.goods_also))
  note({ pl: 'opis towarów', en: 'designation' }, designationsOf(before), designationsOf(now))
  note({ pl: 'rodzaj', en: 'type' }, RESTRICTION_NAMES[before.type], RESTRICTION_NAMES[now.type])
  note({ pl: 'kierunek', en: 'direction' }, orNone(before.flow ?? before.direction), orNone(now.flow ?? now.direction))
  note({ pl: 'stosuje się od', en: 'applies from' }, dayText(before.applies_from), dayText(now.applies_from))
  note({ pl: 'próg', en: 'threshold' }, orNone(before.limit?.join('; ')), orNone(now.limit?.join('; ')))
  note({ pl: 'warunek', en: 'condition' }, orNone(before.limit_text), orNone(now.limit_text))
  note({ pl: 'streszczenie', en: 'summary' }, quotedText(before.summary), quotedText(now.summary))
  const scope = ({ scope, activities, services_too, waits_for_act, title }: Measure) => [
    scope,
    activities,
    services_too ?? false,
    waits_for_act ?? false,
    title,
  ]
  if (differs(scope(before), scope(now)))
    details.push({ pl: 'zakres czynności lub osób', en: 'activities or persons bound' })
  return details
}

const designationsOf = ({ listed_as = [] }: Measure): Text =>
  listed_as.length === 0
    ? NONE
    : both((language) => listed_as.map(({ text }) => inQuotes(text[language], language)).join(', '))

const quotedText = (text: Text): Text => both((language) => inQuotes(text[language], language))
