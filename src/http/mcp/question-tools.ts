import { isOtherControl } from '../../answer/deal/finding-words.ts'
import type { Parameters } from '../../answer/parameters.ts'
import { lookupParameters, type Question, readQuery, readQuestion } from '../../answer/question.ts'
import type { CnResponse, CnResult } from '../../answer/response.ts'
import { shortLookupOf } from '../../answer/short.ts'
import type { CnShortLookup } from '../../answer/short-response.ts'
import type { Dataset } from '../../law/build/dataset.ts'
import { OTHER_CONTROLS } from '../../terms/finding-names.ts'
import type { Language, Text } from '../../terms/language.ts'
import { namesReady } from '../request/names-ready.ts'
import { type ArgumentProblem, type Arguments, inputSchema, readArguments } from './arguments.ts'
import { bytesOf, countFitting, fitLists, RESULT_BYTES } from './result-size.ts'
import { type AnswerResult, AnswerSchema } from './schemas.ts'
import { scopeInShort } from './scope-in-short.ts'
import type { Tool, ToolContext } from './tool.ts'

/** Matches of one result: as many as fit within these bounds. */
const MATCHES_AT_MOST = 30
const MATCHES_AT_LEAST = 5

/** Kept free of matches, so that exemptions and other grants are not cut off by a long list of them. */
const RESERVED_BYTES = { first: 9_000, further: 4_000 } as const

/** Matches named in the text. */
const MATCHES_NAMED = 8

/** A result has a size of its own, so a caller chooses neither the number of matches nor their detail. */
function parametersOf({ regimes, countries }: Dataset): Parameters {
  const codes = regimes.map(({ data }) => data.code)
  const { limit, detail, include, ...rest } = lookupParameters(codes, countries)
  return rest
}

const RESULT_SAID =
  'Quote `assessment.sentence` as it is; `checked: false` means that nothing was checked. "no_match" never means that the trade is allowed: pass on `disclaimer`, `warnings` and `uncoded`. `matches` link to EUR-Lex.'

export const CHECK_CODE: Tool = {
  name: 'check_code',
  title: 'Check a CN code',
  description: `Whether EU sanctions on goods cover a CN, HS or TARIC code on a day: bans, restrictions, duties, exemptions, wind-downs, derogations, documents. Russia (833/2014) and Belarus (765/2006) unless \`regime\` or a deal names another. With origin, dispatch, destination, via and value also what the deal meets with. ${RESULT_SAID}`,
  input: (dataset) => inputSchema(parametersOf(dataset)),
  output: AnswerSchema,
  call: (given, context) => answerCall(given, context, isCode),
}

export const FIND_PRODUCT: Tool = {
  name: 'find_product',
  title: 'Find and check a product by its name',
  description: `Which CN codes a product name means (Polish or English, also a line of an invoice), and whether EU sanctions cover them (Russia and Belarus unless \`regime\` or a deal names another). \`goods\` are the codes, best first; \`meta.name\` says what was understood and how surely. The classification is a guess: have it confirmed before relying on it. ${RESULT_SAID}`,
  input: (dataset) => inputSchema(parametersOf(dataset)),
  output: AnswerSchema,
  call: (given, context) => answerCall(given, context, () => null),
}

/** A mistyped code such as 8471 3O is read as a name, and would be answered about other goods. */
function isCode(q: string | undefined): ArgumentProblem | null {
  const read = readQuery(q ?? '')
  return typeof read === 'object' && read.as === 'name' ? { code: 'code_expected', argument: 'q' } : null
}

async function answerCall(
  given: Arguments,
  context: ToolContext,
  problemOf: (q: string | undefined) => ArgumentProblem | null,
) {
  const { answerer, today } = context
  const { dataset } = answerer
  const { texts, problems } = readArguments(given, Object.keys(parametersOf(dataset)))
  const limit = ['limit', String(MATCHES_AT_MOST)] as const
  const read = readQuestion([...texts, limit], { today, dataset })
  const wrong = problemOf(texts.find(([name]) => name === 'q')?.[1])
  const all = [
    ...problems,
    ...(wrong ? [wrong] : []),
    // An argument of the wrong type is not missing besides.
    ...('problems' in read
      ? read.problems
          .filter(({ parameter }) => !problems.some(({ argument }) => argument === parameter))
          .map(({ parameter: argument, ...problem }) => ({ ...problem, argument }))
      : []),
  ]
  if (all.length > 0 || 'problems' in read) return { problems: all }
  const { question } = read
  await namesReady(answerer, question.read, question.asOf)
  const structured = resultOf(question, (limited) => answerer.answer(limited))
  return { structured, text: inWords(structured, question.language, question.offset) }
}

/** The answer, with as many matches and grants as fit. It is judged over all of them. */
function resultOf(question: Question, answer: (question: Question) => CnResponse): AnswerResult {
  const { language, offset } = question
  let response = answer(question)
  const { matches, derogations: _, documents: __, ...head } = inShort(response)
  const page = offset === 0 ? 'first' : 'further'
  const room = RESULT_BYTES - RESERVED_BYTES[page] - bytesOf({ ...head, scope: scopeInShort(response.scope, language) })
  const fitting = Math.max(MATCHES_AT_LEAST, countFitting(matches, room))
  // Asked again rather than cut, since the findings of a deal refer to the matches that are shown.
  if (fitting < matches.length) response = answer({ ...question, limit: fitting })
  const { returned, total } = response.meta
  const fixed = {
    ...inShort(response),
    scope: scopeInShort(response.scope, language),
    next_offset: returned > 0 && offset + returned < total ? offset + returned : null,
  }
  const { shown, cut } = fitLists(
    { ...fixed, winddowns: [], documents: [], derogations: [] },
    { exemptions: exemptionsOf(response.results), ...(offset === 0 ? grantsOf(response) : NO_GRANTS) },
  )
  const { query, matched_as, verdict, has_prohibition, assessment, warnings, disclaimer, as_of, dataset } = fixed
  // What must not be missed comes first, in case a client shows only the beginning.
  const first = { query, matched_as, verdict, has_prohibition, assessment, warnings, disclaimer, as_of, dataset }
  return { ...first, ...fixed, ...shown, cut }
}

