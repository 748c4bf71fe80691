import type { AnnexRole } from '../../law/terms/law.ts'
import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import type { Comparison } from './compare.ts'
import type { Conflict } from './conflict.ts'
import { lawAnnex, type OpenLaw } from './open-law.ts'
import { confirmedRows } from './pair-rows.ts'
import { headingsIn, joinTable, splitTable } from './table-lines.ts'
import { endedTable, firstTable, type TableContext, updateTable } from './update-annex.ts'
import type { AnnexPins, NewAnnex } from './update-pins.ts'

/** The tables of all annexes, and what annexes.yaml must say of them. */
export function planAnnexes(
  page: Pick<ConsolidatedPage, 'annexes'>,
  comparison: Pick<Comparison, 'annexes'>,
  roles: ReadonlyMap<string, AnnexRole>,
  context: TableContext,
  read: (path: string) => string,
) {
  const { law } = context
  /** The tables that are written, by their paths in law/. */
  const files = new Map<string, string>()
  const headings = new Map<string, ReadonlySet<string>>()
  const added: NewAnnex[] = []
  const conflicts: Conflict[] = []
  for (const { annex, status, pairing } of comparison.annexes) {
    const path = `${law.regime.folder}/annexes/${annex}.tsv`
    const inPage = page.annexes.find((one) => one.annex === annex)?.rows ?? []
    const listings = lawAnnex(law, annex)?.listings.map(({ value }) => value) ?? []
    if (status === 'gone') {
      const gone = context.goneWith(annex)
      // Which act took it away is a conflict that is reported elsewhere.
      if (gone) files.set(path, endedTable(splitTable(read(path)), listings, gone))
      continue
    }
    const role = roles.get(annex)
    const updated =
      status === 'new'
        ? role && firstTable(inPage, context)
        : pairing && (status === 'changed' || context.polishOfAll || confirmedRows(pairing).length > 0)
          ? updateTable(annex, splitTable(read(path)), listings, pairing, inPage, context)
          : null
    if (!updated) continue
    files.set(path, joinTable(updated.lines))
    if (status === 'new' && role) added.push({ annex, role, after: precedingAnnex(annex, page, law) })
    const used = headingsIn(updated.lines)
    headings.set(annex, used)
    conflicts.push(...updated.conflicts, ...untranslatedHeadings(annex, used, law))
  }
  for (const annex of roles.keys()) {
    if (!added.some((one) => one.annex === annex)) conflicts.push({ kind: 'no_such_new_annex', annex })
  }
  const pins: AnnexPins = { headings, added }
  return { files, pins, conflicts }
}

/** The annex of law/ behind which a new one belongs: the last one before it in the page. */
function precedingAnnex(annex: string, page: Pick<ConsolidatedPage, 'annexes'>, law: OpenLaw): string | null {
  const names = page.annexes.map((one) => one.annex)
  return names.slice(0, names.indexOf(annex)).findLast((name) => lawAnnex(law, name) !== undefined) ?? null
}

function untranslatedHeadings(annex: string, used: ReadonlySet<string>, law: OpenLaw): Conflict[] {
  const translated = new Set(lawAnnex(law, annex)?.declared.value.headings?.map(({ en }) => en))
  return [...used]
    .filter((heading) => !translated.has(heading))
    .map((heading) => ({ kind: 'heading_untranslated', annex, heading }))
}
