import type { FastifyReply, FastifyRequest } from 'fastify'
import { QUESTION_PROBLEMS } from '../../answer/problems.ts'
import { readQuestion } from '../../answer/question.ts'
import type { Language } from '../../terms/language.ts'
import { type Asked, apiParameters, readAsked, searchOf } from '../../web/answer/asked.ts'
import { momentInBrussels } from '../../web/answer/shown.ts'
import type { DatasetNow } from '../../web/pages/dataset-now.ts'
import { legalPage } from '../../web/pages/legal-page.ts'
import { listPage } from '../../web/pages/list-page.ts'
import { methodologyPage } from '../../web/pages/methodology-page.ts'
import { notFoundPage } from '../../web/pages/not-found-page.ts'
import { problemPage } from '../../web/pages/problem-page.ts'
import { type Below, searchPage } from '../../web/pages/search-page.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import { admit, admitPage } from '../request/access.ts'
import { languageOf } from '../request/language.ts'
import { namesReady } from '../request/names-ready.ts'
import { parametersOf, queryProblem } from '../request/query-string.ts'
import { ERRORS_LISTED, PROBLEMS, type ProblemCode } from '../response/problems.ts'
import { pathOf, queryOf } from '../response/reply.ts'
import { originOf, sendKeptPage, sendPage } from '../response/send-page.ts'
import { describeDataset } from '../routes/dataset.ts'
import type { Services } from '../services.ts'

/** The search page: the start, an answer, or why there is none. */
export async function answerPage(request: FastifyRequest, reply: FastifyReply, language: Language, services: Services) {
  const parameters = parametersOf(queryOf(request.url))
  const chosen = parameters?.find(([name, value]) => name === 'lang' && (value === 'pl' || value === 'en'))?.[1]
  const { asked, rest } = readAsked(parameters ?? [], language)
  // A question counts as a lookup, below; all else that this address shows is a page like others.
  if (!parameters || chosen !== undefined || asked.q === '') {
    const refusal = await admitPage(request, reply, services)
    if (refusal) return refusalPage(request, reply, services, refusal)
  }
  if (parameters && chosen !== undefined) {
    // `lang` is the API's way to choose a language; here the path does.
    const others = new URLSearchParams(parameters.filter(([name]) => name !== 'lang'))
    return reply.redirect(hrefOf('/', chosen as Language, others.size > 0 ? `?${others}` : ''), 302)
  }
  if (parameters && isStart(asked)) {
    const moment = momentInBrussels(services.now())
    return sendKeptPage(request, reply, services, { name: 'start', language, day: moment.day }, () =>
      searchPage(asked, { start: moment }, datasetNow(services)),
    )
  }
  const { below, status } = parameters
    ? await answerTo(asked, rest, request, reply, services)
    : refused(queryProblem(queryOf(request.url)), language)
  const dataset = datasetNow(services)
  return sendPage(request, reply, searchPage(asked, below, dataset), services.settings, status)
}

/** Nothing is asked, nor chosen. */
const isStart = ({ q, filters }: Asked): boolean => q === '' && Object.values(filters).every((value) => !value)

/** A question on the page counts like one to the API, and is refused like one. */
async function answerTo(
  asked: Asked,
  rest: readonly [string, string][],
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<{ below: Below; status: number }> {
  const { language } = asked
  const moment = momentInBrussels(services.now())
  if (asked.q === '') return { below: { start: moment }, status: 200 }
  const refusal = await admit(request, reply, 'lookups', services)
  if (refusal) return refused(refusal, language, retryAfterOf(reply))
  const answerer = services.answerer()
  if (!answerer) return refused('not_ready', language)
  const regimes = answerer.dataset.regimes.map(({ data }) => data.code)
  const read = readQuestion(apiParameters(asked, rest), { today: moment.day, regimes })
  if ('problems' in read) {
    const [first] = read.problems
    const { below, status } = refused(first?.code ?? 'q_missing', language)
    const errors = read.problems
      .slice(0, ERRORS_LISTED)
      .map(({ code }) => ({ detail: QUESTION_PROBLEMS[code].detail[language] }))
    return { below: { problem: { ...below.problem, errors } }, status }
  }
  await namesReady(answerer, read.question.read, read.question.asOf)
  const response = answerer.answer(read.question)
  const address = (services.settings.publicUrl ?? '') + hrefOf('/', language, searchOf(asked))
  return { below: { shown: { asked, response, moment, address } }, status: 200 }
}

function refused(code: ProblemCode, language: Language, retryAfter: number | null = null) {
  const { status, title, detail } = PROBLEMS[code]
  return { below: { problem: { title: title[language], detail: detail[language], errors: [], retryAfter } }, status }
}

export const explainPage = (request: FastifyRequest, reply: FastifyReply, language: Language, services: Services) =>
  sendKeptPage(request, reply, services, { name: 'methodology', language, day: dayNow(services) }, () =>
    methodologyPage(language, datasetNow(services), scopeNow(services, language)),
  )

export const noticePage = (request: FastifyRequest, reply: FastifyReply, language: Language, services: Services) =>
  sendKeptPage(request, reply, services, { name: 'legal', language, day: dayNow(services) }, () =>
    legalPage(language, services.settings.leadRetentionDays),
  )

export function listsPage(request: FastifyRequest, reply: FastifyReply, language: Language, services: Services) {
  const origin = originOf(request, services.settings)
  return sendKeptPage(request, reply, services, { name: `list ${origin}`, language, day: dayNow(services) }, () =>
    listPage(language, origin),
  )
}

/** For a browser that lost its way. */
export function lostPage(request: FastifyRequest, reply: FastifyReply, services: Services) {
  const language = languageFor(request)
  const about = { name: 'lost', language, day: dayNow(services), status: 404 }
  return sendKeptPage(request, reply, services, about, () => notFoundPage(language))
}

/** For a browser whose request was refused before any page was asked. */
export function refusalPage(request: FastifyRequest, reply: FastifyReply, { settings }: Services, code: ProblemCode) {
  const language = languageFor(request)
  const { below, status } = refused(code, language, retryAfterOf(reply))
  return sendPage(request, reply, problemPage(language, below.problem), settings, status)
}

/** Where no page says its language: the path does, else the browser. */
const languageFor = (request: FastifyRequest): Language =>
  /^\/en(\/|$)/.test(pathOf(request.url)) ? 'en' : languageOf(undefined, request.headers['accept-language'])

const retryAfterOf = (reply: FastifyReply): number | null => Number(reply.getHeader('retry-after')) || null

const dayNow = ({ now }: Services): string => momentInBrussels(now()).day

function datasetNow(services: Services): DatasetNow | null {
  const answerer = services.answerer()
  return answerer && describeDataset(answerer.dataset, services.build)
}

/** What any answer says about what was checked today, whatever the code. */
function scopeNow(services: Services, language: Language) {
  const { day } = momentInBrussels(services.now())
  const read = readQuestion(
    [
      ['q', '01'],
      ['lang', language],
    ],
    { today: day, regimes: [] },
  )
  return 'question' in read ? (services.answerer()?.answer(read.question).scope ?? null) : null
}
