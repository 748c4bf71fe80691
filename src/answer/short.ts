import Type, { type Static } from 'typebox'
import { type CnResponse, CnResponseSchema, type CnResult, CnResultSchema } from './response.ts'

/** The answer in the form a table needs: a line for each match, and no texts of law. */

const exact = { additionalProperties: false } as const
const whole = CnResponseSchema.properties
const of = CnResultSchema.properties
const winddown = whole.winddowns.items.properties
const derogation = whole.derogations.items.properties
const { meta } = whole
const good = meta.properties.goods.items.properties

const GOODS_SHOWN = 5

export const CnMatchSchema = Type.Object(
  {
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
    listed_as: of.listed_as,
    has_exemptions: of.has_exemptions,
    valid_from: of.valid_from,
    valid_to: of.valid_to,
    in_force: of.in_force,
    data_quality: of.data_quality,
    eur_lex_url: of.regime.properties.eur_lex_url,
  },
  exact,
)
type CnMatch = Static<typeof CnMatchSchema>

export const CnShortSchema = Type.Object(
  {
    query: whole.query,
    matched_as: whole.matched_as,
    verdict: whole.verdict,
    has_prohibition: whole.has_prohibition,
    cn_exists: whole.cn_exists,
    cn_name: whole.cn_name,
    matches: Type.Array(CnMatchSchema),
    winddowns: Type.Array(
      Type.Object(
        {
          regime: winddown.regime,
          article: winddown.article,
          contracts_before: winddown.contracts_before,
          until: winddown.until,
          status: winddown.status,
          applies: winddown.applies,
        },
        exact,
      ),
      { description: 'those that are not over' },
    ),
    derogations: Type.Array(
      Type.Object({ regime: derogation.regime, article: derogation.article, until: derogation.until }, exact),
    ),
    goods: Type.Optional(
      Type.Array(Type.Object({ code: good.code, name: good.name, restricted: good.restricted }, exact), {
        description: 'what a name means, best first, at most five',
      }),
    ),
    warnings: Type.Array(Type.String(), {
      description: 'about this line; what concerns every line stands in the scope of the whole answer',
    }),
    meta: Type.Object(
      {
        returned: meta.properties.returned,
        total: meta.properties.total,
        goods: Type.Optional(Type.Integer({ description: 'how many goods a name means, shown or not' })),
      },
      exact,
    ),
  },
  exact,
)
export type CnShort = Static<typeof CnShortSchema>

/** `general` are the warnings that the whole list has in common. */
export function shortOf(response: CnResponse, general: readonly string[]): CnShort {
  const { query, matched_as, verdict, has_prohibition, cn_exists, cn_name, results, winddowns, derogations } = response
  const { goods, returned, total } = response.meta
  return {
    query,
    matched_as,
    verdict,
    has_prohibition,
    cn_exists,
    cn_name,
    matches: results.map(matchOf),
    winddowns: winddowns
      .filter(({ status }) => status !== 'expired')
      .map(({ regime, article, contracts_before, until, status, applies }) => ({
        regime,
        article,
        contracts_before,
        until,
        status,
        applies,
      })),
    derogations: derogations.map(({ regime, article, until }) => ({ regime, article, until })),
    ...(goods && {
      goods: goods.slice(0, GOODS_SHOWN).map(({ code, name, restricted }) => ({ code, name, restricted })),
    }),
    warnings: response.scope.warnings.filter((warning) => !general.includes(warning)),
    meta: { returned, total, ...(goods && { goods: goods.length }) },
  }
}

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
  listed_as: result.listed_as,
  has_exemptions: result.has_exemptions,
  valid_from: result.valid_from,
  valid_to: result.valid_to,
  in_force: result.in_force,
  data_quality: result.data_quality,
  eur_lex_url: result.regime.eur_lex_url,
})
