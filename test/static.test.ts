import assert from 'node:assert/strict'
import { exec } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(exec)

/** Tools that read the repository without running the service; each can also be run by itself with `npm run`. */
const CHECKS: Readonly<Record<string, string>> = {
  'format:check': 'the sources are formatted and linted (npm run format mends most of it)',
  types: 'the types agree',
  unused: 'no file, export or dependency is unused',
  law: 'law/ is valid',
  openapi: 'the API description passes its linter',
}

for (const [script, what] of Object.entries(CHECKS)) {
  test(`npm run ${script}: ${what}`, async () => {
    const failure = await run(`npm run --silent ${script}`, { cwd: ROOT, maxBuffer: 2 ** 26 }).then(
      () => null,
      (error: { stdout?: string; stderr?: string; message: string }) => error,
    )
    if (failure) assert.fail(`${failure.stdout}${failure.stderr}` || failure.message)
  })
}
