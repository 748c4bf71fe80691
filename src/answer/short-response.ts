import Type, { type Static } from 'typebox'
import { exactObject } from '../terms/exact.ts'
import { CnResponseSchema, CnResultSchema } from './response.ts'

/** The short form of an answer, for tables: one line for each match, without texts of law. */

const whole = CnResponseSchema.properties
const of = CnResultSchema.properties
const winddown = whole.winddowns.items.properties
const derogation = whole.derogations.items.properties
const { meta } = whole
const good = meta.properties.goods.items.properties
const document = meta.properties.documents.items.properties

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
  query: whole.query,
  matched_as: whole.matched_as,
  verdict: whole.verdict,
  has_prohibition: whole.has_prohibition,
  assessment: whole.assessment,
  deal: whole.deal,
  cn_exists: whole.cn_exists,
  cn_name: whole.cn_name,
  matches: Type.Array(CnMatchSchema),
  winddowns: Type.Array(
    exactObject({
      regime: winddown.regime,
      article: winddown.article,
      contracts_before: winddown.contracts_before,
      until: winddown.until,
      status: winddown.status,
      applies: winddown.applies,
    }),
    { description: 'those that are not over' },
  ),
  derogations: Type.Array(
    exactObject({
      regime: derogation.regime,
      article: derogation.article,
      until: derogation.until,
      status: derogation.status,
    }),
    { description: 'those that are not over' },
  ),
  documents: Type.Array(
    exactObject({
      code: document.code,
      regime: document.regime,
      article: document.article,
      directions: document.directions,
      purpose: document.purpose,
      asked_in_taric: document.asked_in_taric,
    }),
    { description: 'TARIC document codes' },
  ),
  uncoded: meta.properties.uncoded,
  contract: meta.properties.contract,
  goods: Type.Optional(
    Type.Array(
      exactObject({
        code: good.code,
        name: good.name,
        probability: good.probability,
        restricted: good.restricted,
        kind: good.kind,
        extent: good.extent,
      }),
      { description: 'what a name means, best first, at most five' },
    ),
  ),
  warnings: Type.Array(Type.String(), {
    description: 'about this line; what concerns every line stands in the scope of the whole answer',
  }),
  meta: exactObject({
    returned: meta.properties.returned,
    total: meta.properties.total,
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
