import type { Dataset, Regime } from '../../law/build/dataset.ts'
import type { WitnessRow, WitnessRule } from '../../law/witness/witness.ts'
import { eurLexUrl } from '../../terms/celex.ts'
import { type Digits, onOnePath } from '../../terms/cn-code.ts'
import type { Day } from '../../terms/day.ts'
import type { Language, Text } from '../../terms/language.ts'
import { STATEMENTS } from '../../terms/purpose-names.ts'
import { listed as listedInWords } from '../../terms/wording.ts'
import { flaggedOn } from '../controls.ts'
import { explainedDocuments } from '../documents.ts'
import type { Match } from '../grants.ts'
import { directionOf } from './deal.ts'
import type { Circumstance, Finding } from './finding.ts'

/**
 * What TARIC asks for of goods that no annex lists by code: dual-use goods, arms, goods that a list names without a code. A hint
 * to check, never a listing: TARIC puts the document on every code that such goods may have.
 */
export function controlFindings(
  { dataset, question, route, asked }: Circumstance,
  matches: readonly Match[],
): readonly Finding[] {
  const { witness } = dataset
  if (!witness || !route.fromUnion || route.toUnion) return []
  const target = targetOf(dataset, route.destination)
  if (!target) return []
  const exported = matches.filter(({ entry }) => entry.direction === 'export' && entry.regime === target)
  const unlisted = asked.filter((code) => !exported.some(({ goods }) => onOnePath(goods, code)))
  const rows = unlisted
    .flatMap((code) => witness.rowsOn(code))
    .filter((row) => isFlag(row, route.destination, question.asOf))
  if (rows.length === 0) return []
  return [findingOf(rows, unlisted, target, dataset, question)]
}

/** The regime that is aimed at the whole of a country. */
const targetOf = ({ regimes }: Dataset, country: string): Regime | undefined =>
  regimes.find(({ data }) => data.country === country && !data.territories)

/** What goods that the measure means without their code are called. */
const flagOf = ({ described, named }: WitnessRule): Text | undefined => described ?? named

const isFlag = ({ direction, area, rule, from, to }: WitnessRow, country: string, day: Day): boolean =>
  direction === 'export' &&
  area === country &&
  flagOf(rule) !== undefined &&
  (from === null || from <= day) &&
  (to === null || day <= to)

function findingOf(
  rows: readonly WitnessRow[],
  codes: readonly Digits[],
  target: Regime,
  dataset: Dataset,
  { asOf, language }: Circumstance['question'],
): Finding {
  const own = rows.filter(({ rule }) => rule.regime === target.data.code)
  const named = new Set(own.flatMap(({ documents }) => documents))
  const explained = explainedDocuments(dataset, target, named, codes, { asOf, direction: 'export', language })
  const documents = [...new Set(explained.map(({ code }) => code))]
  const articles = new Set(own.flatMap(({ rule }) => rule.article?.split('; ') ?? []))
  return {
    kind: 'control',
    regime: own.length > 0 ? target.data.code : null,
    article: [...articles].join('; '),
    place: '',
    text: textOf(rows, documents, language),
    documents,
    matches: [],
    extent: 'none',
    rule: null,
    explained,
  }
}

function textOf(rows: readonly WitnessRow[], documents: readonly string[], language: Language): string {
  const described = new Set(rows.flatMap(({ rule }) => flagOf(rule)?.[language] ?? []))
  const lead = ASKS[language].replace('#', () => listedInWords([...described], language))
  return `${lead}${documents.length > 0 ? `: ${documents.join(', ')}` : ''}. ${HINT[language]}`
}

/** `#` is replaced by what such goods are called. */
const ASKS: Text = {
  pl: 'TARIC wymaga dla tego kodu dokumentu, choć nie wymienia go żaden załącznik (#)',
  en: 'TARIC asks for a document for this code though no annex names it (#)',
}

const HINT: Text = {
  pl: 'To wskazówka do sprawdzenia, a nie wpis w wykazie.',
  en: 'This is a hint to check, not a listing.',
}

/** Controls that are no sanctions, of goods that leave or enter the Union. A code without a flag is told nothing: it proves nothing. */
export function otherControls({ dataset, question, route, asked }: Circumstance): Finding[] {
  const direction = directionOf(route)
  if (direction === null || direction === 'transit') return []
  const { asOf: day, language } = question
  const origins = [route.origin, route.dispatch]
  return flaggedOn(dataset.controls, asked, { directions: [direction], day, origins }).map(
    ({ control: { id, name, act }, documents, text }) => ({
      kind: 'control',
      regime: null,
      article: act[language],
      place: '',
      text: `${capital(name[language])}. ${text[language]}`,
      documents: documents.map(({ code }) => code),
      matches: [],
      extent: 'none',
      rule: null,
      control: id,
      url: eurLexUrl(act.celex, language),
      explained: documents.map(({ code, purpose, ...words }) => ({
        code,
        regime: id,
        article: act[language],
        text: words[language],
        directions: [direction],
        purpose,
        statement: STATEMENTS[purpose][language],
        asked_in_taric: true,
        from: null,
        from_basis: null,
        until: null,
        data_quality: 'to_review' as const,
      })),
    }),
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
