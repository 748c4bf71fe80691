import type { AnnexRole } from '../../terms/law.ts'
import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import type { Comparison } from './compare.ts'
import type { Conflict } from './conflict.ts'
import { lawAnnex, listingsOf, type OpenLaw } from './open-law.ts'
import { headingsIn, splitTable } from './table-lines.ts'
import { firstTable, type TableContext, updateTable } from './update-annex.ts'
import { addEnded, type EndedPin, type EndedRow } from './update-history.ts'
import type { AnnexPins, NewAnnex } from './update-pins.ts'

/** The tables of all annexes, and what annexes.yaml must say of them. */
export function planAnnexes(
  page: ConsolidatedPage,
  comparison: Comparison,
  roles: ReadonlyMap<string, AnnexRole>,
  context: TableContext,
  /** With a Polish page, designations may change in annexes that are otherwise the same. */
  withPolish: boolean,
  read: (path: string) => string,
) {
  const { law } = context
  /** The tables that are written, by their paths in law/; null for one that is deleted. */
  const files = new Map<string, string | null>()
  const headings = new Map<string, ReadonlySet<string>>()
  const deleted: string[] = []
  const added: NewAnnex[] = []
  const conflicts: Conflict[] = []
  const ended: EndedPin[] = []
  /** Puts rows that have ended into the history of their annex. */
  const end = (annex: string, rows: readonly EndedRow[], used: ReadonlySet<string> | null) => {
    if (rows.length === 0) return
    const path = `${law.regime.folder}/history/${annex}.tsv`
    const before = law.regime.ended.annexes.some(({ declared: { value } }) => value.annex === annex) ? read(path) : null
    files.set(path, addEnded(before, rows, context.firstDay, law.regime.regime.value.state))
    const declared = lawAnnex(law, annex)?.declared.value
    const categories = new Set(rows.map(({ listing }) => listing.category))
    const headings = (declared?.headings ?? []).filter(({ en }) => categories.has(en) && !used?.has(en))
    ended.push({ annex, role: used === null ? (declared?.role ?? null) : null, headings })
  }
  for (const { annex, status, pairing, removed } of comparison.annexes) {
    const path = `${law.regime.folder}/annexes/${annex}.tsv`
    const inPage = page.annexes.find((one) => one.annex === annex)?.rows ?? []
    if (status === 'gone') {
      deleted.push(annex)
      files.set(path, null)
      const gone = context.goneWith(annex)
      const rows = removed.filter(({ code }) => code !== '')
      if (gone && rows.some(({ doubt }) => doubt !== '')) conflicts.push({ kind: 'gone_with_doubts', annex })
      if (gone)
        end(
          annex,
          rows.map((listing) => ({ listing, ...gone })),
          null,
        )
      continue
    }
    const role = roles.get(annex)
    const listings = listingsOf(lawAnnex(law, annex))
    const updated =
      status === 'new'
        ? role && firstTable(inPage, context)
        : pairing && (status === 'changed' || withPolish)
          ? updateTable(annex, splitTable(read(path)), listings, pairing, inPage, context)
          : null
    if (!updated) continue
    files.set(path, updated.text)
    const table = splitTable(updated.text)
    if (status === 'new' && role) added.push({ annex, role, after: precedingAnnex(annex, page, law) })
    const used = headingsIn(table)
    headings.set(annex, used)
    end(annex, updated.ended, used)
    conflicts.push(...updated.conflicts, ...untranslatedHeadings(annex, used, law))
  }
  for (const annex of roles.keys()) {
    if (!added.some((one) => one.annex === annex)) conflicts.push({ kind: 'no_such_new_annex', annex })
  }
  const pins: AnnexPins = { headings, deleted, added }
  return { files, pins, ended, conflicts }
}

/** The annex of law/ behind which a new one belongs: the last one before it in the page. */
function precedingAnnex(annex: string, page: ConsolidatedPage, law: OpenLaw): string | null {
  const names = page.annexes.map((one) => one.annex)
  return names.slice(0, names.indexOf(annex)).findLast((name) => lawAnnex(law, name) !== undefined) ?? null
}

function untranslatedHeadings(annex: string, used: ReadonlySet<string>, law: OpenLaw): Conflict[] {
  const translated = new Set(lawAnnex(law, annex)?.declared.value.headings?.map(({ en }) => en))
  return [...used]
    .filter((heading) => !translated.has(heading))
    .map((heading) => ({ kind: 'heading_untranslated', annex, heading }))
}
