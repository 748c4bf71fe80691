import type { Dataset, Regime } from '../../law/build/dataset.ts'
import { concerns } from '../../terms/citation.ts'
import { citationInWords } from '../../terms/citation-words.ts'
import type { Digits } from '../../terms/cn-code.ts'
import type { Day } from '../../terms/day.ts'
import type { Language, Text } from '../../terms/language.ts'
import { type DocumentPurpose, FINDING_KINDS, type FindingKind } from '../../terms/law.ts'
import { listed } from '../../terms/wording.ts'
import { judge } from '../assessment/judge.ts'
import type { Extent } from '../assessment/terms.ts'
import { documentsOf } from '../documents.ts'
import { derogationsOf, exemptionsOf, type Match, winddownsOf } from '../grants.ts'
import type { Question } from '../question.ts'
import { type Concern, concernOf, isConditional, type Reason } from './concern.ts'
import { type Route, targetsOf, touchesUnion } from './deal.ts'
import {
  EVIDENCE_NOT_NEEDED,
  EXCEPT,
  LEADS,
  NO_EVIDENCE_NAMED,
  OPEN,
  partnerAtLatest,
  QUALIFIERS,
  UNDECIDED,
} from './texts.ts'

/** What a deal meets with. `matches` are the matches it rests on. */
export interface Finding {
  readonly kind: FindingKind
  readonly regime: string | null
  readonly article: string
  /** What the finding is about, by name; empty for a national duty. */
  readonly place: string
  readonly text: string
  readonly documents: readonly string[]
  readonly matches: readonly Match[]
  /** How far the matches reach into what was asked about. */
  readonly extent: Extent
  /** Of the kind `end_use`: the place of use is what matters. */
  readonly forUse?: boolean
  /** Of the kind `proof`: nothing has to be proved, since the goods are imported from a partner country. */
  readonly notNeeded?: boolean
  /** A draft of the clause that the contract needs. */
  readonly draft?: string
}

export interface ConcernedMatch {
  readonly match: Match
  readonly concern: Concern
}

/** The matches that concern a deal; those that depend on more than countries come last. */
export function concernedBy(matches: readonly Match[], route: Route): readonly ConcernedMatch[] {
  const concerned = matches.flatMap((match) => {
    const concern = concernOf(match.entry, route)
    if (!concern) return []
    return [
      { match, concern: concern.kind === 'clause' && isFreed(match, route.day) ? { ...concern, kind: null } : concern },
    ]
  })
  return concerned.toSorted((a, b) => Number(isConditional(a.concern)) - Number(isConditional(b.concern)))
}

/** Whether an exemption frees all contracts for these codes from the clause (12g(2)(a)). */
const isFreed = (match: Match, day: Day): boolean =>
  exemptionsOf(match, day).some(
    ({ provision, goods }) => provision.codes && goods.codes.some((code) => match.goods.startsWith(code)),
  )

/**
 * The matches as the assessment of the deal counts them: without those that countries do not decide, and what only asks
 * for proof as a condition.
 */
export const decisiveOf = (concerned: readonly ConcernedMatch[]): readonly Match[] =>
  concerned.flatMap(({ match, concern: { kind } }) => {
    if (kind === 'end_use') return []
    return kind === 'proof' ? [{ ...match, entry: { ...match.entry, type: 'restriction' as const } }] : [match]
  })

/** What findings depend on besides the matches. */
export interface Circumstance {
  readonly dataset: Dataset
  readonly route: Route
  readonly question: Pick<Question, 'asOf' | 'language' | 'direction' | 'contractDate'>
  readonly asked: readonly Digits[]
  readonly cnYear: number
}

/** What the measures of the Union find, the gravest first, one for each article. */
export function findingsOf(concerned: readonly ConcernedMatch[], circumstance: Circumstance): readonly Finding[] {
  const groups = Map.groupBy(concerned, groupKey)
  return [...groups.values()]
    .flatMap((group) => findingOf(group as [ConcernedMatch, ...ConcernedMatch[]], circumstance) ?? [])
    .toSorted((a, b) => FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind))
}

/** Bans of use in one target are one finding, however many articles there are; so are those that hang on a passage. */
function groupKey({ match: { entry }, concern }: ConcernedMatch): string {
  const { kind, reason } = concern
  const regime = entry.regime.data.code
  // A provision that settles passage itself has a text of its own.
  return reason in OPEN && !settledPassage(concern)
    ? `${kind} ${regime} ${reason}`
    : `${kind} ${regime} ${entry.article}`
}

