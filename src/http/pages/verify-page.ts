import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readParameters } from '../../answer/parameters.ts'
import { readQuestion } from '../../answer/question.ts'
import type { CnResponse } from '../../answer/response.ts'
import type { Claims } from '../../receipts/receipt.ts'
import { DECIDING, questionInShort } from '../../receipts/verification-words.ts'
import type { Language } from '../../terms/language.ts'
import { momentInBrussels } from '../../web/answer/page-answer.ts'
import { readPageQuestion, TRACKING_PARAMETER } from '../../web/answer/page-question.ts'
import { questionInWords } from '../../web/answer/question-words.ts'
import { admit, admitPage } from '../request/access.ts'
import type { Admission } from '../request/admission.ts'
import { readingPoints } from '../request/costs.ts'
import { VERIFY_PARAMETERS } from '../request/parameters.ts'
import { parametersOf, queryOf, queryProblem } from '../request/url.ts'
import type { Verifier } from '../request/verify-receipt.ts'
import { UNCACHED } from '../response/headers.ts'
import type { ProblemCode, ProblemDetails } from '../response/problems.ts'
import { originOf, sendCachedPage, sendPage } from '../response/send-page.ts'
import { wrongParameters } from '../response/wrong-parameters.ts'
import type { Services } from '../services.ts'
import { choicesNow, refusalPage } from './pages.ts'
import { type VerifyResult, verifyPage } from './verify-html.ts'

/** The page with its form, or, with the address of a QR code, the answer worked out again. */
export async function verifyAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  services: Services,
  { lawOf }: Verifier,
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
  const worked = await lawOf(dataset, question, reply)
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
      search: `?${new URLSearchParams(Object.entries(question).filter(([name]) => DECIDING.includes(name)))}`,
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
  verifier: Verifier,
) {
  reply.header('cache-control', UNCACHED)
  const refuse = refusing(request, reply, services, language)
  const show = (result: VerifyResult, status = 200) =>
    sendPage(request, reply, verifyPage(language, result), services.settings, status)
  const body = String(request.body ?? '')
  const begun = await admission.begin(reply, readingPoints(body.length))
  if ('problem' in begun) return refuse(begun.problem)
  const [, text = ''] = parametersOf(body)?.find(([name]) => name === 'receipt') ?? []
  const verified = await verifier.verify(text, reply, begun.nextTurn)
  if ('problem' in verified) return refuse(verified.problem)
  if ('unread' in verified) return show(verified, 400)
  const { found, lawFailed, answered } = verified
  const question = questionShown(found.claims.question, answered, request, services, language)
  return show({ found, question, lawFailed })
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

/** The question in words, where this build has answered it; otherwise what decides in it, as it stands. */
function questionShown(
  question: Claims['question'],
  response: Partial<CnResponse> | null,
  request: FastifyRequest,
  services: Services,
  language: Language,
): string {
  if (!response?.scope) return questionInShort(question)
  return questionInWords({
    question: readPageQuestion(Object.entries(question), language).question,
    response: response as CnResponse,
    moment: momentInBrussels(services.now()),
    origin: originOf(request, services.settings),
    places: choicesNow(services, language).places,
  })
}
