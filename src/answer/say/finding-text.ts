import type { Day } from '../../base/day.ts'
import type { Language, Phrase, Text } from '../../base/language.ts'
import type { Regime } from '../../law/dataset/dataset.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import type { FindingKind } from '../../law/terms/law.ts'
import { dayInSentence, withCapital } from '../../law/terms/wording.ts'
import type { Ruling } from '../decide/model.ts'
import { isDirect } from '../judge/charges.ts'
import type { Circumstance } from '../judge/finding.ts'
import { happeningOn, movementOf } from '../judge/happenings.ts'
import type { Lift } from '../judge/model.ts'
import type { JudgedGround } from '../judge/reaches.ts'
import type { Concern, Reason } from '../match/concern.ts'
import type { ConcernedMatch } from '../match/concerned.ts'
import { isBound, partnerOf } from '../match/fitting.ts'
import { boundExemptionsOf, exemptionsOf, freedGoodsOf, type Match } from '../match/grants.ts'
import { isSentFrom, type Route, targetsOf } from '../question/deal.ts'
import type { Extent } from '../response/terms.ts'
import { articlesInWords, citedInWords } from './cites.ts'
import { limitInWords } from './grounds.ts'

type Group = readonly [ConcernedMatch, ...ConcernedMatch[]]

/** How far the provisions of a finding reach into what was asked about. */
interface Scope {
  readonly extent: Extent
  readonly grounds: readonly JudgedGround[]
  /** The goods below that are listed, by name. */
  readonly below: string | null
  /** Wind-downs that cover the contract if what else they ask for is so. */
  readonly winddowns: readonly Lift[]
}

/** What a finding says in full: what happens, what the measure says of it, the ways out that fit the deal, its scope. */
export function textOf(group: Group, articles: readonly string[], scope: Scope, circumstance: Circumstance): string {
  const { question, route } = circumstance
  const { language } = question
  const [{ match, concern }] = group
  const { regime } = match.entry
  const { reason, kind, movement } = concern
  if (reason === 'passage' && movement?.passage)
    return `${asSentence(happeningOn('transit', regime, route, language).words)} ${movement.passage[language]}`
  const open = OPEN[reason]
  if (open) return open[language](openPlace(reason, regime, route, language), articlesInWords(articles, language))
  const outside = movement?.outside_union
  return [
    ...openingOf(match, concern, circumstance),
    ...(reason === 'processed'
      ? [sentenceOf(match.entry.title[language]), ...evidence(match, concern, circumstance)]
      : summariesOf(group, language)),
    ...(outside && !route.toUnion ? [outside[language]] : []),
    ...partnerSince(concern, regime, circumstance),
    ...(kind === null ? [] : waysOut(group, kind, scope.winddowns, language)),
    ...scopeInWords(scope, language),
  ].join(' ')
}

const sentenceOf = (text: string): string => (text.endsWith('.') ? text : `${text}.`)
const asSentence = (words: string): string => sentenceOf(withCapital(words))

const summariesOf = (group: Group, language: Language): readonly string[] => [
  ...new Set(group.map(({ match }) => match.entry.summary[language])),
]

/** Why the measure concerns the deal: what happens, where countries decide. */
function openingOf(
  { entry }: Match,
  { kind, reason }: Concern,
  { route, question: { language } }: Circumstance,
): string[] {
  if (reason === 'partner') return [PARTNER[language](route.countries.name(route.destination)[language])]
  if (reason === 'processed') return []
  if (kind === 'end_use' || !isDirect(reason)) return [UNDECIDED[language]]
  return [asSentence(movementOf(entry, reason, route, language).words)]
}

const PARTNER: Phrase<[country: string]> = {
  pl: (country) =>
    `Państwo partnerskie (${country}): obowiązek mają tylko ci, którzy sprzedają te towary także do innych państw trzecich.`,
  en: (country) =>
    `Partner country (${country}): only those who also sell these goods to other third countries have the duty.`,
}
/** Ahead of a measure that persons, ships or the history of the goods decide. */
const UNDECIDED: Text = { pl: 'Niezależnie od państwa:', en: 'Whatever the countries:' }

/** What a ban says that holds by what was declared. */
export const bannedInWords = ({ charge }: Ruling, group: Group, language: Language): string =>
  [asSentence(charge.happening.words), ...summariesOf(group, language)].join(' ')

/** What lifts a ban, and that it has to be claimed. */
export function claimedInWords({ charge, by }: Ruling, language: Language): string {
  if (by === null) return ''
  const [claim, ban] = [citedInWords(by.cited, language), citedInWords(charge.cited, language)]
  const words = APPLIES[language](claim, ban, by.text)
  return by.conditions.length > 0 ? `${AS_DECLARED[language]} ${words}` : withCapital(words)
}

