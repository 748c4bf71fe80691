import type { YAMLMap } from 'yaml'
import type { Day } from '../../base/day.ts'
import type { PageAct } from '../page/acts-table.ts'
import type { Conflict } from './conflict.ts'
import { daysIn } from './figures.ts'
import { type LawFile, quoted, YamlEdit } from './yaml-edit.ts'

/** How titles of acts begin in a page, and how `law/` writes it in English and Polish. */
const KINDS: readonly (readonly [RegExp, string, string])[] = [
  [/^COUNCIL IMPLEMENTING REGULATION/i, 'Council Implementing Regulation', 'Rozporządzenie wykonawcze Rady'],
  [/^COUNCIL REGULATION/i, 'Council Regulation', 'Rozporządzenie Rady'],
  [/^COMMISSION IMPLEMENTING REGULATION/i, 'Commission Implementing Regulation', 'Rozporządzenie wykonawcze Komisji'],
  [/^COMMISSION DELEGATED REGULATION/i, 'Commission Delegated Regulation', 'Rozporządzenie delegowane Komisji'],
  [/^COMMISSION REGULATION/i, 'Commission Regulation', 'Rozporządzenie Komisji'],
  [/^IMPLEMENTING REGULATION/i, 'Implementing Regulation', 'Rozporządzenie wykonawcze'],
  [/^REGULATION/i, 'Regulation', 'Rozporządzenie'],
]

/** acts.yaml with the new acts of a page: pending ones become worked in, others are added behind the acts of their kind. */
export function updateActs(
  file: LawFile,
  regime: string,
  newActs: readonly PageAct[],
  firstDay: (celex: string) => Day | null,
  /** Consolidated texts that were pending and are read now: what they hold stands in the acts of the page. */
  texts: readonly string[] = [],
) {
  const yaml = new YamlEdit(file)
  const ofRegime = yaml.items('acts').filter((act) => act.get('regime') === regime)
  const conflicts: Conflict[] = []
  /** How many acts more the file has. */
  let added = 0
  for (const act of newActs) {
    const day = firstDay(act.celex)
    const known = ofRegime.find((one) => one.get('celex') === act.celex)
    if (known) {
      workIn(yaml, known, act, day)
      continue
    }
    const entry = actEntry(act, regime, day, 'worked_in')
    if (!entry) {
      conflicts.push({ kind: 'title_unknown', sign: act.mark, celex: act.celex })
      continue
    }
    const neighbour = ofRegime.findLast((one) => one.get('kind') === entry.kind) ?? ofRegime.at(-1) ?? null
    yaml.insertItem(['acts'], neighbour, entry)
    added++
  }
  yaml.removeItems(yaml.map(), 'acts', (act) => texts.includes(String(act.get('celex'))))
  return { text: yaml.toString(), added: added - texts.length, conflicts }
}

/** Fills in what the page tells of an act that was pending. */
function workIn(yaml: YamlEdit, act: YAMLMap, { mark }: PageAct, day: Day | null): void {
  if (act.get('status') === 'pending') yaml.set(act, 'status', 'worked_in')
  // `get` gives undefined for a null.
  if (act.has('in_force_from') && act.get('in_force_from') === undefined && day) yaml.set(act, 'in_force_from', day)
  if (!act.has('mark')) yaml.insertAfter(act, 'regime', 'mark', mark)
}

/** What acts.yaml says of an act; the mark is that of a consolidated text, so that an act without one has none. */
type NamedAct = Omit<PageAct, 'mark' | 'live'> & { readonly mark: string | null }

/** The entry of an act in acts.yaml; null when its title is in no known form. */
export function actEntry(
  { mark, celex, title, oj, page, date }: NamedAct,
  regime: string,
  day: Day | null,
  status: 'worked_in' | 'pending',
) {
  const journal = oj === '' ? null : quoted(journalReference(celex, oj, page, date))
  const rest = { oj: journal, in_force_from: day, status }
  const marked = mark === null ? {} : { mark }
  const corrected = /^(\d{5}[A-Z]\d{4})R\(\d{2}\)$/.exec(celex)?.[1]
  if (corrected) {
    const number = /\(((?:\d{4}\/\d+)|(?:\d+\/\d{4}))\)/.exec(title)?.[1] ?? corrected
    return {
      celex: quoted(celex),
      kind: 'corrigendum',
      regime,
      ...marked,
      corrects: corrected,
      title: { pl: quoted(`Sprostowanie (${number})`), en: quoted(`Corrigendum (${number})`) },
      date: null,
      ...rest,
    }
  }
  const number = /\(EU\) (?:No )?\d+\/\d+/.exec(title)?.[0]
  const [, en, pl] = KINDS.find(([beginning]) => beginning.test(title)) ?? []
  if (!number || !en) return null
  const polishNumber = number.replace('EU', 'UE').replace('No', 'nr')
  return {
    celex,
    kind: 'amending',
    regime,
    ...marked,
    title: { pl: quoted(`${pl} ${polishNumber}`), en: quoted(`${en} ${number}`) },
    date: daysIn(title)[0] ?? null,
    ...rest,
  }
}

/** Since October 2023 each act is an issue of the Official Journal of its own: `OJ L, 2026/2100, 23.10.2026`. */
function journalReference(celex: string, oj: string, page: string, date: string): string {
  const number = Number(celex.slice(6, 10))
  return oj === `L ${number}` ? `OJ L, ${celex.slice(1, 5)}/${number}, ${date}` : `OJ ${oj}, ${date}, p. ${page}`
}
