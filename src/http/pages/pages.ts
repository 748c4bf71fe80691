import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerOrProblems } from '../../answer/answer.ts'
import { readQuestion } from '../../answer/question/question.ts'
import type { Scope } from '../../answer/response/response.ts'
import { saidIn } from '../../answer/shape/hints.ts'
import type { Day } from '../../base/day.ts'
import { isLanguage, type Language } from '../../base/language.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { momentInBrussels } from '../../web/answer/page-answer.ts'
import { apiParameters, type PageQuestion, readPageQuestion, withCodes } from '../../web/answer/page-question.ts'
import { withSaid } from '../../web/answer/said.ts'
import { designPage } from '../../web/pages/design-page.ts'
import { guidePage } from '../../web/pages/guide-page.ts'
import { legalPage } from '../../web/pages/legal-page.ts'
import { listPage } from '../../web/pages/list-page.ts'
import { listsPage } from '../../web/pages/lists-page.ts'
import { methodologyPage } from '../../web/pages/methodology-page.ts'
import { notFoundPage } from '../../web/pages/not-found-page.ts'
import { problemPage } from '../../web/pages/problem-page.ts'
import { type Below, searchPage } from '../../web/search/search-page.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import type { Admission, Admitted } from '../kernel/gate/admission.ts'
import { admit, admitPage } from '../kernel/limits/access.ts'
import { type ProblemDetails, problemOf } from '../kernel/problem/problem.ts'
import { PASSING, type ProblemCode } from '../kernel/problem/problems.ts'
import { RETRY_SECONDS } from '../kernel/reply/send-problem.ts'
import { parametersOf, pathOf, queryOf, queryProblem } from '../kernel/request/url.ts'
import type { Services } from '../kernel/service/services.ts'
import { lookupPoints } from '../lookup/costs.ts'
import { describeDataset } from '../lookup/dataset.ts'
import { namesReady } from '../lookup/names-ready.ts'
import { choicesOf, countriesShown, placesReadIn } from './choices.ts'
import { originOf, sendCachedPage, sendPage, type Visit } from './send-page.ts'
import { wrongFields } from './wrong-fields.ts'

/** The search page: empty, with an answer, or with the problem of a question. */
export async function answerPage(visit: Visit, admission: Admission) {
  const { request, reply, language, services } = visit
  const parameters = parametersOf(queryOf(request.url))
  const other = otherLanguage(parameters ?? [])
  const { question: typed, rest } = readPageQuestion(parameters ?? [], language)
  const question = withCodes(typed, placesReadIn(choicesOf(services.answerer()?.dataset, language)))
  // A question counts as a lookup, below; otherwise this is a page like others.
  if (!parameters || other || question.q === '') {
    const problem = await admitPage(request, reply, services)
    if (problem) return refusalPage(visit, problem)
  }
  if (other) return reply.redirect(hrefOf('/', other.language, other.search), 302)
  if (parameters && isStart(question)) {
    return sendCachedPage(visit, { name: 'start' }, () =>
      searchPage(
        question,
        { start: momentInBrussels(services.now()), guides: guidesNow(services) },
        scopeNow(visit),
        choicesNow(visit),
      ),
    )
  }
  const { below, status, begun, ...asked } = parameters
    ? await answerTo(visit, question, rest, admission)
    : unreadBelow(queryOf(request.url), language)
  const scope = scopeNow(visit)
  // A problem is written in turn too: hundreds of refused questions at once would hold up others as answers do.
  await (begun ? begun.nextTurn() : admission.turn(reply))
  const page = searchPage('question' in asked ? asked.question : question, below, scope, choicesNow(visit))
  return sendPage(visit, page, status, begun?.hold)
}

/** Where an address with `lang` leads: that is a parameter of the API, while pages have their language in the path. */
export function otherLanguage(given: readonly [string, string][]) {
  const language = given.flatMap(([name, value]) => (name === 'lang' ? [value] : [])).find(isLanguage)
  const others = new URLSearchParams(given.filter(([name]) => name !== 'lang'))
  return language && { language, search: others.size > 0 ? `?${others}` : '' }
}

/** Nothing is asked and no filter is chosen. */
const isStart = ({ q, filters }: PageQuestion): boolean => q === '' && Object.values(filters).every((value) => !value)

