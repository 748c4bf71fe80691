import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Day, later } from '../../base/day.ts'
import type { RegimeLaw } from '../../law/read/law.ts'
import type { AnnexRole } from '../../law/terms/law.ts'
import type { PageAct } from '../page/acts-table.ts'
import type { ConsolidatedPage } from '../page/consolidated-page.ts'
import { updateChangelog } from './changelog.ts'
import { type Comparison, compare, isSame } from './compare.ts'
import type { Conflict } from './conflict.ts'
import { inNamesOf, type OpenLaw } from './open-law.ts'
import { pairLanguages } from './pair-languages.ts'
import { planAnnexes } from './plan-annexes.ts'
import { mergeUnread, type UnreadProvision, unreadProvisions } from './unread-provisions.ts'
import { updateActs } from './update-acts.ts'
import type { TableContext } from './update-annex.ts'
import { updateAnnexes, updateRegime } from './update-pins.ts'
import type { LawFile } from './yaml-edit.ts'

/** What a person adds to the page on the command line. */
export interface Decisions {
  /** First days of acts that law/ does not know. */
  readonly inForce: ReadonlyMap<string, Day>
  /** What new annexes are for. */
  readonly roles: ReadonlyMap<string, AnnexRole>
}

export type Update = Readonly<ReturnType<typeof planUpdate>>

/** Works out what law/ would be with this page. Reads files of law/ and writes none. */
export function planUpdate(
  given: ConsolidatedPage,
  sha256: string,
  law: OpenLaw,
  decisions: Decisions,
  polish: ConsolidatedPage | null,
) {
  const { folder } = law.regime
  const page = inNamesOf(law, given)
  const read = (path: string): LawFile => {
    const file = join(law.directory, path)
    return { file, text: readFileSync(file, 'utf8') }
  }
  const comparison = compare(page, law)
  const firstDay = (celex: string): Day | null =>
    decisions.inForce.get(celex) ?? law.acts.find((act) => act.celex === celex)?.in_force_from ?? null
  const languages = polish ? pairLanguages(page, polish) : null
  const goneWith = goingActs(page, comparison)
  const context: TableContext = {
    law,
    firstDay,
    polish: (row) => languages?.pairs.get(row)?.description ?? null,
    // Hundreds of other words would bury the rows that an act changed: they wait for a run that changes nothing else.
    polishOfAll: polish !== null && isSame(comparison),
    basis: '',
    isNew: (celex) => comparison.newActs.some((act) => act.celex === celex),
    goneWith: (annex) => {
      const [act, ...others] = goneWith(annex)
      const day = act && others.length === 0 ? firstDay(act.celex) : null
      return act && day ? { act: act.celex, day } : null
    },
  }

  const { code, pending } = law.regime.regime.value
  const texts = pending.filter((celex) => isRead(page, celex))
  const acts = updateActs(read('acts.yaml'), code, comparison.newActs, firstDay, texts)
  const annexes = planAnnexes(page, comparison, decisions.roles, context, (path) => read(path).text)
  const unread = unreadProvisions(comparison)
  const changelog = updateChangelog(read('CHANGELOG.md').text, comparison, law.regime, page.version ?? '')
  const planned = new Map<string, string>([
    ...annexes.files,
    ['acts.yaml', acts.text],
    [`${folder}/regime.yaml`, planRegime(read(`${folder}/regime.yaml`), page, sha256, comparison, law, unread)],
    [`${folder}/annexes.yaml`, updateAnnexes(read(`${folder}/annexes.yaml`), annexes.pins)],
    ['CHANGELOG.md', changelog],
  ])
  const added = new Set(annexes.pins.added.map(({ annex }) => `${folder}/annexes/${annex}.tsv`))
  const isChanged = (path: string, text: string) => added.has(path) || text !== read(path).text
  const conflicts = [
    // A new annex is no conflict once its role is given.
    ...comparison.annexes
      .flatMap((annex) => annex.conflicts)
      .filter((conflict) => !(conflict.kind === 'new_annex' && decisions.roles.has(conflict.annex))),
    ...pageConflicts(page, law.regime),
    ...(languages?.differences ?? []).map((what): Conflict => ({ kind: 'polish_page_differs', what })),
    ...actConflicts(comparison, decisions.inForce, law, firstDay),
    ...goneConflicts(comparison, goneWith, firstDay),
    ...annexes.conflicts,
    ...acts.conflicts,
  ]
  return {
    comparison,
    /** The files of law/ that change, by their paths. */
    files: new Map([...planned].filter(([path, text]) => isChanged(path, text))),
    unread,
    /** While there is any, nothing is written. */
    conflicts: distinct(conflicts),
  }
}

/** Drops duplicates: two rows with the same printed code can have the same conflict. */
const distinct = (conflicts: readonly Conflict[]): Conflict[] => [
  ...new Map(conflicts.map((conflict) => [JSON.stringify(conflict), conflict])).values(),
]

