import type { Day } from '../../terms/day.ts'
import type { Language } from '../../terms/language.ts'
import { type Direction, FINDING_KINDS, type FindingKind } from '../../terms/law.ts'
import { dayInSentence, listed, thresholdInWords, withCapital } from '../../terms/wording.ts'
import { boundInWords, inStyle } from '../assessment/bound-words.ts'
import type { Context, Style } from '../assessment/context.ts'
import { dealingOf, designationOf, limitsBriefly, limitsOf, QUOTED_CHARACTERS } from '../assessment/grounds.ts'
import {
  headlinesOf,
  oneLine,
  reservationsOf,
  sentenceOf,
  uncodedReservation,
  withReservation,
} from '../assessment/sentence.ts'
import type { JudgedDeal } from './answer-deal.ts'
import type { Reason } from './concern.ts'
import { isSentFrom, type Route, staysInUnion } from './deal.ts'
import type { Finding, Rule } from './finding.ts'
import { valueLimits } from './fitting.ts'
import { articlesInWords, placeAfter, placeName } from './places.ts'
import { CONDITIONS, HAPPENINGS, KINDS_IN_SENTENCE, PROHIBITED, SENTENCES, UNSETTLED } from './texts.ts'

/** What the sentence about a deal depends on. */
interface DealSentence extends Pick<JudgedDeal, 'findings' | 'route' | 'notReached'> {
  readonly contractDate: Day | null
  readonly context: Context
}

/** The judgement of a deal in at most two sentences: what happens and is prohibited, then what is to be seen to. */
export function dealSentenceOf(deal: DealSentence): string {
  const control = deal.findings.filter(({ kind }) => kind === 'control')
  if (control.length === 0) return judgedSentence(deal)
  // A hint of TARIC changes nothing of what the lists say, and controls that are no sanctions are another matter.
  const told = judgedSentence({ ...deal, findings: deal.findings.filter((finding) => !control.includes(finding)) })
  if (staysInUnion(deal.route) || deal.context.unchecked || control.every((one) => one.control !== undefined))
    return told
  return `${told} ${SENTENCES.control[deal.context.language]}`
}

/** The same judgement as headlines, the fullest first: what is prohibited, or else that nothing was found and what to see to. */
export function dealHeadlinesOf(full: DealSentence): string[] {
  const { context } = full
  if (context.unchecked) return headlinesOf([], context)
  const findingsTold = full.findings.filter(({ kind }) => kind !== 'control')
  const told = (style: Style): DealSentence => ({ ...full, findings: findingsTold, context: { ...context, style } })
  const deal = told('brief')
  const { findings, route, notReached } = deal
  const { language } = context
  const bans = banClauses(deal)
  const further = SENTENCES.further[language]
  if (bans.length > 0) {
    const briefest = told('briefest')
    const unnamed = { ...briefest, findings: findings.map((finding) => ({ ...finding, which: null })) }
    return [bans, banClauses(briefest), banClauses(unnamed)].flatMap((clauses) => oneLine(clauses, further))
  }
  const unsettled = findings.filter((finding) => finding.unsettled)
  const found = (onlyIf(deal) ?? notReachedSentence(deal))?.slice(0, -1) ?? null
  if (findings.length === unsettled.length && notReached.length === 0) {
    if (staysInUnion(route)) return [SENTENCES.insideUnion[language].slice(0, -1)]
    if (unsettled.length === 0 && !context.isListed) return headlinesOf([], context)
    if (unsettled.length === 0) return withReservation([SENTENCES.notForRoute[language]], context)
  }
  const none =
    unsettled.length > 0
      ? [unsettledSentence('instead', unsettled, language).slice(0, -1), UNSETTLED.brief[language]]
      : [SENTENCES.noBan[language].slice(0, -1)]
  const authorised = found === null ? findings.filter(({ kind }) => kind === 'authorisation') : []
  const heads = found !== null ? [found, SENTENCES.onlySome[language]] : (authorisedHeads(authorised, deal) ?? none)
  const todos = todosOf({ ...deal, findings: findings.filter((finding) => !authorised.includes(finding)) })
  if (todos.length === 0) return heads
  const [first, ...others] = todos
  const duties = oneLine([`${SENTENCES.duties[language].toLowerCase()} ${first}`, ...others], SENTENCES.more[language])
  return [
    ...heads.flatMap((head) => duties.map((words) => `${head}; ${words}`)),
    ...heads.map((head) => head + SENTENCES.furtherDuties[language]),
  ]
}

/** "Export to Libya needs an authorisation or fulfilled conditions", which a headline tells before other duties. */
function authorisedHeads([first]: readonly Finding[], deal: DealSentence): string[] | null {
  const { language } = deal.context
  if (!first) return null
  const needs = SENTENCES[first.extent === 'whole' ? 'authorised' : 'perhapsAuthorised'][language]
  const rest = deal.findings.some(({ unsettled }) => unsettled) ? UNSETTLED.too[language] : ''
  return [`${happeningOf(first, deal)} ${needs}${rest}`]
}

