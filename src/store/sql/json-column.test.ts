import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEventChangeList, isStringList, isStringRecord, readJson } from './json-column.ts'

test('a column of the right shape is read', () => {
  assert.deepEqual(readJson('webhook_endpoints.codes', '["8471","0101"]', isStringList), ['8471', '0101'])
  assert.deepEqual(readJson('leads.utm', '{"utm_source":"x"}', isStringRecord), { utm_source: 'x' })
  const changes = [{ id: 'chg_1', cn_codes: ['8471 30'], text: { pl: 'dodano', en: 'added' } }]
  assert.deepEqual(readJson('webhook_events.changes', JSON.stringify(changes), isEventChangeList), changes)
})

test('anything else is an error that names the column and never the value', () => {
  const wrong: [string, (value: unknown) => boolean][] = [
    ['"secret"', isStringList],
    ['["secret",1]', isStringList],
    ['{"utm_source":{"secret":1}}', isStringRecord],
    ['["secret"]', isStringRecord],
    ['null', isStringRecord],
    ['[{"id":"secret","cn_codes":["8471"],"text":{"pl":"x"}}]', isEventChangeList],
    ['[{"id":"secret","cn_codes":"8471","text":{"pl":"x","en":"x"}}]', isEventChangeList],
    ['{secret', isStringList],
  ]
  for (const [text, isShape] of wrong) {
    assert.throws(
      () => readJson('some.column', text, (value): value is unknown => isShape(value)),
      (error: Error) =>
        error.name === 'StoreError' && /some\.column holds/.test(error.message) && !/secret/.test(error.message),
      text,
    )
  }
})
