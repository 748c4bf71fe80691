import { group, isDigits } from '../../base/cn-code.ts'
import type { Day } from '../../base/day.ts'
import { wrap } from '../../base/plain-text.ts'
import { isInAct } from '../../law/read/law.ts'
import type { AnnexRole } from '../../law/terms/law.ts'
import { annexPart, withEntry } from '../update/changelog.ts'
import { printConflict } from '../update/conflict.ts'
import { declareAct } from '../update/declare-act.ts'
import type { OpenLaw } from '../update/open-law.ts'
import { confirmedRows } from '../update/pair-rows.ts'
import { planAnnexes } from '../update/plan-annexes.ts'
import type { UnreadProvision } from '../update/unread-provisions.ts'
import { updateAnnexes } from '../update/update-pins.ts'
import type { LawFile } from '../update/yaml-edit.ts'
import { type ActComparison, compareAct } from './compare-act.ts'
import type { AnnexChange } from './findings.ts'
import type { AmendingAct } from './read-act.ts'

/** What a person adds on the command line. */
export interface ProposalDecisions {
  /** The first day of the act, where it does not tell it itself. */
  readonly inForceFrom: Day | null
  /** What new annexes are for. */
  readonly roles: ReadonlyMap<string, AnnexRole>
}

/** An annex that is left to a person, and why. */
interface LeftAnnex {
  readonly annex: string
  readonly why: readonly string[]
}

export interface Proposal {
  readonly folder: string
  readonly comparison: ActComparison
  /** The files of law/ that change, by their paths. */
  readonly files: ReadonlyMap<string, string>
  readonly left: readonly LeftAnnex[]
  readonly unread: readonly UnreadProvision[]
}

/**
 * What law/ would be with the goods of an act. The act stays pending, so that answers warn of it, and its rows are to be
 * reviewed until a consolidated text confirms them. An annex of which anything is uncertain is left to a person as a whole.
 */
export function planProposal(
  act: AmendingAct,
  law: OpenLaw,
  decisions: ProposalDecisions,
  read: (path: string) => LawFile,
): Proposal {
  const { folder } = law.regime
  const inForceFrom = act.inForceFrom ?? decisions.inForceFrom
  const comparison = compareAct(act, law)
  const files = new Map<string, string>()
  const left: LeftAnnex[] = []
  const written: string[] = []
  let annexesYaml = read(`${folder}/annexes.yaml`)
  for (const one of comparison.annexes) {
    const { annex } = one
    const day = dayOf(act, law, annex, inForceFrom)
    const planned = day && planAnnex(one, act, law, { ...decisions, day }, (path) => read(path).text)
    const why = [
      ...(day && day !== inForceFrom
        ? [`Annex ${annex}: applies from ${day}, later than the act; write its rows by hand`]
        : []),
      ...(day ? [] : [`Annex ${annex}: its first day is not known; add --in-force ${act.celex}=YYYY-MM-DD`]),
      ...comparison.unplaced.filter((none) => none.annex === annex).map(({ what }) => `Annex ${annex}: ${what}`),
      ...(planned ? planned.why : []),
      ...(one.status === 'gone' ? usersOf(annex, law) : []),
    ]
    if (why.length > 0 || !planned) left.push({ annex, why: [...new Set(why)] })
    else if (planned.files.size > 0) {
      for (const [path, text] of planned.files)
        if (one.status === 'new' || text !== read(path).text) files.set(path, text)
      annexesYaml = { ...annexesYaml, text: updateAnnexes(annexesYaml, planned.pins) }
      written.push(...annexPart(one))
    }
  }
  const unread = unreadOf(act, folder, left)
  for (const [path, text] of declareAct(read, law, { ...act, inForceFrom }, unread)) files.set(path, text)
  files.set(`${folder}/annexes.yaml`, annexesYaml.text)
  files.set(
    'CHANGELOG.md',
    withEntry(read('CHANGELOG.md').text, law.regime, entryOf(act, inForceFrom, written, unread)),
  )
  const tests = testsOf(act, law, comparison, left, inForceFrom)
  if (tests !== null) files.set(`tests/${act.celex}-${folder}.yaml`, tests)
  return { folder, comparison, files, left, unread }
}

/** The table of one annex, with everything that a person would have to decide. */
function planAnnex(
  one: ActComparison['annexes'][number],
  { celex }: AmendingAct,
  law: OpenLaw,
  { day, roles }: ProposalDecisions & { readonly day: Day },
  read: (path: string) => string,
) {
  const { annex, status, conflicts, page } = one
  const before = law.regime.annexes.map(({ declared }) => declared.value.annex).at(-1)
  const pages = [...(before === undefined || before === annex ? [] : [{ ...page, annex: before, rows: [] }]), page]
  const planned = planAnnexes(
    { annexes: pages },
    { annexes: [one] },
    new Map([...roles].filter(([name]) => name === annex && status === 'new')),
    {
      law,
      firstDay: (act) => (act === celex ? day : (law.acts.find((other) => other.celex === act)?.in_force_from ?? null)),
      polish: () => null,
      polishOfAll: false,
      basis: 'act',
      isNew: (act) => act === celex,
      goneWith: () => ({ act: celex, day }),
    },
    read,
  )
  const open = conflicts.filter((conflict) => !(conflict.kind === 'new_annex' && roles.has(annex)))
  return { ...planned, why: [...open, ...planned.conflicts].map(printConflict) }
}

