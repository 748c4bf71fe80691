import { dealParameters } from '../../answer/deal/read-deal.ts'
import { oneOf, type Parameter } from '../../answer/parameters.ts'
import { DETAILS, lookupParameters } from '../../answer/question.ts'
import { buildCountries } from '../../law/build/countries.ts'
import type { DealField } from '../../terms/law-vocabulary.ts'

/**
 * The fields of a batch are parameters of the lookup: declared there once, read here and described to callers. The names
 * of the fields are also told by the problems of a batch.
 */

export const ITEMS_AT_MOST = 500

/** For items that name none of their own. Whether the countries exist and fit together is told of each item. */
export const DEAL_PARAMETERS = dealParameters(buildCountries(null)) satisfies Record<DealField, Parameter<unknown>>

/** What all items have in common, besides their deal. */
export const batchParameters = (regimes: readonly string[]) => {
  const { lang, as_of, regime } = lookupParameters(regimes)
  const detail = oneOf(DETAILS, 'short', 'detail_unknown', 'full: all fields of a lookup for each item')
  return { lang, as_of, detail, regime }
}

const { q, contract_date, direction, regime } = lookupParameters([])
/** The parameters of one item; their values are understood with those of the batch. */
export const ITEM_PARAMETERS = { q, contract_date, direction, regime, ...DEAL_PARAMETERS }

/** The parameters of one item of a stored list, which is screened on days to come. */
export const LIST_ITEM_PARAMETERS = { q, ...DEAL_PARAMETERS }

export const BATCH_FIELDS: readonly string[] = [
  ...Object.keys(batchParameters([])),
  ...Object.keys(DEAL_PARAMETERS),
  'items',
]
export const ITEM_FIELDS: readonly string[] = ['id', ...Object.keys(ITEM_PARAMETERS)]
export const LIST_ITEM_FIELDS: readonly string[] = ['id', ...Object.keys(LIST_ITEM_PARAMETERS)]
