import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forbiddenCharacterIn } from './forbidden-characters.ts'

const isForbidden = (text: string): boolean => forbiddenCharacterIn(text) !== null

test('of all characters only controls, separators of lines, bidirectional controls and halves of pairs are forbidden', () => {
  const forbidden = /^[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]$/u
  const allowed = ['\t', '\n', '\u200e', '\u200f', '\u061c'] // marks of a direction, which turn no other text around
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code)
    const expected = forbidden.test(character) && !allowed.includes(character)
    assert.equal(isForbidden(`a${character}b`), expected, `U+${code.toString(16)}`)
  }
})

test('a whole pair of surrogates is a character like others, and the first forbidden one is told with its place', () => {
  assert.equal(forbiddenCharacterIn('węgiel 🏭 i koks'), null)
  assert.deepEqual(forbiddenCharacterIn('🏭\ud83c i \u0000'), { offset: 2, name: 'sign U+D83C' })
  assert.deepEqual(forbiddenCharacterIn('koks\u0000\ud83c'), { offset: 4, name: 'control character U+0000' })
})