/** An annex cannot go while something in the articles refers to it. */
function usersOf(annex: string, { regime }: OpenLaw): string[] {
  const measures = regime.measures.flatMap(({ value }) =>
    value.annex === annex && isInAct(value) ? value.article : [],
  )
  const grants = regime.grants.flatMap(({ value }) => (value.annex === annex && isInAct(value) ? value.ref : []))
  const names = [...new Set([...measures, ...grants])]
  return names.length === 0
    ? []
    : [`Annex ${annex} is deleted while ${names.join(', ')} refers to it: give that until and until_act first`]
}

/** The first day of the changes of an annex; null where their points have days of their own that are not clear. */
function dayOf(act: AmendingAct, law: OpenLaw, annex: string, inForceFrom: Day | null): Day | null {
  const days = act.changes
    .filter((change) => change.regime === law.regime.folder && change.annex === annex)
    .map((change) => {
      const own = act.applications.filter(({ paths }) => paths === null || paths.some((path) => concerns(path, change)))
      return own.length === 0 ? inForceFrom : own.length === 1 ? own[0]!.from : null
    })
  return new Set(days).size === 1 ? days[0]! : null
}

/** The change stands at that place of the act, or below it. */
const concerns = (place: readonly string[], { paths }: AnnexChange): boolean =>
  paths.some((path) => place.every((part, at) => path[at] === part))

function unreadOf(act: AmendingAct, folder: string, left: readonly LeftAnnex[]): UnreadProvision[] {
  const acts = [act.celex]
  const articles = act.articles
    .filter(({ regime }) => regime === folder)
    .flatMap(({ provisions }) => provisions.map((provision) => /^\d+[a-z]*/.exec(provision)?.[0] ?? provision))
  const annexes = act.notRead.filter(({ regime }) => regime === folder).flatMap(({ annex }) => annex ?? [])
  return [
    ...[...new Set([...left.map(({ annex }) => annex), ...annexes])].map((annex) => ({ annex, acts })),
    ...[...new Set(articles)].map((article) => ({ article, acts })),
  ]
}

const numberOf = ({ title, celex }: AmendingAct): string => /\(EU\) (?:No )?\d+\/\d+/.exec(title)?.[0] ?? celex

function entryOf(
  act: AmendingAct,
  day: Day | null,
  written: readonly string[],
  unread: readonly UnreadProvision[],
): string {
  const read = unread.map(({ annex, article }) => (annex === undefined ? `Article ${article}` : `Annex ${annex}`))
  const text = [
    `- **${day ?? act.date ?? ''}**, ${numberOf(act)}: ${written.join('; ') || 'no listed goods changed'}.`,
    'Read by machine from the act itself; no consolidated text yet.',
    read.length > 0 ? `To be read: ${read.join(', ')}.` : '',
  ]
  return wrap(text.filter(Boolean).join(' '), 120, 2).join('\n')
}

/** A test of the law for each row that the act begins: on its first day the code is among the matches of its articles. */
function testsOf(
  act: AmendingAct,
  law: OpenLaw,
  { annexes }: ActComparison,
  left: readonly LeftAnnex[],
  inForceFrom: Day | null,
): string | null {
  const { code } = law.regime.regime.value
  const tests = annexes.flatMap(({ annex, added, changed, pairing }) => {
    const articles = law.regime.measures.flatMap(({ value }) =>
      value.annex === annex && isInAct(value) && value.codes === undefined ? [value.article] : [],
    )
    const day = dayOf(act, law, annex, inForceFrom)
    if (left.some((one) => one.annex === annex) || articles.length === 0 || !day) return []
    const rows = [
      ...added,
      ...changed.filter(({ changes }) => changes.some(({ what }) => what !== 'mark')).map(({ row }) => row),
      // Proposed before; their tests are written again.
      ...(pairing ? confirmedRows(pairing) : []).flatMap(({ listing, row }) => (listing.act === act.celex ? row : [])),
    ]
    return [...new Set(rows.map(({ digits }) => law.meaning(digits)))].flatMap((digits) =>
      digits === null || !isDigits(digits)
        ? []
        : [testOf({ code: group(digits), annex, articles, day, regime: code, act })],
    )
  })
  const head = `# Rows that ${numberOf(act)} begins, read by machine from the act itself.\ntests:\n`
  return tests.length === 0 ? null : `${head}${tests.join('')}`
}

interface RowTest {
  readonly code: string
  readonly annex: string
  readonly articles: readonly string[]
  readonly day: Day
  readonly regime: string
  readonly act: AmendingAct
}

const testOf = ({
  code,
  annex,
  articles,
  day,
  regime,
  act,
}: RowTest): string => `  - why: "${numberOf(act)}, Annex ${annex}, Article ${articles.join(', ')}: ${code} is listed from ${day}"
    ask: { q: "${code}", regime: ${regime}, as_of: ${day} }
    says:
      results: [${[...new Set(articles)].map((article) => JSON.stringify(article)).join(', ')}]
`
