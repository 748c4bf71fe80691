import { type Digits, narrower, onOnePath } from '../../base/cn-code.ts'
import type { Language } from '../../base/language.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import { concerns } from '../../law/terms/citation.ts'
import { type DocumentPurpose, FINDING_KINDS, type FindingKind } from '../../law/terms/law.ts'
import { withCapital } from '../../law/terms/wording.ts'
import type { Ruling } from '../decide/model.ts'
import { asRuled, isOfChosen, isOpen, type Rulings } from '../decide/rulings.ts'
import { documentsOf } from '../judge/documents.ts'
import { type Circumstance, type Finding, WITHOUT_MATCHES } from '../judge/finding.ts'
import type { Lift } from '../judge/model.ts'
import { judge, markFor } from '../judge/reaches.ts'
import type { Concern } from '../match/concern.ts'
import type { ConcernedMatch } from '../match/concerned.ts'
import { partnerOf } from '../match/fitting.ts'
import { derogationsOf, exemptionsOf, type Match, winddownsOf } from '../match/grants.ts'
import { type Route, touchesUnion } from '../question/deal.ts'
import { EXTENTS, type Extent } from '../response/terms.ts'
import { bannedInWords, claimedInWords, OPEN, textOf } from './finding-text.ts'
import { goodsBelow } from './goods-below.ts'

type Group = readonly [ConcernedMatch, ...ConcernedMatch[]]

/** What a ruling makes of a measure: its kind, and its words where they are not those of the measure. */
interface Outcome {
  readonly kind: FindingKind
  readonly words: ((group: Group) => string) | null
  /** Measures with the same key are one finding. */
  readonly key: string
}

/** What the measures of the Union find, the gravest first, one for each article and outcome. */
export function findingsOf(
  concerned: readonly ConcernedMatch[],
  rulings: Rulings,
  circumstance: Circumstance,
): readonly Finding[] {
  const { language } = circumstance.question
  const ruled = concerned.flatMap((one) => {
    if (!isOfChosen(rulings, one.match.entry)) return []
    const ruling = rulings.on(one.match.entry, one.concern.reason)
    const outcome = outcomeOf(one, ruling, language)
    const match = asRuled(one.match, ruling, rulings)
    return outcome ? [{ one, outcome, as: { ...one, match }, possible: ruling?.possible ?? [] }] : []
  })
  const findings = [...Map.groupBy(ruled, ({ one, outcome }) => `${outcome.key} ${placeKey(one)}`).values()]
    .map((same) => {
      const group = same.map(({ as }) => as) as [ConcernedMatch, ...ConcernedMatch[]]
      const possible = same.flatMap((one) => one.possible)
      const finding = findingOf(group, same[0]!.outcome, possible, circumstance)
      return { ...finding, matches: same.map(({ one }) => one.match) }
    })
    .toSorted(
      (a, b) =>
        FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind) ||
        (a.kind === 'prohibited' ? EXTENTS.indexOf(a.extent) - EXTENTS.indexOf(b.extent) : 0),
    )
  const banned = findings.filter(({ kind }) => kind === 'prohibited').flatMap(({ matches }) => matches)
  return [
    ...rulings.described.map(findingOnDescribed),
    ...findings.filter(({ kind, matches }) => !SUPERFLUOUS.includes(kind) || !isBanned(matches, banned, circumstance)),
  ]
}

/** What is not needed when the deal is prohibited anyway. */
const SUPERFLUOUS: readonly FindingKind[] = ['clause', 'due_diligence']

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

/** Null where nothing is found: a list of grants alone, or a ban that does not hold and leaves no duty. */
function outcomeOf({ concern }: ConcernedMatch, ruling: Ruling | undefined, language: Language): Outcome | null {
  const { kind } = concern
  if (kind === null) return null
  const as = (own: FindingKind, words: Outcome['words'], what = ''): Outcome => ({ kind: own, words, key: own + what })
  if (!ruling) return as(kind, null)
  const { state, by, charge } = ruling
  if (state === 'holds' && isOpen(kind))
    return as('prohibited', (group) => bannedInWords(ruling, group, language), charge.happening.words)
  if (state === 'lifted') return as('proof', () => claimedInWords(ruling, language), by?.cited.article)
  if (state !== 'free') return as(kind, null)
  const { otherwise } = charge
  if (otherwise === null) return null
  return otherwise.kind === kind ? as(kind, null) : as(otherwise.kind, () => otherwise.text, otherwise.text)
}

/** Bans of use in one target are one finding, however many articles there are; so are those that hang on a passage. */
function placeKey({ match: { entry }, concern: { reason, movement } }: ConcernedMatch): string {
  const regime = entry.regime.data.code
  // A provision that settles passage itself has a text of its own.
  const isOfReason = reason in OPEN && !(reason === 'passage' && movement?.passage)
  return `${regime} ${isOfReason ? reason : entry.article}`
}

function findingOnDescribed({ charge: { source, cited, happening } }: Ruling): Finding {
  const what = 'described' in source ? source.described : ''
  const regime = cited.regime?.data.code ?? null
  const text = `${withCapital(happening.words)}. ${what}`
  return { ...WITHOUT_MATCHES, kind: 'prohibited', regime, article: cited.article, text }
}

function findingOf(
  group: Group,
  { kind, words }: Outcome,
  possible: readonly Lift[],
  circumstance: Circumstance,
): Finding & { extent: Extent } {
  const [{ match, concern }] = group
  const { regime } = match.entry
  const matches = group.map((one) => one.match)
  const articles = [...new Set(matches.map(({ entry }) => entry.article))]
  const { asked, question } = circumstance
  // A wind-down is for contracts of some days: without the day of the contract, the answer lists it, and no finding.
  const winddowns = question.contractDate === null ? [] : possible.filter((one) => one.kind === 'winddown')
  const { extent, reaches } = judge(matches, asked, circumstance.dataset.nomenclatures.of(circumstance.cnYear))
  const scope = {
    extent,
    grounds: reaches.flatMap(({ grounds }) => grounds),
    below: extent === 'some_codes' && words === null ? listedBelow(matches, asked, circumstance) : null,
  }
  const draft = kind === 'clause' ? draftOf(regime, match.entry.article) : undefined
  return {
    kind,
    regime: regime.data.code,
    article: articles.join('; '),
    text: words === null ? textOf(group, articles, { ...scope, winddowns }, circumstance) : words(group),
    documents: documentCodesOf(matches, kind === 'prohibited' ? { ...concern, kind } : concern, circumstance),
    matches,
    extent,
    ...(draft && { draft: draft[question.language] }),
  }
}

const listedBelow = (
  matches: readonly Match[],
  asked: readonly Digits[],
  { dataset, cnYear, question }: Circumstance,
) =>
  goodsBelow(
    matches.map(({ entry }) => entry),
    asked,
    dataset.nomenclatures.of(cnYear),
    question.language,
  )

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
function documentCodesOf(matches: readonly Match[], concern: Concern, circumstance: Circumstance): string[] {
  const { question, route } = circumstance
  const { kind, movement } = concern
  const [first] = matches
  const notNeeded = first !== undefined && isProofNotNeeded(concern, first.entry.regime, route)
  const purposes = kind && (notNeeded ? ['exempt'] : PURPOSES[kind])
  // Goods that never come to the Union are declared to none of its customs.
  if (!purposes || !touchesUnion(route)) return []
  const { asOf, contractDate, language } = question
  const winddowns = winddownsOf(matches, asOf, contractDate, language)
  const documents = documentsOf(matches, winddowns, derogationsOf(matches, asOf, language), circumstance)
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
