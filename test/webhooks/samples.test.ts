import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { EVENT_TYPES } from '../../src/changes/change.ts'
import { MessageSchema } from '../../src/webhooks/message.ts'
import { testPayload } from '../../src/webhooks/payload.ts'

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'webhooks.md'), 'utf8')
const documented = Compile(MessageSchema)

test('the documents name each kind of message, and show messages as their schema says', () => {
  const kinds = [...DOCUMENT.matchAll(/^\| (`\w+\.\w+`.*?) \|/gm)].flatMap(([, cell = '']) => cell.split(', '))
  assert.deepEqual(kinds.toSorted(), EVENT_TYPES.map((kind) => `\`${kind}\``).toSorted())
  const samples = [...DOCUMENT.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => JSON.parse(text))
  assert.deepEqual(
    samples.map(({ type }) => type),
    ['listing.added', 'webhook.test'],
  )
  for (const message of samples) assert.ok(documented.Check(message), message.type)
  assert.ok(documented.Check(JSON.parse(testPayload('we_00000000', 'pl', new Date()))))
  assert.ok(!documented.Check({ type: 'webhook.test', timestamp: '2026-11-15T00:00:00Z', data: {} }))
})
