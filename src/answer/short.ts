import { type Utf8, utf8 } from '../terms/utf8.ts'
import type { CnResponse, CnResult } from './response.ts'
import type { CnMatch, CnShort, CnShortLookup } from './short-response.ts'

const GOODS_SHOWN = 5

/** The short form of an answer, for tables. `general` are warnings that the whole batch has in common and that are left out here. */
export const shortOf = (response: CnResponse, general: readonly string[]): CnShort => ({
  query: response.query,
  ...verdictOf(response),
  ...(response.deal && { deal: response.deal }),
  cn_exists: response.cn_exists,
  cn_name: response.cn_name,
  matches: response.results.map(matchOf),
  winddowns: winddownsOf(response.winddowns),
  derogations: derogationsOf(response.derogations),
  documents: documentsOf(response.meta.documents),
  ...remainingPart(response, general),
})

/**
 * The JSON of the short form behind `{"query":…,` in pieces, most of which many answers share: one behind the other they
 * are what `JSON.stringify` makes of it.
 */
export function shortJsonOf(response: CnResponse, general: readonly string[]): Utf8[] {
  const { assessment, deal, cn_exists, cn_name, results, winddowns, derogations, meta } = response
  // Answers that share their assessment share their matches, and so their verdict. With a deal they share neither.
  const pieces = deal
    ? [utf8(JSON.stringify({ ...verdictOf(response), deal, cn_exists }).slice(1, -1))]
    : [
        memoizedJson(assessment, () => JSON.stringify(verdictOf(response)).slice(1, -1)),
        cn_exists ? EXISTS : EXISTS_NOT,
      ]
  pieces.push(NAME, utf8(JSON.stringify(cn_name)), MATCHES)
  for (const [at, result] of results.entries()) {
    if (at > 0) pieces.push(COMMA)
    pieces.push(memoizedJson(result, matchJson))
  }
  pieces.push(WINDDOWNS, winddowns.length === 0 ? NONE : memoizedJson(winddowns, winddownsJson))
  pieces.push(DEROGATIONS, derogations.length === 0 ? NONE : memoizedJson(derogations, derogationsJson))
  pieces.push(DOCUMENTS, memoizedJson(meta.documents, documentsJson))
  pieces.push(COMMA, utf8(JSON.stringify(remainingPart(response, general)).slice(1)))
  return pieces
}

const EXISTS = utf8(',"cn_exists":true')
const EXISTS_NOT = utf8(',"cn_exists":false')
const NAME = utf8(',"cn_name":')
const MATCHES = utf8(',"matches":[')
const WINDDOWNS = utf8('],"winddowns":')
const DEROGATIONS = utf8(',"derogations":')
const DOCUMENTS = utf8(',"documents":')
const NONE = utf8('[]')
const COMMA = utf8(',')

const memoized = new WeakMap<object, Utf8>()

/** Assessments, matches, and lists of grants and documents are shared by many answers (`memoizePer`), so they are written once. */
function memoizedJson<T extends object>(part: T, write: (part: T) => string): Utf8 {
  const known = memoized.get(part)
  if (known !== undefined) return known
  const json = utf8(write(part))
  memoized.set(part, json)
  return json
}

const matchJson = (result: CnResult): string => JSON.stringify(matchOf(result))
const winddownsJson = (winddowns: CnResponse['winddowns']): string => JSON.stringify(winddownsOf(winddowns))
const derogationsJson = (derogations: CnResponse['derogations']): string => JSON.stringify(derogationsOf(derogations))
const documentsJson = (documents: Documents): string => JSON.stringify(documentsOf(documents))

function verdictOf({ matched_as, verdict, has_prohibition, assessment }: CnResponse) {
  return { matched_as, verdict, has_prohibition, assessment }
}

const winddownsOf = (winddowns: CnResponse['winddowns']): CnShort['winddowns'] =>
  winddowns
    .filter(({ status }) => status !== 'expired')
    .map(({ regime, article, contracts_before, until, status, applies }) => ({
      regime,
      article,
      contracts_before,
      until,
      status,
      applies,
    }))

const derogationsOf = (derogations: CnResponse['derogations']): CnShort['derogations'] =>
  derogations
    .filter(({ status }) => status !== 'expired')
    .map(({ regime, article, until, status }) => ({ regime, article, until, status }))

type Documents = CnResponse['meta']['documents']

const documentsOf = (documents: Documents): CnShort['documents'] =>
  documents.map(({ code, regime, article, directions, purpose, asked_in_taric }) => ({
    code,
    regime,
    article,
    directions,
    purpose,
    asked_in_taric,
  }))

function remainingPart({ meta, scope }: CnResponse, general: readonly string[]) {
  const { goods, name, contract, uncoded, returned, total } = meta
  return {
    uncoded,
    ...(contract && { contract }),
    ...(goods && {
      goods: goods
        .slice(0, GOODS_SHOWN)
        .map(({ code, name, restricted, kind, extent }) => ({ code, name, restricted, kind, extent })),
    }),
    warnings: scope.warnings.filter((warning) => !general.includes(warning)),
    meta: { returned, total, ...(name && { name }), ...(goods && { goods: goods.length }) },
  }
}

/** The short form of a lookup, which carries what a batch says once for all its items. */
export const shortLookupOf = (response: CnResponse): CnShortLookup => ({
  ...shortOf(response, []),
  dataset: response.meta.dataset,
  as_of: response.scope.as_of,
  disclaimer: response.disclaimer,
})

const matchOf = (result: CnResult): CnMatch => ({
  cn_code: result.cn_code,
  regime: result.regime.code,
  country: result.regime.target_country_code,
  annex: result.annex,
  article: result.article,
  type: result.restriction.type,
  direction: result.restriction.direction,
  label: result.restriction.label,
  condition: result.restriction.condition,
  thresholds: result.thresholds,
  partial_entry: result.partial_entry,
  partial_by: result.partial_by,
  except_codes: result.except_codes,
  listed_as: result.listed_as,
  has_exemptions: result.has_exemptions,
  valid_from: result.valid_from,
  valid_to: result.valid_to,
  in_force: result.in_force,
  basis: result.basis,
  data_quality: result.data_quality,
  covers_query: result.covers_query,
  eur_lex_url: result.eur_lex_url,
})
