import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readParameters } from '../../answer/parameters.ts'
import { readQuestion } from '../../answer/question.ts'
import type { CnResponse } from '../../answer/response.ts'
import { answerAside } from '../../receipts/answer-aside.ts'
import { type Claims, compactIn, DAMAGED, POSTED_AT_MOST, readReceipt } from '../../receipts/receipt.ts'
import { readJwks } from '../../receipts/signing-key.ts'
import { checkSignature, type LawAtHand, lawAtHand, questionIn, withLaw } from '../../receipts/verify.ts'
import type { Language } from '../../terms/language.ts'
import { momentInBrussels } from '../../web/answer/page-answer.ts'
import { readPageQuestion, TRACKING_PARAMETER } from '../../web/answer/page-question.ts'
import { questionInWords } from '../../web/answer/question-words.ts'
import { type Bounds, exceededBound } from '../input/json-bounds.ts'
import { admit, admitPage } from '../request/access.ts'
import type { Admission } from '../request/admission.ts'
import { POINTS, readingPoints, receiptPoints } from '../request/costs.ts'
import { namesReady } from '../request/names-ready.ts'
import { VERIFY_PARAMETERS, wrongParameters } from '../request/parameters.ts'
import { parametersOf, queryOf, queryProblem } from '../request/url.ts'
import { UNCACHED } from '../response/headers.ts'
import type { ProblemCode, ProblemDetails } from '../response/problems.ts'
import { originOf, sendCachedPage, sendPage } from '../response/send-page.ts'
import type { Services } from '../services.ts'
import { choicesNow, refusalPage } from './pages.ts'
import { type VerifyResult, verifyPage } from './verify-html.ts'

/** Answers from recorded laws, at most one at a time: each is worked out by a process that loads the whole law. */
export interface Aside {
  isBusy: boolean
  readonly stopping: AbortController
}

/** What a request to verify something goes through. */
interface Verifying {
  readonly reply: FastifyReply
  readonly services: Services
  readonly admission: Admission
  readonly aside: Aside
}

type Worked = { readonly law: LawAtHand | null; readonly failed: boolean } | { readonly problem: ProblemCode }

/** The page with its form, or, with the address of a QR code, the answer worked out again. */
export async function verifyAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  services: Services,
  admission: Admission,
  aside: Aside,
) {
  const refuse = refusing(request, reply, services, language)
  const query = queryOf(request.url)
  const given = parametersOf(query)?.filter(([name, value]) => !TRACKING_PARAMETER.test(name) && value.trim() !== '')
  if (given?.length === 0) {
    const limited = await admitPage(request, reply, services)
    if (limited) return refuse(limited)
    return sendCachedPage(request, reply, services, { name: 'verify', language }, () => verifyPage(language, null))
  }
  reply.header('cache-control', UNCACHED)
  const limited = await admit(request, reply, 'lookups', services)
  if (limited) return refuse(limited)
  if (!given) return refuse(queryProblem(query))
  const answerer = services.answerer()
  if (!answerer) return refuse('not_ready')
  const isOwn = ([name]: readonly [string, string]) => Object.hasOwn(VERIFY_PARAMETERS, name)
  const stated = readParameters(VERIFY_PARAMETERS, given.filter(isOwn))
  const asked = given.filter((one) => !isOwn(one))
  const read = readQuestion(asked, { today: services.today(), dataset: answerer.dataset })
  const problems = [...('problems' in stated ? stated.problems : []), ...('problems' in read ? read.problems : [])]
  if ('problems' in stated || 'problems' in read) {
    const { problem, ...details } = wrongParameters(problems)
    return refuse(problem, details)
  }
  const { dataset, answer_sha256, build } = stated.values
  // Without its day a question would be about today.
  if (dataset === null || answer_sha256 === null || !asked.some(([name]) => name === 'as_of'))
    return refuse('verification_incomplete')
  const question = Object.fromEntries(asked)
  const worked = await lawOf(dataset, question, { reply, services, admission, aside })
  if ('problem' in worked) return refuse(worked.problem)
  const now = worked.law?.answer(question)
  if (now === undefined) return refuse(worked.failed ? 'busy' : 'version_unknown')
  if (now === null) return refuse('verification_incomplete')
  const response = JSON.parse(now) as CnResponse
  const isSame = hashNaming(now, response, build ?? services.build) === answer_sha256
  const result: VerifyResult = {
    address: {
      dataset,
      build: build ?? services.build,
      isOtherBuild: build !== null && build !== services.build,
      isSame,
      question: questionShown(question, response, request, services, language),
      sentence: response.assessment.sentence,
      search: `?${new URLSearchParams(Object.entries(question).filter(([name]) => SHOWN.includes(name)))}`,
    },
  }
  const page = verifyPage(language, result, `?${new URLSearchParams(given)}`)
  return sendPage(request, reply, page, services.settings)
}

