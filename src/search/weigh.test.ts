import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weighWords } from './weigh.ts'

const weights = (text: string, language: 'pl' | 'en') =>
  Object.fromEntries(weighWords(text, language).map(({ word, weight }) => [word, weight]))

test('the thing itself weighs most, what it is made of or for less', () => {
  const steel = weights('Rury, przewody rurowe i profile drążone, bez szwu, żelazne lub ze stali', 'pl')
  assert.equal(steel.rury, 1)
  assert.ok(steel.profile! < 1 && steel.profile! > steel.stali!)
})

test('what a text says it does not mean is not found by it', () => {
  const pipes = weights('Tubes and pipes, seamless, of iron (other than cast iron) or steel', 'en')
  assert.equal(pipes.cast, undefined)
  assert.equal(pipes.tubes, 1)
  assert.ok(pipes.steel! > 0, 'the bracket ends the exception')
  assert.equal(weights('Meble, inne niż te z metalu', 'pl').metalu, undefined)
})

test('in a line of parts the thing they belong to is not the thing', () => {
  const parts = weights('Części i akcesoria do maszyn objętych pozycją 8471', 'pl')
  assert.equal(parts.czesci, 1)
  assert.ok(parts.maszyn! < 0.5)
})

test('a hyphened word is known whole and, weaker, by its parts', () => {
  const xray = weights('X-ray tubes; self-propelled cranes', 'en')
  assert.equal(xray.xray, 1)
  assert.ok(xray.selfpropelled! > xray.propelled!)
})
