import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bodyBudget } from './body-budget.ts'

test('the oldest body of the caller that holds most makes room', () => {
  const budget = bodyBudget(100)
  const gone: string[] = []
  const open = (caller: string, name: string) => budget.open(caller, () => gone.push(name))
  const [first, second, other] = [open('a', 'first'), open('a', 'second'), open('b', 'other')]
  first.add(40)
  second.add(30)
  other.add(30)
  assert.deepEqual(gone, [])
  other.add(1)
  assert.deepEqual(gone, ['first'], 'a holds 70, b 31')
  assert.equal(budget.heldBytes(), 61)
  other.add(40)
  assert.deepEqual(gone, ['first', 'other'], 'b holds 71, a 30')
  first.add(1_000)
  assert.equal(budget.heldBytes(), 30, 'what has given way counts no more')
  second.close()
  second.close()
  assert.equal(budget.heldBytes(), 0)
})

test('a body that is larger than all there is gives way itself', () => {
  const budget = bodyBudget(100)
  let gone = 0
  budget.open('a', () => gone++).add(101)
  assert.deepEqual([gone, budget.heldBytes()], [1, 0])
})

test('whatever comes and goes, no more is held than the budget, and all of it is given back', () => {
  const steps = fc.array(fc.tuple(fc.nat(3), fc.nat(9), fc.nat(60)), { maxLength: 60 })
  fc.assert(
    fc.property(steps, (given) => {
      const budget = bodyBudget(100)
      const open = new Map<string, ReturnType<typeof budget.open>>()
      for (const [caller, name, bytes] of given) {
        const key = `${caller} ${name}`
        const body = open.get(key) ?? budget.open(`${caller}`, () => open.delete(key))
        open.set(key, body)
        if (bytes === 0) {
          body.close()
          open.delete(key)
        } else body.add(bytes)
        assert.ok(budget.heldBytes() <= 100)
      }
      for (const body of open.values()) body.close()
      assert.equal(budget.heldBytes(), 0)
    }),
  )
})
