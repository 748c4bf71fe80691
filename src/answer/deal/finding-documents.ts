import { concerns } from '../../terms/citation.ts'
import type { DocumentPurpose, FindingKind } from '../../terms/law.ts'
import { documentsOf } from '../documents.ts'
import { derogationsOf, exemptionsOf, type Match } from '../grants.ts'
import type { WinddownAnswer } from '../response.ts'
import type { Concern } from './concern.ts'
import { touchesUnion } from './deal.ts'
import type { Circumstance } from './finding.ts'

/** What a declarant can state about a finding. A ban may be lifted or not concern the goods; an open one can only not concern them. */
const PURPOSES: Readonly<Partial<Record<FindingKind, readonly DocumentPurpose[]>>> = {
  prohibited: ['authorised', 'exempt', 'winddown', 'not_concerned', 'evidence', 'other'],
  authorisation: ['authorised', 'exempt', 'winddown', 'not_concerned', 'evidence', 'other'],
  proof: ['evidence', 'not_concerned', 'exempt'],
  clause: ['other', 'exempt', 'winddown'],
  due_diligence: ['other', 'exempt'],
  end_use: ['not_concerned'],
}

/** The document codes that may be stated about a finding. */
export function codesOf(
  matches: readonly Match[],
  winddowns: readonly WinddownAnswer[],
  { kind, movement }: Concern,
  notNeeded: boolean,
  circumstance: Circumstance,
): string[] {
  const { question, route } = circumstance
  const purposes = kind && (notNeeded ? ['exempt'] : PURPOSES[kind])
  // Goods that never come to the Union are declared to none of its customs.
  if (!purposes || !touchesUnion(route)) return []
  const { asOf, language } = question
  const documents = documentsOf(matches, winddowns, derogationsOf(matches, asOf, language), circumstance)
  const [first] = matches
  const isAsked = (article: string) => movement?.evidence !== undefined && concerns(article, movement.evidence.article)
  const exemptions = new Set(matches.flatMap((match) => exemptionsOf(match).map(({ provision }) => provision.ref)))
  // An exemption within the ban itself is cited like it.
  for (const { entry } of matches) exemptions.delete(entry.article)
  const codes = documents
    .filter(({ purpose }) => purposes.includes(purpose))
    // What eases the proof is stated only under an exemption that fits.
    .filter(({ purpose, article }) => kind !== 'proof' || notNeeded || purpose !== 'exempt' || exemptions.has(article))
    // Grants of the ban are another matter than its proof.
    .filter(({ article }) => kind !== 'proof' || (first && concerns(article, first.entry.article)) || isAsked(article))
    .map(({ code }) => code)
  return [...new Set(codes)]
}
