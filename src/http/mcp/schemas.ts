import Type, { type Static } from 'typebox'
import { DatasetSchema } from '../../answer/response/dataset-response.ts'
import { CnResponseSchema, CnResultSchema } from '../../answer/response/response.ts'
import { CnMatchSchema, CnShortLookupSchema, CnShortSchema } from '../../answer/response/short-response.ts'
import { exact, exactObject, orNull } from '../../base/exact.ts'
import { ChangesSchema } from '../changes/schemas.ts'
import { ProblemSchema } from '../kernel/problem/problem-schema.ts'
import { BatchRequestSchema } from '../lookup/batch-body.ts'
import { FailedItemSchema } from '../lookup/batch-schemas.ts'
import { LIST_CALL_ITEMS } from './limits.ts'

/** The results of the tools, put together from the schemas of the API. */

const { scope, winddowns, derogations } = CnResponseSchema.properties
const { regimes, on_request: onRequest, controls } = scope.properties
const short = CnShortSchema.properties
const Count = Type.Integer({ minimum: 0 })

/** What was looked at. The warnings of an answer say what could not be. */
const ScopeInShortSchema = exactObject({
  cn_year: scope.properties.cn_year,
  regimes: Type.Array(
    exactObject({
      ...Type.Pick(regimes.items, ['code', 'legal_act', 'source_version', 'complete_from', 'pending_acts']).properties,
      eur_lex_url: Type.String({ format: 'uri', description: 'the consolidated text' }),
      uncoded_lists: Type.Integer({
        description:
          'lists of goods without codes (technical, military, dual-use), which no code can answer; about_dataset names them',
      }),
    }),
  ),
  not_checked: Type.Array(Type.Pick(onRequest.items, ['code', 'text'], exact), {
    description: 'regimes that were not asked about',
  }),
  controls: Type.Optional(
    Type.Array(Type.Pick(controls.items, ['kind', 'name', 'direction', 'legal_act'], exact), {
      description: 'controls that are no sanctions and that TARIC flags on the code; none listed proves nothing',
    }),
  ),
})
export type ScopeInShort = Static<typeof ScopeInShortSchema>

const NextOffset = (more: string) =>
  orNull(Type.Integer(), { description: `give it as \`offset\` for ${more}; null: there are no more` })

/** The result of check_code and find_product. */
export const AnswerSchema = exactObject({
  ...CnShortLookupSchema.properties,
  exemptions: Type.Array(
    exactObject({ regime: Type.String(), ...CnResultSchema.properties.exemptions.items.properties }),
    { description: 'of the matches shown' },
  ),
  winddowns: Type.Array(exactObject({ ...short.winddowns.items.properties, text: winddowns.items.properties.text }), {
    description: 'those that are not over',
  }),
  derogations: Type.Array(
    exactObject({ ...short.derogations.items.properties, text: derogations.items.properties.text }),
    { description: 'those that are not over' },
  ),
  scope: ScopeInShortSchema,
  next_offset: NextOffset('further matches, without winddowns, documents and derogations, which are about all'),
  cut: exactObject(
    { exemptions: Count, winddowns: Count, documents: Count, derogations: Count },
    {
      description:
        'how many were left out to keep the result small; a longer code, one regime or one direction leaves out less, and the resource of the article has them all',
    },
  ),
})
export type AnswerResult = Static<typeof AnswerSchema>

const FindingInShort = Type.Pick(short.deal.properties.findings.items, ['kind', 'regime', 'article'], exact)

const SofteningSchema = exactObject(
  {
    exemptions: orNull(Count, { description: 'null: there are some, not counted here' }),
    winddowns: Count,
    derogations: Count,
    nearest_last_day: orNull(Type.String({ format: 'date' })),
  },
  { description: 'how much may lift or soften a ban' },
)

export type Softening = Static<typeof SofteningSchema>

const Judged = {
  verdict: short.verdict,
  has_prohibition: short.has_prohibition,
  assessment: Type.Pick(short.assessment, ['checked', 'answer', 'sentence', 'extent'], exact),
  softened_by: SofteningSchema,
  uncoded: short.uncoded,
}
export type Judged = Static<Type.TObject<typeof Judged>>

const CheckedItemSchema = exactObject({
  id: Type.String(),
  status: Type.Literal('ok'),
  ...Type.Pick(CnShortSchema, ['query', 'matched_as', 'cn_name', 'contract', 'warnings']).properties,
  ...Judged,
  goods: Type.Optional(
    Type.Array(exactObject({ code: Type.String(), name: Type.String() }), {
      description: 'what a name was taken to mean, the best first, at most two',
    }),
  ),
  confidence: Type.Optional(short.meta.properties.name.properties.confidence),
  facts: short.meta.properties.facts,
  findings: Type.Optional(Type.Array(FindingInShort, { description: 'what the deal meets with' })),
  matches: Type.Array(
    Type.Pick(CnMatchSchema, ['cn_code', 'regime', 'annex', 'article', 'type', 'direction', 'covers_query'], exact),
    { description: 'the first three; check_code has them all' },
  ),
  total: short.meta.properties.total,
})

const problem = ProblemSchema.properties
const FailedItemInShort = exactObject({
  id: FailedItemSchema.properties.id,
  status: Type.Literal('error'),
  problem: exactObject({ code: Type.String(), detail: problem.detail, suggestions: problem.suggestions }),
})

