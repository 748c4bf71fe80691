import type { Scope } from '../../answer/response/response.ts'
import type { CnMatch, CnShort } from '../../answer/response/short-response.ts'
import { documentChoices, findingHead } from '../../answer/shape/finding-words.ts'
import type { Language } from '../../base/language.ts'
import { citationInWords } from '../../law/terms/citation-words.ts'
import { DIRECTION_NAMES } from '../../law/terms/direction-names.ts'
import { type DealFacts, type Direction, DOCUMENT_PURPOSES } from '../../law/terms/law.ts'
import type { ItemField } from '../../law/terms/law-vocabulary.ts'
import { PURPOSE_NAMES } from '../../law/terms/purpose-names.ts'
import { type CitedRegime, regimeName } from '../../law/terms/regime-name.ts'
import { RESTRICTION_NAMES } from '../../law/terms/restriction-names.ts'
import { dayInSentence } from '../../law/terms/wording.ts'
import { type PlaceNames, placesInWords } from '../answer/page-answer.ts'
import { listSpeaker, SKIPPED_TEXTS } from '../pages/list-texts.ts'
import { answerTo, type CheckedLine } from './checked-line.ts'

/** The end of a deal that is not given. */
const UNION = 'EU'

/** The fields that name countries. */
const PLACES: readonly ItemField[] = ['origin', 'dispatch', 'destination', 'via']

/** `Chiny (wysyłka z: Turcja) → Rosja → Polska, 120.50 EUR`; an end that is not given is the Union. */
export function dealInWords(
  { origin, dispatch, destination, via, value }: Partial<DealFacts>,
  places: Pick<PlaceNames, 'get'>,
  language: Language,
): string {
  const name = (code: string) => placesInWords([code], places)
  const say = listSpeaker(language)
  const sent = dispatch && dispatch !== origin ? ` (${say('sentFrom')}: ${name(dispatch)})` : ''
  const rest = placesInWords([...(via?.split(',') ?? []), destination ?? UNION], places)
  return `${name(origin ?? UNION)}${sent} → ${rest}${value ? `, ${value} EUR` : ''}`
}

/** What was asked of an item, for a cell: countries by name, all else as it is. */
export function fieldInWords(
  field: ItemField,
  text: string | null | undefined,
  places: Pick<PlaceNames, 'get'>,
): string {
  if (!text || !PLACES.some((one) => one === field)) return text ?? ''
  return text
    .split(',')
    .map((code) => placesInWords([code], places))
    .join(', ')
}

/** Why a line has no answer, or what to note beside its assessment. */
export function remarksOf(one: CheckedLine, regimes: readonly CitedRegime[], language: Language): string[] {
  const say = listSpeaker(language)
  const { line, reply } = one
  if (line.skipped) {
    const cells = line.unread.map(({ field, text }) => `${say('quoted', text)} (${say(field)})`)
    return [SKIPPED_TEXTS[line.skipped][language].replace('#', () => cells.join(', '))]
  }
  if (reply === null) return [say('noReply')]
  if (reply.status === 'error') return [reply.detail]
  const { assessment, matched_as, uncoded, warnings } = reply
  return [
    ...(line.q === line.given ? [] : [`${say('checkedAs')} ${line.q}`]),
    ...uncoded.map((measure) => uncodedInWords(measure, regimes, language)),
    // Of a code that never existed the assessment has said it.
    ...(matched_as === 'cn_code' && !assessment.checked ? [] : warnings),
  ]
}

/** `Czego kod nie pokaże: Towary ze wspólnego wykazu uzbrojenia UE (Rosja, art. 4 ust. 1 lit. a)).`. */
function uncodedInWords(
  { regime, article, what }: CnShort['uncoded'][number],
  regimes: readonly CitedRegime[],
  language: Language,
): string {
  const articles = article?.split(/, (?=\d)/).map((one) => citationInWords(one, language)) ?? []
  const place = [regimeName(regime, regimes), ...articles].join(', ')
  return `${listSpeaker(language)('uncoded')}: ${what.replace(/\.$/, '')} (${place}).`
}

/** The regimes among these codes, each once, in the order of the law: Russia before Belarus, as everywhere. */
export const inOrder = (codes: Iterable<string>, regimes: readonly CitedRegime[]): string[] => {
  const own = new Set(codes)
  return [...new Set([...regimes.map(({ code }) => code).filter((code) => own.has(code)), ...own])]
}

/** What the deal of a line meets with, the gravest first: `zakazane, Rozporządzenie …, art. 2a ust. 1a: …`. */
export const findingsInWords = ({ deal }: CnShort, regimes: readonly CitedRegime[], language: Language): string[] =>
  (deal?.findings ?? []).map((finding) => `${findingHead(finding, regimes, language)}: ${finding.text}`)

/** The codes for the declaration and what each states, finding by finding. */
export const dealDocumentsInWords = (
  { deal, documents: explained }: CnShort,
  regimes: readonly CitedRegime[],
  language: Language,
): string[] =>
  (deal?.findings ?? [])
    .filter(({ documents }) => documents.length > 0)
    .map((finding) => `${findingHead(finding, regimes, language)}: ${documentChoices(finding, explained, language)}`)