/** A receipt that was pasted or read from a file. It was counted before its body was read. */
export async function verifyPosted(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  services: Services,
  admission: Admission,
  aside: Aside,
) {
  reply.header('cache-control', UNCACHED)
  const refuse = refusing(request, reply, services, language)
  const show = (result: VerifyResult, status = 200) =>
    sendPage(request, reply, verifyPage(language, result), services.settings, status)
  const body = String(request.body ?? '')
  const begun = await admission.begin(reply, readingPoints(body.length))
  if ('problem' in begun) return refuse(begun.problem)
  const [, text = ''] = parametersOf(body)?.find(([name]) => name === 'receipt') ?? []
  const receipt = isPlausible(text) ? readReceipt(text) : DAMAGED
  if (receipt === null) return show({ unread: 'no_receipt' }, 400)
  if (receipt === DAMAGED) return show({ unread: 'damaged' }, 400)
  const published = await services.receipts.jwks()
  const keys = published === null ? null : readJwks(published)
  if (!keys) return refuse('store_unavailable')
  await begun.nextTurn()
  const checked = checkSignature(receipt, keys)
  // Only what this service signed is worth the work, and only its answers are known to be harmless.
  if (checked.signature !== 'valid' || checked.hash !== 'agrees') {
    const question = simpleQuestion(checked.claims.question)
    return show({ found: withLaw(checked, null), question, lawFailed: false })
  }
  const { dataset, question } = checked.claims
  const worked = await lawOf(dataset, question, { reply, services, admission, aside })
  if ('problem' in worked) return refuse(worked.problem)
  let now: string | null = null
  const law = worked.law && {
    ...worked.law,
    answer: (asked: Claims['question']) => {
      now = worked.law?.answer(asked) ?? null
      return now
    },
  }
  const found = withLaw(checked, law)
  const response = now === null ? null : (JSON.parse(now) as CnResponse)
  const words = questionShown(question, response, request, services, language)
  return show({ found, question: words, lawFailed: worked.failed })
}

/** An answer names its build; under the name that the record has, the same answer has the same hash. */
function hashNaming(now: string, response: CnResponse, build: string): string {
  const isNamed = response.meta === undefined || response.meta.source === build
  const text = isNamed ? now : JSON.stringify({ ...response, meta: { ...response.meta, source: build } })
  return hash('sha256', text, 'hex')
}

const refusing =
  (request: FastifyRequest, reply: FastifyReply, services: Services, language: Language) =>
  (code: ProblemCode, details: ProblemDetails = {}) =>
    refusalPage(request, reply, services, code, details, language)

/**
 * A payload has a dozen fields, and the question some twenty. Nothing else is parsed: JSON of brackets alone would take a
 * stranger's megabytes fifty times as long as texts.
 */
const PAYLOAD: Bounds = { bytes: POSTED_AT_MOST, parts: 200, depth: 4, textBytes: POSTED_AT_MOST }

function isPlausible(text: string): boolean {
  const [, payload = ''] = compactIn(text).split('.', 2)
  return exceededBound(Buffer.from(payload, 'base64url'), PAYLOAD) === null
}

/** The law of a version, charged for what the answer to this question will cost; null where it is not recorded. */
async function lawOf(
  version: string,
  question: Claims['question'],
  { reply, services, admission, aside }: Verifying,
): Promise<Worked> {
  // Both are read in the same turn, so that they belong to the same law.
  const answerer = services.answerer()
  const lawSha256 = services.lawSha256()
  if (!answerer || lawSha256 === null) return { problem: 'not_ready' }
  if (version === answerer.dataset.version) {
    const asked = questionIn(question, answerer)
    if (asked) await namesReady(answerer, asked.read, asked.asOf)
    const begun = await admission.begin(reply, asked ? receiptPoints(asked) : POINTS.lookup)
    return 'problem' in begun ? begun : { law: lawAtHand(answerer, lawSha256), failed: false }
  }
  const store = services.store()
  if (!store) return { problem: 'store_unavailable' }
  if (!(await store.datasets.hasLaw(version))) return { law: null, failed: false }
  if (aside.isBusy) return { problem: 'busy' }
  aside.isBusy = true
  try {
    const begun = await admission.begin(reply, POINTS.recordedLaw)
    if ('problem' in begun) return begun
    const packed = await store.datasets.law(version)
    if (!packed) return { law: null, failed: false }
    const answered = await answerAside(packed, { version, question, build: services.build }, aside.stopping.signal)
    if ('failed' in answered) {
      services.log.warn({ version, reason: answered.failed }, 'recorded law not usable')
      return { law: null, failed: true }
    }
    const { sha256, answer } = answered
    return { law: { version: answered.version, sha256, answer: () => answer }, failed: false }
  } finally {
    aside.isBusy = false
  }
}

/** The question in words, where this build has answered it; otherwise what decides in it, as it stands. */
function questionShown(
  question: Claims['question'],
  response: Partial<CnResponse> | null,
  request: FastifyRequest,
  services: Services,
  language: Language,
): string {
  if (!response?.scope) return simpleQuestion(question)
  return questionInWords({
    question: readPageQuestion(Object.entries(question), language).question,
    response: response as CnResponse,
    moment: momentInBrussels(services.now()),
    origin: originOf(request, services.settings),
    places: choicesNow(services, language).places,
  })
}

/** Parameters that decide what a question is about. */
const SHOWN = [
  'q',
  'direction',
  'regime',
  'origin',
  'dispatch',
  'via',
  'destination',
  'value',
  'contract_date',
  'as_of',
]

const simpleQuestion = (question: Claims['question']): string =>
  SHOWN.flatMap((name) => (Object.hasOwn(question, name) ? [question[name]] : [])).join(' · ')
