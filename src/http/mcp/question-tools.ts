import type { Question } from '../../answer/question/question.ts'
import type { CnResponse } from '../../answer/response/response.ts'
import type { CnShortLookup } from '../../answer/response/short-response.ts'
import { isOtherControl } from '../../answer/shape/finding-words.ts'
import { shortLookupOf } from '../../answer/shape/short.ts'
import type { Language, Text } from '../../base/language.ts'
import { OTHER_CONTROLS } from '../../law/terms/finding-names.ts'
import { namesReady } from '../lookup/names-ready.ts'
import { type Arguments, inputSchema } from './arguments.ts'
import { askedParameters, type Read, readAsked } from './asked.ts'
import { bytesOf, countFitting, fitLists, RESULT_BYTES } from './result-size.ts'
import { type AnswerResult, AnswerSchema } from './schemas.ts'
import { scopeInShort } from './scope-in-short.ts'
import { closing, exemptionsOf, isOpen, softeningInWords, softeningOf } from './softening.ts'
import type { Tool, ToolContext } from './tool.ts'

/** Matches of one result: as many as fit within these bounds. */
const MAX_MATCHES = 30
const MATCHES_AT_LEAST = 4

/** Kept free of matches, so that exemptions and other grants are not cut off by a long list of them. */
const RESERVED_BYTES = { first: 9_500, further: 4_000 } as const

/** Matches named in the text, and the bytes of findings in it. */
const MATCHES_NAMED = 4
const FINDINGS_BYTES = 400

const LIMIT = [['limit', String(MAX_MATCHES)]] as const

const RESULT_SAID =
  'Quote `assessment.sentence` as it is; `checked: false` means that nothing was checked. "no_match" never means that the trade is allowed: pass on `disclaimer`, `warnings` and `uncoded`. `matches` link to EUR-Lex.'

const asked = (given: Arguments, context: ToolContext, options?: { readonly codeOnly: boolean }) =>
  readAsked(given, context, askedParameters(context.answerer.dataset), LIMIT, options)

export const CHECK_CODE: Tool = {
  name: 'check_code',
  title: 'Check a CN code',
  description: `Whether EU sanctions on goods cover a CN, HS or TARIC code on a day: bans, restrictions, duties, exemptions, wind-downs, derogations, documents. Russia (833/2014) and Belarus (765/2006) unless \`regime\` or a deal names another. With origin, dispatch, destination, via and value also what the deal meets with. ${RESULT_SAID}`,
  input: (dataset) => inputSchema(askedParameters(dataset)),
  output: AnswerSchema,
  call: (given, context) => answerCall(asked(given, context, { codeOnly: true }), context),
}

export const FIND_PRODUCT: Tool = {
  name: 'find_product',
  title: 'Find and check a product by its name',
  description: `Which CN codes a product name means (Polish or English, also a line of an invoice), and whether EU sanctions cover them (Russia and Belarus unless \`regime\` or a deal names another). \`goods\` are the codes, best first; \`meta.name\` says what was understood and how surely. The classification is a guess: have it confirmed before relying on it. ${RESULT_SAID}`,
  input: (dataset) => inputSchema(askedParameters(dataset)),
  output: AnswerSchema,
  call: (given, context) => answerCall(asked(given, context), context),
}

/** The same answer about a whole movement, of which both ends must be named. */
export const SCREEN_DEAL: Tool = {
  name: 'screen_deal',
  title: 'Screen a deal',
  description: `What a movement of goods meets with: \`q\` (code or name) from \`origin\` to \`destination\` (EU for any Member State), sent from \`dispatch\`, crossing \`via\`, worth \`value\`. \`deal.findings\`, the gravest first: bans, permits, proofs, contract clauses, due diligence, and what was not checked. ${RESULT_SAID}`,
  input: (dataset) => ({ ...inputSchema(askedParameters(dataset)), required: ['q', 'origin', 'destination'] }),
  output: AnswerSchema,
  call: (given, context) => {
    const read = asked(given, context)
    const isWhole = ['origin', 'destination'].every((end) => (given[end] ?? '') !== '')
    if (isWhole || 'problems' in read) return answerCall(read, context)
    return Promise.resolve({ problems: [{ code: 'deal_incomplete', argument: null }] })
  },
}

