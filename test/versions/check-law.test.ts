import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contentsAt, contentsOf, type LawContents } from '../../src/law/read/law-source.ts'
import { totalOf } from '../../src/law/read/mistakes.ts'
import { CheckUnavailable, checkLaw } from '../../src/versions/check-law.ts'
import { LAW } from '../small-law.ts'

const never = new AbortController().signal
const law = contentsAt(LAW)
const withFile = (path: string, text: string): LawContents => ({
  ...law,
  files: new Map([...law.files, [path, Buffer.from(text)]]),
})

test('the law is found valid, and a mistake in it with its place, by a process that is gone afterwards', async () => {
  assert.deepEqual(await checkLaw(law, never), { mistakes: [], omitted: [] })
  const names = law.files.get('words.tsv')!.toString().replaceAll(/^\d+/gm, 'x')
  const report = await checkLaw(withFile('words.tsv', names), never)
  assert.ok(totalOf(report) > 1_000 && report.mistakes.length <= 200)
  assert.equal(
    report.mistakes.find(({ file }) => file.endsWith('words.tsv'))?.what,
    '"x" is not a code of 2, 4, 6 or 8 digits',
  )
  assert.deepEqual(childrenOf(process.pid), [])
})

test('a law that takes too long or too much memory is refused, and nobody else pays for it', async () => {
  const late = await checkLaw(law, never, { milliseconds: 1, heapMegabytes: 384 })
  assert.equal(late.mistakes[0]?.what, 'checking it took more than 0.001 s')
  const large = await checkLaw(law, never, { milliseconds: 60_000, heapMegabytes: 20 })
  assert.match(large.mistakes[0]?.what ?? '', /want of memory: it may use 20 MB$/)
})

test('stopping ends the check', async () => {
  const stopping = new AbortController()
  const checking = checkLaw(law, stopping.signal)
  stopping.abort()
  await assert.rejects(checking, CheckUnavailable)
})

test('an error of the program is an error with its stack, not a mistake in the law', async () => {
  const broken = { ...contentsOf('published', new Map()), mistakes: [null] } as unknown as LawContents
  await assert.rejects(checkLaw(broken, never), (error: Error) => {
    assert.match(error.stack ?? '', /TypeError[\s\S]*at .*read-law\.ts/)
    return true
  })
})

/** Processes started by this one, on systems that tell. */
function childrenOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    )
  } catch {
    return []
  }
}