const { dataset, as_of, disclaimer } = CnShortLookupSchema.properties
const Source = { dataset, as_of, disclaimer }

const NotChecked = Type.Array(Type.String(), { description: 'what could not be checked, and what is pending' })

/** The result of check_list. */
export const ListSchema = exactObject({
  ...Source,
  items: Type.Array(Type.Union([CheckedItemSchema, FailedItemInShort]), { description: 'in the order asked' }),
  sources: Type.Array(Type.Pick(CnMatchSchema, ['regime', 'annex', 'article', 'eur_lex_url'], exact), {
    description: 'where the provisions of the matches stand',
  }),
  warnings: NotChecked,
  scope: ScopeInShortSchema,
  total: Type.Integer({ description: 'items given' }),
  next_offset: NextOffset('further items'),
})
export type ListResult = Static<typeof ListSchema>

const { detail: _, items, ...aboutAll } = BatchRequestSchema.properties

/** An item has facts, the parameters of a deal and the regime of its own, as the list has them for all. */
const ItemSchema = exactObject(
  Object.fromEntries(
    Object.entries(items.items.properties).map(([name, schema]) => {
      const {
        description,
        examples: __,
        ...bare
      } = schema as Type.TSchema & { description?: string; examples?: unknown }
      return [name, name in aboutAll ? bare : { ...bare, description }]
    }),
  ),
  { required: items.items.required },
)

/** The arguments of check_list: those of a batch, fewer items, and where to go on. */
export const ListArgumentsSchema = exactObject({
  ...aboutAll,
  items: Type.Array(ItemSchema, { minItems: 1, maxItems: LIST_CALL_ITEMS }),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, default: 0, description: '`next_offset` of the result before, with the same items' }),
  ),
})

/** The result of list_changes. */
export const ChangesResultSchema = exactObject({
  ...ChangesSchema.properties,
  dataset,
  as_of,
  warnings: NotChecked,
  disclaimer,
})
export type ChangesResult = Static<typeof ChangesResultSchema>

/** The result of about_dataset. */
export const DatasetResultSchema = exactObject({
  ...DatasetSchema.properties,
  as_of,
  scope,
  disclaimer,
})
export type DatasetResult = Static<typeof DatasetResultSchema>

const tree = CnResponseSchema.properties.meta.properties.tree

/** The result of browse_tariff. */
export const TariffSchema = exactObject({
  query: short.query,
  cn_name: short.cn_name,
  ...Judged,
  lines: Type.Array(tree.properties.lines.items, { description: 'below the code, in the order of the tariff' }),
  total: Type.Integer(),
  next_offset: NextOffset('further lines'),
  warnings: NotChecked,
  scope: ScopeInShortSchema,
  ...Source,
})
export type TariffResult = Static<typeof TariffSchema>

const OnDaySchema = exactObject({ as_of, ...Judged, warnings: NotChecked })

/** The result of compare_days. */
export const ComparisonSchema = exactObject({
  query: short.query,
  cn_name: short.cn_name,
  before: OnDaySchema,
  after: OnDaySchema,
  changes: Type.Array(ChangesSchema.properties.changes.items, { description: 'between the two days, oldest first' }),
  total: Type.Integer({ description: 'changes between the two days' }),
  next_offset: NextOffset('further changes'),
  scope: ScopeInShortSchema,
  dataset,
  disclaimer,
})
export type Comparison = Static<typeof ComparisonSchema>

/** The result of make_receipt. */
export const MadeReceiptSchema = exactObject({
  receipt: orNull(Type.String()),
  id: orNull(Type.String()),
  address: Type.String({ description: 'a receipt of the whole answer, over HTTP' }),
  ...Judged,
  warnings: NotChecked,
  ...Source,
})
export type MadeReceipt = Static<typeof MadeReceiptSchema>

const Value = orNull(Type.String())

/** The result of verify_receipt; of a text that is no receipt the conclusion alone. */
export const VerifiedReceiptSchema = exactObject({
  conclusion: Type.Enum(['confirmed', 'other_answer', 'genuine', 'unconfirmed']),
  id: Type.Optional(Type.String()),
  signature: Type.Optional(Type.Enum(['valid', 'invalid', 'key_unknown'])),
  hash: Type.Optional(Type.Enum(['agrees', 'differs'])),
  law: Type.Optional(Type.Enum(['same', 'other', 'missing', 'not_checked'])),
  answer: Type.Optional(Type.Enum(['same_bytes', 'same_content', 'differs', 'not_worked_out'])),
  says: Type.Optional(
    exactObject(
      {
        question: Type.Record(Type.String(), Type.String()),
        sentence: Type.String(),
        issuer: Type.String(),
        signed_at: Type.String({ format: 'date-time' }),
        dataset: Type.String(),
        build: Type.String(),
      },
      { description: 'what the receipt says, if it is genuine' },
    ),
  ),
  differences: Type.Optional(
    Type.Array(exactObject({ path: Type.String(), signed: Value, now: Value }), {
      description: 'between the answer in the receipt and that of this build, at most 20',
    }),
  ),
  disclaimer,
})
export type VerifiedReceipt = Static<typeof VerifiedReceiptSchema>