const settledPassage = ({ reason, movement }: Concern): Text | undefined =>
  reason === 'passage' ? movement?.passage : undefined

function findingOf(group: [ConcernedMatch, ...ConcernedMatch[]], circumstance: Circumstance): Finding | null {
  const [{ match, concern }] = group
  const { kind } = concern
  if (kind === null) return null
  const { regime } = match.entry
  const matches = group.map((one) => one.match)
  const articles = [...new Set(matches.map(({ entry }) => entry.article))]
  const { route } = circumstance
  const { countries, destination } = route
  const { language } = circumstance.question
  const draft = kind === 'clause' ? draftOf(regime, match.entry.article) : undefined
  return {
    kind,
    regime: regime.data.code,
    article: articles.join('; '),
    place: concern.reason === 'country' ? countries.name(destination)[language] : placeName(regime, route, language),
    text: textOf(group, articles, circumstance),
    documents: codesOf(matches, concern, circumstance),
    matches,
    extent: extentOf(matches, circumstance),
    ...(concern.reason === 'use' && { forUse: true }),
    ...(isProofNotNeeded(concern, regime, route) && { notNeeded: true }),
    ...(draft && { draft: draft[language] }),
  }
}

const draftOf = ({ law }: Regime, article: string) =>
  law.measures.find((measure) => measure.article === article && measure.clause)?.clause

function textOf(
  group: [ConcernedMatch, ...ConcernedMatch[]],
  articles: readonly string[],
  circumstance: Circumstance,
): string {
  const { language } = circumstance.question
  const [{ match, concern }] = group
  const { entry } = match
  const { reason, kind } = concern
  const cited = articlesInWords(articles, language)
  const passage = settledPassage(concern)
  if (passage)
    return `${filled(LEADS.via_any_origin![language], placeOf(reason, entry.regime, circumstance), '')} ${passage[language]}`
  const open = OPEN[reason]
  if (open) return filled(open[language], placeOf(reason, entry.regime, circumstance), cited)
  const outside = concern.movement?.outside_union
  const lead = kind === 'end_use' ? undefined : LEADS[reason]
  const qualifier =
    QUALIFIERS[
      extentOf(
        group.map((one) => one.match),
        circumstance,
      )
    ]
  const summaries = [...new Set(group.map((one) => one.match.entry.summary[language]))]
  const words =
    reason === 'processed'
      ? [titleOf(entry.title[language]), ...evidence(concern, entry.regime, circumstance)]
      : summaries
  return [
    ...(lead ? [filled(lead[language], placeOf(reason, entry.regime, circumstance), cited)] : []),
    ...(reason === 'processed' || lead ? [] : [UNDECIDED[language]]),
    ...words,
    ...(outside && !circumstance.route.toUnion ? [outside[language]] : []),
    ...partnerSince(concern, entry.regime, circumstance),
    ...wayOut(group, circumstance),
    ...(qualifier ? [qualifier[language]] : []),
  ].join(' ')
}

/** A duty towards third countries but partners, where the destination may have been a partner already. */
function partnerSince({ reason, movement }: Concern, regime: Regime, { route, question }: Circumstance): string[] {
  const annex = movement?.except
  if (reason !== 'third_country' || annex === undefined) return []
  const { countries, destination, day } = route
  const since = countries.listedLater(destination, regime.data.code, annex, day)
  return since ? [partnerAtLatest(countries.name(destination), annex, since)[question.language]] : []
}

/** Exemptions told with a finding: of a ban the only one, of a duty up to three; where there are more, the results have them. */
const EXEMPTIONS_TOLD: Partial<Record<FindingKind, number>> = { prohibited: 1, clause: 3, due_diligence: 3 }

function wayOut(
  [{ match, concern }]: [ConcernedMatch, ...ConcernedMatch[]],
  { question: { asOf, language } }: Circumstance,
): string[] {
  const exemptions = exemptionsOf(match, asOf)
  if (concern.kind === null || exemptions.length > (EXEMPTIONS_TOLD[concern.kind] ?? 0)) return []
  return exemptions.map(
    ({ provision }) => `${EXCEPT[language]} ${citationInWords(provision.ref, language)}: ${provision.text[language]}`,
  )
}

const titleOf = (title: string): string => (title.endsWith('.') ? title : `${title}.`)

