import { listsWhole } from '../law/build/dataset.ts'
import type { NarrowestNamed } from '../law/build/named-codes.ts'
import { firstListing } from '../law/build/predecessors.ts'
import { CN_LENGTH } from '../terms/cn-code.ts'
import { type Assessed, assess } from './assessment/assess.ts'
import type { JudgedDeal } from './deal/answer-deal.ts'
import { isConditional } from './deal/concern.ts'
import { askedInTaric, documentsOf } from './documents.ts'
import { derogationsOf, type Match, winddownsOf } from './grants.ts'
import { memoizePer, numberOf } from './memoize.ts'
import type { CnResponse } from './response.ts'
import { resultOf } from './result.ts'

/** What an answer says of its matches. */
export type LegalPart = Pick<CnResponse, 'assessment' | 'results' | 'winddowns' | 'derogations'> &
  Pick<CnResponse['meta'], 'documents'>

/** `shown` are the matches whose results are shown. */
type Told = Assessed & { readonly shown: readonly Match[] }

/**
 * `alike` stands for all questions that differ from this one in nothing but their goods. Most codes of a heading are listed by
 * the same rows, and no grant, doubt or note tells them apart, so that the legal part of one is that of all.
 */
export function legalPartOf(told: Told, alike: object, named: NarrowestNamed): LegalPart {
  const variant = variantOf(told, named)
  return variant === null ? composed(told) : memoized(alike, variant, () => composed(told))
}

/** All codes of the tariff have some 2,600 combinations of matches. */
const COMBINATIONS_AT_MOST = 4_000
const memoized = memoizePer<object, LegalPart>({ perObject: COMBINATIONS_AT_MOST })

/** Everything that the legal part depends on besides what questions have in common; null where that would be much. */
function variantOf({ dataset, question, matches, asked, uncoded, deal }: Told, named: NarrowestNamed): string | null {
  const { nomenclatures } = dataset
  const { read, contractDate, offset, limit } = question
  const [code] = asked
  if (deal || read.as === 'name' || code?.length !== CN_LENGTH) return null
  const taric = askedInTaric(dataset, asked, question.direction)
  let variant = `${contractDate} ${offset} ${limit} ${taric && numberOf(taric)}`
  // Whether the code was ever in the tariff is said only where nothing lists it.
  if (matches.length === 0) variant += ` ${nomenclatures.existedIn(code).length > 0}`
  for (const { ord } of uncoded) variant += ` ${ord}`
  for (const { entry, goods, inForce } of matches) {
    const since = firstListing(entry, goods).ord
    variant += `\n${entry.ord} ${named(entry.regime, goods)} ${inForce} ${listsWhole(entry, code)} ${since}`
  }
  return variant
}

function composed(told: Told): LegalPart {
  const { dataset, question, matches, shown, deal } = told
  const { asOf, contractDate, language } = question
  const isOpen = conditionalIn(deal)
  // What lifts a ban that the deal does not meet with would only distract.
  const met = matches.filter((match) => !isOpen(match))
  const winddowns = winddownsOf(met, asOf, contractDate, language)
  const derogations = derogationsOf(met, asOf, language)
  return {
    assessment: assess(told),
    results: shown.map((match) => resultOf(match, told, isOpen(match))),
    winddowns,
    derogations,
    documents: withExplained(documentsOf(dataset, matches, winddowns, derogations, question, told.asked), deal),
  }
}

/** The documents of findings that rest on no match are explained with the others. */
function withExplained(documents: LegalPart['documents'], deal: JudgedDeal | null): LegalPart['documents'] {
  const further = (deal?.findings ?? []).flatMap(({ explained = [] }) => explained)
  return further.length === 0 ? documents : [...new Set([...documents, ...further])]
}

/** Whether a match concerns the deal only if use, persons or the history of the goods are such. */
function conditionalIn(deal: JudgedDeal | null): (match: Match) => boolean {
  if (!deal) return () => false
  const open = new Set(deal.concerned.filter(({ concern }) => isConditional(concern)).map(({ match }) => match))
  return (match) => open.has(match)
}
