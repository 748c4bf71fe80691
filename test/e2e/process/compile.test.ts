import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyDirectory, launch, ROOT, run } from './service.ts'

const STRIPPED = /saving transpilation cache/

test('bin/compile.js strips and compiles ahead: no module is stripped by the process that runs it', async (t) => {
  const openapiWith = async (cache: string) => {
    const { code, stderr } = await run(t, ['openapi'], {
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
      NODE_COMPILE_CACHE: cache,
    })
    assert.equal(code, 0)
    return stderr
  }
  assert.match(await openapiWith(await emptyDirectory(t)), STRIPPED, 'without it, the process strips them itself')

  const cache = await emptyDirectory(t)
  const compiled = launch(t, [], { NODE_COMPILE_CACHE: cache }, ROOT, join(ROOT, 'bin', 'compile.js'))
  assert.deepEqual(await compiled.ended(), { code: 0, signal: null }, compiled.stderr())
  const stderr = await openapiWith(cache)
  assert.match(stderr, /V8 code cache for ESM \S+main\.ts was accepted/)
  assert.doesNotMatch(stderr, STRIPPED)
})
