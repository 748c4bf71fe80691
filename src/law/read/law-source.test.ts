import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { LIMITS } from './law-limits.ts'
import { contentsAt, contentsOf, lawOf } from './law-source.ts'

function directoryFor(t: TestContext): { outside: string; law: string } {
  const outside = mkdtempSync(join(tmpdir(), 'law-source-'))
  t.after(() => rmSync(outside, { recursive: true, force: true }))
  const law = join(outside, 'law')
  mkdirSync(join(law, '833-2014', 'annexes'), { recursive: true })
  mkdirSync(join(law, 'empty'))
  writeFileSync(join(law, 'acts.yaml'), 'acts: []\n')
  writeFileSync(join(law, '833-2014', 'annexes', 'XVII.tsv'), 'printed\n')
  writeFileSync(join(outside, 'secret.yaml'), 'secret: 1\n')
  return { outside, law }
}

test('files of a directory are read and its folders listed; what is for people is not read', (t) => {
  const { law } = directoryFor(t)
  writeFileSync(join(law, 'CHANGELOG.md'), '# Changes\n')
  mkdirSync(join(law, '.git'))
  writeFileSync(join(law, '.git', 'index.yaml'), 'not: ours\n')
  const source = lawOf(contentsAt(law))
  assert.deepEqual(source.mistakes, [])
  assert.deepEqual([...contentsAt(law).files.keys()], ['833-2014/annexes/XVII.tsv', 'acts.yaml'])
  assert.equal(source.read('acts.yaml').toString(), 'acts: []\n')
  assert.deepEqual(source.list('833-2014/annexes'), ['XVII.tsv'])
  assert.deepEqual(source.list('empty'), [])
  assert.throws(() => source.list('missing'))
})

test('no path leads out of a law, wherever its files come from', (t) => {
  const { law } = directoryFor(t)
  const files = new Map([['../secret.yaml', Buffer.from('secret: 1\n')]])
  for (const source of [lawOf(contentsAt(law)), lawOf(contentsOf('published', files))]) {
    for (const path of [
      '../secret.yaml',
      join(law, '..', 'secret.yaml'),
      '833-2014/../../secret.yaml',
      '..\\secret.yaml',
      'acts.yaml\0',
      '',
    ]) {
      assert.throws(() => source.read(path), /not a path inside a law/, path)
    }
    for (const folder of ['..', '.', '../outside', '/', '']) assert.throws(() => source.list(folder), folder)
  }
})

test('links, pipes and folders that are links are refused; the directory itself may be a link', (t) => {
  const { outside, law } = directoryFor(t)
  symlinkSync(join(outside, 'secret.yaml'), join(law, 'words.yaml'))
  symlinkSync('acts.yaml', join(law, '833-2014', 'regime.yaml'))
  symlinkSync(outside, join(law, '765-2006'))
  symlinkSync('nowhere', join(law, '.#acts.yaml'))
  const pipe = spawnSync('mkfifo', [join(law, 'countries.yaml')]).status === 0
  const release = join(outside, 'current')
  symlinkSync(law, release)
  for (const place of [law, release]) {
    const { mistakes, files } = contentsAt(place)
    assert.deepEqual(
      mistakes.map(({ path, what }) => [path, what]),
      ['765-2006', '833-2014/regime.yaml', ...(pipe ? ['countries.yaml'] : []), 'words.yaml'].map((path) => [
        path,
        'a symbolic link or special file: a law is made of plain files',
      ]),
    )
    assert.deepEqual([...files.keys()], ['833-2014/annexes/XVII.tsv', 'acts.yaml'])
  }
})

test('a file or a law that is too large is named and not read', (t) => {
  const { law } = directoryFor(t)
  const large = join(law, 'words.yaml')
  writeFileSync(large, '')
  truncateSync(large, LIMITS.fileBytes + 1)
  assert.deepEqual(
    contentsAt(law).mistakes.map(({ path }) => path),
    ['words.yaml'],
  )
  rmSync(large)
  for (let file = 0; file <= LIMITS.lawBytes / LIMITS.fileBytes; file++) {
    writeFileSync(join(law, `${file}.tsv`), '')
    truncateSync(join(law, `${file}.tsv`), LIMITS.fileBytes)
  }
  assert.deepEqual(contentsAt(law).mistakes, [{ path: '', what: 'the law has more than 32 MB' }])
  const packed = join(law, 'x.law')
  writeFileSync(packed, '')
  truncateSync(packed, LIMITS.packedBytes + 1)
  assert.throws(() => contentsAt(packed), /a dataset file may have 16 MB/)
})

test('a directory that is no law is not searched to its end', (t) => {
  const { law } = directoryFor(t)
  for (let folder = 0; folder <= LIMITS.files; folder++) mkdirSync(join(law, `f${folder}`))
  const { mistakes, folders } = contentsAt(law)
  assert.deepEqual(mistakes, [{ path: '', what: 'the law has more than 1000 files' }])
  assert.ok(folders.size <= LIMITS.files)
})
