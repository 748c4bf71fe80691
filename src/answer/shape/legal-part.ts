import type { State } from '../decide/model.ts'
import { controlFindings, otherControls } from '../judge/control.ts'
import { type DocumentAnswer, documentsOf } from '../judge/documents.ts'
import type { DealFrame, Finding } from '../judge/finding.ts'
import { nationalFindings } from '../judge/national.ts'
import { isConditional } from '../match/concern.ts'
import type { ConcernedMatch } from '../match/concerned.ts'
import { derogationsOf, type Match, winddownsOf } from '../match/grants.ts'
import { type Assessed, type Decided, decideOn } from '../say/decided.ts'
import { findingsOf } from '../say/findings.ts'
import { assess } from './assess.ts'
import { resultOf } from './result.ts'

/** The deal of a question, and the matches of its goods. */
export interface AskedDeal extends DealFrame {
  /** Those that concern the deal. */
  readonly concerned: readonly ConcernedMatch[]
  readonly all: readonly Match[]
}

/** What an answer says of its matches; results are of those that are `shown`. */
export function legalPartOf(subject: Assessed, deal: AskedDeal | null, shown: readonly Match[]) {
  const { question, matches } = subject
  const { asOf, contractDate, language } = question
  const isOpen = conditionalIn(deal)
  const decided = decideOn(subject)
  const stateOf = (match: Match): State | null =>
    decided.rulings.on(match.entry)?.state ?? (isOpen(match) ? 'unlikely' : null)
  // What lifts a ban that the deal does not meet with would only distract; a wind-down that lifts one has to be claimed.
  const met = matches.filter((match) => !['free', 'unlikely'].includes(stateOf(match) ?? ''))
  const winddowns = winddownsOf(met, asOf, contractDate, language)
  const left = met.filter((match) => stateOf(match) !== 'lifted')
  const derogations = derogationsOf(left, asOf, language)
  const findings = deal && findingsIn(deal, decided, subject)
  const documents = withExplained(documentsOf(matches, winddowns, derogations, subject), findings ?? [])
  return {
    assessment: assess(subject, decided, deal?.concerned ?? null, documents),
    findings,
    facts: decided.facts,
    results: shown.map((match) => resultOf(match, subject, isOpen(match))),
    winddowns,
    derogations,
    documents,
  }
}

function findingsIn({ route, concerned, all, notChecked }: AskedDeal, { rulings }: Decided, subject: Assessed) {
  const circumstance = { ...subject, route }
  return [
    ...findingsOf(concerned, rulings, circumstance),
    ...nationalFindings(circumstance, all),
    ...controlFindings(circumstance, all),
    ...otherControls(circumstance),
    ...notChecked,
  ]
}

/** The documents of findings that rest on no match are explained with the others, each once. */
function withExplained(documents: DocumentAnswer[], findings: readonly Finding[]): DocumentAnswer[] {
  const further = findings.flatMap(({ explained = [] }) => explained)
  if (further.length === 0) return documents
  const codes = new Set(further.map(({ code }) => code))
  const keyOf = (document: DocumentAnswer): string => Object.values(document).join()
  const known = new Set(documents.filter(({ code }) => codes.has(code)).map(keyOf))
  return [...documents, ...further.filter((document) => known.size < known.add(keyOf(document)).size)]
}

/** Whether a match concerns the deal only if use, persons or the history of the goods are such. */
function conditionalIn(deal: AskedDeal | null): (match: Match) => boolean {
  if (!deal) return () => false
  const open = new Set(deal.concerned.filter(({ concern }) => isConditional(concern)).map(({ match }) => match))
  return (match) => open.has(match)
}
