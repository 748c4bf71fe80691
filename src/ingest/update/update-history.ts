import { stringify } from 'yaml'
import type { EndedAnnex, Listing } from '../../law/read/law.ts'
import { addDays, type Day } from '../../terms/day.ts'
import type { Text } from '../../terms/language.ts'
import type { AnnexRole } from '../../terms/law.ts'
import { printLimits } from '../../terms/limit.ts'
import { type EndedCells, joinEnded, splitEnded } from './table-lines.ts'
import { FORMAT, type LawFile, quoted, YamlEdit } from './yaml-edit.ts'

/** A row that an act took away or gave other words. */
export interface EndedRow {
  readonly listing: Listing
  /** The act, and its first day. */
  readonly act: string
  readonly day: Day
}

function cellsOf({ listing, act, day }: EndedRow, firstDay: (celex: string) => Day | null, state: Day): EndedCells {
  const began = listing.wordsAct || listing.firstAct || (listing.mark === 'inserted' ? listing.act : '')
  const from = listing.from ?? (began === '' ? null : firstDay(began))
  const isExact = from !== null && began !== '' && firstDay(began) === from
  return {
    code: listing.code,
    part: listing.part,
    except: listing.except.join(' '),
    narrowed: listing.narrowed.join(' '),
    category: listing.category,
    designation: listing.under === '' ? listing.designation : `${listing.under}: ${listing.designation}`,
    // A heading that the row stood under is kept in English only.
    designation_pl: listing.under === '' ? listing.designationPl : '',
    pl_source: listing.under === '' ? listing.plSource : '',
    limit: printLimits(listing.limits),
    from: from ?? listing.atLatest ?? firstDay(listing.act) ?? state,
    from_act: isExact ? began : '',
    until: addDays(day, -1),
    until_act: act,
    first_act: listing.wordsAct === '' ? '' : listing.firstAct,
    doubt: listing.doubt,
    successor_of: listing.successorOf,
  }
}

/** The table of ended rows with some more, each in the order of codes; lines that were there keep their bytes. */
export function addEnded(
  before: string | null,
  rows: readonly EndedRow[],
  firstDay: (celex: string) => Day | null,
  state: Day,
): string {
  const lines: (string | EndedCells)[] = [...(before === null ? [] : splitEnded(before))]
  const codeOf = (line: string | EndedCells) => (typeof line === 'string' ? line.split('\t')[0] : line.code) ?? ''
  for (const row of rows.map((one) => cellsOf(one, firstDay, state))) {
    const at = lines.findIndex((line) => codeOf(line) > (row.code ?? ''))
    lines.splice(at < 0 ? lines.length : at, 0, row)
  }
  return joinEnded(lines)
}

/** What ended.yaml must say of an annex with new ended rows. */
export interface EndedPin {
  readonly annex: string
  /** Of an annex that is gone. */
  readonly role: AnnexRole | null
  /** Headings that no row of today stands under any more. */
  readonly headings: readonly Text[]
}

/** What ended.yaml says of an annex that had no ended row before. */
const firstPin = ({ annex, role, headings }: EndedPin) => ({
  annex,
  ...(role && { role }),
  ...(headings.length > 0 && { headings: written(headings) }),
})

const written = (headings: readonly Text[]) => headings.map(({ en, pl }) => ({ en: quoted(en), pl: quoted(pl) }))

/** ended.yaml of a regime in which nothing had ended before. */
export const firstEnded = (pins: readonly EndedPin[]): string => stringify({ annexes: pins.map(firstPin) }, FORMAT)

/** ended.yaml with the annexes that had no ended row before. */
export function updateEnded(file: LawFile, known: readonly EndedAnnex[], pins: readonly EndedPin[]): string {
  const yaml = new YamlEdit(file)
  const items = new Map(yaml.items('annexes').map((item) => [String(item.get('annex')), item]))
  for (const pin of pins) {
    const { annex, role, headings } = pin
    const item = items.get(annex)
    const declared = known.find(({ declared: { value } }) => value.annex === annex)
    if (!item || !declared) {
      const [last] = [...items.values()].slice(-1)
      yaml.insertItem(['annexes'], last ?? null, firstPin(pin))
      continue
    }
    const kept = declared.declared.value.headings ?? []
    const fresh = headings.filter(({ en }) => !kept.some((one) => one.en === en))
    if (fresh.length > 0) {
      yaml.remove(item, 'headings')
      yaml.insertAfter(item, declared.declared.value.role ? 'role' : 'annex', 'headings', written([...kept, ...fresh]))
    }
    if (role) yaml.insertAfter(item, 'annex', 'role', role)
  }
  return yaml.toString()
}
