import type { FastifyInstance } from 'fastify'
import type { Answerer } from '../../answer/answer.ts'
import { parametersOf, type Question } from '../../answer/question.ts'
import { answerBytes } from '../../answer/serialize.ts'
import type { Claims } from '../../receipts/receipt.ts'
import type { MadeReceipt } from '../../receipts/receipts.ts'
import type { Admission, Admitted } from '../request/admission.ts'
import { receiptPoints } from '../request/costs.ts'
import { namesReady } from '../request/names-ready.ts'
import { readUrlParameters } from '../request/parameters.ts'
import { queryOf } from '../request/url.ts'
import { freeWhenSent } from '../response/free-when-sent.ts'
import { UNCACHED } from '../response/headers.ts'
import type { ProblemCode } from '../response/problems.ts'
import { bodyForOne, responseBody } from '../response/response-body.ts'
import { sendBody } from '../response/send-body.ts'
import { sendProblem } from '../response/send-problem.ts'
import type { Services } from '../services.ts'
import { LOOKUP_INPUT, readLookup } from './lookup.ts'

export const RECEIPT_PATH = '/api/v1/receipt'
export const JWKS_PATH = '/.well-known/jwks.json'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Every receipt is new, since it has the time in it. */
const RECEIPT_HEADERS = { 'content-type': JSON_TYPE, 'cache-control': UNCACHED, vary: 'Accept-Encoding' }
/** A key that another instance has just made is seen by all within this time. */
const JWKS_HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' }

/** Base64 hides what repeats: to compress a longer receipt would take half as long as to make it. */
const MAX_COMPRESSED = 1_000_000

const PROBLEMS_OF = {
  not_recorded: 'not_ready',
  no_store: 'store_unavailable',
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
): Promise<SignedAnswer | { readonly problem: ProblemCode }> {
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
  app.get(RECEIPT_PATH, { config: { limit: 'lookups', input: LOOKUP_INPUT } }, async (request, reply) => {
    // Both are read in the same turn, so that they belong to the same law.
    const answerer = services.answerer()
    const lawSha256 = services.lawSha256()
    if (!answerer || lawSha256 === null) return sendProblem(request, reply, 'not_ready')
    const read = readLookup(answerer, queryOf(request.url), services.today())
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const { question } = read
    await namesReady(answerer, question.read, question.asOf)
    const begun = await admission.begin(reply, receiptPoints(question))
    if ('problem' in begun) return sendProblem(request, reply, begun.problem)
    const signed = await signedAnswer(question, { answerer, lawSha256 }, services, begun)
    if ('problem' in signed) return sendProblem(request, reply, signed.problem)
    freeWhenSent(reply, signed.bytes, signed.json)
    const { 'accept-encoding': _, ...headers } = request.headers
    const isLong = signed.json.length > MAX_COMPRESSED
    return sendBody(isLong ? { headers } : request, reply, bodyForOne(signed.json), RECEIPT_HEADERS)
  })

  app.get(JWKS_PATH, { config: { input: { query: () => ({}), body: null } } }, async (request, reply) => {
    const read = readUrlParameters(request.url, {})
    if ('problem' in read) return sendProblem(request, reply, read.problem, read)
    const keys = await receipts.jwks()
    if (keys === null) return sendProblem(request, reply, 'store_unavailable')
    return sendBody(request, reply, responseBody(keys), JWKS_HEADERS)
  })
}