function judgedSentence(deal: DealSentence): string {
  const { findings, route, notReached, context } = deal
  const { language, isListed } = context
  if (context.unchecked) return sentenceOf([], context)
  const unsettled = findings.filter((finding) => finding.unsettled)
  if (findings.length === unsettled.length && notReached.length === 0) {
    if (staysInUnion(route)) return SENTENCES.insideUnion[language]
    if (unsettled.length > 0)
      return [unsettledSentence('instead', unsettled, language), ...reservationsIn(deal)].join(' ')
    if (!isListed) return sentenceOf([], context)
    return [SENTENCES.notConcerned[language], ...uncodedReservation(context)].join(' ')
  }
  const ban = banSentence(deal)
  const found = ban ?? onlyIf(deal) ?? notReachedSentence(deal)
  const todos = todosOf(deal)
  return [
    found ?? (unsettled.length > 0 ? unsettledSentence('instead', unsettled, language) : SENTENCES.noBan[language]),
    ...(todos.length > 0 ? [`${SENTENCES.duties[language]} ${todos.join('; ')}.`] : []),
    // A found prohibition needs no word on what else there may be; the findings have it.
    ...(found !== null && ban === null && unsettled.length > 0
      ? [unsettledSentence('behind', unsettled, language)]
      : []),
  ].join(' ')
}

/** "…: arms; equipment for repression (Myanmar)": each country once. The findings name the acts. */
function unsettledSentence(how: 'instead' | 'behind', unsettled: readonly Finding[], language: Language): string {
  const words = [...Map.groupBy(unsettled, ({ place }) => place)].map(
    // One name of a country is enough: "Myanmar (Burma)" in brackets would be hard to read.
    ([place, same]) =>
      `${[...new Set(same.map((one) => one.unsettled))].join('; ')} (${place.replace(/ \(.*\)$/, '')})`,
  )
  return UNSETTLED[how][language].replace('#', () => words.join('; '))
}

/** What keeps "no list prohibits this" from being the whole truth, besides what no code settles. */
const reservationsIn = ({ context }: DealSentence): string[] =>
  context.isListed ? uncodedReservation(context) : reservationsOf(context)

/** "Transit through Belarus is prohibited (Article 1s(1a))." */
function banSentence(deal: DealSentence): string | null {
  const clauses = banClauses(deal)
  return clauses.length === 0 ? null : `${oneLine(clauses, '')[0]}.`
}

function banClauses(deal: DealSentence): string[] {
  const bans = deal.findings.filter(({ kind }) => kind === 'prohibited')
  return [...Map.groupBy(bans, (finding) => happeningOf(finding, deal))].flatMap(([happening, same]) => {
    const whole = same.filter(({ extent }) => extent === 'whole')
    // Where everything is prohibited, what is prohibited on a condition adds nothing.
    const told = whole.length > 0 ? whole : same
    return [...Map.groupBy(told, (finding) => conditionOf(finding, deal))].map(
      ([condition, ones]) =>
        `${happening} ${PROHIBITED[ones[0]!.extent === 'possible' ? 'perhaps' : 'surely'][deal.context.language]}${condition}` +
        `${citedIn(' (@)', ones, deal)}${whichOf(ones, deal)}${exceptionsOf(ones, deal)}`,
    )
  })
}

/** ": crawler tractors (8701 30)", where only some of the goods are prohibited. */
function whichOf(findings: readonly Finding[], { context: { style } }: DealSentence): string {
  const words = findings.flatMap(({ which }) => (which ? [which[style === 'briefest' ? 'codes' : 'names']] : []))
  return words.length === 0 ? '' : `: ${[...new Set(words)].join(', ')}`
}

/** What happens, as the beginning of a sentence: "Export to Russia", "Import from Belarus". */
function happeningOf({ rule }: Finding, { route, context: { language } }: DealSentence): string {
  if (rule === null) return ''
  const { regime, concern, grounds } = rule
  const { reason } = concern
  const happening = HAPPENINGS[keyOf(reason, rule, route)]
  const [first] = grounds
  const dealing = first ? dealingOf(first.entries[0], language) : null
  if (happening === null) return dealing ? withCapital(dealing) : HAPPENINGS.deal![language]
  const place =
    reason === 'country' ? namedAfter(route, language) : placeAfter(regime, DIRECTION_OF[reason] ?? 'import', language)
  return happening[language].replace('#', () => place)
}

const DIRECTION_OF: Partial<Record<Reason, Direction>> = {
  destination: 'export',
  country: 'export',
  via: 'transit',
  via_any_origin: 'transit',
}

