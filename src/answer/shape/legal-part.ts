import { type DocumentAnswer, documentsOf } from '../judge/documents.ts'
import { isConditional } from '../match/concern.ts'
import { derogationsOf, type Match, winddownsOf } from '../match/grants.ts'
import { type Assessed, decideOn } from '../say/decided.ts'
import { asDeclared } from '../say/declared.ts'
import type { JudgedDeal } from '../say/judged-deal.ts'
import { assess } from './assess.ts'
import { resultOf } from './result.ts'

/** What an answer says of its matches; results are of those that are `shown`. */
export function legalPartOf(subject: Assessed, shown: readonly Match[]) {
  const { question, matches } = subject
  const { asOf, contractDate, language } = question
  const isOpen = conditionalIn(subject.deal)
  const decided = decideOn(subject)
  const { declared } = decided
  const deal = subject.deal && declared ? asDeclared(subject.deal, declared, language) : subject.deal
  // What lifts a ban that the deal does not meet with would only distract.
  const isMet = (match: Match): boolean => {
    const state = declared?.rulingOn(match.entry)?.state
    return state === undefined ? !isOpen(match) : state === 'holds' || state === 'open'
  }
  const met = matches.filter(isMet)
  const winddowns = winddownsOf(met, asOf, contractDate, language)
  const derogations = derogationsOf(met, asOf, language)
  const documents = withExplained(documentsOf(matches, winddowns, derogations, subject), deal)
  return {
    assessment: assess({ ...subject, deal }, decided, documents),
    deal,
    facts: decided.facts,
    results: shown.map((match) => resultOf(match, subject, isOpen(match))),
    winddowns,
    derogations,
    documents,
  }
}

/** The documents of findings that rest on no match are explained with the others, each once. */
function withExplained(documents: DocumentAnswer[], deal: JudgedDeal | null): DocumentAnswer[] {
  const further = (deal?.findings ?? []).flatMap(({ explained = [] }) => explained)
  if (further.length === 0) return documents
  const codes = new Set(further.map(({ code }) => code))
  const keyOf = (document: DocumentAnswer): string => Object.values(document).join()
  const known = new Set(documents.filter(({ code }) => codes.has(code)).map(keyOf))
  return [...documents, ...further.filter((document) => known.size < known.add(keyOf(document)).size)]
}

/** Whether a match concerns the deal only if use, persons or the history of the goods are such. */
function conditionalIn(deal: JudgedDeal | null): (match: Match) => boolean {
  if (!deal) return () => false
  const open = new Set(deal.concerned.filter(({ concern }) => isConditional(concern)).map(({ match }) => match))
  return (match) => open.has(match)
}
