import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

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
    // A shell, since npm is a batch file on Windows.
    const ended = await run('npm', ['run', '--silent', script], { cwd: ROOT, shell: true, maxBuffer: 2 ** 26 }).then(
      () => '',
      (error: { stdout?: string; stderr?: string; message: string }) =>
        `${error.stdout ?? ''}${error.stderr ?? ''}` || error.message,
    )
    assert.equal(ended, '')
  })
}