/** A country that a measure names besides its target; some have a case that follows "wywóz". */
const namedAfter = ({ countries, destination }: Route, language: Language): string => {
  return language === 'en' ? countries.name(destination).en : countries.placeOf(destination).export.pl
}

function keyOf(reason: Reason, { regime, grounds }: Rule, route: Route): keyof typeof HAPPENINGS {
  if (reason === 'destination' || reason === 'country') return route.fromUnion ? 'export' : 'supply'
  if (reason === 'via') return 'transit'
  if (reason === 'via_any_origin') return route.toUnion ? 'importCrossed' : 'buyCrossed'
  if (route.toUnion) return isSentFrom(regime, route) ? 'import' : 'importOrigin'
  return grounds[0]?.entries[0].dealing ? 'dealing' : 'buy'
}

/** The limit or description on which a ban depends: " above the limit (value of one item over 300 EUR)". */
function conditionOf({ extent, rule }: Finding, { context: { language, isName, style } }: DealSentence): string {
  if (rule === null || extent === 'whole' || extent === 'none' || extent === 'possible') return ''
  const grounds = rule.grounds.filter((ground) => ground.extent === extent)
  if (extent === 'threshold') {
    const limits = grounds.flatMap((ground) => limitsOf(ground))
    if (limits.length === 0) return grounds.some(({ bound }) => bound.length > 0) ? '' : CONDITIONS.condition[language]
    if (style === 'briefest') return CONDITIONS.condition[language]
    const words = [...new Set(limits.map((limit) => thresholdInWords(limit, language)))].join('; ')
    return CONDITIONS.limit[language].replace('#', () => (style === 'brief' ? limitsBriefly(limits, language) : words))
  }
  if (extent === 'some_codes') return (isName ? CONDITIONS.someGoods : CONDITIONS.someCodes)[language]
  if (grounds.some(({ freed }) => freed.length > 0)) return ''
  const designations = new Set(grounds.map((ground) => designationOf(ground, language)))
  const [only = null] = designations
  if (designations.size !== 1 || only === null || only.length > QUOTED_CHARACTERS[style])
    return CONDITIONS.description[language]
  return CONDITIONS.quoted[language].replace('#', () => only)
}

/** Quotas, places and routes that fit the deal, and wind-downs that cover the contract, behind the ban. */
function exceptionsOf(findings: readonly Finding[], { contractDate, context }: DealSentence): string {
  const { language, style } = context
  const rules = findings.flatMap(({ rule }) => rule ?? [])
  const bound = rules.flatMap(({ grounds }) => grounds.flatMap((ground) => [...ground.bound, ...ground.freed]))
  const words = [...new Set(bound.map(({ provision }) => boundInWords(provision, language, style)))]
  const covered = rules.flatMap((rule) => rule.covered)
  const [one] = covered
  if (one && style !== 'full') words.push(SENTENCES.coveredBriefly[language])
  else if (one && contractDate !== null) {
    const text = SENTENCES[one.until === null ? 'coveredOpen' : 'covered'][language]
    const articles = articlesInWords(
      covered.map(({ article }) => article),
      language,
    )
    words.push(
      text
        .replace('#', () => dayInSentence(contractDate, language))
        .replace('~', () => (one.until === null ? '' : dayInSentence(one.until as Day, language)))
        .replace('@', () => articles),
    )
  }
  return words.length > 0 ? `, ${listed(words, language)}` : ''
}

/** The articles, and in Polish, or where there are several, the act: `art. 1s ust. 1a rozporządzenia (WE) nr 765/2006`. */
function cited(findings: readonly Finding[], { findings: all, context: { language } }: DealSentence): string {
  const acts = new Set(toldOf(all).flatMap(({ regime }) => regime ?? []))
  return [...Map.groupBy(findings, ({ rule }) => rule?.regime ?? null)]
    .map(([regime, same]) => {
      const articles = articlesInWords(
        same.flatMap(({ article }) => article.split('; ')),
        language,
      )
      if (regime === null || (language === 'en' && acts.size < 2)) return articles
      return `${articles}${ACT_OF[language]}${shortAct(regime.data.legal_act[language])}`
    })
    .join('; ')
}

/** A text with its citations, or without them where little is told. */
const citedIn = (text: string, findings: readonly Finding[], deal: DealSentence): string =>
  inStyle(text, deal.context.style).replace('@', () => cited(findings, deal))

/** Where the deal is prohibited, what else could prohibit it is not worth a word. */
const toldOf = (findings: readonly Finding[]): readonly Finding[] =>
  findings.some(({ kind }) => kind === 'prohibited') ? findings.filter(({ kind }) => kind !== 'end_use') : findings

const ACT_OF = { pl: ' ', en: ' of ' } as const

