import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contentsAt, contentsOf, type LawContents } from '../../src/law/read/law-source.ts'
import { LawError, totalOf } from '../../src/law/read/mistakes.ts'
import { CheckUnavailable, loadAside } from '../../src/versions/check-law.ts'
import { LAW } from '../small-law.ts'

const never = new AbortController().signal
const law = contentsAt(LAW)
const withFile = (path: string, text: string): LawContents => ({
  ...law,
  files: new Map([...law.files, [path, Buffer.from(text)]]),
})

/** A law that was not checked before. */
const fresh = () => withFile('words.tsv', `${law.files.get('words.tsv')}0101\t${randomUUID()}\tsome horse\n`)

const mistakesOf = async (loading: Promise<unknown>): Promise<LawError> => {
  const error = await loading.then(
    () => null,
    (thrown) => thrown,
  )
  assert.ok(error instanceof LawError, String(error))
  return error
}

test('a law is checked by a process that is gone afterwards; a mistake has its place', async () => {
  const { dataset } = await loadAside(fresh(), never)
  assert.match(dataset.version, /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/)
  const words = law.files.get('words.tsv')!.toString().replaceAll(/^\d+/gm, 'x')
  const error = await mistakesOf(loadAside(withFile('words.tsv', words), never))
  assert.ok(totalOf(error) > 1_000 && error.mistakes.length <= 200)
  assert.equal(
    error.mistakes.find(({ file }) => file.endsWith('words.tsv'))?.what,
    '"x" is not a code of 2, 4, 6 or 8 digits',
  )
  assert.deepEqual(childrenOf(process.pid), [])
})

test('a law that takes too long or too much memory is refused, and nobody else pays for it', async () => {
  const late = await mistakesOf(loadAside(fresh(), never, { milliseconds: 1, heapMegabytes: 384 }))
  assert.equal(late.mistakes[0]?.what, 'checking it took more than 0.001 s')
  const large = await mistakesOf(loadAside(fresh(), never, { milliseconds: 60_000, heapMegabytes: 20 }))
  assert.match(large.mistakes[0]?.what ?? '', /want of memory: it may use 20 MB$/)
})

test('stopping ends the check', async () => {
  const stopping = new AbortController()
  const checking = loadAside(fresh(), stopping.signal)
  stopping.abort()
  await assert.rejects(checking, CheckUnavailable)
})

test('an error of the program is an error with its stack, not a mistake in the law', async () => {
  const broken = { ...contentsOf('published', new Map()), mistakes: [null] } as unknown as LawContents
  await assert.rejects(loadAside(broken, never), (error: Error) => {
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
