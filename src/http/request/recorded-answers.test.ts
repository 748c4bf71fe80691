import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TurnRefused } from './fair-turns.ts'
import { recordedAnswers } from './recorded-answers.ts'

const asked = (q: string, over = {}) => ({ version: 'v', build: 'b', question: { q, lang: 'pl' }, ...over })
const answered = (answer: string) => ({ version: 'v', sha256: 's', answer })

/** Work that goes on until it is ended, and the order in which it began. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name)
      return new Promise<ReturnType<typeof answered>>((resolve) => ends.set(name, () => resolve(answered(name))))
    },
    /** Ends it as soon as it has begun. */
    async end(name: string) {
      while (!ends.has(name)) await new Promise(setImmediate)
      ends.get(name)?.()
    },
  }
}

test('one is worked out at a time, and the same question once', async () => {
  const recorded = recordedAnswers()
  const { begun, work, end } = works()
  const all = ['a', 'a', 'b'].map((caller) => recorded.workOut(caller, asked('7304'), work(caller)))
  await end('a')
  assert.deepEqual(await Promise.all(all), Array(3).fill(answered('a')))
  assert.deepEqual(begun, ['a'])
  assert.deepEqual(recorded.get(asked('7304')), answered('a'))
})

test('another version, build, language or field is another question; the order of fields is not', async () => {
  const recorded = recordedAnswers()
  await recorded.workOut('a', asked('7304'), async () => answered('kept'))
  for (const other of [
    asked('7304', { version: 'w' }),
    asked('7304', { build: 'c' }),
    asked('7304', { question: { q: '7304', lang: 'en' } }),
    asked('7304', { question: { q: '7304' } }),
    asked('7304', { question: { q: '7304', lang: 'pl', via: '' } }),
    asked('7304,lang,pl', { question: { q: '7304,lang,pl' } }),
    asked('v', { version: '7304' }),
  ])
    assert.equal(recorded.get(other), undefined, JSON.stringify(other))
  assert.ok(recorded.get(asked('', { question: { lang: 'pl', q: '7304' } })))
})

test('a failure is not kept, and the next may begin after it', async () => {
  const recorded = recordedAnswers()
  assert.deepEqual(await recorded.workOut('a', asked('1'), async () => ({ failed: 'no memory' })), {
    failed: 'no memory',
  })
  assert.equal(await recorded.workOut('a', asked('1'), async () => null), null)
  await assert.rejects(
    recorded.workOut('a', asked('1'), () => Promise.reject(new Error('away'))),
    /away/,
  )
  assert.deepEqual(await recorded.workOut('a', asked('1'), async () => answered('x')), answered('x'))
})

test('callers take turns, and when too many wait the one with most gives way', async () => {
  const recorded = recordedAnswers()
  const { begun, work, end } = works()
  const ask = (caller: string, q: string) =>
    recorded.workOut(caller, asked(q), work(q)).then(
      () => 'done',
      (error) => (error instanceof TurnRefused ? 'refused' : String(error)),
    )
  const many = Array.from({ length: 12 }, (_, at) => ask('many', `m${at}`))
  const one = ask('one', 'o')
  // One runs, and eight wait, of which one is the other caller's.
  for (const name of ['m0', 'm1', 'o', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']) await end(name)
  assert.deepEqual(begun, ['m0', 'm1', 'o', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'])
  assert.equal(await one, 'done')
  assert.deepEqual(await Promise.all(many), [...Array(8).fill('done'), ...Array(4).fill('refused')])
})

test('what is kept is bounded in bytes', async () => {
  const recorded = recordedAnswers()
  const large = 'ż'.repeat(1_000_000)
  for (let at = 0; at < 40; at++) await recorded.workOut('a', asked(String(at)), async () => answered(large))
  const kept = Array.from({ length: 40 }, (_, at) => recorded.get(asked(String(at)))).filter(Boolean)
  assert.equal(kept.length, 16)
})
