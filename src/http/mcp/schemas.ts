import Type, { type Static } from 'typebox'
import { DatasetSchema } from '../../answer/dataset-response.ts'
import { CnResponseSchema, CnResultSchema } from '../../answer/response.ts'
import { CnMatchSchema, CnShortLookupSchema, CnShortSchema } from '../../answer/short-response.ts'
import { exactObject } from '../../terms/exact.ts'
import { BatchRequestSchema } from '../input/batch-body.ts'
import { LIST_CALL_ITEMS } from '../input/bounds.ts'
import { FailedItemSchema } from '../openapi/batch-schemas.ts'
import { ChangesSchema } from '../openapi/changes.ts'
import { ProblemSchema } from '../openapi/problem.ts'

/** The results of the tools, put together from the schemas of the API. */

const { scope, winddowns, derogations } = CnResponseSchema.properties
const regime = scope.properties.regimes.items.properties
const onRequest = scope.properties.on_request.items.properties
const control = scope.properties.controls.items.properties
const short = CnShortSchema.properties
const match = CnMatchSchema.properties
const assessment = short.assessment.properties
const Count = Type.Integer({ minimum: 0 })

/** What was looked at. The warnings of an answer say what could not be. */
const ScopeInShortSchema = exactObject({
  cn_year: scope.properties.cn_year,
  regimes: Type.Array(
    exactObject({
      code: regime.code,
      legal_act: regime.legal_act,
      eur_lex_url: Type.String({ format: 'uri', description: 'the consolidated text' }),
      source_version: regime.source_version,
      complete_from: regime.complete_from,
      pending_acts: regime.pending_acts,
      uncoded_lists: Type.Integer({
        description:
          'lists of goods without codes (technical, military, dual-use), which no code can answer; about_dataset names them',
      }),
    }),
  ),
  not_checked: Type.Array(exactObject({ code: onRequest.code, text: onRequest.text }), {
    description: 'regimes that were not asked about',
  }),
  controls: Type.Optional(
    Type.Array(
      exactObject({
        kind: control.kind,
        name: control.name,
        direction: control.direction,
        legal_act: control.legal_act,
      }),
      { description: 'controls that are no sanctions and that TARIC flags on the code; none listed proves nothing' },
    ),
  ),
})
export type ScopeInShort = Static<typeof ScopeInShortSchema>

const NextOffset = (more: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `give it as \`offset\` for ${more}; null: there are no more`,
  })

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

const FindingInShort = exactObject({
  kind: short.deal.properties.findings.items.properties.kind,
  regime: short.deal.properties.findings.items.properties.regime,
  article: short.deal.properties.findings.items.properties.article,
})

const SofteningSchema = exactObject(
  {
    exemptions: Type.Union([Count, Type.Null()], { description: 'null: there are some, not counted here' }),
    winddowns: Count,
    derogations: Count,
    nearest_last_day: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
  },
  { description: 'how much may lift or soften a ban' },
)

export type Softening = Static<typeof SofteningSchema>

const CheckedItemSchema = exactObject({
  id: Type.String(),
  status: Type.Literal('ok'),
  query: short.query,
  matched_as: short.matched_as,
  verdict: short.verdict,
  has_prohibition: short.has_prohibition,
  assessment: exactObject({ checked: assessment.checked, sentence: assessment.sentence, extent: assessment.extent }),
  cn_name: short.cn_name,
  goods: Type.Optional(
    Type.Array(exactObject({ code: Type.String(), name: Type.String() }), {
      description: 'what a name was taken to mean, the best first, at most two',
    }),
  ),
  confidence: Type.Optional(short.meta.properties.name.properties.confidence),
  softened_by: SofteningSchema,
  findings: Type.Optional(Type.Array(FindingInShort, { description: 'what the deal meets with' })),
  contract: short.contract,
  uncoded: short.uncoded,
  warnings: short.warnings,
  matches: Type.Array(
    exactObject({
      cn_code: match.cn_code,
      regime: match.regime,
      annex: match.annex,
      article: match.article,
      type: match.type,
      direction: match.direction,
      covers_query: match.covers_query,
    }),
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

const whole = CnShortLookupSchema.properties

const NotChecked = Type.Array(Type.String(), { description: 'what could not be checked, and what is pending' })

/** The result of check_list. */
export const ListSchema = exactObject({
  dataset: whole.dataset,
  as_of: whole.as_of,
  disclaimer: whole.disclaimer,
  items: Type.Array(Type.Union([CheckedItemSchema, FailedItemInShort]), { description: 'in the order asked' }),
  sources: Type.Array(
    exactObject({ regime: match.regime, annex: match.annex, article: match.article, eur_lex_url: match.eur_lex_url }),
    { description: 'where the provisions of the matches stand' },
  ),
  warnings: NotChecked,
  scope: ScopeInShortSchema,
  total: Type.Integer({ description: 'items given' }),
  next_offset: NextOffset('further items'),
})
export type ListResult = Static<typeof ListSchema>

const { detail: _, items, ...aboutAll } = BatchRequestSchema.properties

/** An item has the facts of a deal and the regime of its own, as the list has them for all. */
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
  dataset: whole.dataset,
  as_of: whole.as_of,
  warnings: NotChecked,
  disclaimer: whole.disclaimer,
})
export type ChangesResult = Static<typeof ChangesResultSchema>

/** The result of about_dataset. */
export const DatasetResultSchema = exactObject({
  ...DatasetSchema.properties,
  as_of: whole.as_of,
  scope,
  disclaimer: whole.disclaimer,
})
export type DatasetResult = Static<typeof DatasetResultSchema>

const Judged = {
  verdict: short.verdict,
  has_prohibition: short.has_prohibition,
  assessment: exactObject({ checked: assessment.checked, sentence: assessment.sentence, extent: assessment.extent }),
  softened_by: SofteningSchema,
  uncoded: short.uncoded,
}

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
  dataset: whole.dataset,
  as_of: whole.as_of,
  disclaimer: whole.disclaimer,
})
export type TariffResult = Static<typeof TariffSchema>

const OnDaySchema = exactObject({ as_of: whole.as_of, ...Judged, warnings: NotChecked })

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
  dataset: whole.dataset,
  disclaimer: whole.disclaimer,
})
export type Comparison = Static<typeof ComparisonSchema>

/** The result of make_receipt. */
export const MadeReceiptSchema = exactObject({
  receipt: Type.Union([Type.String(), Type.Null()]),
  id: Type.Union([Type.String(), Type.Null()]),
  address: Type.String({ description: 'a receipt of the whole answer, over HTTP' }),
  ...Judged,
  warnings: NotChecked,
  dataset: whole.dataset,
  as_of: whole.as_of,
  disclaimer: whole.disclaimer,
})
export type MadeReceipt = Static<typeof MadeReceiptSchema>

const Value = Type.Union([Type.String(), Type.Null()])

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
  disclaimer: whole.disclaimer,
})
export type VerifiedReceipt = Static<typeof VerifiedReceiptSchema>
