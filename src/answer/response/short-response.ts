import Type, { type Static } from 'typebox'
import { exactObject } from '../../base/exact.ts'
import { CnResponseSchema, CnResultSchema } from './response.ts'

/** The short form of an answer, for tables: one line for each match, without texts of law. */

const whole = CnResponseSchema.properties
const of = CnResultSchema.properties
const { meta } = whole
const { goods, documents } = meta.properties

export const CnMatchSchema = exactObject({
  cn_code: of.cn_code,
  regime: of.regime.properties.code,
  country: of.regime.properties.target_country_code,
  annex: of.annex,
  article: of.article,
  type: of.restriction.properties.type,
  direction: of.restriction.properties.direction,
  label: of.restriction.properties.label,
  condition: of.restriction.properties.condition,
  thresholds: of.thresholds,
  partial_entry: of.partial_entry,
  partial_by: of.partial_by,
  except_codes: of.except_codes,
  listed_as: of.listed_as,
  has_exemptions: of.has_exemptions,
  valid_from: of.valid_from,
  valid_to: of.valid_to,
  in_force: of.in_force,
  basis: of.basis,
  data_quality: of.data_quality,
  covers_query: of.covers_query,
  eur_lex_url: of.eur_lex_url,
})

export type CnMatch = Static<typeof CnMatchSchema>

export const CnShortSchema = exactObject({
  ...Type.Pick(CnResponseSchema, ['query', 'matched_as', 'verdict', 'has_prohibition', 'assessment']).properties,
  deal: whole.deal,
  cn_exists: whole.cn_exists,
  cn_name: whole.cn_name,
  matches: Type.Array(CnMatchSchema),
  winddowns: Type.Array(
    exactObject(
      Type.Pick(whole.winddowns.items, ['regime', 'article', 'contracts_before', 'until', 'status', 'applies'])
        .properties,
    ),
    { description: 'those that are not over' },
  ),
  derogations: Type.Array(
    exactObject(Type.Pick(whole.derogations.items, ['regime', 'article', 'until', 'status']).properties),
    { description: 'those that are not over' },
  ),
  documents: Type.Array(
    exactObject(
      Type.Pick(documents.items, ['code', 'regime', 'article', 'directions', 'purpose', 'asked_in_taric']).properties,
    ),
    { description: 'TARIC document codes' },
  ),
  uncoded: meta.properties.uncoded,
  contract: meta.properties.contract,
  goods: Type.Optional(
    Type.Array(
      exactObject(Type.Pick(goods.items, ['code', 'name', 'probability', 'restricted', 'kind', 'extent']).properties),
      { description: 'what a name means, best first, at most five' },
    ),
  ),
  warnings: Type.Array(Type.String(), {
    description: 'about this line; what concerns every line stands in the scope of the whole answer',
  }),
  meta: exactObject({
    returned: meta.properties.returned,
    total: meta.properties.total,
    facts: meta.properties.facts,
    name: meta.properties.name,
    goods: Type.Optional(Type.Integer({ description: 'how many goods a name means, shown or not' })),
  }),
})

export type CnShort = Static<typeof CnShortSchema>

/** The short form of a lookup, with what a batch says once for all its items. */
export const CnShortLookupSchema = exactObject({
  ...CnShortSchema.properties,
  dataset: meta.properties.dataset,
  as_of: whole.scope.properties.as_of,
  disclaimer: whole.disclaimer,
})

export type CnShortLookup = Static<typeof CnShortLookupSchema>
