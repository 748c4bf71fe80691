import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { launch, ROOT, run } from './service.ts'

test('bin/compile.js strips and compiles ahead: no module is stripped by the process that runs it', async (t) => {
  const compiled = launch(t, [], {}, ROOT, join(ROOT, 'bin', 'compile.js'))
  assert.deepEqual(await compiled.ended(), { code: 0, signal: null }, compiled.stderr())
  const { code, stderr } = await run(t, ['openapi'], { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
  assert.equal(code, 0)
  assert.match(stderr, /V8 code cache for ESM \S+main\.ts was accepted/)
  assert.doesNotMatch(stderr, /saving transpilation cache/)
})
