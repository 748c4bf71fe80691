import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatasetResponse } from '../../answer/dataset-response.ts'
import { readQuestion } from '../../answer/question.ts'
import type { Scope } from '../../answer/response.ts'
import type { Language } from '../../terms/language.ts'
import { momentInBrussels } from '../../web/answer/page-answer.ts'
import { apiParameters, type PageQuestion, readPageQuestion, withCodes } from '../../web/answer/page-question.ts'
import { guidePage } from '../../web/pages/guide-page.ts'
import { legalPage } from '../../web/pages/legal-page.ts'
import { listPage } from '../../web/pages/list-page.ts'
import { listsPage } from '../../web/pages/lists-page.ts'
import { methodologyPage } from '../../web/pages/methodology-page.ts'
import { notFoundPage } from '../../web/pages/not-found-page.ts'
import { problemPage } from '../../web/pages/problem-page.ts'
import { type Below, searchPage } from '../../web/pages/search-page.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import { admit, admitPage } from '../request/access.ts'
import type { Admission, Admitted } from '../request/admission.ts'
import { lookupPoints } from '../request/costs.ts'
import { namesReady } from '../request/names-ready.ts'
import { parametersOf, pathOf, queryOf, queryProblem } from '../request/url.ts'
import { PASSING, type ProblemCode, type ProblemDetails, problemOf } from '../response/problems.ts'
import { originOf, sendCachedPage, sendPage } from '../response/send-page.ts'
import { RETRY_SECONDS } from '../response/send-problem.ts'
import { describeDataset } from '../routes/dataset.ts'
import type { Services } from '../services.ts'
import { choicesOf, countriesShown, placesReadIn } from './choices.ts'
import { wrongFields } from './wrong-fields.ts'

/** The search page: empty, with an answer, or with the problem of a question. */
export async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  services: Services,
  admission: Admission,
) {
  const parameters = parametersOf(queryOf(request.url))
  const chosen = parameters?.find(([name, value]) => name === 'lang' && (value === 'pl' || value === 'en'))?.[1]
  const { question: typed, rest } = readPageQuestion(parameters ?? [], language)
  const question = withCodes(typed, placesReadIn(choicesOf(services.answerer()?.dataset, language)))
  // A question counts as a lookup, below; otherwise this is a page like others.
  if (!parameters || chosen !== undefined || question.q === '') {
    const problem = await admitPage(request, reply, services)
    if (problem) return refusalPage(request, reply, services, problem)
  }
  if (parameters && chosen !== undefined) {
    // `lang` is a parameter of the API; pages have their language in the path.
    const others = new URLSearchParams(parameters.filter(([name]) => name !== 'lang'))
    return reply.redirect(hrefOf('/', chosen as Language, others.size > 0 ? `?${others}` : ''), 302)
  }
  if (parameters && isStart(question)) {
    return sendCachedPage(request, reply, services, { name: 'start', language }, () =>
      searchPage(
        question,
        { start: momentInBrussels(services.now()), guides: guidesNow(services) },
        scopeNow(services, language),
        choicesNow(services, language),
      ),
    )
  }
  const { below, status, begun } = parameters
    ? await answerTo(question, rest, request, reply, services, admission)
    : problemBelow(queryProblem(queryOf(request.url)), language)
  const scope = scopeNow(services, language)
  // A problem is written in turn too: hundreds of refused questions at once would hold up others as answers do.
  await (begun ? begun.nextTurn() : admission.turn(reply))
  const page = searchPage(question, below, scope, choicesNow(services, language))
  return sendPage(request, reply, page, services.settings, status, begun?.hold)
}

/** Nothing is asked and no filter is chosen. */
const isStart = ({ q, filters }: PageQuestion): boolean => q === '' && Object.values(filters).every((value) => !value)

