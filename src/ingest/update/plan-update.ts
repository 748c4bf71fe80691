import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Day, later } from '../../terms/day.ts'
import type { AnnexRole } from '../../terms/law.ts'
import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import { addToChangelog, changelogEntry } from './changelog.ts'
import { type Comparison, compare } from './compare.ts'
import { type LawSide, lawAnnex, listingsOf } from './open-law.ts'
import { pairLanguages } from './pair-languages.ts'
import { headingsIn, splitTable } from './table-lines.ts'
import { mergeToRead, type ToRead, thingsToRead } from './unread-provisions.ts'
import { updateActs } from './update-acts.ts'
import { firstTable, type UpdateContext, updateTable } from './update-annex.ts'
import { updateAnnexes, updateCounts, updateRegime } from './update-pins.ts'

/** What a person says beside the page. */
export interface Decisions {
  /** First days of acts that law/ does not know. */
  readonly inForce: ReadonlyMap<string, Day>
  /** What new annexes are for. */
  readonly roles: ReadonlyMap<string, AnnexRole>
}

export interface Update {
  readonly comparison: Comparison
  /** Files of law/ as they are to be; null for one that goes. */
  readonly files: ReadonlyMap<string, string | null>
  readonly toRead: readonly ToRead[]
  /** What must be decided first; while there is anything, nothing is written. */
  readonly doubts: readonly string[]
}

