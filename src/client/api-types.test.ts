import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { apiTypes } from '../../scripts/api-types.ts'
import type { CheckedFullSchema, CheckedShortSchema } from '../answer/batch-response.ts'
import type { DatasetSchema } from '../answer/dataset-response.ts'
import type { CnResponseSchema } from '../answer/response.ts'
import type { CnShortLookupSchema } from '../answer/short-response.ts'
import type { SuggestionsSchema } from '../answer/suggest-response.ts'
import type { ListItemSchema } from '../http/input/list-body.ts'
import type { BatchResponseSchema, FailedItemSchema } from '../http/openapi/batch-schemas.ts'
import type { ListChangesSchema, ListPageSchema, ListSchema } from '../http/openapi/list-schemas.ts'
import type { NewWebhookSchema, ReplayedSchema, TestedSchema } from '../http/openapi/own-webhooks.ts'
import type { ProblemSchema } from '../http/openapi/problem.ts'
import type { JwksSchema, ReceiptSchema } from '../http/openapi/receipts.ts'
import type { DeliveriesSchema, WebhooksSchema } from '../http/openapi/webhooks.ts'
import type * as Api from './api-types.ts'

test('the types of the client are those of the schemas', () => {
  const written = readFileSync(join(import.meta.dirname, 'api-types.ts'), 'utf8')
  assert.equal(written, apiTypes(), 'run `npm run api-types` and commit what it writes')
})

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

/** Fails to compile unless either type can stand for the other. */
type Same<A extends B, B extends C, C = A> = [A, B, C]

export type SameTypes = [
  Same<Plain<Static<typeof CnResponseSchema>>, Api.CnResponse>,
  Same<Plain<Static<typeof CnShortLookupSchema>>, Api.CnShortLookup>,
  Same<Plain<Static<typeof CheckedShortSchema>>, Api.CheckedShort>,
  Same<Plain<Static<typeof CheckedFullSchema>>, Api.CheckedFull>,
  Same<Plain<Static<typeof FailedItemSchema>>, Api.CheckFailed>,
  Same<Plain<Static<typeof BatchResponseSchema>>, Api.CheckResponse>,
  Same<Plain<Static<typeof SuggestionsSchema>>, Api.Suggestions>,
  Same<Plain<Static<typeof DatasetSchema>>, Api.Dataset>,
  Same<Plain<Static<typeof ListItemSchema>>, Api.ListItem>,
  Same<Plain<Static<typeof ListSchema>>, Api.List>,
  Same<Plain<Static<typeof ListPageSchema>>, Api.ListPage>,
  Same<Plain<Static<typeof ListChangesSchema>>, Api.ListChanges>,
  Same<Plain<Static<typeof WebhooksSchema>>, Api.WebhooksPage>,
  Same<Plain<Static<typeof NewWebhookSchema>>, Api.NewWebhook>,
  Same<Plain<Static<typeof DeliveriesSchema>>, Api.Deliveries>,
  Same<Plain<Static<typeof TestedSchema>>, Api.Tested>,
  Same<Plain<Static<typeof ReplayedSchema>>, Api.Replayed>,
  Same<Plain<Static<typeof ReceiptSchema>>, Api.Receipt>,
  Same<Plain<Static<typeof JwksSchema>>, Api.KeySet>,
  Same<Plain<Static<typeof ProblemSchema>>, Api.Problem>,
]

test('the client imports nothing but its neighbours, and uses nothing that only Node has', () => {
  for (const file of globSync('*.ts', { cwd: import.meta.dirname })) {
    if (file.endsWith('.test.ts')) continue
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    for (const [, target = ''] of source.matchAll(/(?: from |\bimport\(|^import )'([^']+)'/gm))
      assert.match(target, /^\.\/[\w-]+\.ts$/)
    assert.doesNotMatch(source, /\b(?:process|Buffer|require|setImmediate|NodeJS)\b/, file)
  }
})
