import { hash } from 'node:crypto'
import { readParameters } from '../../answer/question/parameters.ts'
import { readQuestion } from '../../answer/question/question.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import type { Claims } from '../../receipts/receipt.ts'
import { DECIDING, questionInShort } from '../../receipts/verification-words.ts'
import { momentInBrussels } from '../../web/answer/page-answer.ts'
import { isGiven, readPageQuestion } from '../../web/answer/page-question.ts'
import { questionInWords } from '../../web/answer/question-words.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { admit, admitPage } from '../kernel/limits/access.ts'
import { wrongParameters } from '../kernel/problem/wrong-parameters.ts'
import { UNCACHED } from '../kernel/reply/headers.ts'
import { parametersOf, queryOf, queryProblem } from '../kernel/request/url.ts'
import { readingPoints } from '../lookup/costs.ts'
import type { Verifier } from '../receipts/verify-receipt.ts'
import { VERIFY_PARAMETERS } from './page-parameters.ts'
import { choicesNow, refusalPage } from './pages.ts'
import { originOf, sendCachedPage, sendPage, type Visit } from './send-page.ts'
import { type VerifyResult, verifyPage } from './verify-html.ts'

/** The page with its form, or, with the address of a QR code, the answer worked out again. */
export async function verifyAddress(visit: Visit, { lawOf }: Verifier) {
  const { request, reply, language, services } = visit
  const query = queryOf(request.url)
  const given = parametersOf(query)?.filter(isGiven)
  if (given?.length === 0) {
    const limited = await admitPage(request, reply, services)
    if (limited) return refusalPage(visit, limited)
    return sendCachedPage(visit, { name: 'verify' }, () => verifyPage(language, null))
  }
  reply.header('cache-control', UNCACHED)
  const limited = await admit(request, reply, 'lookups', services)
  if (limited) return refusalPage(visit, limited)
  if (!given) {
    const { problem, ...details } = queryProblem(query)
    return refusalPage(visit, problem, details)
  }
  const answerer = services.answerer()
  if (!answerer) return refusalPage(visit, 'not_ready')
  const isOwn = ([name]: readonly [string, string]) => Object.hasOwn(VERIFY_PARAMETERS, name)
  const stated = readParameters(VERIFY_PARAMETERS, given.filter(isOwn))
  const asked = given.filter((one) => !isOwn(one))
  const read = readQuestion(asked, { today: services.today(), dataset: answerer.dataset })
  const problems = [...('problems' in stated ? stated.problems : []), ...('problems' in read ? read.problems : [])]
  if ('problems' in stated || 'problems' in read) {
    const { problem, ...details } = wrongParameters(problems)
    return refusalPage(visit, problem, details)
  }
  const { dataset, answer_sha256, build } = stated.values
  // Without its day a question would be about today.
  if (dataset === null || answer_sha256 === null || !asked.some(([name]) => name === 'as_of'))
    return refusalPage(visit, 'verification_incomplete')
  const question = Object.fromEntries(asked)
  const worked = await lawOf(dataset, question, reply)
  if ('problem' in worked) return refusalPage(visit, worked.problem)
  const now = worked.law?.answer(question)
  if (now === undefined) return refusalPage(visit, worked.failed ? 'busy' : 'version_unknown')
  if (now === null) return refusalPage(visit, 'verification_incomplete')
  const response = JSON.parse(now) as CnResponse
  const isSame = hashNaming(now, response, build ?? services.build) === answer_sha256
  const result: VerifyResult = {
    address: {
      dataset,
      build: build ?? services.build,
      isOtherBuild: build !== null && build !== services.build,
      isSame,
      question: questionShown(visit, question, response),
      sentence: response.assessment.sentence,
      search: `?${new URLSearchParams(Object.entries(question).filter(([name]) => DECIDING.includes(name)))}`,
    },
  }
  return sendPage(visit, verifyPage(language, result, `?${new URLSearchParams(given)}`))
}

/** A receipt that was pasted or read from a file. It was counted before its body was read. */
export async function verifyPosted(visit: Visit, admission: Admission, verifier: Verifier) {
  const { request, reply, language } = visit
  reply.header('cache-control', UNCACHED)
  const body = String(request.body ?? '')
  const begun = await admission.begin(reply, readingPoints(body.length))
  if ('problem' in begun) return refusalPage(visit, begun.problem)
  const [, text = ''] = parametersOf(body)?.find(([name]) => name === 'receipt') ?? []
  const verified = await verifier.verify(text, reply, begun.nextTurn)
  if ('problem' in verified) return refusalPage(visit, verified.problem)
  if ('unread' in verified) return sendPage(visit, verifyPage(language, verified), 400)
  const { found, lawFailed, answered } = verified
  const question = questionShown(visit, found.claims.question, answered)
  return sendPage(visit, verifyPage(language, { found, question, lawFailed }))
}

/** An answer names its build; under the name that the record has, the same answer has the same hash. */
function hashNaming(now: string, response: CnResponse, build: string): string {
  const isNamed = response.meta === undefined || response.meta.source === build
  const text = isNamed ? now : JSON.stringify({ ...response, meta: { ...response.meta, source: build } })
  return hash('sha256', text, 'hex')
}

/** The question in words, where this build has answered it; otherwise what decides in it, as it stands. */
function questionShown(visit: Visit, question: Claims['question'], response: Partial<CnResponse> | null): string {
  const { request, language, services } = visit
  if (!response?.scope) return questionInShort(question)
  return questionInWords({
    question: readPageQuestion(Object.entries(question), language).question,
    response: response as CnResponse,
    moment: momentInBrussels(services.now()),
    origin: originOf(request, services.settings),
    places: choicesNow(visit).places,
  })
}
