import type { Day } from '../../base/day.ts'
import type { Language } from '../../base/language.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import type { FindingKind } from '../../law/terms/law.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import type { Circumstance, Rule } from '../judge/finding.ts'
import type { Concern } from '../match/concern.ts'
import type { ConcernedMatch } from '../match/concerned.ts'
import { isBound, partnerOf } from '../match/fitting.ts'
import { boundExemptionsOf, exemptionsOf, freedGoodsOf, type Match } from '../match/grants.ts'
import type { Extent } from '../response/terms.ts'
import {
  ANNEX,
  COVERED,
  EVIDENCE_NOT_NEEDED,
  EXCEPT,
  NO_EVIDENCE_NAMED,
  OPEN,
  OPENINGS,
  partnerAtLatest,
  QUALIFIERS,
  UNDECIDED,
} from './deal-texts.ts'
import type { GoodsBelow } from './goods-below.ts'
import { limitInWords } from './grounds.ts'
import { articlesInWords, placeOf } from './places.ts'

/** What a finding says: why it concerns the deal, what the measure says, and the ways out that fit the deal. */
export function textOf(
  group: readonly [ConcernedMatch, ...ConcernedMatch[]],
  articles: readonly string[],
  { rule, extent, which }: { rule: Rule; extent: Extent; which: GoodsBelow | null },
  circumstance: Circumstance,
): string {
  const { question, route } = circumstance
  const { language } = question
  const [{ match, concern }] = group
  const { regime } = match.entry
  const { reason, kind, movement } = concern
  const place = placeOf(reason, regime, route, language)
  const cited = articlesInWords(articles, language)
  if (reason === 'passage' && movement?.passage)
    return `${filled(OPENINGS.via_any_origin![language], place, '')} ${movement.passage[language]}`
  const open = OPEN[reason]
  if (open) return filled(open[language], place, cited)
  const opening = kind === 'end_use' && reason !== 'partner' ? undefined : OPENINGS[reason]
  const qualifier = QUALIFIERS[extent]
  const summaries = [...new Set(group.map((one) => one.match.entry.summary[language]))]
  const words =
    reason === 'processed'
      ? [titleOf(match.entry.title[language]), ...evidence(match, concern, circumstance)]
      : summaries
  const outside = movement?.outside_union
  return [
    ...(opening ? [filled(opening[language], place, cited)] : []),
    ...(reason === 'processed' || opening ? [] : [UNDECIDED[language]]),
    ...words,
    ...(outside && !route.toUnion ? [outside[language]] : []),
    ...partnerSince(concern, regime, circumstance),
    ...waysOut(group, circumstance),
    ...rule.covered.map(({ article, until }) => coveredInWords(article, until, circumstance)),
    ...(qualifier
      ? [
          which === null
            ? filled(qualifier[language], scopeOf(rule, extent, language), '')
            : `${qualifier[language].slice(0, -1)}: ${which.names}.`,
        ]
      : []),
  ].join(' ')
}

/** The limits of a rule; of goods that are described, where. */
function scopeOf({ grounds }: Rule, extent: Extent, language: Language): string {
  const own = grounds.filter((ground) => ground.extent === extent)
  const words =
    extent === 'threshold'
      ? own.map((ground) => limitInWords(ground, language) ?? '')
      : own.flatMap(({ entries }) => entries.map(({ annex, article }) => placeInAct(annex, article, language)))
  return [...new Set(words)].filter(Boolean).join('; ')
}

const placeInAct = (annex: string | null, article: string, language: Language): string =>
  annex === null ? citationInWords(article, language) : `${ANNEX[language]} ${annex}`

const filled = (text: string, place: string, cited: string): string =>
  text.replace('#', () => place).replace('@', () => cited)

/** A duty towards third countries but partners, where the destination may have been a partner already. */
function partnerSince({ reason, movement }: Concern, regime: Regime, { route, question }: Circumstance): string[] {
  const annex = movement?.except
  if (reason !== 'third_country' || annex === undefined) return []
  const { countries, destination, day } = route
  const since = countries.listedLater(destination, regime.data.code, annex, day)
  return since ? [partnerAtLatest(countries.name(destination), annex, since)[question.language]] : []
}

/** Exemptions told with a duty; where there are more, the results have them. */
const TOLD_WITH: Partial<Record<FindingKind, number>> = { clause: 3, due_diligence: 3, end_use: 3 }

/**
 * What lifts the ban: first what is bound to a quota, a place or a route and fits this deal; the others only where there
 * is one. Exemptions for missions or one project are with the results.
 */
function waysOut(
  group: readonly [ConcernedMatch, ...ConcernedMatch[]],
  { question: { language } }: Circumstance,
): string[] {
  const [{ match, concern }] = group
  const { kind } = concern
  if (kind === null) return []
  const bound = [...new Set(group.flatMap((one) => [...boundExemptionsOf(one.match), ...freedGoodsOf(one.match)]))]
  const others = exemptionsOf(match).filter(({ provision }) => !isBound(provision))
  const most = kind === 'prohibited' ? Number(bound.length === 0) : (TOLD_WITH[kind] ?? 0)
  const told = [...bound, ...(others.length <= most ? others : [])]
  return told.map(
    ({ provision }) => `${EXCEPT[language]} ${citationInWords(provision.ref, language)}: ${provision.text[language]}`,
  )
}

/** "A wind-down covers the contract of 10 January 2025 until 31 December 2026 (Article 3i(3ch))." */
function coveredInWords(article: string, until: string | null, { question }: Circumstance): string {
  const { language, contractDate } = question
  const words = COVERED[until === null ? 'open' : 'until'][language]
  return words
    .replace('#', () => (contractDate === null ? '' : dayInSentence(contractDate, language)))
    .replace('~', () => (until === null ? '' : dayInSentence(until as Day, language)))
    .replace('@', () => citationInWords(article, language))
}

const titleOf = (title: string): string => (title.endsWith('.') ? title : `${title}.`)

/** What proves that goods made in a third country hold no inputs of the target. */
function evidence(
  { entry, inForce }: Match,
  concern: Concern,
  { route, question: { language } }: Circumstance,
): string[] {
  const asked = concern.movement?.evidence
  // A ban that waits for an act asks for nothing yet.
  if (inForce === 'possibly') return []
  // The duty to hold evidence is the importer's. A purchase for a third country is banned all the same.
  if (!asked || !route.toUnion) return [NO_EVIDENCE_NAMED[language]]
  const partner = partnerOf(asked.not_from, entry.regime, route)
  if (partner === null) return [asked.text[language]]
  return [filled(EVIDENCE_NOT_NEEDED[language], route.countries.name(partner)[language], asked.not_from ?? '')]
}
