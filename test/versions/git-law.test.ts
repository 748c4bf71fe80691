import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadDataset } from '../../src/law/load.ts'
import { LIMITS } from '../../src/law/read/law-limits.ts'
import { lawAtRevision } from '../../src/versions/git-law.ts'
import { LAW_TODAY } from '../changes/laws.ts'
import { LAW } from '../small-law.ts'

const skip = spawnSync('git', ['--version']).status === 0 ? false : 'there is no git here'

test('a revision is read as it was, whatever the files say now; nothing that is no revision is run', {
  skip,
}, async (t) => {
  const repository = mkdtempSync(join(tmpdir(), 'cn-sanctions-git-'))
  t.after(() => rmSync(repository, { recursive: true, force: true }))
  const law = join(repository, 'data', 'law')
  cpSync(LAW, law, { recursive: true })
  const git = (...args: string[]) => {
    const own = [
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@example.com',
      '-c',
      'core.autocrlf=false',
      '-c',
      'commit.gpgsign=false',
    ]
    const { status, stderr } = spawnSync('git', ['-C', repository, ...own, ...args], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  }
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'law')
  git('tag', 'first')
  writeFileSync(join(law, 'acts.yaml'), 'no: [law\n')
  const source = await lawAtRevision(law, 'first')
  assert.equal((await loadDataset(source)).version, LAW_TODAY.version)
  symlinkSync('/etc/hostname', join(law, 'stray.yaml'))
  writeFileSync(join(law, 'countries.yaml'), Buffer.alloc(LIMITS.fileBytes + 1, '\n'))
  git('add', '.')
  git('commit', '-qm', 'links and a large file')
  assert.deepEqual(
    (await lawAtRevision(law, 'HEAD')).mistakes.map(({ path, what }) => `${path}: ${what}`),
    [
      'countries.yaml: 8 MB, a file of a law may have 8 MB',
      'stray.yaml: a symbolic link or submodule: a law is made of plain files',
    ],
  )
  for (const wrong of ['second', '--output=x', '-h', '']) {
    await assert.rejects(lawAtRevision(law, wrong), Error, wrong)
  }
})
