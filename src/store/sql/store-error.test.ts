import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import pino from 'pino'
import { errorFields, guarded, StoreError } from './store-error.ts'

const EMAIL = 'anna@example.eu'
const failure = (fields: object, message = `duplicate value ${EMAIL}`) => Object.assign(new Error(message), fields)

test('the code comes out, the value does not', async () => {
  const cause = failure({ code: '23505', detail: `Key (email)=(${EMAIL}) already exists.`, where: EMAIL })
  const error = await guarded('leads.add', () => Promise.reject(cause)).catch((caught: unknown) => caught)
  assert.ok(error instanceof StoreError)
  assert.equal(error.message, 'leads.add: 23505')
  assert.equal(error.reason, '23505')
  const lines: string[] = []
  pino({}, { write: (line: string) => lines.push(line) }).error(error)
  for (const text of [inspect(error, { showHidden: true, depth: 9 }), JSON.stringify(error), ...lines]) {
    assert.ok(!text.includes(EMAIL), text)
  }
})

test('every kind of failure has a safe reason', () => {
  const reasons: [unknown, string][] = [
    [failure({ code: 'SQLITE_BUSY' }), 'SQLITE_BUSY'],
    [failure({ code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    [failure({}, 'Connection terminated unexpectedly'), 'Connection terminated unexpectedly'],
    [failure({}, 'timeout exceeded when trying to connect'), 'timeout exceeded when trying to connect'],
    [failure({ code: EMAIL }), 'Error'],
    [new TypeError(EMAIL), 'TypeError'],
    [{ email: EMAIL }, 'failed'],
    [undefined, 'failed'],
  ]
  for (const [cause, reason] of reasons) assert.equal(new StoreError('x', cause).reason, reason)
})

test('an error that is already safe passes as it is', async () => {
  const inner = new StoreError('keys.find', 'ECONNRESET')
  await assert.rejects(
    guarded('store.open', () => Promise.reject(inner)),
    (error) => error === inner,
  )
})

test('the log shows where a bug is, also one inside an operation of the store, and never a value', async () => {
  const bug = Object.assign(new TypeError(`cannot read ${EMAIL}`), { input: EMAIL })
  const wrapped = await guarded('leads.add', () => Promise.reject(bug)).catch((caught: unknown) => caught)
  const fields = errorFields(wrapped)
  assert.equal(fields.reason, 'leads.add: TypeError')
  assert.match(fields.err?.stack ?? '', /^StoreError: leads\.add: TypeError\n {4}at .*store-error\.test\.ts/)
  assert.ok(!JSON.stringify(fields).includes(EMAIL))
  assert.match(errorFields(new TypeError('x is undefined')).err?.stack ?? '', /store-error\.test\.ts/)
  assert.ok(!JSON.stringify(errorFields(Object.assign(new TypeError('x'), { input: EMAIL }))).includes(EMAIL))
})

test('a failure of the database needs no stack', () => {
  assert.deepEqual(errorFields(new StoreError('leads.add', failure({ code: 'ECONNREFUSED' }))), {
    reason: 'leads.add: ECONNREFUSED',
  })
})