/** `Rozporządzenie Rady (WE) nr 765/2006 …` → `rozporządzenia (WE) nr 765/2006`. */
function shortAct(act: string): string {
  const [, kind = '', number = ''] = /(\([A-Z]+\))(?: (?:nr|No))? ?(\d+\/\d+)/.exec(act) ?? []
  if (number === '') return act
  const isPolish = /Rozporz/i.test(act)
  const named = /(nr|No) \d/.exec(act)?.[1]
  return `${isPolish ? 'rozporządzenia' : 'Regulation'} ${[kind, named, number].filter(Boolean).join(' ')}`
}

/** What is prohibited only in a case that countries do not show: sent from the target, or made from its pipeline crude. */
function onlyIf(deal: DealSentence): string | null {
  const { findings, context } = deal
  const { language } = context
  const passing = findings.filter(({ rule }) => rule?.concern.reason === 'passage' && !rule.concern.movement?.passage)
  if (passing.length > 0) {
    const from = placesOf(passing, (regime) => placeAfter(regime, 'import', language), language)
    const through = placesOf(passing, (regime) => placeAfter(regime, 'transit', language), language)
    return citedIn(SENTENCES.passage[language], passing, deal)
      .replace('#', () => from)
      .replace('~', () => through)
  }
  const named = findings.filter((finding) => isNamed(finding))
  if (named.length === 0) return null
  const dealings = named.map((finding) => `${dealingAt(finding, language)}${citedIn(' (@)', [finding], deal)}`)
  return `${SENTENCES.onlyThis[language]} ${dealings.join('; ')}.`
}

function dealingAt({ rule }: Finding, language: Language): string {
  const [first] = rule?.grounds ?? []
  return (first && dealingOf(first.entries[0], language)) ?? ''
}

/** Bans on services, above a price, and on goods with a certain past: what they prohibit is named. */
const isNamed = ({ kind, rule }: Finding): boolean => {
  const entry = rule?.grounds[0]?.entries[0]
  if (!entry?.dealing) return false
  if (kind === 'authorisation') return entry.condition !== null
  return kind === 'end_use' && (entry.servicesOnly || rule?.concern.reason === 'history')
}

const placesOf = (findings: readonly Finding[], say: (regime: Rule['regime']) => string, language: Language): string =>
  listed([...new Set(findings.flatMap(({ rule }) => (rule ? [say(rule.regime)] : [])))], language)

/** "Not reached at this value: Export to Russia is prohibited only above …" */
function notReachedSentence({ notReached, context: { language, style } }: DealSentence): string | null {
  const limits = notReached.flatMap(({ match }) => valueLimits(match.entry.limits))
  if (limits.length === 0) return null
  const words = [...new Set(limits.map((limit) => thresholdInWords(limit, language)))]
  const articles = articlesInWords(
    notReached.map(({ match }) => match.entry.article),
    language,
  )
  return inStyle(SENTENCES.notReached[language], style)
    .replace('#', () => words.join('; '))
    .replace('@', () => articles)
}

/** What is to be seen to, the gravest first. */
function todosOf(deal: DealSentence): string[] {
  const { findings, context } = deal
  const { language } = context
  const isBanned = findings.some(({ kind }) => kind === 'prohibited')
  const left = toldOf(findings).filter(
    (finding) =>
      finding.kind !== 'prohibited' &&
      !finding.unsettled &&
      !isNamed(finding) &&
      !(finding.rule?.concern.reason === 'passage' && !finding.rule.concern.movement?.passage && !isBanned),
  )
  const isBrief = context.style !== 'full'
  const style = left.length <= MAX_CITED ? context.style : 'brief'
  return FINDING_KINDS.flatMap((kind) => {
    const same = left.filter((finding) => finding.kind === kind)
    return [...Map.groupBy(same, wordsOf)].map(([words, ones]) =>
      inStyle(KINDS_IN_SENTENCE[words][language], style)
        .replace(isBrief ? / – .*/ : '', '')
        .replace('@', () => cited(ones, deal))
        .replace('#', () => placesOf(ones, (regime) => placeName(regime, language), language)),
    )
  })
}

/** More citations would bury what is said; the findings have them. */
const MAX_CITED = 3

function wordsOf({ kind, rule, notNeeded }: Finding): keyof typeof KINDS_IN_SENTENCE {
  if (kind === 'proof' && notNeeded) return 'proofNotNeeded'
  if (kind === 'clause' && rule && rule.covered.length > 0) return 'clauseCovered'
  if (kind === 'end_use' && rule?.grounds.every(({ extent }) => extent === 'possible')) return 'notYet'
  if (kind === 'end_use') return rule?.concern.reason === 'use' ? 'use' : 'open'
  return kind as Exclude<FindingKind, 'prohibited' | 'end_use' | 'control' | 'not_checked'>
}
