import { narrower, onOnePath } from '../../base/cn-code.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import { concerns } from '../../law/terms/citation.ts'
import { type DocumentPurpose, FINDING_KINDS, type FindingKind } from '../../law/terms/law.ts'
import { documentsOf } from '../judge/documents.ts'
import type { Circumstance, Finding, Rule } from '../judge/finding.ts'
import { judge, markFor } from '../judge/reaches.ts'
import type { Concern } from '../match/concern.ts'
import type { ConcernedMatch } from '../match/concerned.ts'
import { partnerOf } from '../match/fitting.ts'
import { derogationsOf, exemptionsOf, type Match, winddownsOf } from '../match/grants.ts'
import { type Route, touchesUnion } from '../question/deal.ts'
import type { WinddownAnswer } from '../response/response.ts'
import { EXTENTS } from '../response/terms.ts'
import { OPEN } from './deal-texts.ts'
import { textOf } from './finding-text.ts'
import { goodsBelow } from './goods-below.ts'

/** What the measures of the Union find, the gravest first, one for each article. */
export function findingsOf(concerned: readonly ConcernedMatch[], circumstance: Circumstance): readonly Finding[] {
  const groups = Map.groupBy(concerned, groupKey)
  const findings = [...groups.values()]
    .flatMap((group) => findingOf(group as [ConcernedMatch, ...ConcernedMatch[]], circumstance) ?? [])
    .toSorted(
      (a, b) =>
        FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind) ||
        (a.kind === 'prohibited' ? EXTENTS.indexOf(a.extent) - EXTENTS.indexOf(b.extent) : 0),
    )
  const banned = findings.filter(isSure).flatMap(({ matches }) => matches)
  return findings.filter(({ kind, matches }) => !SUPERFLUOUS.includes(kind) || !isBanned(matches, banned, circumstance))
}

/** What nobody has to see to when the deal is prohibited anyway. */
const SUPERFLUOUS: readonly FindingKind[] = ['clause', 'due_diligence']

/** A ban that covers no older contract. */
const isSure = ({ kind, rule }: Finding): boolean => kind === 'prohibited' && rule?.covered.length === 0

/** Whether all goods that a duty is about are prohibited whole. */
const isBanned = (matches: readonly Match[], banned: readonly Match[], { asked, dataset, cnYear }: Circumstance) =>
  matches.every(({ entry }) =>
    asked
      .filter((code) => onOnePath(code, entry.code))
      .map((code) => narrower(code, entry.code))
      .every((code) => {
        const own = banned.filter((one) => onOnePath(one.entry.code, code))
        return markFor(own, [code], dataset.nomenclatures.of(cnYear)).extent === 'whole'
      }),
  )

/** Bans of use in one target are one finding, however many articles there are; so are those that hang on a passage. */
function groupKey({ match: { entry }, concern }: ConcernedMatch): string {
  const { kind, reason, movement } = concern
  const regime = entry.regime.data.code
  // A provision that settles passage itself has a text of its own.
  const isOpen = reason in OPEN && !(reason === 'passage' && movement?.passage)
  return isOpen ? `${kind} ${regime} ${reason}` : `${kind} ${regime} ${entry.article}`
}

function findingOf(group: [ConcernedMatch, ...ConcernedMatch[]], circumstance: Circumstance): Finding | null {
  const [{ match, concern }] = group
  const { kind } = concern
  if (kind === null) return null
  const { regime } = match.entry
  const matches = group.map((one) => one.match)
  const articles = [...new Set(matches.map(({ entry }) => entry.article))]
  const { route, dataset, asked, cnYear } = circumstance
  const { language, asOf, contractDate } = circumstance.question
  const tariff = dataset.nomenclatures.of(cnYear)
  const judged = judge(matches, asked, tariff)
  const rows = matches.map(({ entry }) => entry)
  const which = judged.extent === 'some_codes' ? goodsBelow(rows, asked, tariff, language) : null
  const winddowns = winddownsOf(matches, asOf, contractDate, language)
  const covered = winddowns.filter(({ status, applies }) => status === 'open' && applies === true)
  const rule: Rule = { regime, concern, grounds: judged.reaches.flatMap(({ grounds }) => grounds), covered }
  const draft = kind === 'clause' ? draftOf(regime, match.entry.article) : undefined
  const notNeeded = isProofNotNeeded(concern, regime, route)
  return {
    kind,
    regime: regime.data.code,
    article: articles.join('; '),
    text: textOf(group, articles, { rule, extent: judged.extent, which }, circumstance),
    documents: documentCodesOf(matches, winddowns, concern, notNeeded, circumstance),
    matches,
    extent: judged.extent,
    rule,
    ...(draft && { draft: draft[language] }),
  }
}

const draftOf = ({ law }: Regime, article: string) =>
  law.measures.find((measure) => measure.article === article && measure.clause)?.clause

const isProofNotNeeded = ({ kind, movement }: Concern, regime: Regime, route: Route): boolean =>
  kind === 'proof' && route.toUnion && partnerOf(movement?.evidence?.not_from, regime, route) !== null

/** What a declarant can state about a finding. A ban may be lifted or not concern the goods; an open one can only not concern them. */
const PURPOSES: Readonly<Partial<Record<FindingKind, readonly DocumentPurpose[]>>> = {
  prohibited: ['authorised', 'exempt', 'winddown', 'not_concerned', 'evidence', 'other'],
  authorisation: ['authorised', 'exempt', 'winddown', 'not_concerned', 'evidence', 'other'],
  proof: ['evidence', 'not_concerned', 'exempt'],
  clause: ['other', 'exempt', 'winddown'],
  due_diligence: ['other', 'exempt'],
  end_use: ['not_concerned'],
}

/** The document codes that may be stated about a finding. */
function documentCodesOf(
  matches: readonly Match[],
  winddowns: readonly WinddownAnswer[],
  { kind, movement }: Concern,
  notNeeded: boolean,
  circumstance: Circumstance,
): string[] {
  const { question, route } = circumstance
  const purposes = kind && (notNeeded ? ['exempt'] : PURPOSES[kind])
  // Goods that never come to the Union are declared to none of its customs.
  if (!purposes || !touchesUnion(route)) return []
  const { asOf, language } = question
  const documents = documentsOf(matches, winddowns, derogationsOf(matches, asOf, language), circumstance)
  const [first] = matches
  const isAsked = (article: string) => movement?.evidence !== undefined && concerns(article, movement.evidence.article)
  const exemptions = new Set(matches.flatMap((match) => exemptionsOf(match).map(({ provision }) => provision.ref)))
  // An exemption within the ban itself is cited like it.
  for (const { entry } of matches) exemptions.delete(entry.article)
  const codes = documents
    .filter(({ purpose }) => purposes.includes(purpose))
    // What eases the proof is stated only under an exemption that fits.
    .filter(({ purpose, article }) => kind !== 'proof' || notNeeded || purpose !== 'exempt' || exemptions.has(article))
    // Grants of the ban are another matter than its proof.
    .filter(({ article }) => kind !== 'proof' || (first && concerns(article, first.entry.article)) || isAsked(article))
    .map(({ code }) => code)
  return [...new Set(codes)]
}