export const articlesInWords = (articles: readonly string[], language: Language): string =>
  listed(
    [...new Set(articles)].map((article) => citationInWords(article, language)),
    language,
  )

const filled = (text: string, place: string, cited: string): string =>
  text.replace('#', () => place).replace('@', () => cited)

/** The place that a reason is about. */
function placeOf(reason: Reason, regime: Regime, { route, question: { language } }: Circumstance): string {
  const { countries, origin, destination, via } = route
  const name = (code: string) => countries.name(code)[language]
  if (reason === 'destination' || reason === 'country' || reason === 'third_country') return name(destination)
  if (['origin', 'exported', 'located', 'through_union'].includes(reason)) return name(origin)
  const crossed = via.filter((code) => targetsOf(regime, route.day).includes(code))
  return reason !== 'use' && crossed.length > 0 ? name(crossed[0]!) : placeName(regime, route, language)
}

/** What a regime is aimed at, by name. */
export const placeName = ({ data }: Regime, { countries }: Pick<Route, 'countries'>, language: Language): string =>
  (data.place?.name ?? countries.name(data.country))[language]

/** What proves that goods made in a third country hold no inputs of the target. */
function evidence(concern: Concern, regime: Regime, { route, question: { language } }: Circumstance): string[] {
  const asked = concern.movement?.evidence
  // The duty to hold evidence is the importer's. A purchase for a third country is banned all the same.
  if (!asked || !route.toUnion) return [NO_EVIDENCE_NAMED[language]]
  const partner = partnerOf(asked.not_from, regime, route)
  if (partner === null) return [asked.text[language]]
  return [filled(EVIDENCE_NOT_NEEDED[language], route.countries.name(partner)[language], asked.not_from ?? '')]
}

/** The partner country that goods are imported from; null when they come from, or through, any other third country. */
function partnerOf(annex: string | undefined, regime: Regime, route: Route): string | null {
  if (annex === undefined) return null
  const { countries, day, origin, via } = route
  const outside = [origin, ...via].filter((code) => !countries.inUnion(code, day))
  const all = outside.every((code) => countries.isListed(code, regime.data.code, annex, day))
  return all ? (outside.at(-1) ?? null) : null
}

const extentOf = (matches: readonly Match[], { dataset, asked, cnYear }: Circumstance): Extent =>
  judge(matches, asked, dataset.nomenclatures.of(cnYear)).extent

const isProofNotNeeded = ({ kind, movement }: Concern, regime: Regime, route: Route): boolean =>
  kind === 'proof' && route.toUnion && partnerOf(movement?.evidence?.not_from, regime, route) !== null

/** What a declarant can state about a finding. A ban may be lifted or not concern the goods; an open one can only not concern them. */
const PURPOSES: Readonly<Record<Exclude<FindingKind, 'national'>, readonly DocumentPurpose[]>> = {
  prohibited: ['authorised', 'exempt', 'winddown', 'not_concerned', 'evidence', 'other'],
  authorisation: ['authorised', 'exempt', 'winddown', 'not_concerned', 'evidence', 'other'],
  proof: ['evidence', 'not_concerned'],
  clause: ['other', 'exempt', 'winddown'],
  due_diligence: ['other', 'exempt'],
  end_use: ['not_concerned'],
}

function codesOf(matches: readonly Match[], concern: Concern, circumstance: Circumstance): string[] {
  const { dataset, question, route } = circumstance
  const { kind } = concern
  // Goods that never come to the Union are declared to none of its customs.
  if (kind === null || kind === 'national' || !touchesUnion(route)) return []
  const { asOf, language, contractDate } = question
  const documents = documentsOf(
    dataset,
    matches,
    winddownsOf(matches, asOf, contractDate, language),
    derogationsOf(matches, asOf, language),
    question,
  )
  const [first] = matches
  const notNeeded = first && isProofNotNeeded(concern, first.entry.regime, route)
  const purposes: readonly DocumentPurpose[] = notNeeded ? ['exempt'] : PURPOSES[kind]
  const codes = documents
    .filter(({ purpose }) => purposes.includes(purpose))
    // Grants of the ban are another matter than its proof.
    .filter(({ article }) => kind !== 'proof' || (first && concerns(article, first.entry.article)) || isAsked(article))
    .map(({ code }) => code)
  return [...new Set(codes)]

  function isAsked(article: string): boolean {
    const asked = concern.movement?.evidence
    return asked !== undefined && concerns(article, asked.article)
  }
}
