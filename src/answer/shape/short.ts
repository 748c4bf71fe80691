import type { CnResponse, CnResult } from '../response/response.ts'
import type { CnMatch, CnShort, CnShortLookup } from '../response/short-response.ts'

const GOODS_SHOWN = 5

/** The short form of an answer, for tables. `general` are warnings that the whole batch has in common and that are left out here. */
export function shortOf(response: CnResponse, general: readonly string[]): CnShort {
  const { meta, scope, winddowns, derogations } = response
  const { facts, goods, name, contract, uncoded, returned, total, documents } = meta
  return {
    query: response.query,
    matched_as: response.matched_as,
    verdict: response.verdict,
    has_prohibition: response.has_prohibition,
    assessment: response.assessment,
    ...(response.deal && { deal: response.deal }),
    cn_exists: response.cn_exists,
    cn_name: response.cn_name,
    matches: response.results.map(matchOf),
    winddowns: winddowns.filter(isNotOver).map(({ regime, article, contracts_before, until, status, applies }) => ({
      regime,
      article,
      contracts_before,
      until,
      status,
      applies,
    })),
    derogations: derogations
      .filter(isNotOver)
      .map(({ regime, article, until, status }) => ({ regime, article, until, status })),
    documents: documents.map(({ code, regime, article, directions, purpose, asked_in_taric }) => ({
      code,
      regime,
      article,
      directions,
      purpose,
      asked_in_taric,
    })),
    uncoded,
    ...(contract && { contract }),
    ...(goods && {
      goods: goods.slice(0, GOODS_SHOWN).map(({ code, name, probability, restricted, kind, extent }) => ({
        ...{ code, name, probability, restricted, kind, extent },
      })),
    }),
    warnings: scope.warnings.filter((warning) => !general.includes(warning)),
    meta: { returned, total, ...(facts && { facts }), ...(name && { name }), ...(goods && { goods: goods.length }) },
  }
}

const isNotOver = ({ status }: { readonly status: string }): boolean => status !== 'expired'

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
