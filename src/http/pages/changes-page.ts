import { type ParameterProblem, readParameters } from '../../answer/question/parameters.ts'
import type { Language } from '../../base/language.ts'
import type { Dataset } from '../../law/dataset/dataset.ts'
import { isGiven } from '../../web/answer/page-question.ts'
import {
  CHANGE_FIELDS,
  type ChangeField,
  type ChangesBelow,
  type ChangesQuestion,
  changesPage,
} from '../../web/pages/changes-page.ts'
import { changesSpeaker } from '../../web/pages/changes-texts.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import { changesPageParameters, filtersOf } from '../changes/change-parameters.ts'
import type { feedOf } from '../changes/current-feed.ts'
import { queryOfFilters } from '../changes/feed.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { admit, admitPage } from '../kernel/limits/access.ts'
import { type ProblemDetails, problemOf } from '../kernel/problem/problem.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { parametersOf, queryOf, queryProblem } from '../kernel/request/url.ts'
import { POINTS } from '../lookup/costs.ts'
import { changesList } from './changes-list.ts'
import { choicesNow, otherLanguage, refusalPage } from './pages.ts'
import { isPageCached, sendCachedPage, sendPage, type Visit } from './send-page.ts'
import { wrongField, wrongFields } from './wrong-fields.ts'

/** What changed in the law, for people. A choice by filters counts as a lookup; without one this is a page like others. */
export async function changesForPeople(visit: Visit, admission: Admission, current: ReturnType<typeof feedOf>) {
  const { request, reply, language, services } = visit
  const query = queryOf(request.url)
  const given = (parametersOf(query) ?? []).filter(isGiven)
  const isChosen = given.length > 0
  const refused = await (isChosen ? admit(request, reply, 'lookups', services) : admitPage(request, reply, services))
  if (refused) return refusalPage(visit, refused)
  const other = otherLanguage(given)
  if (other) return reply.redirect(hrefOf('/changes', other.language, other.search), 302)
  const dataset = services.answerer()?.dataset
  if (!dataset) return refusalPage(visit, 'not_ready')
  const question: ChangesQuestion = { language, fields: fieldsIn(given) }
  const write = (below: ChangesBelow) => changesPage(question, below, choicesNow(visit), actsOf(dataset, language))
  const mistaken = (code: ProblemCode, problems: readonly ParameterProblem<ProblemCode>[], details: ProblemDetails) =>
    sendPage(visit, write(mistakesOf(code, problems, details, language)), 400)
  if (parametersOf(query) === null) {
    const { problem, ...details } = queryProblem(query)
    return mistaken(problem, [], details)
  }
  const declared = changesPageParameters(dataset)
  const read = readParameters(declared, given)
  if ('problems' in read) {
    const { problem, ...details } = wrongFields(read.problems, labelOf)
    return mistaken(problem, read.problems, details)
  }
  const feed = await current(dataset)
  const filters = filtersOf(read.values)
  const listed = () => write({ list: changesList(feed, filters, read.values.page, dataset, language) })
  // The fields as they were given, since the form shows them as they were written.
  const chosenBy = isChosen ? JSON.stringify([question.fields, `${queryOfFilters(filters)}`, read.values.page]) : ''
  const page = { name: `changes ${feed.revision} ${feed.complete} ${chosenBy}`, isChosen }
  if (isPageCached(visit, page)) return sendCachedPage(visit, page, listed)
  const begun = await admission.begin(reply, isChosen ? POINTS.changesMade : POINTS.lookup)
  if ('problem' in begun) return refusalPage(visit, begun.problem)
  return sendCachedPage(visit, page, listed, begun.hold)
}

const fieldsIn = (given: readonly (readonly [string, string])[]): ChangesQuestion['fields'] =>
  Object.fromEntries(given.filter(([name]) => CHANGE_FIELDS.some((field) => field === name)).toReversed())

/** What the form of the page calls a parameter; null where it has no field for it. */
function labelOf(parameter: string, language: Language): string | null {
  const field = CHANGE_FIELDS.find((one) => one === parameter)
  return field === undefined ? null : changesSpeaker(language)(field)
}

/** A mistake in a field is told beside it; any other above the list. */
function mistakesOf(
  code: ProblemCode,
  problems: readonly ParameterProblem<ProblemCode>[],
  details: ProblemDetails,
  language: Language,
): ChangesBelow {
  const isField = ({ parameter }: ParameterProblem<ProblemCode>) => labelOf(parameter, language) !== null
  const fields: Partial<Record<ChangeField, string>> = {}
  for (const one of problems.filter(isField)) {
    fields[one.parameter as ChangeField] = wrongField(one, labelOf)[language]
  }
  if (problems.length > 0 && problems.every(isField)) return { mistakes: { fields, problem: null } }
  const { title, detail, errors, suggestions = [] } = problemOf(code, language, '/changes', details)
  return { mistakes: { fields, problem: { title, detail, errors, suggestions, retryAfter: null } } }
}

/** The acts that the form offers, newest first. */
const actsOf = ({ acts }: Dataset, language: Language) =>
  acts
    .toSorted((a, b) => (a.celex < b.celex ? 1 : -1))
    .flatMap(({ celex, title }) => {
      const number = /\d{1,4}\/\d{1,4}/.exec(title.en)?.[0]
      return number === undefined ? [] : { celex, number, title: title[language] }
    })
