import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fairTurns, TurnRefused } from './fair-turns.ts'

const turnsOf = (now: () => number, maxWaiting = 2_000, ioEvents = () => 0) =>
  fairTurns(() => true, { now, maxWaiting, ioEvents }).add

/** A clock that only moves when a test says so, and the turns of the event loop counted. */
function watched() {
  const clock = { ms: 0 }
  let loop = 0
  let counting = true
  const count = () => {
    loop++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  return {
    clock,
    loop: () => loop,
    stop: () => {
      counting = false
    },
  }
}

test('a piece of work goes on until five milliseconds are used up, then the event loop turns', async () => {
  const { clock, loop, stop } = watched()
  const nextTurn = turnsOf(() => clock.ms)('a')
  const turns: number[] = []
  for (let step = 0; step < 12; step++) {
    await nextTurn()
    turns.push(loop())
    clock.ms += 2
  }
  stop()
  // 2, 4 and 6 ms are used before the slice of 5 is noticed to be over.
  const steps = [...Map.groupBy(turns, (turn) => turn).values()].map(({ length }) => length)
  assert.deepEqual(steps, [3, 3, 3, 3])
})

test('of all that wait one runs in a turn of the event loop, in the order they came', async () => {
  const { clock, loop, stop } = watched()
  const add = turnsOf(() => clock.ms)
  const ran: [name: number, loop: number][] = []
  const work = async (name: number) => {
    const nextTurn = add(String(name))
    for (let step = 0; step < 5; step++) {
      await nextTurn()
      ran.push([name, loop()])
      clock.ms += 5
    }
  }
  await Promise.all([work(1), work(2), work(3)])
  stop()
  assert.deepEqual(
    ran.map(([name]) => name),
    [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3],
  )
  assert.equal(new Set(ran.map(([, at]) => at)).size, ran.length, 'no two in one turn')
})

test('work that waited for something else gets a turn of its own again', async () => {
  const { clock, loop, stop } = watched()
  const add = turnsOf(() => clock.ms)
  const [slow, other] = [add('a'), add('b')]
  await slow()
  await other()
  const before = loop()
  await slow()
  assert.ok(loop() > before, 'the turn was taken by another')
  assert.equal(slow(), undefined, 'and now it goes on')
  stop()
})

test('whatever the steps take, no two pieces of work share a turn, and no slice goes on once it is used up', async () => {
  const steps = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 4 }), async (all) => {
      const { clock, loop, stop } = watched()
      const add = turnsOf(() => clock.ms)
      const ran: { name: number; turn: number; from: number }[] = []
      await Promise.all(
        all.map(async (durations, name) => {
          const nextTurn = add(String(name))
          for (const duration of durations) {
            await nextTurn()
            ran.push({ name, turn: loop(), from: clock.ms })
            clock.ms += duration
          }
        }),
      )
      stop()
      assert.equal(ran.length, all.flat().length)
      for (const inTurn of Map.groupBy(ran, ({ turn }) => turn).values()) {
        assert.equal(new Set(inTurn.map(({ name }) => name)).size, 1)
        assert.ok(inTurn.at(-1)!.from - inTurn[0]!.from < 5)
      }
    }),
    { numRuns: 50 },
  )
})

test('who comes while nobody works goes on at once; of many at the same moment only the first', async () => {
  const { clock, loop, stop } = watched()
  const add = turnsOf(() => clock.ms)
  assert.equal(add('a')(), undefined)
  const before = loop()
  const turns = await Promise.all([add('a')(), add('b')()].map((turn) => turn?.then(loop)))
  stop()
  assert.deepEqual(
    turns.map((turn) => turn !== undefined && turn > before),
    [true, true],
  )
  assert.notEqual(turns[0], turns[1])
})

test('callers take turns, however much one of them asks for', async () => {
  const add = turnsOf(() => 0)
  const order: string[] = []
  const ask = async (caller: string) => {
    await add(caller)()
    order.push(caller)
  }
  await Promise.all(['a', 'a', 'a', 'a', 'a', 'b', 'c', 'b'].map(ask))
  assert.deepEqual(order, ['a', 'a', 'b', 'c', 'a', 'b', 'a', 'a'])
})

test('timers and other requests get their turn between any two steps', async () => {
  const add = turnsOf(() => 0)
  let done = 0
  const seen: number[] = []
  const watch = () => {
    seen.push(done)
    if (done < 20) setImmediate(watch)
  }
  setImmediate(watch)
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await add('a')()
      done++
    }),
  )
  assert.ok(seen.every((count, at) => at === 0 || count - seen[at - 1]! <= 1))
})