/** A question on the page is counted and refused like one to the API. */
async function answerTo(
  visit: Visit,
  typed: PageQuestion,
  rest: readonly [string, string][],
  admission: Admission,
): Promise<{ below: Below; status: number; begun: Admitted | null; question?: PageQuestion }> {
  const { request, reply, language, services } = visit
  const moment = momentInBrussels(services.now())
  if (typed.q === '') return { below: { start: moment, guides: guidesNow(services) }, status: 200, begun: null }
  const problem = await admit(request, reply, 'lookups', services)
  if (problem) return problemBelow(problem, language, retryAfterOf(reply))
  const answerer = services.answerer()
  if (!answerer) return problemBelow('not_ready', language)
  const { question, read } = readTyped(typed, rest, { today: moment.day, dataset: answerer.dataset })
  if ('problems' in read) {
    const { problem, ...details } = wrongFields(read.problems)
    return problemBelow(problem, language, null, details)
  }
  await namesReady(answerer, read.question.read, read.question.asOf)
  const begun = await admission.begin(reply, lookupPoints(read.question))
  if ('problem' in begun) return problemBelow(begun.problem, language, retryAfterOf(reply))
  const answered = answerOrProblems(answerer, read.question)
  if ('problems' in answered) {
    const { problem, ...details } = wrongFields(answered.problems)
    return { ...problemBelow(problem, language, null, details), begun }
  }
  const { response } = answered
  const origin = originOf(request, services.settings)
  const { places, alerts } = choicesNow(visit)
  return { below: { answer: { question, response, moment, origin, places, alerts } }, status: 200, begun, question }
}

/** The question with what its text says of the deal, where that makes a question; else as it was typed. */
function readTyped(
  typed: PageQuestion,
  rest: readonly [string, string][],
  context: { readonly today: Day; readonly dataset: Dataset },
): { question: PageQuestion; read: ReturnType<typeof readQuestion> } {
  const text = readQuestion(apiParameters({ ...typed, filters: {} }), context)
  const said = 'problems' in text ? undefined : saidIn(text.question, context.dataset)
  const question = withSaid(typed, said)
  const read = readQuestion(apiParameters(question, rest), context)
  if (question === typed || !('problems' in read)) return { question, read }
  return { question: typed, read: readQuestion(apiParameters(typed, rest), context) }
}

function unreadBelow(query: string, language: Language) {
  const { problem, ...details } = queryProblem(query)
  return problemBelow(problem, language, null, details)
}

/** The problem that the API answers with, in the words of the page. */
function problemBelow(
  code: ProblemCode,
  language: Language,
  retryAfter: number | null = null,
  details: ProblemDetails = {},
) {
  const { title, detail, status, errors, suggestions = [] } = problemOf(code, language, '/', details)
  return { below: { problem: { title, detail, errors, suggestions, retryAfter } }, status, begun: null }
}

export const methodology = (visit: Visit) =>
  sendCachedPage(visit, { name: 'methodology' }, () => {
    const { language, services } = visit
    const answerer = services.answerer()
    return methodologyPage(
      language,
      answerer && describeDataset(answerer.dataset, services.build),
      scopeNow(visit),
      answerer && countriesShown(answerer.dataset, momentInBrussels(services.now()).day),
    )
  })

const guidesNow = (services: Services) => services.answerer()?.dataset.guides ?? []

export function guideFor(visit: Visit, id: string) {
  const guides = guidesNow(visit.services)
  const guide = guides.find((one) => one.id === id)
  const scope = scopeNow(visit)
  if (!guide || !scope) return notFound(visit)
  return sendCachedPage(visit, { name: `guide ${id}` }, () => guidePage(guide, guides, scope, visit.language))
}

export function legalNotice(visit: Visit) {
  const { leadRetentionDays, alerts } = visit.services.settings
  return sendCachedPage(visit, { name: 'legal' }, () => legalPage(visit.language, leadRetentionDays, alerts))
}

export const components = (visit: Visit) => sendCachedPage(visit, { name: 'design' }, () => designPage(visit.language))

export function listUpload(visit: Visit) {
  const origin = originOf(visit.request, visit.services.settings)
  return sendCachedPage(visit, { name: `list ${origin}` }, () => listPage(visit.language, origin, choicesNow(visit)))
}

export const keptLists = (visit: Visit) =>
  sendCachedPage(visit, { name: 'lists' }, () => listsPage(visit.language, choicesNow(visit)))

export const notFound = (visit: Visit) =>
  sendCachedPage(visit, { name: 'not found', status: 404 }, () => notFoundPage(visit.language))

/** For a browser whose request was refused, most often before it reached a page. */
export function refusalPage(visit: Visit, code: ProblemCode, details: ProblemDetails = {}) {
  const { reply, language } = visit
  if (PASSING.has(code) && retryAfterOf(reply) === null) reply.header('retry-after', RETRY_SECONDS)
  const { below, status } = problemBelow(code, language, retryAfterOf(reply), details)
  reply.problem = code
  return sendPage(visit, problemPage(language, below.problem), status)
}

/** A request that reached no page: the language of its answer is that of its path, as of every page. */
export const visitOf = (request: FastifyRequest, reply: FastifyReply, services: Services): Visit => ({
  request,
  reply,
  services,
  language: /^\/en(\/|$)/.test(pathOf(request.url)) ? 'en' : 'pl',
})

const retryAfterOf = (reply: FastifyReply): number | null => Number(reply.getHeader('retry-after')) || null

const scopeNow = ({ language, services }: Visit): Scope | null =>
  services.answerer()?.scope(services.today(), language) ?? null

export const choicesNow = ({ language, services }: Visit) => ({
  ...choicesOf(services.answerer()?.dataset, language),
  alerts: services.settings.alerts ?? false,
})
