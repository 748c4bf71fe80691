import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { KEY_BYTES, secretBox } from './secret-box.ts'

const [A, B] = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)]

test('what was sealed opens with the same key and id, and with nothing else', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (secret, id) => {
      const sealed = secretBox([A]).seal(secret, id)
      assert.equal(secretBox([A]).open(sealed, id), secret)
      assert.equal(secretBox([A]).open(sealed, `${id}x`), null, 'another row')
      assert.equal(secretBox([B]).open(sealed, id), null, 'another key')
      assert.equal(secretBox().open(sealed, id), null, 'no key')
    }),
  )
  const box = secretBox([A])
  assert.notEqual(box.seal('whsec_x', 'we_1'), box.seal('whsec_x', 'we_1'), 'a nonce of its own each time')
  assert.ok(!box.seal('whsec_x', 'we_1').includes('whsec_'))
})

test('a changed byte is noticed', () => {
  const box = secretBox([A])
  const [, name, text = ''] = box.seal('whsec_secret', 'we_1').split('.')
  const bytes = Buffer.from(text, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    assert.equal(box.open(`sealed.${name}.${changed.toString('base64url')}`, 'we_1'), null, `byte ${at}`)
  }
  for (const broken of ['AAAA', text.slice(0, 20)]) assert.equal(box.open(`sealed.${name}.${broken}`, 'we_1'), null)
})

test('rotation: the new key seals, the old one still opens; what is readable is still read', () => {
  const old = secretBox([A]).seal('whsec_x', 'we_1')
  const both = secretBox([B, A])
  assert.equal(both.open(old, 'we_1'), 'whsec_x')
  assert.deepEqual([both.isCurrent(old), both.isCurrent('whsec_x')], [false, false])
  const fresh = both.seal('whsec_x', 'we_1')
  assert.ok(both.isCurrent(fresh))
  assert.equal(secretBox([B]).open(fresh, 'we_1'), 'whsec_x')
  assert.equal(both.open('whsec_x', 'we_1'), 'whsec_x')
  const none = secretBox()
  assert.deepEqual([none.seal('whsec_x', 'we_1'), none.isCurrent('whsec_x')], ['whsec_x', true])
})
