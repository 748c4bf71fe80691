import type { Answerer } from '../../answer/answer.ts'
import { CheckedFullSchema, CheckedShortSchema } from '../../answer/response/batch-response.ts'
import { DatasetSchema } from '../../answer/response/dataset-response.ts'
import { CnResponseSchema, CnResultSchema } from '../../answer/response/response.ts'
import { CnMatchSchema, CnShortLookupSchema } from '../../answer/response/short-response.ts'
import { ListMessageSchema } from '../../webhooks/list-message.ts'
import { MessageSchema } from '../../webhooks/message.ts'
import { CHANGE_ENDPOINTS } from '../changes/endpoints.ts'
import { ChangesSchema } from '../changes/schemas.ts'
import { AlertSchema } from '../contact/alert-body.ts'
import { CONTACT_ENDPOINTS } from '../contact/endpoints.ts'
import { LeadSchema } from '../contact/lead-body.ts'
import { HEADERS, parametersIn, REQUEST_ID_HEADER } from '../kernel/describe/parts.ts'
import { shareParts } from '../kernel/describe/share.ts'
import { describePaths } from '../kernel/endpoint/describe.ts'
import { ProblemSchema } from '../kernel/problem/problem-schema.ts'
import { LANGUAGE_ONLY } from '../kernel/request/parameters.ts'
import { LIST_ENDPOINTS } from '../lists/endpoints.ts'
import { ListPatchSchema, ListRequestSchema } from '../lists/list-request-body.ts'
import { ListChangesSchema, ListPageSchema, ListSchema } from '../lists/list-schemas.ts'
import { LIST_CHANGED } from '../lists/message-description.ts'
import { BatchRequestSchema } from '../lookup/batch-body.ts'
import { BatchResponseSchema, FailedItemSchema } from '../lookup/batch-schemas.ts'
import { FILE_ENDPOINTS } from '../lookup/dataset-files.ts'
import { LOOKUP_ENDPOINTS } from '../lookup/endpoints.ts'
import { mcpPaths } from '../mcp/mcp-description.ts'
import { operationsPaths } from '../ops/operations-description.ts'
import { RECEIPT_ENDPOINTS } from '../receipts/endpoints.ts'
import { JwksSchema, ReceiptSchema } from '../receipts/schemas.ts'
import { ONE_WEBHOOK_ENDPOINTS, WEBHOOK_ENDPOINTS } from '../webhooks/endpoints.ts'
import { LAW_CHANGED } from '../webhooks/message-description.ts'
import { NewWebhookSchema, WebhookSchema } from '../webhooks/schemas.ts'
import { ReplaySchema, WebhookChangeSchema, WebhookRequestSchema } from '../webhooks/webhook-body.ts'

/** The description of the API, made from the declarations that read its requests and the schemas of its answers. */
export function describeApi(
  answerer: Answerer,
  { build, apiVersion }: { readonly build: string; readonly apiVersion: string },
  publicUrl: string | null,
): object {
  return published({
    openapi: '3.1.0',
    info: {
      title: 'cn-sanctions',
      version: apiVersion,
      summary: 'Is this customs code, or this product, covered by EU sanctions on goods?',
      description:
        'Russia and Belarus are always checked, Iran, North Korea, Syria, Libya, Somalia and parts of Ukraine when a question or a deal names them; for other countries the answer lists controls that a customs code alone cannot decide. In Polish and English. Information, not legal or customs advice: the regulation in the Official Journal and the decision of the customs authority are binding, and `no_match` never means that the trade is allowed. Source: EUR-Lex and the Combined Nomenclature, © European Union, reused under Commission Decision 2011/833/EU.',
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [
      { name: 'lookup', description: 'Codes and names' },
      { name: 'changes', description: 'What changed in the law' },
      { name: 'mcp', description: 'For assistants' },
      { name: 'lead', description: 'Contacts' },
      { name: 'webhooks', description: 'For the holder of a key: where it is told of changes' },
      { name: 'lists', description: 'For the holder of a key: lists that stay checked' },
      { name: 'operations', description: 'For those who run it' },
    ],
    security: [{}, { apiKey: [] }, { bearer: [] }],
    paths: {
      ...describePaths(LOOKUP_ENDPOINTS, answerer),
      ...describePaths(CHANGE_ENDPOINTS, answerer),
      ...mcpPaths(),
      ...describePaths(RECEIPT_ENDPOINTS, answerer),
      ...describePaths(FILE_ENDPOINTS, answerer),
      ...describePaths(WEBHOOK_ENDPOINTS, answerer),
      ...describePaths(LIST_ENDPOINTS, answerer),
      ...describePaths(ONE_WEBHOOK_ENDPOINTS, answerer),
      ...describePaths(CONTACT_ENDPOINTS, answerer),
      ...operationsPaths(answerer, build),
    },
    webhooks: { change: { post: LAW_CHANGED }, list: { post: LIST_CHANGED } },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Issued by the operator; raises the limit.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
        operator: { type: 'http', scheme: 'bearer', description: 'The token the operator has set, for metrics.' },
      },
      headers: HEADERS,
      schemas: {
        CnResponse: CnResponseSchema,
        CnResult: CnResultSchema,
        Changes: ChangesSchema,
        Dataset: DatasetSchema,
        Lead: LeadSchema,
        Alert: AlertSchema,
        WebhookMessage: MessageSchema,
        ListMessage: ListMessageSchema,
        List: ListSchema,
        ListRequest: ListRequestSchema,
        ListPatch: ListPatchSchema,
        ListPage: ListPageSchema,
        ListChanges: ListChangesSchema,
        WebhookRequest: WebhookRequestSchema,
        WebhookChange: WebhookChangeSchema,
        WebhookReplay: ReplaySchema,
        Problem: ProblemSchema,
        CheckRequest: BatchRequestSchema,
        CheckResponse: BatchResponseSchema,
        CheckedShort: CheckedShortSchema,
        CheckedFull: CheckedFullSchema,
        CheckFailed: FailedItemSchema,
        CnMatch: CnMatchSchema,
        CnShort: CnShortLookupSchema,
        Assessment: CnResponseSchema.properties.assessment,
        Scope: CnResponseSchema.properties.scope,
        Receipt: ReceiptSchema,
        Webhook: WebhookSchema,
        NewWebhook: NewWebhookSchema,
        Jwks: JwksSchema,
      },
    },
  })
}

