import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { signedHeaders } from './sign.ts'

const secret = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString('base64')}`
const OLD = secret(new Uint8Array(24).fill(1))
const NEW = secret(new Uint8Array(64).fill(2))

test('the package of Standard Webhooks verifies what is signed here, whatever the body', () => {
  const bytes = fc.uint8Array({ minLength: 24, maxLength: 64 })
  fc.assert(
    fc.property(bytes, fc.string({ unit: 'grapheme' }), (key, text) => {
      const body = JSON.stringify({ text })
      const headers = signedHeaders('msg_1', new Date(), body, [secret(key)])
      assert.deepEqual(new Webhook(secret(key)).verify(body, headers), { text })
    }),
  )
})

test('it is signed as the specification says: id, seconds and body, HMAC-SHA256, base64', () => {
  const at = new Date('2026-07-24T10:00:00.999Z')
  const headers = signedHeaders('msg_1', at, '{}', [OLD])
  assert.deepEqual(Object.keys(headers), ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  assert.equal(headers['webhook-timestamp'], '1784887200')
  assert.equal(headers['webhook-signature'], new Webhook(OLD).sign('msg_1', at, '{}'))
  assert.match(headers['webhook-signature'], /^v1,[A-Za-z0-9+/]{43}=$/)
})

test('while two secrets sign, a receiver that knows either is content, and one that knows neither is not', () => {
  const headers = signedHeaders('msg_1', new Date(), '{}', [NEW, OLD])
  assert.match(headers['webhook-signature'], /^v1,\S+ v1,\S+$/)
  for (const known of [OLD, NEW]) assert.deepEqual(new Webhook(known).verify('{}', headers), {})
  const other = new Webhook(secret(new Uint8Array(32)))
  assert.throws(() => other.verify('{}', headers), /No matching signature/)
  assert.throws(() => new Webhook(NEW).verify('{ }', headers), /No matching signature/)
})
