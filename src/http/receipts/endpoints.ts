import { DEAL_PROBLEMS } from '../../answer/question/read-deal.ts'
import { answer, LIMIT_HEADERS, TAG_HEADER, UNCHANGED } from '../kernel/describe/parts.ts'
import { endpoint, parameters } from '../kernel/endpoint/endpoint.ts'
import { accepted, orRefuse } from '../kernel/problem/refusal.ts'
import { freeWhenSent } from '../kernel/reply/free-when-sent.ts'
import { UNCACHED_JSON } from '../kernel/reply/headers.ts'
import { bodyForOne, responseBody } from '../kernel/reply/response-body.ts'
import { sendBody } from '../kernel/reply/send-body.ts'
import { receiptPoints } from '../lookup/costs.ts'
import { namesReady } from '../lookup/names-ready.ts'
import { QUESTION } from '../lookup/question.ts'
import { JwksSchema, KEY_EXAMPLE, ReceiptSchema } from './schemas.ts'
import { signedAnswer } from './signed-answer.ts'

export const RECEIPT_PATH = '/api/v1/receipt'

/** Every receipt is new, since it has the time in it. */
const RECEIPT_HEADERS = { ...UNCACHED_JSON, vary: 'Accept-Encoding' }
/** A key that another instance has just made is seen by all within this time. */
const JWKS_HEADERS = { ...RECEIPT_HEADERS, 'cache-control': 'public, max-age=300' }

/** Base64 hides what repeats: to compress a longer receipt would take half as long as to make it. */
const MAX_COMPRESSED = 1_000_000

/** The answer to a lookup, signed. Nothing about a question is stored. */
const signAnswer = endpoint({
  method: 'GET',
  path: RECEIPT_PATH,
  operationId: 'signAnswer',
  tag: 'lookup',
  summary: 'The answer to a lookup, signed, as a record for the file',
  description:
    'Takes the parameters of a lookup and costs twice its points. The payload of the JWS is `{ iss, iat, question, dataset, law_sha256, build, answer_sha256, answer }`: `answer` is the exact text that `/api/v1/cn` gives, `question` its parameters with the day written out, `law_sha256` the SHA-256 of the decompressed `/api/v1/dataset/{version}.law`. Nothing is stored.',
  limit: 'lookups',
  query: QUESTION,
  answers: {
    200: answer('The receipt', ReceiptSchema, LIMIT_HEADERS, {
      receipt: { summary: 'shortened', value: { receipt: 'eyJhbGciOiJFZDI1NTE5I…', id: '3f9c0a1b5d7e2468' } },
    }),
  },
  problems: [...DEAL_PROBLEMS, 'busy', 'receipts_unavailable'],
  async handle({ query: { answerer, question }, services, admission, request, reply }) {
    // Read in the same turn as the question, so that it is the hash of its law.
    const lawSha256 = orRefuse(services.lawSha256(), 'not_ready')
    await namesReady(answerer, question.read, question.asOf)
    const begun = accepted(await admission.begin(reply, receiptPoints(question)))
    const signed = accepted(await signedAnswer(question, { answerer, lawSha256 }, services, begun))
    freeWhenSent(reply, signed.bytes, signed.json)
    const { 'accept-encoding': _, ...headers } = request.headers
    const isLong = signed.json.length > MAX_COMPRESSED
    return sendBody(isLong ? { headers } : request, reply, bodyForOne(signed.json), RECEIPT_HEADERS)
  },
})

const listReceiptKeys = endpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  operationId: 'listReceiptKeys',
  tag: 'lookup',
  summary: 'The public keys of receipts, of all instances, old ones too',
  limit: 'pages',
  query: parameters({}),
  answers: {
    200: answer('The keys', JwksSchema, TAG_HEADER, { keys: { value: { keys: [KEY_EXAMPLE] } } }),
    ...UNCHANGED,
  },
  problems: ['store_unavailable', 'not_ready'],
  async handle({ services, request, reply }) {
    const keys = orRefuse(await services.receipts.jwks(), 'not_ready')
    return sendBody(request, reply, responseBody(keys), JWKS_HEADERS)
  },
})

export const RECEIPT_ENDPOINTS = [signAnswer, listReceiptKeys]
