import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { memoizePer } from './memoize.ts'

const made = (key: { name: string }, variant: string) => ({ text: `${key.name} ${variant}` })
const KEYS = ['8471', '7304', '2603'].map((name) => ({ name }))

test('a fragment is made once for each object and variant', () => {
  const memoized = memoizePer<{ name: string }, { text: string }>()
  const [one, other] = KEYS as [{ name: string }, { name: string }]
  const first = memoized(one, 'en', () => made(one, 'en'))
  assert.equal(
    memoized(one, 'en', () => assert.fail('is known')),
    first,
  )
  assert.deepEqual(
    memoized(one, 'pl', () => made(one, 'pl')),
    { text: '8471 pl' },
  )
  assert.deepEqual(
    memoized(other, 'en', () => made(other, 'en')),
    { text: '7304 en' },
  )
})

test('whatever is asked in whatever order: the fragment asked for, and never more kept than allowed', () => {
  const question = fc.record({ key: fc.constantFrom(...KEYS), variant: fc.constantFrom('a', 'b', 'c', 'd') })
  const bounds = fc.record({ perObject: fc.integer({ min: 1, max: 5 }), inAll: fc.integer({ min: 2, max: 20 }) })
  fc.assert(
    fc.property(fc.array(question, { maxLength: 100 }), bounds, (questions, allowed) => {
      const memoized = memoizePer<{ name: string }, { text: string }>(allowed)
      const held = new Map<string, { text: string }>()
      for (const { key, variant } of questions) {
        const found = memoized(key, variant, () => made(key, variant))
        assert.equal(found.text, `${key.name} ${variant}`)
        held.set(found.text, found)
      }
      // Those still known are given back as they were.
      const known = [...held].filter(([text, before]) => {
        const [name, variant = ''] = text.split(' ')
        let isNew = false
        const again = memoized(KEYS.find((key) => key.name === name)!, variant, () => {
          isNew = true
          return before
        })
        assert.equal(again.text, text)
        return !isNew
      })
      assert.ok(known.length <= allowed.inAll)
    }),
  )
})
