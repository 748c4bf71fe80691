import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIMIT_BY_DEFAULT, readText } from '../../answer/parameters.ts'
import { readQuestion } from '../../answer/question.ts'
import type { CnResponse } from '../../answer/response.ts'
import type { Language } from '../../terms/language.ts'
import { momentInBrussels } from '../../web/answer/page-answer.ts'
import { readPageQuestion, TRACKING_PARAMETER } from '../../web/answer/page-question.ts'
import { recordPage } from '../../web/pages/record-page.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import { admit } from '../request/access.ts'
import type { Admission } from '../request/admission.ts'
import { receiptPoints } from '../request/costs.ts'
import { namesReady } from '../request/names-ready.ts'
import { CASE_PARAMETER } from '../request/parameters.ts'
import { parametersOf, queryOf, queryProblem } from '../request/url.ts'
import { UNCACHED } from '../response/headers.ts'
import type { ProblemCode, ProblemDetails } from '../response/problems.ts'
import { originOf, sendPage } from '../response/send-page.ts'
import { signedAnswer } from '../routes/receipt.ts'
import type { Services } from '../services.ts'
import { choicesNow, refusalPage } from './pages.ts'
import { wrongFields } from './wrong-fields.ts'

/**
 * The record for the file: one answer, signed, and the page written from the bytes that were signed, so that both say the same.
 * Nothing is stored, and the case number goes nowhere but onto the page.
 */
export async function recordForFile(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  services: Services,
  admission: Admission,
) {
  reply.header('cache-control', UNCACHED)
  const refuse = (code: ProblemCode, details: ProblemDetails = {}) =>
    refusalPage(request, reply, services, code, details, language)
  const limited = await admit(request, reply, 'lookups', services)
  if (limited) return refuse(limited)
  const query = queryOf(request.url)
  const parameters = parametersOf(query)
  if (!parameters) return refuse(queryProblem(query))
  const other = parameters.find(([name, value]) => name === 'lang' && (value === 'pl' || value === 'en'))?.[1]
  if (other !== undefined && other !== language) {
    const others = new URLSearchParams(parameters.filter(([name]) => name !== 'lang'))
    return reply.redirect(hrefOf('/record', other as Language, `?${others}`), 302)
  }
  const [, caseText = ''] = parameters.find(([name]) => name === 'case') ?? []
  const caseNumber = readText(CASE_PARAMETER.case, caseText)
  if ('problem' in caseNumber) return refuse(caseNumber.problem)
  // Both are read in the same turn, so that they belong to the same law.
  const answerer = services.answerer()
  const lawSha256 = services.lawSha256()
  if (!answerer || lawSha256 === null) return refuse('not_ready')
  const asked = parameters.filter(
    ([name, value]) => name !== 'lang' && name !== 'case' && !TRACKING_PARAMETER.test(name) && value.trim() !== '',
  )
  const read = readQuestion([...asked, ['lang', language]], {
    today: services.today(),
    dataset: answerer.dataset,
  })
  if ('problems' in read) {
    const { problem, ...details } = wrongFields(read.problems)
    return refuse(problem, details)
  }
  // The record says all that an answer says in words, and nothing that is only drawn. A hundred matches fill forty sheets.
  const limit = Math.min(read.question.limit, LIMIT_BY_DEFAULT)
  const question = { ...read.question, limit, detail: 'full', tree: false, history: false } as const
  await namesReady(answerer, question.read, question.asOf)
  const begun = await admission.begin(reply, receiptPoints(question))
  if ('problem' in begun) return refuse(begun.problem)
  const signed = await signedAnswer(question, { answerer, lawSha256 }, services, begun)
  if ('problem' in signed) return refuse(signed.problem)
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
      places: choicesNow(services, language).places,
    },
    {
      id,
      kid,
      iss,
      iat,
      dataset,
      build,
      answerSha256,
      receipt: receipt.toString('latin1'),
      verifyAddress: `${origin}${hrefOf('/verify', language, `?${verify}`)}`,
      caseNumber: caseNumber.value ?? '',
    },
  )
  return sendPage(request, reply, page, services.settings, 200, begun.hold)
}