const AS_DECLARED: Text = { pl: 'Według oświadczenia', en: 'As declared,' }
const APPLIES: Phrase<[claim: string, ban: string, text: string]> = {
  pl: (claim, ban, text) =>
    `ma zastosowanie ${claim} (wyjątek od zakazu: ${ban}): ${text} Należy się na to powołać i móc to wykazać.`,
  en: (claim, ban, text) =>
    `${claim} applies (an exception from the ban of ${ban}): ${text} It has to be claimed, and proof of it kept.`,
}

/** Behind a measure that covers only part of what was asked about. */
function scopeInWords({ extent, grounds, below }: Scope, language: Language): string[] {
  const own = grounds.filter((ground) => ground.extent === extent)
  const once = (words: readonly (string | null)[]): string => [...new Set(words)].filter(Boolean).join('; ')
  if (extent === 'possible') return [UNCERTAIN[language]]
  if (extent === 'threshold') return [`${SCOPE[language]}: ${once(own.map((one) => limitInWords(one, language)))}.`]
  if (extent === 'some_codes') return [`${SOME_GOODS[language]}${below === null ? '' : `: ${below}`}.`]
  if (extent !== 'description') return []
  const places = own.flatMap(({ entries }) =>
    entries.map(({ annex, article }) =>
      annex === null ? citationInWords(article, language) : `${ANNEX[language]} ${annex}`,
    ),
  )
  return [`${DESCRIBED[language]} (${once(places)}).`]
}

const SCOPE: Text = { pl: 'Zakres', en: 'Scope' }
const ANNEX: Text = { pl: 'załącznik', en: 'Annex' }
const DESCRIBED: Text = {
  pl: 'Dotyczy tylko towarów, które odpowiadają opisowi',
  en: 'Concerns only goods that fit the description',
}
const SOME_GOODS: Text = {
  pl: 'Dotyczy tylko niektórych towarów z tego kodu',
  en: 'Concerns only some goods of this code',
}
const UNCERTAIN: Text = {
  pl: 'Nie wiadomo na pewno, czy obowiązuje tego dnia.',
  en: 'It is not certain that it is in force on that day.',
}

/** A duty towards third countries but partners, where the destination may have been a partner already. */
function partnerSince({ reason, movement }: Concern, regime: Regime, { route, question }: Circumstance): string[] {
  const annex = movement?.except
  if (reason !== 'third_country' || annex === undefined) return []
  const { countries, destination, day } = route
  const since = countries.listedLater(destination, regime.data.code, annex, day)
  const { language } = question
  return since ? [PARTNER_SINCE[language](countries.name(destination)[language], annex, since)] : []
}

const PARTNER_SINCE: Phrase<[country: string, annex: string, since: Day]> = {
  pl: (country, annex, since) =>
    `${country}: na liście państw partnerskich, których to nie dotyczy (załącznik ${annex}), najpóźniej od ${dayInSentence(since, 'pl')}; czy już wtedy, trzeba sprawdzić w ówczesnym tekście.`,
  en: (country, annex, since) =>
    `${country} is on the list of partner countries, which this does not concern (Annex ${annex}), since ${dayInSentence(since, 'en')} at the latest; whether it already was must be checked in the text of that time.`,
}

/** Exemptions worded with a duty; where there are more, the results have them. */
const WORDED_WITH: Partial<Record<FindingKind, number>> = { clause: 3, due_diligence: 3, end_use: 3 }

/**
 * What lifts the ban: first what is bound to a quota, a place or a route and fits this deal; the others only where there
 * is one. Exemptions for missions or one project are with the results.
 */
function waysOut(group: Group, kind: FindingKind, winddowns: readonly Lift[], language: Language): string[] {
  const [{ match }] = group
  const bound = [...new Set(group.flatMap((one) => [...boundExemptionsOf(one.match), ...freedGoodsOf(one.match)]))]
  const others = exemptionsOf(match).filter(({ provision }) => !isBound(provision))
  const most = kind === 'prohibited' ? Number(bound.length === 0) : (WORDED_WITH[kind] ?? 0)
  const except = (article: string, text: string) => `${EXCEPT[language]} ${citationInWords(article, language)}: ${text}`
  const words = [
    ...[...bound, ...(others.length <= most ? others : [])].map(({ provision: { ref, text } }) =>
      except(ref, text[language]),
    ),
    ...winddowns.map(({ cited, text }) => except(cited.article, text)),
  ]
  return [...new Set(words)]
}

const EXCEPT: Text = { pl: 'Wyjątek:', en: 'Except:' }

/** What proves that goods made in a third country hold no inputs of the target. */
function evidence(
  { entry, inForce }: Match,
  { movement }: Concern,
  { route, question: { language } }: Circumstance,
): string[] {
  const asked = movement?.evidence
  // A ban that waits for an act asks for nothing yet.
  if (inForce === 'possibly') return []
  // The duty to hold evidence is the importer's. A purchase for a third country is banned all the same.
  if (!asked || !route.toUnion) return [NO_EVIDENCE_NAMED[language]]
  const partner = partnerOf(asked.not_from, entry.regime, route)
  if (partner === null) return [asked.text[language]]
  return [EVIDENCE_NOT_NEEDED[language](route.countries.name(partner)[language], asked.not_from ?? '')]
}