/** A question on the page is counted and refused like one to the API. */
async function answerTo(
  question: PageQuestion,
  rest: readonly [string, string][],
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  admission: Admission,
): Promise<{ below: Below; status: number; begun: Admitted | null }> {
  const { language } = question
  const moment = momentInBrussels(services.now())
  if (question.q === '') return { below: { start: moment, guides: guidesNow(services) }, status: 200, begun: null }
  const problem = await admit(request, reply, 'lookups', services)
  if (problem) return problemBelow(problem, language, retryAfterOf(reply))
  const answerer = services.answerer()
  if (!answerer) return problemBelow('not_ready', language)
  const read = readQuestion(apiParameters(question, rest), { today: moment.day, dataset: answerer.dataset })
  if ('problems' in read) {
    const { problem, ...details } = wrongFields(read.problems)
    return problemBelow(problem, language, null, details)
  }
  await namesReady(answerer, read.question.read, read.question.asOf)
  const begun = await admission.begin(reply, lookupPoints(read.question))
  if ('problem' in begun) return problemBelow(begun.problem, language, retryAfterOf(reply))
  const response = answerer.answer(read.question)
  const origin = originOf(request, services.settings)
  const { places, alerts } = choicesNow(services, language)
  return { below: { answer: { question, response, moment, origin, places, alerts } }, status: 200, begun }
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

export const methodology = (request: FastifyRequest, reply: FastifyReply, language: Language, services: Services) =>
  sendCachedPage(request, reply, services, { name: 'methodology', language }, () => {
    const dataset = services.answerer()?.dataset
    const shown = dataset && countriesShown(dataset, momentInBrussels(services.now()).day)
    return methodologyPage(language, datasetNow(services), scopeNow(services, language), shown ?? null)
  })

const guidesNow = (services: Services) => services.answerer()?.dataset.guides ?? []

export function guideFor(
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  language: Language,
  services: Services,
) {
  const guides = guidesNow(services)
  const guide = guides.find((one) => one.id === id)
  const scope = scopeNow(services, language)
  if (!guide || !scope) return notFound(request, reply, services)
  return sendCachedPage(request, reply, services, { name: `guide ${id}`, language }, () =>
    guidePage(guide, guides, scope, language),
  )
}

export const legalNotice = (request: FastifyRequest, reply: FastifyReply, language: Language, services: Services) =>
  sendCachedPage(request, reply, services, { name: 'legal', language }, () =>
    legalPage(language, services.settings.leadRetentionDays, services.settings.alerts),
  )

export function listUpload(request: FastifyRequest, reply: FastifyReply, language: Language, services: Services) {
  const origin = originOf(request, services.settings)
  return sendCachedPage(request, reply, services, { name: `list ${origin}`, language }, () =>
    listPage(language, origin, choicesNow(services, language)),
  )
}

export const keptLists = (request: FastifyRequest, reply: FastifyReply, language: Language, services: Services) =>
  sendCachedPage(request, reply, services, { name: 'lists', language }, () =>
    listsPage(language, choicesNow(services, language)),
  )

export function notFound(request: FastifyRequest, reply: FastifyReply, services: Services) {
  const language = languageFor(request)
  return sendCachedPage(request, reply, services, { name: 'not found', language, status: 404 }, () =>
    notFoundPage(language),
  )
}

/** For a browser whose request was refused, most often before it reached a page. */
export function refusalPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings }: Services,
  code: ProblemCode,
  details: ProblemDetails = {},
  language: Language = languageFor(request),
) {
  if (PASSING.has(code) && retryAfterOf(reply) === null) reply.header('retry-after', RETRY_SECONDS)
  const { below, status } = problemBelow(code, language, retryAfterOf(reply), details)
  reply.problem = code
  return sendPage(request, reply, problemPage(language, below.problem), settings, status)
}

/** The language of an error page is that of its path, as of every page. */
const languageFor = (request: FastifyRequest): Language => (/^\/en(\/|$)/.test(pathOf(request.url)) ? 'en' : 'pl')

const retryAfterOf = (reply: FastifyReply): number | null => Number(reply.getHeader('retry-after')) || null

const scopeNow = (services: Services, language: Language): Scope | null =>
  services.answerer()?.scope(services.today(), language) ?? null

export const choicesNow = (services: Services, language: Language) => ({
  ...choicesOf(services.answerer()?.dataset, language),
  alerts: services.settings.alerts ?? false,
})

function datasetNow(services: Services): DatasetResponse | null {
  const answerer = services.answerer()
  return answerer && describeDataset(answerer.dataset, services.build)
}