type Member = Readonly<Record<string, unknown>>

/**
 * The document as callers are given it.
 * - What it has several times is written once.
 * - What is answered may grow, so only requests are closed. A field of a request that has a default may be left out, but
 *   some generators require every field with a `default`, so that it stands in the description.
 * - Every address of the API takes `lang`, and every answer has its number.
 */
function published<D extends { components: { schemas: Record<string, object> }; paths: object }>(document: D): object {
  const names = new Map(Object.entries(document.components.schemas).map(([name, schema]) => [schema, name]))
  const replace = (value: unknown, isRequest: boolean, own = false): unknown => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((member) => replace(member, isRequest))
    const name = names.get(value)
    if (name !== undefined && !own) return { $ref: `#/components/schemas/${name}` }
    const { additionalProperties, default: otherwise, ...rest } = value as Member
    const isSchema = typeof rest.type === 'string' || rest.anyOf !== undefined
    const told = isRequest && isSchema && typeof otherwise === 'string'
    return {
      ...Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, replace(member, isRequest)])),
      ...(told && { description: [rest.description, `\`${otherwise}\` by default`].filter(Boolean).join('; ') }),
      ...(otherwise !== undefined && !told && { default: replace(otherwise, isRequest) }),
      ...(additionalProperties !== undefined &&
        (isRequest || additionalProperties !== false) && {
          additionalProperties: replace(additionalProperties, isRequest),
        }),
    }
  }
  const { schemas, ...components } = document.components
  const paths = replace(document.paths, false) as Record<string, Record<string, Operation>>
  for (const [path, operations] of Object.entries(paths)) {
    for (const operation of Object.values(operations)) {
      const { parameters = [], responses } = operation
      if (path.startsWith('/api/') && !parameters.some(({ name }) => name === 'lang'))
        operation.parameters = [...parameters, ...parametersIn(LANGUAGE_ONLY)]
      // What Node's parser refuses has no number.
      for (const [status, response] of Object.entries(responses).filter(([status]) => status !== '431'))
        responses[status] = { ...response, headers: { ...(response.headers as object), ...REQUEST_ID_HEADER } }
    }
  }
  const bodies = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ requestBody = [] }) => requestBody),
  )
  const requests = new Set(bodies.map(({ content }) => content['application/json'].schema.$ref))
  return shareParts({
    ...(replace({ ...document, paths: null, components }, false) as object),
    paths,
    components: {
      ...components,
      parameters: {},
      responses: {},
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [
          name,
          replace(schema, requests.has(`#/components/schemas/${name}`), true),
        ]),
      ) as Record<string, Member>,
    },
  })
}

interface Operation {
  parameters?: readonly { readonly name: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Member } } }
  readonly responses: Record<string, Member>
}
