import assert from 'node:assert/strict'
import { test } from 'node:test'
import Schema from 'typebox/schema'
import { outlineOf } from './outline.ts'
import { AnswerSchema, ListSchema, MadeReceiptSchema, VerifiedReceiptSchema } from './schemas.ts'

interface Outline {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required: readonly string[]
  readonly additionalProperties?: unknown
}
const outline = (schema: object) => outlineOf(schema) as Outline

test('tells of a result its fields with their kinds, enums in full, and which are always there', () => {
  const { properties, required, additionalProperties } = outline(AnswerSchema)
  assert.deepEqual(Object.keys(properties), Object.keys(AnswerSchema.properties))
  assert.deepEqual(properties.verdict, { enum: ['restricted', 'no_match'] })
  assert.deepEqual(properties.has_prohibition, { type: 'boolean' })
  assert.deepEqual(properties.winddowns, { type: 'array' })
  assert.deepEqual(properties.cn_name, { type: ['string', 'null'] }, 'something or null')
  assert.deepEqual(properties.next_offset, { type: ['integer', 'null'] })
  assert.ok(required.includes('assessment') && !required.includes('deal'), 'only a deal has findings')
  assert.equal(additionalProperties, undefined, 'a field may be added')
})

test('is short and without prose, and every kind is one of JSON Schema', () => {
  for (const schema of [AnswerSchema, ListSchema, MadeReceiptSchema, VerifiedReceiptSchema]) {
    const text = JSON.stringify(outlineOf(schema))
    assert.doesNotMatch(text, /description/)
    assert.ok(text.length < JSON.stringify(schema).length / 2)
    for (const [name, { type, enum: values }] of Object.entries(outline(schema).properties)) {
      const kinds = [type].flat()
      const isKind = kinds.every((one) => /^(string|integer|number|boolean|object|array|null)$/.test(String(one)))
      assert.ok(values !== undefined || isKind, `${name}: ${type}`)
    }
  }
})

test('holds what the whole schema holds, and refuses another verdict or kind', () => {
  const check = Schema.Compile(outlineOf(VerifiedReceiptSchema))
  const unread = { conclusion: 'unconfirmed', disclaimer: 'Information, not legal or customs advice.' }
  assert.ok(check.Check(unread) && check.Check({ ...unread, later: true }))
  assert.ok(!check.Check({ ...unread, conclusion: 'allowed' }))
  assert.ok(!check.Check({ ...unread, says: 'text' }))
  assert.ok(!check.Check({ conclusion: 'confirmed' }), 'a disclaimer is always there')
})
