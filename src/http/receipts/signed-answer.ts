import type { Answerer } from '../../answer/answer.ts'
import { parametersOf, type Question } from '../../answer/question/question.ts'
import { answerBytes } from '../../answer/serialize.ts'
import type { Claims } from '../../receipts/receipt.ts'
import type { MadeReceipt } from '../../receipts/receipts.ts'
import type { Admitted } from '../kernel/gate/admission.ts'
import type { Refused } from '../kernel/problem/problem.ts'
import type { Services } from '../kernel/service/services.ts'

const PROBLEMS_OF = {
  not_recorded: 'not_ready',
  no_key: 'receipts_unavailable',
} as const

/** A receipt, what it claims, and the answer in it. */
interface SignedAnswer extends MadeReceipt {
  readonly claims: Pick<Claims, 'question' | 'dataset' | 'build'>
  readonly bytes: Buffer
}

/** The answer to a question, signed. What belongs to the law being served was read in one turn. */
export async function signedAnswer(
  question: Question,
  { answerer, lawSha256 }: { readonly answerer: Answerer; readonly lawSha256: string },
  { receipts, build }: Services,
  begun: Admitted,
): Promise<SignedAnswer | Refused> {
  const bytes = answerBytes(answerer, question)
  begun.hold(bytes.length)
  const dataset = answerer.dataset.version
  const claims = { question: parametersOf(question), dataset, law_sha256: lawSha256, build }
  const signed = await receipts.sign(claims, bytes, begun.nextTurn)
  if ('problem' in signed) return { problem: PROBLEMS_OF[signed.problem] }
  begun.hold(signed.json.length)
  await begun.nextTurn()
  return { ...signed, claims, bytes }
}
