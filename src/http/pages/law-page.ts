import { readListingFilter } from '../../answer/listings/listing-filter.ts'
import { type ParameterProblem, readParameters, type Values } from '../../answer/question/parameters.ts'
import type { Language } from '../../base/language.ts'
import { isGiven } from '../../web/answer/page-question.ts'
import { lawPage } from '../../web/law/law-page.ts'
import { lawSpeaker } from '../../web/law/law-texts.ts'
import { LAW_FIELDS, type LawBelow, type LawField, type LawFields, type LawRegime } from '../../web/law/law-view.ts'
import { hrefOf } from '../../web/shell/paths.ts'
import type { CurrentFeed, feedOf } from '../changes/current-feed.ts'
import type { Admission } from '../kernel/gate/admission.ts'
import { admit, admitPage } from '../kernel/limits/access.ts'
import { type ProblemDetails, problemOf } from '../kernel/problem/problem.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'
import { parametersOf, queryOf, queryProblem } from '../kernel/request/url.ts'
import { POINTS } from '../lookup/costs.ts'
import { type LawAsked, lawView, regimesOn } from './law-view.ts'
import { lawPageParameters } from './page-parameters.ts'
import { otherLanguage, refusalPage } from './pages.ts'
import { isPageCached, sendCachedPage, sendPage, type Visit } from './send-page.ts'
import { wrongField, wrongFields } from './wrong-fields.ts'

/** The law itself, for people. A choice by filters counts as a lookup; without one this is a page like others. */
export async function lawForPeople(visit: Visit, admission: Admission, current: ReturnType<typeof feedOf>) {
  const { request, reply, language, services } = visit
  const query = queryOf(request.url)
  const given = (parametersOf(query) ?? []).filter(isGiven)
  const isChosen = given.length > 0
  const refused = await (isChosen ? admit(request, reply, 'lookups', services) : admitPage(request, reply, services))
  if (refused) return refusalPage(visit, refused)
  const other = otherLanguage(given)
  if (other) return reply.redirect(hrefOf('/law', other.language, other.search), 302)
  const dataset = services.answerer()?.dataset
  if (!dataset) return refusalPage(visit, 'not_ready')
  const fields = fieldsIn(given)
  const write = (below: LawBelow) => lawPage({ language, fields }, below)
  const mistaken = (code: ProblemCode, problems: readonly ParameterProblem<ProblemCode>[], details: ProblemDetails) => {
    const regimes = regimesOn(dataset, services.today(), language)
    return sendPage(visit, write(mistakesOf(code, problems, details, regimes, language)), 400)
  }
  if (parametersOf(query) === null) {
    const { problem, ...details } = queryProblem(query)
    return mistaken(problem, [], details)
  }
  const read = readParameters(lawPageParameters(dataset), given)
  const filtered = 'problems' in read ? read : readListingFilter(dataset, read.values)
  if ('problems' in read || 'problems' in filtered) {
    const problems: readonly ParameterProblem<ProblemCode>[] = 'problems' in filtered ? filtered.problems : []
    const { problem, ...details } = wrongFields(problems, labelOf)
    return mistaken(problem, problems, details)
  }
  const asked = askedBy(read.values, filtered.filter, fields, visit)
  const feed = asked.compare === null ? null : await current(dataset)
  const view = () => write({ view: lawView(dataset, asked, feed) })
  const page = { name: pageName(asked, fields, feed), isChosen }
  if (isPageCached(visit, page)) return sendCachedPage(visit, page, view)
  const begun = await admission.begin(reply, isChosen ? POINTS.lawPage : POINTS.lookup)
  if ('problem' in begun) return refusalPage(visit, begun.problem)
  return sendCachedPage(visit, page, view, begun.hold)
}

function askedBy(
  { as_of, compare, page }: Pick<Values<ReturnType<typeof lawPageParameters>>, 'as_of' | 'compare' | 'page'>,
  filter: LawAsked['filter'],
  fields: LawFields,
  { language, services }: Visit,
): LawAsked {
  const { compare: _, ...filters } = fields
  const { regime: _regime, as_of: _day, ...chosen } = fields
  return {
    filter,
    day: as_of ?? services.today(),
    language,
    page,
    compare,
    isChosen: Object.keys(chosen).length > 0,
    query: new URLSearchParams(Object.entries(filters)),
  }
}

const pageName = ({ page }: LawAsked, fields: LawFields, feed: CurrentFeed | null): string =>
  `law ${feed ? `${feed.revision} ${feed.complete}` : ''} ${JSON.stringify([fields, page])}`

const fieldsIn = (given: readonly (readonly [string, string])[]): LawFields => {
  const values = new Map(given.toReversed())
  return Object.fromEntries(
    LAW_FIELDS.flatMap((name) => {
      const value = values.get(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** What the form of the page calls a parameter; null where it has no field for it. */
function labelOf(parameter: string, language: Language): string | null {
  const field = LAW_FIELDS.find((one) => one === parameter)
  return field === undefined ? null : lawSpeaker(language)(field)
}

/** A mistake in a field is reported beside it; any other above the form. */
function mistakesOf(
  code: ProblemCode,
  problems: readonly ParameterProblem<ProblemCode>[],
  details: ProblemDetails,
  regimes: readonly LawRegime[],
  language: Language,
): LawBelow {
  const isField = ({ parameter }: ParameterProblem<ProblemCode>) => labelOf(parameter, language) !== null
  const fields: Partial<Record<LawField, string>> = {}
  for (const one of problems.filter(isField)) fields[one.parameter as LawField] = wrongField(one, labelOf)[language]
  if (problems.length > 0 && problems.every(isField)) return { mistakes: { fields, problem: null, regimes } }
  const { title, detail, errors, suggestions = [] } = problemOf(code, language, '/law', details)
  return { mistakes: { fields, problem: { title, detail, errors, suggestions, retryAfter: null }, regimes } }
}
