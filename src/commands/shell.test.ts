import assert from 'node:assert/strict'
import { test } from 'node:test'
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
