import { group } from '../../base/cn-code.ts'
import { type Day, nextDay } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import type { Dataset, Entry } from '../../law/dataset/dataset.ts'
import type { CnResponse } from '../response/response.ts'
import { labelOf } from './texts.ts'

type Story = NonNullable<CnResponse['meta']['history']>
type Period = Story[number]

/** The entries of a code, of today and of the past, as the periods in which each provision listed it; earliest first. */
export function storyOf(entries: readonly Entry[], dataset: Dataset, language: Language): Story {
  const acts = new Map(dataset.acts.map((act) => [act.celex, act]))
  const actOf = (celex: string | null): Period['since_act'] => {
    const act = celex === null ? undefined : acts.get(celex)
    return act ? { celex: act.celex, title: act.title[language], package: act.package ?? null } : null
  }
  // A measure that waits for an act has no first day.
  const begun = entries.filter(({ validity }) => validity.from !== null)
  const provisions = Map.groupBy(begun, ({ regime, annex, article }) => `${regime.data.code} ${annex} ${article}`)
  return [...provisions.values()]
    .flatMap((same) => periodsOf(same).map((period) => periodAnswer(period, actOf, language)))
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
}

/** The first day of an entry with its present words. */
const beginOf = ({ validity }: Entry): Day => validity.wordsFrom ?? validity.from!

/** Entries without a gap between them are one period. */
function periodsOf(entries: readonly Entry[]): Entry[][] {
  const periods: Entry[][] = []
  let covered: Day | null = null
  for (const entry of entries.toSorted((a, b) => (beginOf(a) < beginOf(b) ? -1 : 1))) {
    const last = periods.at(-1)
    const begin = beginOf(entry)
    // Null as the last day means that the period is open.
    if (last && (covered === null || begin <= covered || begin === nextDay(covered))) last.push(entry)
    else periods.push([entry])
    const { to } = entry.validity
    covered = last && periods.at(-1) === last ? (covered === null || to === null ? null : laterOf(covered, to)) : to
  }
  return periods
}

const laterOf = (a: Day, b: Day): Day => (a > b ? a : b)

function periodAnswer(
  entries: readonly Entry[],
  actOf: (celex: string | null) => Period['since_act'],
  language: Language,
): Period {
  const first = entries[0]!
  const steps = stepsOf(entries, actOf, language)
  const open = entries.some(({ validity }) => validity.to === null)
  const last = entries.toSorted((a, b) => ((a.validity.to ?? '') < (b.validity.to ?? '') ? -1 : 1)).at(-1)!
  return {
    regime: first.regime.data.code,
    annex: first.annex,
    article: first.article,
    label: labelOf(first.role, first.title)[language],
    type: first.type,
    direction: first.flow,
    from: beginOf(first),
    from_basis: first.validity.basis,
    to: open ? null : last.validity.to,
    since_act: actOf(first.validity.sinceAct),
    basis: basisAnswer(first, language),
    until_act: open ? null : actOf(last.validity.untilAct),
    cn_codes: [...new Set(entries.filter((entry) => beginOf(entry) === beginOf(first)).map(({ code }) => group(code)))],
    steps,
  }
}

const isInferred = ({ basis }: Entry): boolean => basis.kind === 'inferred'

const basisAnswer = ({ basis }: Entry, language: Language): Period['basis'] => ({
  kind: basis.kind,
  text: basis.text[language],
})

/** What acts changed within a period: codes that came, went or got other words. */
function stepsOf(
  entries: readonly Entry[],
  actOf: (celex: string | null) => Period['since_act'],
  language: Language,
): Period['steps'] {
  const first = beginOf(entries[0]!)
  const cameOn = Map.groupBy(entries, beginOf)
  const endedOn = Map.groupBy(entries, ({ validity }) => validity.to)
  const wentOn = new Map([...endedOn].flatMap(([to, ended]) => (to === null ? [] : [[nextDay(to), ended] as const])))
  const lastDay = endedOn.has(null) ? null : [...wentOn.keys()].reduce(laterOf)
  return [...new Set([...cameOn.keys(), ...wentOn.keys()])]
    .toSorted()
    .filter((day) => day !== first && day !== lastDay)
    .map((day) => {
      const [came, went] = [cameOn.get(day) ?? [], wentOn.get(day) ?? []]
      const codes = (list: readonly Entry[]) => [...new Set(list.map(({ code }) => group(code)))]
      const [added, removed] = [codes(came), codes(went)]
      const act = went[0]?.validity.untilAct ?? came.find(({ validity }) => validity.from === day)?.validity.sinceAct
      return {
        day,
        act: actOf(act ?? null),
        // What went together with a row that was read in no act is known through the same witness.
        basis: came[0] ? basisAnswer(came.find(isInferred) ?? came[0], language) : null,
        added: added.filter((code) => !removed.includes(code)),
        removed: removed.filter((code) => !added.includes(code)),
        changed: added.filter((code) => removed.includes(code)),
      }
    })
}
