import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '../store/sql/store-error.ts'
import { printError } from './shell.ts'

test('an error that says what went wrong is one line', () => {
  assert.equal(printError(new Error('git cannot be run'), false), 'git cannot be run\n')
  assert.equal(printError('thrown text', false), 'thrown text\n')
})

test('a bug says how to see its stack', () => {
  assert.equal(
    printError(new TypeError('x is undefined'), false),
    'x is undefined\nThis is an error in the program; run with DEBUG=1 for the stack.\n',
  )
})

test('with DEBUG the stack is printed', () => {
  const printed = printError(new TypeError('x is undefined'), true)
  assert.match(printed, /^TypeError: x is undefined\n {4}at .*shell\.test\.ts/)
})

test('a database that cannot be written, or is damaged, says what to do', () => {
  const printed = (code: string) =>
    printError(new StoreError('leads.forget', Object.assign(new Error(), { code })), false).split('\n')
  for (const code of ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', '53100']) {
    const [what, advice = ''] = printed(code)
    assert.equal(what, `leads.forget: ${code}`)
    assert.match(advice, /^The database cannot be written: its disk is full.*run the command again\.$/)
  }
  assert.match(printed('SQLITE_CORRUPT')[1] ?? '', /^The database is damaged/)
  assert.deepEqual(printed('SQLITE_BUSY'), ['leads.forget: SQLITE_BUSY', ''])
})
