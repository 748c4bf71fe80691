import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedOnce } from './derived-once.ts'

test('a value is derived once for each object, and never shared by two', () => {
  const derived: string[] = []
  const named = derivedOnce(({ name }: { name: string }) => {
    derived.push(name)
    return { text: `about ${name}` }
  })
  const [one, other] = [{ name: 'one' }, { name: 'other' }]
  assert.equal(named(one), named(one))
  assert.deepEqual(named(other), { text: 'about other' })
  assert.deepEqual(named({ name: 'one' }), named(one))
  assert.notEqual(named({ name: 'one' }), named(one))
  assert.deepEqual(derived, ['one', 'other', 'one', 'one'])
})
