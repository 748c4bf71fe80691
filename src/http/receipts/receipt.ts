import type { FastifyInstance } from 'fastify'
import type { Answerer } from '../../answer/answer.ts'
import { parametersOf, type Question } from '../../answer/question/question.ts'
import { answerBytes } from '../../answer/serialize.ts'
import type { Claims } from '../../receipts/receipt.ts'
import type { MadeReceipt } from '../../receipts/receipts.ts'
import { asking } from '../kernel/body/route-input.ts'
import type { Admission, Admitted } from '../kernel/gate/admission.ts'
import type { Refused } from '../kernel/problem/problem.ts'
import { accepted, orRefuse, Refusal } from '../kernel/problem/refusal.ts'
import { freeWhenSent } from '../kernel/reply/free-when-sent.ts'
import { UNCACHED_JSON } from '../kernel/reply/headers.ts'
import { bodyForOne, responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { readUrlParameters } from '../kernel/request/parameters.ts'
import type { Services } from '../kernel/service/services.ts'
import { receiptPoints } from '../lookup/costs.ts'
import { readLookup } from '../lookup/lookup.ts'
import { lookupQuery } from '../lookup/lookup-parameters.ts'
import { namesReady } from '../lookup/names-ready.ts'

export const RECEIPT_PATH = '/api/v1/receipt'
export const JWKS_PATH = '/.well-known/jwks.json'

/** Every receipt is new, since it has the time in it. */
const RECEIPT_HEADERS = { ...UNCACHED_JSON, vary: 'Accept-Encoding' }
/** A key that another instance has just made is seen by all within this time. */
const JWKS_HEADERS = { ...RECEIPT_HEADERS, 'cache-control': 'public, max-age=300' }

/** Base64 hides what repeats: to compress a longer receipt would take half as long as to make it. */
const MAX_COMPRESSED = 1_000_000

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

/** Signed answers, and the keys they are signed with. Nothing about a question is stored. */
export function receiptRoutes(app: FastifyInstance, services: Services, admission: Admission): void {
  const { receipts } = services
  app.get(RECEIPT_PATH, asking('lookups', lookupQuery), async (request, reply) => {
    // Both are read in the same turn, so that they belong to the same law.
    const answerer = services.answerer()
    const lawSha256 = services.lawSha256()
    if (!answerer || lawSha256 === null) throw new Refusal('not_ready')
    const question = readLookup(answerer, request.url, services.today())
    await namesReady(answerer, question.read, question.asOf)
    const begun = accepted(await admission.begin(reply, receiptPoints(question)))
    const signed = accepted(await signedAnswer(question, { answerer, lawSha256 }, services, begun))
    freeWhenSent(reply, signed.bytes, signed.json)
    const { 'accept-encoding': _, ...headers } = request.headers
    const isLong = signed.json.length > MAX_COMPRESSED
    return sendBody(isLong ? { headers } : request, reply, bodyForOne(signed.json), RECEIPT_HEADERS)
  })

  const options = asking('pages', () => ({}))
  app.get(JWKS_PATH, options, async (request, reply) => {
    readUrlParameters(request.url, {})
    const keys = orRefuse(await receipts.jwks(), 'not_ready')
    return sendBody(request, reply, responseBody(keys), JWKS_HEADERS)
  })
}