/** What the assessment says of a line; empty where there is none. */
export const sentenceOf = (one: CheckedLine): string => answerTo(one)?.assessment.sentence ?? ''

/** The most severe first: `RESTRICTION_NAMES` has them in this order. */
const TYPES = Object.keys(RESTRICTION_NAMES) as (keyof typeof RESTRICTION_NAMES)[]

/** All matches by regime and restriction type, so that a few lines are enough for them, with the provisions behind them. */
export function groupMatches({ matches }: CnShort, regimes: readonly CitedRegime[], language: Language) {
  const codes = matches.map(({ regime }) => regime)
  return inOrder(codes, regimes).flatMap((code) =>
    TYPES.flatMap((type) => {
      const group = matches.filter((match) => match.regime === code && match.type === type)
      if (group.length === 0) return []
      const places = Map.groupBy(group, (match) => placeWithBounds(match, language))
      return [
        {
          /** `Rosja: zakaz przywozu`. */
          words: `${regimeName(code, regimes)}: ${RESTRICTION_NAMES[type][language]}`,
          places: [...places].map(([words, same]) => ({
            words,
            codes: [...new Set(same.map(({ cn_code }) => cn_code))],
          })),
        },
      ]
    }),
  )
}

/** `zał. XXIII, art. 3k ust. 1`. */
export function placeInWords({ annex, article }: CnMatch, language: Language): string {
  const say = listSpeaker(language)
  return [annex && `${say('annex')} ${annex}`, article && citationInWords(article, language)].filter(Boolean).join(', ')
}

function placeWithBounds(match: CnMatch, language: Language): string {
  const say = listSpeaker(language)
  const bounds = [
    match.partial_by === 'description' && say('part'),
    match.except_codes.length > 0 && `${say('except')} ${match.except_codes.join(', ')}`,
    (match.condition !== null || match.thresholds.length > 0) && say('limited'),
    match.in_force === 'possibly' && say('possibly'),
  ].filter(Boolean)
  return placeInWords(match, language) + (bounds.length > 0 ? ` (${bounds.join(', ')})` : '')
}

/** `Rosja, art. 3k ust. 3ac, do 31 grudnia 2026 r.`. */
export function winddownsInWords(
  { winddowns }: CnShort,
  regimes: readonly CitedRegime[],
  language: Language,
): string[] {
  const say = listSpeaker(language)
  return winddowns.map(({ regime, article, until, applies }) =>
    [
      regimeName(regime, regimes),
      citationInWords(article, language),
      until && `${say('until')} ${dayInSentence(until, language)}`,
      applies !== null && say(applies ? 'covers' : 'coversNot'),
    ]
      .filter(Boolean)
      .join(', '),
  )
}

/** Document codes by country, direction asked about and what they state: `Rosja, wywóz, wyłączenie: Y939, Y943`. */
export function documentsInWords(
  { documents }: CnShort,
  directions: readonly Direction[],
  regimes: readonly CitedRegime[],
  language: Language,
): string[] {
  const codes = documents.map(({ regime }) => regime)
  return inOrder(codes, regimes).flatMap((regime) =>
    [...directions, null].flatMap((direction) =>
      DOCUMENT_PURPOSES.flatMap((purpose) => {
        const codes = documents.flatMap((one) => {
          const belongs = direction === null ? one.directions.length === 0 : one.directions.includes(direction)
          return one.regime === regime && one.purpose === purpose && belongs ? [one.code] : []
        })
        if (codes.length === 0) return []
        const way = direction && DIRECTION_NAMES[direction][language]
        const place = [regimeName(regime, regimes), way, PURPOSE_NAMES[purpose][language]]
        return [`${place.filter(Boolean).join(', ')}: ${[...new Set(codes)].join(', ')}`]
      }),
    ),
  )
}

/**
 * Acts in force whose changes the result does not have, of regimes that the list is about, with the country whose measures
 * they may have changed: `Rozporządzenie Rady (UE) 2026/513 (od 24 kwietnia 2026 r.)`.
 */
export const pendingActs = ({ regimes, warnings }: Scope, language: Language) =>
  regimes.flatMap(({ code, pending_acts }) =>
    pending_acts
      .filter(({ title }) => warnings.some((warning) => warning.includes(title)))
      .map(({ celex, title, in_force_from }) => ({
        country: regimeName(code, regimes),
        celex,
        words: in_force_from
          ? `${title} (${listSpeaker(language)('from')} ${dayInSentence(in_force_from, language)})`
          : title,
      })),
  )

/** Warnings about the whole list besides those that only name pending acts, which are shown with links. */
export const otherWarnings = ({ regimes, warnings }: Scope): string[] =>
  warnings.filter(
    (warning) => !regimes.some(({ pending_acts }) => pending_acts.some(({ title }) => warning.includes(title))),
  )
