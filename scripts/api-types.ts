import { CheckedFullSchema, CheckedShortSchema } from '../src/answer/response/batch-response.ts'
import { DatasetSchema } from '../src/answer/response/dataset-response.ts'
import { CnResponseSchema, CnResultSchema } from '../src/answer/response/response.ts'
import { CnMatchSchema, CnShortLookupSchema } from '../src/answer/response/short-response.ts'
import { SuggestionsSchema } from '../src/answer/response/suggest-response.ts'
import { ChangesSchema } from '../src/http/changes/schemas.ts'
import { ProblemSchema } from '../src/http/kernel/problem/problem-schema.ts'
import { ListItemSchema } from '../src/http/lists/list-body.ts'
import { ListChangesSchema, ListPageSchema, ListSchema } from '../src/http/lists/list-schemas.ts'
import { BatchResponseSchema, FailedItemSchema } from '../src/http/lookup/batch-schemas.ts'
import { JwksSchema, ReceiptSchema } from '../src/http/receipts/schemas.ts'
import {
  DeliveriesSchema,
  DeliverySchema,
  NewWebhookSchema,
  ReplayedSchema,
  TestedSchema,
  WebhookSchema,
  WebhooksSchema,
} from '../src/http/webhooks/schemas.ts'

const full = CnResponseSchema.properties
const short = CnShortLookupSchema.properties
/** The schema of an object that may be missing or null. */
const inside = (schema: object): object => (schema as Schema).anyOf?.find(({ properties }) => properties) ?? schema

/** The schemas of the API that the client has types for, by the name of the type. A schema inside another is named too. */
const SCHEMAS: Readonly<Record<string, object>> = {
  CnResponse: CnResponseSchema,
  CnResult: CnResultSchema,
  Assessment: full.assessment,
  Scope: full.scope,
  Deal: inside(full.deal),
  Winddown: full.winddowns.items,
  Derogation: full.derogations.items,
  Meta: full.meta,
  UncodedMeasure: full.meta.properties.uncoded.items,
  Contract: inside(full.meta.properties.contract),
  NameReading: inside(full.meta.properties.name),
  Basis: inside(CnResultSchema.properties.basis),
  Threshold: CnResultSchema.properties.thresholds.items,
  CnShortLookup: CnShortLookupSchema,
  CnMatch: CnMatchSchema,
  ShortWinddown: short.winddowns.items,
  ShortDerogation: short.derogations.items,
  ShortDocument: short.documents.items,
  ShortMeta: short.meta,
  Goods: short.goods.items,
  CheckResponse: BatchResponseSchema,
  CheckedShort: CheckedShortSchema,
  CheckedFull: CheckedFullSchema,
  CheckFailed: FailedItemSchema,
  Suggestions: SuggestionsSchema,
  Suggestion: SuggestionsSchema.properties.suggestions.items,
  Changes: ChangesSchema,
  Change: ChangesSchema.properties.changes.items,
  Dataset: DatasetSchema,
  ListItem: ListItemSchema,
  List: ListSchema,
  ListPage: ListPageSchema,
  ListChanges: ListChangesSchema,
  Webhook: WebhookSchema,
  WebhooksPage: WebhooksSchema,
  NewWebhook: NewWebhookSchema,
  Delivery: DeliverySchema,
  Deliveries: DeliveriesSchema,
  Tested: TestedSchema,
  Replayed: ReplayedSchema,
  Receipt: ReceiptSchema,
  KeySet: JwksSchema,
  Problem: ProblemSchema,
}

/** The JSON Schema keywords that typebox writes for our schemas. */
interface Schema {
  readonly type?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  /** A list of known values that may grow. */
  readonly 'x-extensible-enum'?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

const NAMES = new Map(Object.entries(SCHEMAS).map(([name, schema]) => [schema, name]))

/** `src/client/api-types.ts` written out for the packages: interfaces that need no schema, with the comments of the schemas. */
export function apiTypes(): string {
  const types = Object.entries(SCHEMAS).map(
    ([name, schema]: [string, Schema]) => `${comment(schema, '')}export interface ${name} ${membersOf(schema, '')}\n`,
  )
  return types.join('\n')
}

function typeOf(schema: Schema, indent: string): string {
  const name = NAMES.get(schema)
  if (name !== undefined) return name
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const known = schema['x-extensible-enum']
  if (known) return [...known.map((value) => JSON.stringify(value)), '(string & {})'].join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const { items = {} } = schema
      const item = typeOf(items, indent)
      const isUnion = !NAMES.has(items) && (items.anyOf ?? items.enum ?? []).length > 1
      return isUnion ? `(${item})[]` : `${item}[]`
    }
    case 'object': {
      const [values] = Object.values(schema.patternProperties ?? {})
      return values ? `Record<string, ${typeOf(values, indent)}>` : membersOf(schema, indent)
    }
    default:
      throw new Error(`this script cannot write down ${JSON.stringify(schema)}`)
  }
}

function membersOf({ properties, required = [] }: Schema, indent: string): string {
  if (!properties) throw new Error('an object without properties cannot be written down')
  const inside = `${indent}  `
  const members = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?'
    return `${comment(schema, inside)}${inside}${name}${optional}: ${typeOf(schema, inside)}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

const comment = ({ description }: Schema, indent: string): string =>
  description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '* /')} */\n`