async function answerCall(read: Read, { answerer }: ToolContext) {
  if ('problems' in read) return read
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
  if (fitting < matches.length) response = cutTo(response, fitting)
  const { returned, total } = response.meta
  const fixed = {
    ...inShort(response),
    scope: scopeInShort(response.scope, language),
    next_offset: returned > 0 && offset + returned < total ? offset + returned : null,
  }
  const { shown, cut } = fitLists(
    { ...fixed, ...NO_GRANTS },
    { exemptions: exemptionsOf(response.results), ...(offset === 0 ? grantsOf(response) : NO_GRANTS) },
  )
  const { query, matched_as, verdict, has_prohibition, assessment, warnings, disclaimer, as_of, dataset } = fixed
  // What must not be missed comes first, in case a client shows only the beginning.
  const first = { query, matched_as, verdict, has_prohibition, assessment, warnings, disclaimer, as_of, dataset }
  return { ...first, ...fixed, ...shown, cut }
}

/** The same answer with fewer matches, as it would have been with that limit: findings refer to matches that are shown. */
function cutTo(response: CnResponse, limit: number): CnResponse {
  const { results, meta, deal } = response
  return {
    ...response,
    results: results.slice(0, limit),
    meta: { ...meta, returned: limit, limit },
    ...(deal && {
      deal: {
        ...deal,
        findings: deal.findings.map((one) => ({ ...one, results: one.results.filter((at) => at < limit) })),
      },
    }),
  }
}

/** More goods to choose from than these are a chapter: some are told, and browse_tariff has them all. */
const MOST_ANSWERS = 13
const OF_A_CHAPTER = 1

const withFewAnswers = (assessment: CnResponse['assessment']): CnResponse['assessment'] => ({
  ...assessment,
  questions: assessment.questions.map((one) =>
    one.fact === 'goods' && one.answers.length > MOST_ANSWERS
      ? { ...one, answers: one.answers.slice(0, OF_A_CHAPTER) }
      : one,
  ),
})

/** Controls that are no sanctions are named only: their texts and documents would leave no room for the measures. */
function inShort(response: CnResponse): CnShortLookup {
  const whole = shortLookupOf(response)
  const short = { ...whole, assessment: withFewAnswers(whole.assessment) }
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

/** For clients that show a model nothing but the text. */
function inWords(result: AnswerResult, language: Language, offset: number): string {
  const { assessment, cn_name, goods = [], matches, uncoded, meta, cut } = result
  // The findings of a deal say more than the matches behind them.
  const named = matches.slice(0, result.deal ? MATCHES_NAMED / 4 : MATCHES_NAMED)
  return [
    assessment.sentence,
    ...softeningInWords(
      {
        ...softeningOf(result.exemptions, result.winddowns, result.derogations),
        exemptions: result.exemptions.length + cut.exemptions,
        winddowns: result.winddowns.length + cut.winddowns,
        derogations: result.derogations.length + cut.derogations,
      },
      meta.name?.confidence,
      language,
    ),
    ...(result.contract ? [result.contract.text] : []),
    ...findingsInWords(result),
    ...(cn_name === null ? [] : [`${result.query}: ${cn_name}`]),
    ...goods.map(({ code, name }) => `${code}: ${name}`),
    ...named.map(({ cn_code, label, article, eur_lex_url }) => `– ${cn_code}: ${label} (${article}), ${eur_lex_url}`),
    ...(named.length > 0 && meta.total > named.length
      ? [shownOf(offset + 1, offset + named.length, meta.total)[language]]
      : []),
    ...uncoded.map(({ what }) => what),
    ...controlsInWords(result, language),
    ...closing(result),
  ].join('\n')
}

/** What a deal meets with, the gravest first, in full as far as it fits; controls that are no sanctions are named apart. */
function findingsInWords({ deal }: AnswerResult): string[] {
  const findings = (deal?.findings ?? []).filter((finding) => !isOtherControl(finding))
  const full = findings.map(({ kind, article, text, documents }) =>
    [`– ${kind}: ${text} (${article})`, ...documents].join(' '),
  )
  const fitting = countFitting(full, FINDINGS_BYTES)
  return full.map((text, at) => (at < fitting ? text : `– ${findings[at]?.kind}: ${findings[at]?.article}`))
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