/** Conflicts of the page as a whole. */
function pageConflicts(page: ConsolidatedPage, { regime }: RegimeLaw): Conflict[] {
  const { state } = regime.value
  const conflicts: Conflict[] = []
  if (!page.whole) conflicts.push({ kind: 'page_is_a_piece' })
  if (page.language !== null && page.language !== 'en') {
    conflicts.push({ kind: 'page_not_english', language: page.language })
  }
  if (page.version !== null && page.version < state) {
    conflicts.push({ kind: 'page_too_old', version: page.version, state })
  }
  return conflicts
}

/** Acts that rows are marked with must have a first day, and those that --in-force names must be new in the page. */
function actConflicts(
  { annexes, newActs }: Comparison,
  inForce: Decisions['inForce'],
  law: OpenLaw,
  firstDay: (celex: string) => Day | null,
): Conflict[] {
  const written = annexes.flatMap(({ added, changed }) => [
    ...added,
    ...changed.filter(({ changes }) => changes.some(({ what }) => what === 'mark')).map(({ row }) => row),
  ])
  const marks = new Map(written.flatMap(({ mark }) => (mark?.celex ? [[mark.celex, mark.sign] as const] : [])))
  return [
    ...[...inForce.keys()]
      .filter((celex) => !newActs.some((act) => act.celex === celex))
      .map((celex): Conflict => ({ kind: 'no_such_new_act', celex })),
    ...[...marks]
      // A corrigendum has no first day of its own.
      .filter(([celex, sign]) => !sign.startsWith('C') && !law.knows(celex) && firstDay(celex) === null)
      .map(([celex, sign]): Conflict => ({ kind: 'first_day_unknown', sign, celex })),
  ]
}

/** The new acts that can have taken rows of an annex away: those that left a mark in it, or else all. */
const goingActs =
  (page: ConsolidatedPage, { newActs }: Comparison) =>
  (annex: string): readonly PageAct[] => {
    // A corrigendum puts right what an act says, from the day of that act on.
    const amending = newActs.filter(({ mark }) => !mark.startsWith('C'))
    const marks = new Set(page.annexes.find((one) => one.annex === annex)?.marks.map(({ celex }) => celex))
    const marked = amending.filter(({ celex }) => marks.has(celex))
    return marked.length === 1 ? marked : amending
  }

/** Rows end with an act and on a day: both must be known. */
function goneConflicts(
  { annexes }: Comparison,
  goneWith: ReturnType<typeof goingActs>,
  firstDay: (celex: string) => Day | null,
): Conflict[] {
  return annexes.flatMap(({ annex, status, removed, conflicts }): Conflict[] => {
    // Whether rows are gone at all is what another conflict of the annex asks.
    if (conflicts.length > 0 || !removed.some(({ code }) => code !== '')) return []
    const acts = goneWith(annex)
    const [act] = acts
    if (!act) return status === 'gone' ? [{ kind: 'gone_with_no_act', annex }] : []
    if (acts.length > 1) return [{ kind: 'gone_with_which_act', annex, acts: acts.map(({ celex }) => celex) }]
    return firstDay(act.celex) === null ? [{ kind: 'first_day_unknown', sign: act.mark, celex: act.celex }] : []
  })
}

/** A consolidated text is pending until it, or a newer one of the same act, is read. */
const isRead = ({ celex }: ConsolidatedPage, pending: string): boolean =>
  celex !== null && pending.slice(0, 11) === celex.slice(0, 11) && pending <= celex

/** regime.yaml: the pin of the page, the state, acts that are no longer pending, and unread provisions. */
function planRegime(
  file: LawFile,
  page: ConsolidatedPage,
  sha256: string,
  { annexes, newActs }: Comparison,
  { regime, knows }: OpenLaw,
  unread: readonly UnreadProvision[],
): string {
  const data = regime.regime.value
  // A page without a version is a conflict, so that what is planned for it is never written.
  const version = page.version ?? data.state
  const inPage = new Set(page.acts.map(({ celex }) => celex))
  // Rows that no new act took away or changed were wrong before, or the act is not known: the past is not in law/ as it was.
  const losesHistory = annexes.some(
    ({ removed, changed }) =>
      (removed.length > 0 && newActs.length === 0) ||
      changed.some(
        ({ changes, row }) =>
          changes.some(({ what }) => what !== 'mark') && (!row.mark?.celex || knows(row.mark.celex)),
      ),
  )
  return updateRegime(file, {
    celex: page.celex ?? '',
    version,
    sha256,
    state: later(version, data.state)!,
    completeFrom: losesHistory ? version : data.complete_from,
    workedIn: data.worked_in.filter((celex) => !inPage.has(celex)),
    pending: data.pending.filter((celex) => !inPage.has(celex) && !isRead(page, celex)),
    unread: unread.length === 0 ? [] : mergeUnread(data.to_read ?? [], unread),
  })
}
