import { group, touches, ungroup, wholeCodes, withoutEx } from '../base/cn-code.ts'
import { addDays, type Day, later, nextDay } from '../base/day.ts'
import type { Text } from '../base/language.ts'
import type { Dataset } from '../law/dataset/dataset.ts'
import { firstListedBy, isCurrent, isInAct, type Listing, provisionId } from '../law/read/law.ts'
import { citationInWords } from '../law/terms/citation-words.ts'
import type { Winddown } from '../law/terms/law.ts'
import { type Change, changeId, inOrder } from './change.ts'
import { dayText, onDay, sentences } from './change-texts.ts'
import { type RegimeView, viewsOf } from './regime-view.ts'

/** Days before the end on which traders are reminded. */
const REMINDERS = [30, 7] as const

/** Wind-downs that open, are about to end or have ended on a day after `from` (null: ever), up to and including `to`. */
export function windDownChanges(dataset: Dataset, from: Day | null, to: Day): Change[] {
  return viewsOf(dataset)
    .flatMap((view) => windDownsOf(view, true).flatMap((winddown) => [...daysOf(view, winddown)]))
    .filter(({ day }) => (from === null || day > from) && day <= to)
    .toSorted(inOrder)
}

/** Openings and ends of wind-downs that have been taken out of the act. */
export const endedWindDowns = (view: RegimeView): Change[] =>
  windDownsOf(view, false)
    .flatMap((winddown) => [...daysOf(view, winddown)])
    .filter(({ type }) => type !== 'winddown.ending_soon')

const windDownsOf = ({ regime: { law } }: RegimeView, inAct: boolean): readonly Winddown[] =>
  law.grants.filter((grant): grant is Winddown => grant.kind === 'winddown' && isInAct(grant) === inAct)

function* daysOf(view: RegimeView, winddown: Winddown): Generator<Change> {
  const { until, contracts_before } = winddown
  // A wind-down whose days were not read has no events.
  if (contracts_before === null) return
  const own = winddown.from ?? contracts_before
  // One that was written anew in the act begins with the act that did so, and ends where it was still there.
  const { since_act = null, until_act } = winddown
  const opens = (since_act && later(own, view.actDay(since_act))) || own
  const common = aboutOf(view, winddown)
  const at = (type: Change['type'], day: Day, head: Text): Change => ({
    id: changeId(type, view.code, provisionId(winddown), day),
    type,
    day,
    ...common,
    act: type === 'winddown.opening' ? since_act : null,
    text: sentences(head, winddown.text, doubtAboutEnd(winddown)),
  })
  const [pl, en] = [citationInWords(winddown.ref, 'pl'), citationInWords(winddown.ref, 'en')]
  const began = dayText(opens)
  yield at(
    'winddown.opening',
    opens,
    onDay(until ?? opens, {
      pl: `Okres przejściowy z ${pl} trwa od${until ? ` ${began.pl} do` : ''}`,
      en: `The wind-down of ${en} is open from${until ? ` ${began.en} until` : ''}`,
    }),
  )
  if (until === null) return
  for (const days of REMINDERS) {
    const day = addDays(until, -days)
    if (day <= opens) continue
    yield at('winddown.ending_soon', day, {
      pl: `Za ${days} dni, ${dayText(until).pl}, kończy się okres przejściowy z ${pl}.`,
      en: `In ${days} days, on ${dayText(until).en}, the wind-down of ${en} ends.`,
    })
  }
  // Its end is in doubt, so it must not be announced.
  if (doubtAboutEnd(winddown)) return
  const gone = until_act ? view.actDay(until_act) : null
  if (gone !== null && gone <= until) return
  const ended = { pl: `Okres przejściowy z ${pl} zakończył się`, en: `The wind-down of ${en} ended on` }
  yield at('winddown.ended', nextDay(until), onDay(until, ended))
}

/** The regime, annex and article of a wind-down, and its own codes or those of the measures it belongs to. */
function aboutOf(view: RegimeView, winddown: Winddown) {
  const users = view.usersOf(winddown)
  const annexes = [...new Set(users.map(({ annex }) => annex))]
  const own = winddown.codes ?? rowsOf(view, winddown)?.flatMap(({ code }) => code || [])
  // Goods that were listed after its end are left out.
  const past = winddown.until === null ? undefined : { day: winddown.until, possibly: true }
  const codes = own?.map(withoutEx) ?? users.flatMap((measure) => view.codesOf(measure, past).map(ungroup))
  const except = wholeCodes(winddown.except ?? [])
  return {
    regime: view.code,
    annex: winddown.annex ?? (annexes.length === 1 ? (annexes[0] ?? null) : null),
    article: winddown.ref,
    cn_codes: [...new Set(codes)].filter((code) => touches({ codes: [], except }, code)).map(group),
  }
}

/** The rows of its annex; undefined when it has none. */
function rowsOf({ regime, rows }: RegimeView, winddown: Winddown): readonly Listing[] | undefined {
  if (isInAct(winddown)) {
    const today = regime.law.annexes.find(({ annex }) => annex === winddown.annex)?.listings.filter(isCurrent)
    return today?.filter(({ category }) => !winddown.category || category === winddown.category)
  }
  if (winddown.annex === undefined) return undefined
  const act = winddown.rows_of
  return (rows.get(winddown.annex) ?? []).filter((row) => !act || firstListedBy(row) === act)
}

const doubtAboutEnd = ({ doubts }: Winddown): Text | null =>
  doubts?.find(({ about }) => about === 'until')?.text ?? null
