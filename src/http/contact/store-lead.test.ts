import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { schemaErrors } from '../../law/read/compiled-schema.ts'
import { MAX_SCHEMA_ERRORS } from '../../law/read/read-yaml.ts'
import { LeadSchema } from './lead-body.ts'
import { LEAD_BODY } from './limits.ts'
import { readLead } from './store-lead.ts'

const EMAIL = 'anna@example.com'
const lengthOf = (text: string): number => [...text].length

/** The bounds of a field as the contract has them, said once more without a schema. */
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && lengthOf(value) <= most
function isUtm(value: unknown): boolean {
  if (value === undefined) return true
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  if (!entries.every(([key, of]) => key !== '' && isText(key, 64) && isText(of, 200))) return false
  return entries.length <= 20 && Buffer.byteLength(entries.flat().join('')) <= 2_048
}

/** Texts just below, at and above a bound, in letters of one and of two units. */
const near = (most: number) =>
  fc
    .tuple(fc.constantFrom('a', 'ł', '😀'), fc.constantFrom(0, 1, most - 1, most, most + 1))
    .map(([letter, length]) => letter.repeat(length))

test('16 KiB are enough for the largest contact in plain letters', () => {
  const utm = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [String(i).padStart(64, 'k'), 'v'.repeat(64)]))
  assert.equal(Object.entries(utm).flat().join('').length, 2_048)
  const largest = JSON.stringify({ email: EMAIL, source: 's'.repeat(200), utm })
  assert.ok(Buffer.byteLength(largest) < LEAD_BODY.bytes)
  assert.deepEqual(readLead(JSON.parse(largest)), { lead: JSON.parse(largest) })
})

test('a contact is taken exactly when every field is within its bounds', () => {
  const junk = fc.constantFrom<unknown[]>(null, 5, true, [], {}, ['a'])
  const source = fc.oneof(fc.constant(undefined), near(200), junk)
  const utm = fc.oneof(
    fc.constant(undefined),
    fc.dictionary(near(64), fc.oneof({ weight: 9, arbitrary: near(200) }, { weight: 1, arbitrary: junk }), {
      maxKeys: 3,
    }),
    fc
      .integer({ min: 18, max: 22 })
      .map((count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 'v']))),
    junk,
  )
  const taken = { yes: 0, no: 0 }
  fc.assert(
    fc.property(source, utm, (source, utm) => {
      const body = { email: EMAIL, ...(source !== undefined && { source }), ...(utm !== undefined && { utm }) }
      const good = (source === undefined || isText(source, 200)) && isUtm(utm)
      const read = readLead(body)
      assert.equal('lead' in read, good, JSON.stringify(body))
      taken[good ? 'yes' : 'no']++
    }),
    { numRuns: 500 },
  )
  assert.ok(taken.yes > 50 && taken.no > 50, 'both sides were tried')
})

test('whatever comes is a contact or has a place where it is none, each place once', () => {
  const field = fc.oneof(fc.constantFrom('email', 'source', 'utm', '__proto__', 'constructor'), fc.string())
  const body = fc.oneof(fc.dictionary(field, fc.oneof(fc.constant(EMAIL), fc.jsonValue())), fc.jsonValue())
  fc.assert(
    fc.property(body, (any) => {
      const read = readLead(any)
      if ('lead' in read) return
      const pointers = read.problems.map(({ pointer }) => pointer)
      assert.ok(pointers.length > 0)
      assert.equal(new Set(pointers).size, pointers.length)
    }),
  )
})

test('no more mistakes are collected than anybody reads, also after a law with mistakes was read', () => {
  assert.ok(schemaErrors(LeadSchema, {}, MAX_SCHEMA_ERRORS).length > 0)
  const many = <T>(value: T) => Object.fromEntries(Array.from({ length: 1_400 }, (_, at) => [`k${at}`, value]))
  for (const body of [
    { email: 'anna@example.com', utm: many(1) },
    { email: 'anna@example.com', ...many('x') },
  ]) {
    const read = readLead(body)
    assert.ok('problems' in read)
    assert.ok(read.problems.length >= 10 && read.problems.length <= 51, `${read.problems.length}`)
  }
})
