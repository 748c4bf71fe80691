import type { Answerer } from '../../answer/answer.ts'
import { CnResponseSchema, CnResultSchema } from '../../answer/response.ts'
import { CnMatchSchema } from '../../answer/short-response.ts'
import { MessageSchema } from '../../webhooks/message.ts'
import {
  CheckedFullSchema,
  CheckedShortSchema,
  CheckFailedSchema,
  CheckRequestSchema,
  CheckResponseSchema,
  checkPaths,
} from './batch.ts'
import { ChangesSchema, changesPaths } from './changes.ts'
import { LEAD_PATHS, LeadSchema } from './lead.ts'
import { DatasetSchema, lookupPaths } from './lookup.ts'
import { operationsPaths } from './operations.ts'
import { HEADERS } from './parts.ts'
import { ProblemSchema } from './problem.ts'
import { TELL_OF_CHANGE, WEBHOOK_PATHS } from './webhooks.ts'

/** The description of the API, made from the schemas that make and check its answers. */
export function describeApi(answerer: Answerer, build: string, publicUrl: string | null): object {
  const day = newestDay(answerer)
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'cn-sanctions',
      version: '1.0.0',
      summary: 'Is this customs code, or this product, covered by EU sanctions against Russia or Belarus?',
      description:
        'Every match with its article, annex, days, exemptions, wind-downs and derogations, in Polish and English. Information, not legal or customs advice: the regulation in the Official Journal and the decision of the customs authority are binding, and `no_match` never means that the trade is allowed. Source: EUR-Lex and the Combined Nomenclature, © European Union, reused under Commission Decision 2011/833/EU.',
      license: { name: 'Proprietary', url: 'https://eur-lex.europa.eu/content/legal-notice/legal-notice.html' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [
      { name: 'lookup', description: 'Codes and names' },
      { name: 'changes', description: 'What changed in the law' },
      { name: 'lead', description: 'Contacts' },
      { name: 'webhooks', description: 'For the holder of a key: where it is told of changes' },
      { name: 'operations', description: 'For those who run it' },
    ],
    security: [{}, { apiKey: [] }, { bearer: [] }],
    paths: {
      ...lookupPaths(answerer, day),
      ...checkPaths(answerer, build, day),
      ...changesPaths(answerer),
      ...WEBHOOK_PATHS,
      ...LEAD_PATHS,
      ...operationsPaths(answerer, build),
    },
    webhooks: { change: { post: TELL_OF_CHANGE } },
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
        WebhookMessage: MessageSchema,
        Problem: ProblemSchema,
        CheckRequest: CheckRequestSchema,
        CheckResponse: CheckResponseSchema,
        CheckedShort: CheckedShortSchema,
        CheckedFull: CheckedFullSchema,
        CheckFailed: CheckFailedSchema,
        CnMatch: CnMatchSchema,
      },
    },
  }
  return withReferences(document)
}

/** The day the newest law came into force: examples do not change with the calendar. */
const newestDay = ({ dataset }: Answerer): string =>
  dataset.regimes
    .map(({ data }) => data.state)
    .toSorted()
    .at(-1) ?? ''

/** A schema that has a name is written once, and referred to elsewhere. */
function withReferences<D extends { components: { schemas: Record<string, object> } }>(document: D): object {
  const names = new Map(Object.entries(document.components.schemas).map(([name, schema]) => [schema, name]))
  const replace = (value: unknown, own: boolean): unknown => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((member) => replace(member, false))
    const name = names.get(value)
    if (name !== undefined && !own) return { $ref: `#/components/schemas/${name}` }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member, false)]))
  }
  const { schemas, ...components } = document.components
  return {
    ...(replace({ ...document, components }, false) as object),
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, replace(schema, true)])),
    },
  }
}