/** Controls that are no sanctions are named only: their texts and documents would leave no room for the measures. */
function inShort(response: CnResponse): CnShortLookup {
  const short = shortLookupOf(response)
  const { deal } = short
  if (!deal?.findings.some(isOtherControl)) return short
  const named = new Set(deal.findings.flatMap(({ control }) => control ?? []))
  const brief = (text: string): string => text.slice(0, text.indexOf('. ') + 1)
  return {
    ...short,
    documents: short.documents.filter(({ regime }) => !named.has(regime)),
    deal: {
      ...deal,
      findings: deal.findings.map((finding) =>
        isOtherControl(finding) ? { ...finding, text: brief(finding.text), documents: [] } : finding,
      ),
    },
  }
}

type Grants = Pick<AnswerResult, 'winddowns' | 'documents' | 'derogations'>

/** They are about all matches, so the first result has them and those that continue it do not. */
const NO_GRANTS: Grants = { winddowns: [], documents: [], derogations: [] }

function grantsOf(response: CnResponse): Grants {
  const isOpen = ({ status }: { readonly status: string }) => status !== 'expired'
  return {
    winddowns: response.winddowns
      .filter(isOpen)
      .map(({ regime, article, contracts_before, until, status, applies, text }) => ({
        regime,
        article,
        contracts_before,
        until,
        status,
        applies,
        text,
      })),
    documents: inShort(response).documents,
    derogations: response.derogations
      .filter(isOpen)
      .map(({ regime, article, until, status, text }) => ({ regime, article, until, status, text })),
  }
}

/** Each exemption once, although most matches share theirs. */
function exemptionsOf(results: readonly CnResult[]): AnswerResult['exemptions'] {
  const all = new Map<string, AnswerResult['exemptions'][number]>()
  for (const { regime, exemptions } of results) {
    for (const exemption of exemptions) {
      all.set(`${regime.code} ${exemption.article} ${exemption.text}`, { regime: regime.code, ...exemption })
    }
  }
  return [...all.values()]
}

/** For clients that show a model nothing but the text. */
function inWords(result: AnswerResult, language: Language, offset: number): string {
  const { assessment, cn_name, goods = [], matches, warnings, uncoded, disclaimer, dataset, as_of, meta } = result
  const named = matches.slice(0, MATCHES_NAMED)
  return [
    assessment.sentence,
    ...softenedBy(result, language),
    ...(cn_name === null ? [] : [`${result.query}: ${cn_name}`]),
    ...goods.map(({ code, name }) => `${code}: ${name}`),
    ...named.map(({ cn_code, label, article, eur_lex_url }) => `– ${cn_code}: ${label} (${article}), ${eur_lex_url}`),
    ...(named.length > 0 && meta.total > named.length
      ? [shownOf(offset + 1, offset + named.length, meta.total)[language]]
      : []),
    ...uncoded.map(({ what }) => what),
    ...controlsInWords(result, language),
    ...warnings,
    disclaimer,
    `${dataset}, ${as_of}`,
  ].join('\n')
}

/** What may lift or soften a ban, and how surely a name was read: counts, since the rest is in the structured result. */
function softenedBy({ exemptions, winddowns, derogations, cut, meta }: AnswerResult, language: Language): string[] {
  const counted: [Text, number][] = [
    [{ pl: 'wyjątki', en: 'exemptions' }, exemptions.length + cut.exemptions],
    [{ pl: 'okresy przejściowe', en: 'wind-downs' }, winddowns.length + cut.winddowns],
    [{ pl: 'podstawy zezwoleń', en: 'derogations (permits)' }, derogations.length + cut.derogations],
  ]
  const counts = counted.filter(([, count]) => count > 0).map(([name, count]) => `${name[language]}: ${count}`)
  const [nearest] = [...exemptions, ...winddowns, ...derogations].flatMap(({ until }) => until ?? []).toSorted()
  if (counts.length > 0 && nearest !== undefined)
    counts.push(`${{ pl: 'najbliższy dzień końcowy', en: 'nearest last day' }[language]}: ${nearest}`)
  const confidence = meta.name?.confidence
  return [
    ...(counts.length > 0
      ? [
          `${{ pl: 'Zakaz może uchylać lub łagodzić', en: 'What may lift or soften it' }[language]}: ${counts.join(', ')}.`,
        ]
      : []),
    ...(confidence
      ? [
          { pl: `Odczytano z nazwy; pewność: ${confidence}.`, en: `Read from a name; confidence: ${confidence}.` }[
            language
          ],
        ]
      : []),
  ]
}

function controlsInWords({ deal, scope }: AnswerResult, language: Language): string[] {
  const acts = [
    ...(deal?.findings ?? []).filter(isOtherControl).map(({ article }) => article),
    ...(scope.controls ?? []).map(({ name, legal_act }) => `${name} (${legal_act})`),
  ]
  return acts.length > 0 ? [`${OTHER_CONTROLS[language]}: ${[...new Set(acts)].join('; ')}.`] : []
}

const shownOf = (first: number, last: number, total: number): Text => ({
  pl: `Dopasowania ${first}–${last} z ${total}.`,
  en: `Matches ${first} to ${last} of ${total}.`,
})