test('networks take turns, and callers within them: many callers of one network delay no other network', async () => {
  const add = turnsOf(() => 0)
  const ran: string[] = []
  const ask = async (caller: string, network?: string) => {
    await add(caller, network)()
    ran.push(caller)
  }
  const crowd = Array.from({ length: 6 }, (_, nth) => ask(`a${nth % 3}`, 'a'))
  await Promise.all([...crowd, ask('b'), ask('c')])
  assert.deepEqual(ran, ['a0', 'a1', 'b', 'c', 'a2', 'a0', 'a1', 'a2'])
})

test('when too many wait, the network that has most of them gives way, and there the caller that has most', async () => {
  const add = turnsOf(() => 0, 5)
  const asked = ['x net', 'x net', 'y net', 'x net', 'z net', 'p p', 'q q']
  const ends = await Promise.allSettled(
    asked.map(async (one) => {
      const [caller = '', network] = one.split(' ')
      await add(caller, network)()
    }),
  )
  assert.deepEqual(
    asked.filter((_, at) => ends[at]?.status === 'rejected'),
    ['x net'],
  )
})

test('when too many wait, the last of the caller that has most of them is refused', async () => {
  const add = turnsOf(() => 0, 3)
  add('x')()
  const asked = ['a', 'a', 'a', 'b'].map((caller) => Promise.resolve(add(caller)()))
  const ends = await Promise.allSettled(asked)
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  const refused = ends[2]
  assert.ok(refused?.status === 'rejected' && refused.reason instanceof TurnRefused)
  await add('a')()
})

test('of callers that wait with equally much, the one whose turn is furthest away is refused', async () => {
  const add = turnsOf(() => 0, 2)
  add('x')()
  const ends = await Promise.allSettled(['a', 'b', 'c'].map(async (caller) => add(caller)()))
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  )
})

test('new work of a caller that may not begin waits, while others and what it has begun go on', async () => {
  const clock = { ms: 0 }
  const held = new Set<string>()
  const { add, wake } = fairTurns((caller) => !held.has(caller), {
    now: () => clock.ms,
    maxWaiting: 10,
    ioEvents: () => 0,
  })
  const order: string[] = []
  const begun = add('a')
  await begun()
  order.push('a begins')
  held.add('a')
  clock.ms += 5
  const work = async (turn: Promise<void> | undefined, name: string) => {
    await turn
    order.push(name)
  }
  const later = work(add('a')(), 'a again')
  await Promise.all([work(begun(), 'a goes on'), work(add('b')(), 'b')])
  assert.deepEqual(order, ['a begins', 'a goes on', 'b'])
  held.clear()
  wake()
  await later
  assert.equal(order.at(-1), 'a again')
})

test('after a slice, sockets are served first, until none is ready or for as long as the slice took', async () => {
  const serve = async (ready: number) => {
    const clock = { ms: 0 }
    let served = 0
    const add = turnsOf(
      () => clock.ms,
      10,
      () => {
        if (served < ready) {
          served++
          clock.ms++
        }
        return served
      },
    )
    add('a')()
    const next = add('b')()
    clock.ms += 30
    await next
    return served
  }
  assert.equal(await serve(0), 0)
  assert.equal(await serve(12), 12)
  assert.equal(await serve(1_000), 30)
})

test('work that may not begin is refused before its connection would be closed; what comes later still begins', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let mayBegin = false
  const { add, wake } = fairTurns(() => mayBegin, { now: () => 0 })
  const first = assert.rejects(async () => add('a')(), TurnRefused)
  t.mock.timers.tick(15_000)
  const second = add('a')()
  t.mock.timers.tick(5_000)
  await first
  mayBegin = true
  wake()
  await second
  // It has begun, and is not refused any more.
  t.mock.timers.tick(60_000)
})

test('work that has begun waits for its further turns however long that takes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  const { add } = fairTurns(() => true, { now: () => now })
  const [one, other] = [add('a'), add('b')]
  await one()
  now += 10
  const next = one()
  const begins = other()
  t.mock.timers.tick(60_000)
  await assert.rejects(async () => begins, TurnRefused)
  await next
})

test('when the service ends, what has not begun is refused, also what comes later, and what has begun goes on', async () => {
  const clock = { ms: 0 }
  const ending = new AbortController()
  const { add } = fairTurns(() => true, { now: () => clock.ms, ending: ending.signal })
  const begun = add('a')
  await begun()
  clock.ms += 10
  const waiting = ['b', 'b', 'c'].map((caller) => assert.rejects(async () => add(caller)(), TurnRefused))
  const next = begun()
  ending.abort()
  await Promise.all(waiting)
  await Promise.all([next, assert.rejects(async () => add('d')(), TurnRefused)])
  // An answer that nothing delays is still given.
  await new Promise(setImmediate)
  await add('e')()
})
