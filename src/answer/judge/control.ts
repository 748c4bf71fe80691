import { type Digits, onOnePath } from '../../base/cn-code.ts'
import type { Language, Text } from '../../base/language.ts'
import type { Dataset, Regime } from '../../law/dataset/dataset.ts'
import { eurLexUrl } from '../../law/terms/celex.ts'
import { STATEMENTS } from '../../law/terms/purpose-names.ts'
import { listed as listedInWords, withCapital } from '../../law/terms/wording.ts'
import type { Witness, WitnessRow, WitnessRule } from '../../law/witness/witness.ts'
import type { Match } from '../match/grants.ts'
import { directionOf } from '../question/deal.ts'
import { type DocumentAnswer, explainedDocuments } from './documents.ts'
import { type Circumstance, type Finding, WITHOUT_MATCHES } from './finding.ts'
import { flaggedOn, isOn } from './flagged.ts'

/**
 * What TARIC asks for of goods that no annex lists by code: dual-use goods, arms, goods that a list names without a code. A hint
 * to check, never a listing: TARIC puts the document on every code that such goods may have. One for each regime of the law,
 * and one for all others.
 */
export function controlFindings(circumstance: Circumstance, matches: readonly Match[]): readonly Finding[] {
  const { dataset, question, route, asked } = circumstance
  const { witness, regimes } = dataset
  const way = directionOf(route)
  if (!witness || way === null || way === 'transit') return []
  const countries = way === 'export' ? [route.destination] : [route.origin, route.dispatch]
  const targets = regimes.filter(({ data }) => countries.includes(data.country) && !data.territories)
  const flags = flagsOn(asked, witness)
    .filter(({ row }) => row.direction === way && countries.includes(row.area) && isOn(row, question.asOf))
    .map(({ row, code }) => ({ row, code, regime: targets.find(({ data }) => data.code === row.rule.regime) ?? null }))
  if (flags.length === 0) return []
  const listed = matches.filter(({ entry }) => entry.direction === way)
  const isUnlisted = (code: Digits, regime: Regime | null) =>
    listed.every(
      ({ entry, goods }) =>
        !(regime === null ? targets.includes(entry.regime) : entry.regime === regime) || !onOnePath(goods, code),
    )
  return [...Map.groupBy(flags, ({ regime }) => regime)].flatMap(([regime, own]) => {
    // A chapter has a thousand rows, and each of them would repeat its code.
    const codes = [...new Set(own.map(({ code }) => code))].filter((code) => isUnlisted(code, regime))
    const rows = own.filter(({ code }) => codes.includes(code)).map(({ row }) => row)
    return rows.length > 0 ? [findingOf(rows, codes, regime, way, circumstance)] : []
  })
}

/** What goods that the measure means without their code are called. */
const flagOf = ({ described, named }: WitnessRule): Text | undefined => described ?? named

/** Whether a row of TARIC stands for goods that the act does not list by code, or is on a code that the act does not list. */
export const isFlag = ({ rule, unlisted }: WitnessRow, code: Digits): boolean =>
  flagOf(rule) !== undefined || unlisted.some((one) => onOnePath(one, code))

interface Flag {
  readonly row: WitnessRow
  readonly code: Digits
}

/** The flags on codes asked for, the same on every way that their goods may go. */
function flagsOn(asked: readonly Digits[], witness: Witness): readonly Flag[] {
  const before = flagsByAsked.get(asked)
  if (before) return before
  const flags = asked.flatMap((code) =>
    witness
      .rowsOn(code)
      .filter((row) => isFlag(row, code))
      .map((row) => ({ row, code })),
  )
  flagsByAsked.set(asked, flags)
  return flags
}

const flagsByAsked = new WeakMap<readonly Digits[], readonly Flag[]>()

function findingOf(
  rows: readonly WitnessRow[],
  codes: readonly Digits[],
  regime: Regime | null,
  way: 'import' | 'export',
  { dataset, question: { asOf, language } }: Circumstance,
): Finding {
  const named = new Set(rows.flatMap(({ documents }) => documents))
  const explained = regime
    ? explainedDocuments(dataset, regime, named, codes, { asOf, direction: way, language })
    : documentsOfOthers(dataset, rows, way, language)
  const documents = [...new Set(explained.map(({ code }) => code))]
  const articles = new Set(regime ? rows.flatMap(({ rule }) => rule.article?.split('; ') ?? []) : [])
  return {
    ...WITHOUT_MATCHES,
    kind: 'control',
    regime: regime?.data.code ?? null,
    article: [...articles].join('; '),
    text: textOf(rows, regime, documents, language),
    documents,
    explained,
  }
}

/** Of regimes that the law does not hold, as far as it is known what they state. */
function documentsOfOthers(
  { documents }: Dataset,
  rows: readonly WitnessRow[],
  way: 'import' | 'export',
  language: Language,
): DocumentAnswer[] {
  const isAsked = (regime: string, code: string) =>
    rows.some(({ rule, documents: asked }) => rule.regime === regime && asked.includes(code))
  return documents
    .filter(({ regime, code, confidence }) => confidence !== 'inferred' && isAsked(regime, code))
    .map((document) => explain({ ...document, article: '' }, way, language))
}

/** A document that TARIC was seen to ask for, and that no provision of the law has. */
const explain = (
  {
    code,
    regime,
    article,
    text,
    purpose,
  }: Pick<DocumentAnswer, 'code' | 'regime' | 'article' | 'purpose'> & { text: Text },
  way: 'import' | 'export',
  language: Language,
): DocumentAnswer => ({
  code,
  regime,
  article,
  text: text[language],
  directions: [way],
  purpose,
  statement: STATEMENTS[purpose][language],
  asked_in_taric: true,
  from: null,
  from_basis: null,
  until: null,
  data_quality: 'to_review',
})

function textOf(
  rows: readonly WitnessRow[],
  regime: Regime | null,
  documents: readonly string[],
  language: Language,
): string {
  const described = new Set(rows.flatMap(({ rule }) => flagOf(rule)?.[language] ?? []))
  const goods = described.size > 0 ? ` (${listedInWords([...described], language)})` : ''
  return `${(regime ? ASKS : ASKS_OF_OTHERS)[language]}${goods}${documents.length > 0 ? `: ${documents.join(', ')}` : ''}. ${HINT[language]}`
}

const ASKS: Text = {
  pl: 'TARIC wymaga dla tego kodu dokumentu, choć nie wymienia go żaden załącznik do tego aktu',
  en: 'TARIC asks for a document for this code though no annex to the act names it',
}

/** Of regimes whose lists the law does not hold. */
const ASKS_OF_OTHERS: Text = {
  pl: 'TARIC wymaga dla tego kodu dokumentu',
  en: 'TARIC asks for a document for this code',
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
      ...WITHOUT_MATCHES,
      kind: 'control',
      regime: null,
      article: act[language],
      text: `${withCapital(name[language])}. ${text[language]}`,
      documents: documents.map(({ code }) => code),
      control: id,
      url: eurLexUrl(act.celex, language),
      explained: documents.map(({ code, purpose, ...text }) =>
        explain({ code, purpose, regime: id, article: act[language], text }, direction, language),
      ),
    }),
  )
}