/** Works out what law/ would be with this page. Writes nothing. */
export function planUpdate(
  page: ConsolidatedPage,
  sha256: string,
  side: LawSide,
  { inForce, roles }: Decisions,
  polish: ConsolidatedPage | null,
): Update {
  const comparison = compare(page, side)
  const { regime, law } = side
  const { folder } = regime
  const data = regime.regime.value
  const doubts = new Set<string>()
  const doubt = (what: string) => void doubts.add(what)
  for (const { annex, doubts: open } of comparison.annexes) for (const what of open) doubt(`annex ${annex}: ${what}`)
  if (!page.whole) doubt('the page is only a piece: a whole page is needed to pin the text')
  if (page.language !== null && page.language !== 'en')
    doubt(`the page is ${page.language}: law/ follows the English one`)
  const version = page.version ?? ''
  if (version < data.state) doubt(`the page shows ${version}, law/ already has the state of ${data.state}`)
  const read = (path: string) => readFileSync(join(side.directory, path), 'utf8')

  const actDay = (celex: string): Day | null =>
    inForce.get(celex) ?? law.acts.find(({ value }) => value.celex === celex)?.value.in_force_from ?? null
  for (const celex of inForce.keys()) {
    if (!comparison.newActs.some((act) => act.celex === celex))
      doubt(`--in-force ${celex}: the page has no such new act`)
  }

  const files = new Map<string, string | null>()
  const languages = polish ? pairLanguages(page, polish) : null
  for (const mistake of languages?.mistakes ?? []) doubt(`Polish page: ${mistake}`)
  const context: UpdateContext = {
    side,
    actDay,
    doubt,
    polish: (row) => languages?.pairs.get(row)?.description ?? null,
  }

  const rows = new Map<string, number>()
  const gone: string[] = []
  const fresh: { annex: string; role: AnnexRole; rows: number; after: string | null }[] = []
  for (const found of comparison.annexes) {
    const path = `${folder}/annexes/${found.annex}.tsv`
    const shown = page.annexes.find(({ annex }) => annex === found.annex)?.rows ?? []
    if (found.status === 'gone') {
      gone.push(found.annex)
      files.set(path, null)
      continue
    }
    if (found.status === 'new') {
      doubts.delete(`annex ${found.annex}: law/ does not have this annex`)
      const role = roles.get(found.annex)
      if (!role) {
        doubt(
          `annex ${found.annex} is new (${shown.length} rows): write the measure that refers to it, then add --annex ${found.annex}=goods (or another role)`,
        )
        continue
      }
      fresh.push({ annex: found.annex, role, rows: shown.length, after: before(found.annex, page, side) })
      files.set(path, firstTable(shown, context))
    } else if (found.pairing && (found.status === 'changed' || languages)) {
      const listings = listingsOf(lawAnnex(side, found.annex))
      files.set(path, updateTable(splitTable(read(path)), listings, found.pairing, shown, context))
      rows.set(found.annex, listings.length + found.added.length - found.removed.length)
    }
  }
  const headings = new Map<string, ReadonlySet<string>>()
  for (const { annex } of comparison.annexes) {
    const table = files.get(`${folder}/annexes/${annex}.tsv`)
    if (!table) continue
    const used = headingsIn(splitTable(table))
    headings.set(annex, used)
    const translated = lawAnnex(side, annex)?.declared.value.headings ?? []
    for (const text of used) {
      if (!translated.some(({ en }) => en === text))
        doubt(
          `annex ${annex}: the heading "${text}" has no Polish words; write its rows and its entry in headings by hand`,
        )
    }
  }
  for (const annex of roles.keys()) {
    if (!fresh.some((one) => one.annex === annex)) doubt(`--annex ${annex}: the page has no such new annex with goods`)
  }

  const toRead = thingsToRead(comparison)
  const acts = updateActs(
    read('acts.yaml'),
    law.acts.map(({ value }) => value),
    data.code,
    comparison.newActs,
    actDay,
    doubt,
  )
  files.set('acts.yaml', acts.text)
  const present = new Set(page.acts.map(({ celex }) => celex))
  const touched = comparison.annexes.some(
    ({ removed, changed }) =>
      removed.length > 0 || changed.some(({ changes }) => changes.some(({ what }) => what !== 'mark')),
  )
  files.set(
    `${folder}/regime.yaml`,
    updateRegime(read(`${folder}/regime.yaml`), {
      celex: page.celex ?? '',
      version,
      sha256,
      state: later(version, data.state)!,
      completeFrom: touched ? version : data.complete_from,
      workedIn: data.worked_in.filter((celex) => !present.has(celex)),
      pending: data.pending.filter((celex) => !present.has(celex)),
      toRead: mergeToRead(data.to_read ?? [], toRead),
    }),
  )
  // Rows that a person wrote by hand are counted too.
  for (const { declared, listings } of regime.annexes) {
    const { annex, rows: pinned } = declared.value
    if (!rows.has(annex) && listings.length !== pinned) rows.set(annex, listings.length)
  }
  files.set(`${folder}/annexes.yaml`, updateAnnexes(read(`${folder}/annexes.yaml`), rows, headings, gone, fresh))
  const annexRows = regime.annexes
    .filter(({ declared }) => !gone.includes(declared.value.annex))
    .map(({ declared, listings }) => rows.get(declared.value.annex) ?? listings.length)
  files.set(
    'counts.yaml',
    updateCounts(read('counts.yaml'), folder, {
      acts: law.acts.length + acts.added,
      annexes: annexRows.length + fresh.length,
      rows: [...annexRows, ...fresh.map((annex) => annex.rows)].reduce((sum, count) => sum + count, 0),
    }),
  )
  if (
    version > data.consolidated.version ||
    [...comparison.annexes].some(({ status }) => !['same', 'named'].includes(status))
  ) {
    const changelog = addToChangelog(
      read('CHANGELOG.md'),
      folder.replace(/^(\d+)-(\d+)$/, '$1/$2'),
      changelogEntry(comparison, version, page.celex ?? ''),
    )
    if (changelog === null) doubt(`law/CHANGELOG.md has no section of ${folder.replace('-', '/')}`)
    else files.set('CHANGELOG.md', changelog)
  }
  for (const [path, text] of files)
    if (text !== null && !fresh.some((one) => path.endsWith(`/${one.annex}.tsv`)) && text === read(path))
      files.delete(path)
  return { comparison, files, toRead, doubts: [...doubts] }
}

/** The annex of law/ behind which a new one stands: the last before it in the page. */
function before(annex: string, page: ConsolidatedPage, side: LawSide): string | null {
  const names = page.annexes.map((one) => one.annex)
  return names.slice(0, names.indexOf(annex)).findLast((name) => lawAnnex(side, name) !== undefined) ?? null
}
