import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fairTurns } from './fair-turns.ts'

test('of all that wait one runs in a turn of the event loop, in the order they came', async () => {
  const turn = fairTurns()
  let loop = 0
  let counting = true
  const count = () => {
    loop++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const ran: [name: number, loop: number][] = []
  const work = async (name: number) => {
    for (let piece = 0; piece < 5; piece++) {
      await turn()
      ran.push([name, loop])
    }
  }
  await Promise.all([work(1), work(2), work(3)])
  counting = false
  assert.deepEqual(
    ran.map(([name]) => name),
    [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3],
  )
  assert.equal(new Set(ran.map(([, at]) => at)).size, ran.length, 'no two in one turn')
})

test('work that comes when nothing waits is let run again', async () => {
  const turn = fairTurns()
  await turn()
  await turn()
  await Promise.all([turn(), turn()])
  await turn()
})
