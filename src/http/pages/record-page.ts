import { LIMIT_BY_DEFAULT, readText } from '../../answer/question/parameters.ts'
import { readQuestion } from '../../answer/question/question.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import { momentInBrussels } from '../../web/answer/page-answer.ts'
import { isGiven, readPageQuestion } from '../../web/answer/page-question.ts'
import { recordPage } from '../../web/pages/record-page.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { admit } from '../kernel/limits/access.ts'
import { UNCACHED } from '../kernel/reply/headers.ts'
import { parametersOf, queryOf, queryProblem } from '../kernel/request/url.ts'
import { receiptPoints } from '../lookup/costs.ts'
import { namesReady } from '../lookup/names-ready.ts'
import { signedAnswer } from '../receipts/signed-answer.ts'
import { CASE_PARAMETER } from './page-parameters.ts'
import { choicesNow, otherLanguage, refusalPage } from './pages.ts'
import { originOf, sendPage, type Visit } from './send-page.ts'
import { wrongFields } from './wrong-fields.ts'

/**
 * The record for the file: one answer, signed, and the page written from the bytes that were signed, so that both say the same.
 * Nothing is stored, and the case number goes nowhere but onto the page.
 */
export async function recordForFile(visit: Visit, admission: Admission) {
  const { request, reply, language, services } = visit
  reply.header('cache-control', UNCACHED)
  const limited = await admit(request, reply, 'lookups', services)
  if (limited) return refusalPage(visit, limited)
  const query = queryOf(request.url)
  const parameters = parametersOf(query)
  if (!parameters) {
    const { problem, ...details } = queryProblem(query)
    return refusalPage(visit, problem, details)
  }
  const other = otherLanguage(parameters)
  if (other && other.language !== language) {
    return reply.redirect(hrefOf('/record', other.language, other.search || '?'), 302)
  }
  const [, caseText = ''] = parameters.find(([name]) => name === 'case') ?? []
  const caseNumber = readText(CASE_PARAMETER.case, caseText)
  if ('problem' in caseNumber) return refusalPage(visit, caseNumber.problem, CASE_PARAMETER.case)
  // Both are read in the same turn, so that they belong to the same law.
  const answerer = services.answerer()
  const lawSha256 = services.lawSha256()
  if (!answerer || lawSha256 === null) return refusalPage(visit, 'not_ready')
  const asked = parameters.filter(([name]) => name !== 'lang' && name !== 'case').filter(isGiven)
  const read = readQuestion([...asked, ['lang', language]], {
    today: services.today(),
    dataset: answerer.dataset,
  })
  if ('problems' in read) {
    const { problem, ...details } = wrongFields(read.problems)
    return refusalPage(visit, problem, details)
  }
  // The record says all that an answer says in words, and nothing that is only drawn. A hundred matches fill forty sheets.
  const limit = Math.min(read.question.limit, LIMIT_BY_DEFAULT)
  const question = { ...read.question, limit, detail: 'full', tree: false, history: false } as const
  await namesReady(answerer, question.read, question.asOf)
  const begun = await admission.begin(reply, receiptPoints(question))
  if ('problem' in begun) return refusalPage(visit, begun.problem)
  const signed = await signedAnswer(question, { answerer, lawSha256 }, services, begun)
  if ('problem' in signed) return refusalPage(visit, signed.problem)
  const { receipt, id, answerSha256, kid, iss, iat, claims, bytes } = signed
  const { dataset, build } = claims
  const origin = originOf(request, services.settings)
  const verify = new URLSearchParams({ ...claims.question, dataset, build, answer_sha256: answerSha256 })
  const page = recordPage(
    {
      question: readPageQuestion(asked, language).question,
      response: JSON.parse(bytes.toString()) as CnResponse,
      moment: momentInBrussels(new Date(iat * 1000)),
      origin,
      places: choicesNow(visit).places,
    },
    {
      id,
      kid,
      iss,
      iat,
      dataset,
      build,
      answerSha256,
      receipt: receipt,
      verifyAddress: `${origin}${hrefOf('/verify', language, `?${verify}`)}`,
      caseNumber: caseNumber.value ?? '',
    },
  )
  return sendPage(visit, page, 200, begun.hold)
}
