import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { CHANGE_TYPES } from '../../src/changes/change.ts'
import { MessageSchema } from '../../src/webhooks/message.ts'
import { testPayload } from '../../src/webhooks/payload.ts'

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'webhook-samples.md'), 'utf8')
const documented = Compile(MessageSchema)

test('the documents show a message of each kind, each as its schema says', () => {
  const samples = [...DOCUMENT.matchAll(/^## (\S+)\n+```json\n(.*?)^```$/gms)].map(([, kind, text = '']) => ({
    kind,
    message: JSON.parse(text) as { type: string },
  }))
  assert.deepEqual(samples.map(({ kind }) => kind).toSorted(), [...CHANGE_TYPES, 'webhook.test'].toSorted())
  for (const { kind, message } of samples) {
    assert.equal(message.type, kind)
    assert.ok(documented.Check(message), kind)
  }
  assert.ok(documented.Check(JSON.parse(testPayload('we_00000000', 'pl', new Date()))))
  assert.ok(!documented.Check({ type: 'webhook.test', timestamp: '2026-11-15T00:00:00Z', data: {} }))
})