const EVIDENCE_NOT_NEEDED: Phrase<[country: string, annex: string]> = {
  pl: (country, annex) =>
    `Dowód pochodzenia wsadu nie jest wymagany, bo towar jest przywożony z państwa partnerskiego: ${country} (załącznik ${annex}). Sam zakaz pozostaje.`,
  en: (country, annex) =>
    `No evidence of the origin of the inputs is needed, since the goods are imported from a partner country: ${country} (Annex ${annex}). The ban itself stays.`,
}
const NO_EVIDENCE_NAMED: Text = {
  pl: 'Przepis nie wymaga określonego dowodu; należy zachować dokumenty o pochodzeniu użytych surowców.',
  en: 'The provision asks for no particular evidence; keep documents on the origin of the inputs.',
}

/** The place that an open measure is about, as its sentence names it: `w Rosji`, `z Rosji`, `przez Rosję`. */
function openPlace(reason: Reason, regime: Regime, route: Route, language: Language): string {
  const { countries, origin, dispatch, via } = route
  if (reason === 'use') return regime.place.use[language]
  if (reason === 'inside_union') return countries.placeOf(origin).import[language]
  if (reason === 'through_union')
    return countries.placeOf(isSentFrom(regime, route) ? dispatch : origin).import[language]
  const crossed = via.find((code) => targetsOf(regime, route.day).includes(code))
  return (crossed === undefined ? regime.place : countries.placeOf(crossed)).transit[language]
}

/** Measures that may concern the deal, though its countries do not decide it. */
export const OPEN: Readonly<Partial<Record<Reason, Phrase<[place: string, cites: string]>>>> = {
  use: {
    pl: (place, cites) =>
      `Przepisy te nie zakazują wywozu do tego państwa, lecz zakazują dostawy towarów do użytku ${place}, bez względu na odbiorcę (${cites}). Należy sprawdzić i udokumentować, kto i gdzie użyje towaru.`,
    en: (place, cites) =>
      `These provisions do not prohibit the destination itself, but supplying the goods for use ${place}, whoever receives them (${cites}). Check, and keep a record of, who will use the goods and where.`,
  },
  passage: {
    pl: (place, cites) =>
      `Towar innego pochodzenia przejeżdża ${place}. Jeżeli jest stamtąd wysyłany, jest zakazany bez względu na pochodzenie (${cites}). Jeżeli tylko tamtędy przejeżdża, rozporządzenie tego nie rozstrzyga; należy posiadać dowód miejsca wysyłki i dokumenty tranzytowe.`,
    en: (place, cites) =>
      `Goods of another origin pass through ${place}. If they are sent from there, they are prohibited whatever their origin (${cites}). If they only cross it, the Regulation does not settle it; have proof of the place of dispatch and transit documents.`,
  },
  between_members: {
    pl: (place, cites) =>
      `Towar jedzie między państwami Unii ${place}. Zakaz tranzytu dotyczy towarów wywożonych z Unii (${cites}); miej dokumenty, które dowodzą, że to przemieszczenie wewnątrzunijne, a nie wywóz.`,
    en: (place, cites) =>
      `The goods go from one Member State to another through ${place}. The transit ban concerns goods exported from the Union (${cites}); have documents that show a movement within the Union and no export.`,
  },
  inside_union: {
    pl: (place, cites) =>
      `Towar nie opuszcza Unii, ale pochodzi ${place}. Zakazany jest także jego zakup (${cites}), jeżeli wprowadzono go do Unii wbrew zakazowi; należy posiadać dowód, kiedy i na jakiej podstawie trafił do Unii.`,
    en: (place, cites) =>
      `The goods do not leave the Union, but originate in ${place}. Buying them is prohibited too (${cites}) if they were brought into the Union against the ban; have proof of when, and on what basis, they came into the Union.`,
  },
  through_union: {
    pl: (place, cites) =>
      `Towar pochodzi lub jest wysyłany ${place} i przejeżdża przez Unię do państwa trzeciego. Wprowadzanie takich towarów do Unii jest zakazane, a przepis nie mówi, czy obejmuje to sam przejazd (${cites}). Zanim towar wjedzie do Unii, należy to ustalić z organem celnym i posiadać dokumenty tranzytowe.`,
    en: (place, cites) =>
      `The goods come from ${place} and pass through the Union to a third country. Bringing them into the Union is prohibited, and the provision does not say whether passing through counts (${cites}). Settle it with customs before the goods enter the Union, and have transit documents.`,
  },
}
