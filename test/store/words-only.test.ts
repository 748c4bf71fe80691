import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadDataset } from '../../src/law/load.ts'
import { contentsAt } from '../../src/law/read/law-source.ts'
import { openStore } from '../../src/store/store.ts'
import { introduce } from '../../src/versions/record-changes.ts'
import { smallLaw } from '../small-law.ts'

test('a law that differs in words for search only is stored, and nobody is told of it', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-words-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const store = await openStore({ dataDir })
  t.after(() => store.close())
  const dataset = await loadDataset(smallLaw())
  const { files } = contentsAt(smallLaw())
  const at = new Date('2026-11-15T11:00:00Z')
  const options = { published: true, before: null, at }
  const typesAfter = async (version: string, changed: readonly string[]) => {
    const edited = new Map(files)
    for (const path of changed) edited.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from('\n')]))
    const changes = await introduce(store.datasets, { dataset: { ...dataset, version }, files: edited }, options)
    return changes.map(({ type }) => type)
  }
  assert.deepEqual(await typesAfter('v1', []), ['dataset.published'], 'the first law of a store')
  assert.deepEqual(await typesAfter('v2', ['words.tsv', 'words.yaml', 'lexicon.tsv', 'names/new.tsv']), [])
  assert.equal((await store.datasets.latest())?.version, 'v2')
  assert.deepEqual(await typesAfter('v3', ['words.tsv', 'acts.yaml']), ['dataset.published'])
})
