import { ownText } from '../../base/own-text.ts'
import { concerns } from '../../law/terms/citation.ts'
import type { DocumentPurpose } from '../../law/terms/law.ts'
import { decisiveLeft, matchesLeft } from '../decide/rulings.ts'
import type { DocumentAnswer } from '../judge/documents.ts'
import { judge } from '../judge/reaches.ts'
import type { ConcernedMatch } from '../match/concerned.ts'
import type { CnResponse } from '../response/response.ts'
import type { Assessed, Decided } from '../say/decided.ts'
import { reachAnswer } from '../say/grounds.ts'
import type { Step } from '../say/steps.ts'

/** The assessment of an answer: the decision, and how far measures reach into what was asked. */
export function assess(
  assessed: Assessed,
  { answer, headline, reason, questions, steps, sentence, rulings }: Decided,
  concerned: readonly ConcernedMatch[] | null,
  documents: readonly DocumentAnswer[],
): CnResponse['assessment'] {
  const { dataset, question, asked, cnYear, regimes } = assessed
  const { placeOf } = assessed.facts
  const matches = concerned ? decisiveLeft(concerned, rulings) : matchesLeft(assessed.matches, rulings)
  const { extent, reaches } = judge(matches, rulings.chosen ?? asked, dataset.nomenclatures.of(cnYear))
  return {
    checked: answer !== 'not_checked',
    listed: assessed.isListed,
    answer,
    headline,
    reason,
    questions,
    steps: steps.map((step) => stepAnswer(step, documents)),
    sentence,
    extent,
    reaches: reaches.map((reach) => reachAnswer(reach, regimes, { placeOf, language: question.language })),
  }
}

/** What is stated in a declaration about a step. */
const PURPOSES: Readonly<Partial<Record<Step['kind'], readonly DocumentPurpose[]>>> = {
  authorisation: ['authorised'],
  claim: ['winddown', 'exempt'],
  proof: ['evidence', 'not_concerned'],
  clause: ['other', 'exempt'],
  due_diligence: ['other', 'exempt'],
}

function stepAnswer(
  { kind, text, cites }: Step,
  documents: readonly DocumentAnswer[],
): CnResponse['assessment']['steps'][number] {
  const purposes = PURPOSES[kind] ?? []
  const stated = documents.filter(
    ({ purpose, regime, article }) =>
      purposes.includes(purpose) &&
      cites.some((cited) => cited.regime?.data.code === regime && article !== '' && concerns(article, cited.article)),
  )
  return {
    kind,
    text: ownText(text),
    articles: [...new Set(cites.map(({ article }) => article))].filter(Boolean).map(ownText),
    documents: [...new Set(stated.map(({ code }) => code))],
  }
}
