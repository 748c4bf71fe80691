import assert from 'node:assert/strict'
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Answer, emptyDirectory, type Keeper, ROOT, ready } from './service.ts'

/** The program as another release has it: every text of its sources that is named is replaced by another. */
async function releaseWith(t: Keeper, texts: Readonly<Record<string, string>>): Promise<string> {
  const directory = await emptyDirectory(t)
  for (const part of ['src', 'law', 'bin', 'package.json']) {
    await cp(join(ROOT, part), join(directory, part), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
  const replaced = new Set<string>()
  for (const file of await readdir(join(directory, 'src'), { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const path = join(directory, 'src', file)
    const before = await readFile(path, 'utf8')
    let after = before
    for (const [old, next] of Object.entries(texts)) {
      if (after.includes(old)) replaced.add(old)
      after = after.replaceAll(old, next)
    }
    if (after !== before) await writeFile(path, after)
  }
  assert.deepEqual([...replaced].toSorted(), Object.keys(texts).toSorted(), 'these texts are in the sources')
  return join(directory, 'bin', 'cn-sanctions.js')
}

test('a release changes the ETags of all lookups, and of other answers whose text it changes', async (t) => {
  const main = await releaseWith(t, {
    'This is information, not legal or customs advice.': 'Information only, neither legal nor customs advice.',
    'EU sanctions: changes to CN codes': 'Sanctions of the EU: changes to CN codes',
    ' added to Annex ': ' put into Annex ',
  })
  const changed = [
    '/api/v1/cn?q=7304+11+00&lang=en&as_of=2026-07-24',
    '/api/v1/cn?q=mikroskop&lang=en&as_of=2026-07-24',
    '/api/v1/changes?lang=en&code=2603',
    '/changes.atom?lang=en',
    '/openapi.json',
  ]
  // The ETag of a lookup follows from the code that answers, so that it is known before the answer.
  const sameText = '/api/v1/cn?q=7304+11+00&lang=pl&as_of=2026-07-24'
  const unchanged = [
    '/api/v1/suggest?q=mikrosk&lang=en',
    '/api/v1/dataset',
    '/api/v1/changes?lang=pl&code=2603',
    '/changes.atom?lang=pl',
  ]
  const settings = { DATA_DIR: join(await emptyDirectory(t), 'data'), LAW_DIR: join(ROOT, 'law') }
  const old = await ready(t, settings)
  // What a start records is in the feed once it is logged.
  await old.line('changes recorded')
  const before = new Map<string, Answer>()
  for (const path of [...changed, sameText, ...unchanged]) before.set(path, await old.get(path))
  old.signal('SIGTERM')
  await old.ended()

  const next = await ready(t, settings, undefined, main)
  for (const [path, { headers, text }] of before) {
    const etag = String(headers.etag)
    const asked = await next.get(path, { 'if-none-match': etag })
    const isSame = unchanged.includes(path)
    assert.deepEqual([asked.status, asked.headers.etag === etag], isSame ? [304, true] : [200, false], path)
    if (!isSame) assert.equal(asked.text === text, path === sameText, path)
    // Further answers come from the cache.
    for (let time = 0; time < 2; time++) {
      assert.equal((await next.get(path)).headers.etag, asked.headers.etag, `${path} again`)
    }
  }
})
