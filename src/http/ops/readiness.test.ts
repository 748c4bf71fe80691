import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearsToken } from './readiness.ts'

test('a token is known by all of it', () => {
  const token = 'operator-0123456789'
  for (const good of [`Bearer ${token}`, `bearer  ${token} `]) assert.ok(bearsToken(good, token), good)
  const bad = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token} ${token}`,
    `Bearer ${' '.repeat(15_000)}${token}x`,
    `Bearer ${'x'.repeat(15_000)}`,
  ]
  for (const given of bad) assert.ok(!bearsToken(given, token), given)
})
