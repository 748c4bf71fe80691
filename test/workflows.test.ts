import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { load } from 'js-yaml'
import { releaseNotes } from '../scripts/changelog.ts'

const ROOT = join(import.meta.dirname, '..')
const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8'),
}))

test('every action of a workflow is pinned by its commit, the same one everywhere, and says its version', () => {
  assert.ok(workflows.length > 2)
  const commits = new Map<string, Set<string>>()
  for (const { file, text } of workflows) {
    const uses = [...text.matchAll(/\buses: (.*)/g)].map(([, used = '']) => used)
    assert.ok(uses.length > 0, file)
    for (const used of uses) {
      const [, action = '', pin = ''] = /^([\w-]+\/[\w-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(used) ?? []
      assert.ok(pin, `${file}: ${used}`)
      commits.set(action, (commits.get(action) ?? new Set()).add(pin))
    }
  }
  for (const [action, pins] of commits) assert.equal(pins.size, 1, action)
})

test('every workflow declares its rights, bounds its time, and runs what is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const { file, text } of workflows) {
    const { permissions, jobs } = load(text) as {
      permissions: object
      jobs: Record<string, { 'timeout-minutes': number; steps: { run?: string }[] }>
    }
    assert.ok(permissions, file)
    for (const [name, job] of Object.entries(jobs)) {
      assert.ok(job['timeout-minutes'] > 0, `${file}: ${name}`)
      const commands = job.steps.map(({ run = '' }) => run).join('\n')
      for (const [, script = ''] of commands.matchAll(/npm run (?:-s )?([\w:]+)/g)) assert.ok(scripts[script], script)
      for (const [path] of commands.matchAll(/(?:scripts|\.ci)\/[\w./-]+/g))
        assert.equal(globSync(path, { cwd: ROOT }).length, 1, path)
    }
  }
})

test('the notes of a release are those of the newest version, once it has its day', () => {
  const log = (day: string) =>
    `# Changelog\n\n## 2.0.0 · ${day}\nOne decision.\n\n- More.\n\n## 1.2.0 · 2026-11-17\nOld.\n`
  const version = { version: '2.0.0', released: '2026-12-01' }
  assert.deepEqual(releaseNotes(log('2026-12-01'), version), { text: 'One decision.\n\n- More.\n' })
  const mistakes: [string, { version: string; released: string | null }, RegExp][] = [
    [log('unreleased'), version, /2\.0\.0 has no day/],
    [log('2026-12-01'), { ...version, released: null }, /"released" is null, and not 2026-12-01/],
    [log('2026-12-01'), { ...version, version: '2.0.1' }, /newest version is 2\.0\.0, and not 2\.0\.1/],
    ['# Changelog\n\n## 2.0.0 · 2026-12-01\n\n## 1.2.0 · 2026-11-17\nOld.\n', version, /nothing is said/],
  ]
  for (const [changelog, of, mistake] of mistakes) {
    const notes = releaseNotes(changelog, of)
    assert.match('mistake' in notes ? notes.mistake : '', mistake)
  }
})
