// The types of the API, from its schemas. The packages have them written out instead (scripts/api-types.ts), so that whoever
// installs one needs none of the schemas.
import type { Static, TSchema } from 'typebox'
import type { CheckedFullSchema, CheckedShortSchema } from '../answer/response/batch-response.ts'
import type { DatasetSchema } from '../answer/response/dataset-response.ts'
import type { CnResponseSchema, CnResultSchema } from '../answer/response/response.ts'
import type { CnMatchSchema, CnShortLookupSchema } from '../answer/response/short-response.ts'
import type { SuggestionsSchema } from '../answer/response/suggest-response.ts'
import type { ChangesSchema } from '../http/changes/schemas.ts'
import type { ProblemSchema } from '../http/kernel/problem/problem-schema.ts'
import type { ListItemSchema } from '../http/lists/list-body.ts'
import type { ListChangesSchema, ListPageSchema, ListSchema } from '../http/lists/list-schemas.ts'
import type { BatchResponseSchema, FailedItemSchema } from '../http/lookup/batch-schemas.ts'
import type { JwksSchema, ReceiptSchema } from '../http/receipts/schemas.ts'
import type {
  DeliveriesSchema,
  DeliverySchema,
  NewWebhookSchema,
  ReplayedSchema,
  TestedSchema,
  WebhookSchema,
  WebhooksSchema,
} from '../http/webhooks/schemas.ts'

/** Days are branded inside the service and plain texts outside. */
type Plain<T> = T extends string
  ? string extends T
    ? string
    : T extends `${infer Word}`
      ? Word
      : string
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T
type Of<Schema extends TSchema> = Plain<Static<Schema>>

export type CnResponse = Of<typeof CnResponseSchema>
export type CnResult = Of<typeof CnResultSchema>
export type Assessment = CnResponse['assessment']
export type Scope = CnResponse['scope']
export type Deal = NonNullable<CnResponse['deal']>
export type Winddown = CnResponse['winddowns'][number]
export type Derogation = CnResponse['derogations'][number]
export type Meta = CnResponse['meta']
export type UncodedMeasure = Meta['uncoded'][number]
export type Contract = NonNullable<Meta['contract']>
export type NameReading = NonNullable<Meta['name']>
export type Basis = CnResult['basis']
export type Threshold = CnResult['thresholds'][number]
export type CnShortLookup = Of<typeof CnShortLookupSchema>
export type CnMatch = Of<typeof CnMatchSchema>
export type ShortWinddown = CnShortLookup['winddowns'][number]
export type ShortDerogation = CnShortLookup['derogations'][number]
export type ShortDocument = CnShortLookup['documents'][number]
export type ShortMeta = CnShortLookup['meta']
export type Goods = NonNullable<CnShortLookup['goods']>[number]
export type CheckResponse = Of<typeof BatchResponseSchema>
export type CheckedShort = Of<typeof CheckedShortSchema>
export type CheckedFull = Of<typeof CheckedFullSchema>
export type CheckFailed = Of<typeof FailedItemSchema>
export type Suggestions = Of<typeof SuggestionsSchema>
export type Suggestion = Suggestions['suggestions'][number]
export type Changes = Of<typeof ChangesSchema>
export type Change = Changes['changes'][number]
export type Dataset = Of<typeof DatasetSchema>
export type ListItem = Of<typeof ListItemSchema>
export type List = Of<typeof ListSchema>
export type ListPage = Of<typeof ListPageSchema>
export type ListChanges = Of<typeof ListChangesSchema>
export type Webhook = Of<typeof WebhookSchema>
export type WebhooksPage = Of<typeof WebhooksSchema>
export type NewWebhook = Of<typeof NewWebhookSchema>
export type Delivery = Of<typeof DeliverySchema>
export type Deliveries = Of<typeof DeliveriesSchema>
export type Tested = Of<typeof TestedSchema>
export type Replayed = Of<typeof ReplayedSchema>
export type Receipt = Of<typeof ReceiptSchema>
export type KeySet = Of<typeof JwksSchema>
export type Problem = Of<typeof ProblemSchema>
