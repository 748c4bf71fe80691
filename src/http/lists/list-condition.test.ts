import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionIn } from './list-condition.ts'

test('a list may be written when the tags of the request say so', () => {
  const cases: [headers: Record<string, string>, version: string | null, may: boolean][] = [
    [{}, null, true],
    [{}, 'v1', true],
    [{ 'if-match': '"v1"' }, 'v1', true],
    [{ 'if-match': '"v1.Abc_-9-gzip"' }, 'v1', true],
    [{ 'if-match': '"v0", "v1.x"' }, 'v1', true],
    [{ 'if-match': '"v2"' }, 'v1', false],
    [{ 'if-match': '"v"' }, 'v1', false],
    [{ 'if-match': 'W/"v1"' }, 'v1', false],
    [{ 'if-match': 'v1' }, 'v1', false],
    [{ 'if-match': '"v1"' }, null, false],
    [{ 'if-match': '*' }, 'v1', true],
    [{ 'if-match': '*' }, null, false],
    [{ 'if-none-match': '*' }, null, true],
    [{ 'if-none-match': '*' }, 'v1', false],
    [{ 'if-none-match': '"v1"' }, 'v1', false],
    [{ 'if-none-match': '"v2"' }, 'v1', true],
  ]
  for (const [headers, version, may] of cases)
    assert.equal(conditionIn(headers)(version), may, `${JSON.stringify(headers)} ${version}`)
})
