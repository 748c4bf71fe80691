import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import Type, { type TSchema } from 'typebox'
import { exactObject } from '../../../base/exact.ts'
import { LeadSchema } from '../../contact/lead-body.ts'
import { ListItemSchema } from '../../lists/list-body.ts'
import { ListPatchSchema, ListRequestSchema } from '../../lists/list-request-body.ts'
import { BatchItemSchema, BatchRequestSchema } from '../../lookup/batch-body.ts'
import {
  ReplayIdsSchema,
  ReplaySinceSchema,
  WebhookChangeSchema,
  WebhookRequestSchema,
} from '../../webhooks/webhook-body.ts'
import { PROBLEM } from './problem-keyword.ts'
import { PROBLEMS } from './problems.ts'
import { readBySchema } from './read-by-schema.ts'

const told = (schema: TSchema, value: unknown): string[] => {
  const read = readBySchema(schema, value)
  return 'problems' in read ? read.problems.map(({ code, pointer }) => `${code} ${pointer}`) : []
}

const Form = exactObject(
  {
    name: Type.String({ maxLength: 3, [PROBLEM]: { type: 'item_invalid', maxLength: 'q_too_long' } }),
    day: Type.Optional(Type.String({ format: 'date', [PROBLEM]: { type: 'item_invalid', else: null } })),
    note: Type.Optional(Type.Union([Type.String({ [PROBLEM]: 'field_invalid' }), Type.Null()])),
  },
  { [PROBLEM]: { type: 'body_invalid', additionalProperties: 'field_unknown' } },
)

test('each place that does not fit is told once, unknown fields first, then in the order of the schema', () => {
  assert.deepEqual(told(Form, { name: 'abc', note: null }), [])
  assert.deepEqual(told(Form, []), ['body_invalid '])
  assert.deepEqual(told(Form, { note: 1, day: 2, name: 'abcd', 'a/b~c': 1 }), [
    'field_unknown /a~1b~0c',
    'q_too_long /name',
    'item_invalid /day',
    'field_invalid /note',
  ])
})

test('a list with too many members is refused without a look at them', () => {
  const many = Type.Array(Type.String(), {
    maxItems: 3,
    [PROBLEM]: { maxItems: 'items_too_many', else: 'item_invalid' },
  })
  const members = new Proxy(new Array(5), {
    get: (list, field) => {
      if (field === '0' || field === '4') throw new Error('looked at')
      return Reflect.get(list, field)
    },
  })
  assert.deepEqual(told(many, members), ['items_too_many '])
  assert.deepEqual(told(many, [1]), ['item_invalid '])
})

test('what somebody else tells is no problem here', () => {
  assert.deepEqual(told(Form, { name: 'abc', day: 'tomorrow' }), [])
})

test('a schema that does not say what a wrong value is told as is a mistake of ours', () => {
  assert.throws(() => told(Form, {}), /a schema without a problem for "required" at/)
  assert.throws(() => told(Type.String(), 7), /a schema without a problem/)
})

const SCHEMAS: readonly TSchema[] = [
  BatchRequestSchema,
  BatchItemSchema,
  ListRequestSchema,
  ListItemSchema,
  ListPatchSchema,
  WebhookRequestSchema,
  WebhookChangeSchema,
  ReplayIdsSchema,
  ReplaySinceSchema,
  LeadSchema,
]

test('whatever a body holds, it is taken or told with problems that everybody can look up', () => {
  const value = fc.oneof(fc.constantFrom<unknown>('RU', 'x'.repeat(3_000), '2026-11-15', 7, null), fc.jsonValue())
  for (const schema of SCHEMAS) {
    const { properties } = schema as unknown as { properties: object }
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...Object.keys(properties), 'other'), value))
    let refused = 0
    fc.assert(
      fc.property(body, (any) => {
        const read = readBySchema(schema, any)
        if (!('problems' in read)) return
        refused++
        for (const { code } of read.problems) assert.ok(Object.hasOwn(PROBLEMS, code), code)
        const places = read.problems.map(({ pointer }) => pointer)
        assert.equal(new Set(places).size, places.length)
      }),
    )
    assert.ok(refused > 0)
  }
})
