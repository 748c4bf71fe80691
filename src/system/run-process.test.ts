import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runProcess } from './run-process.ts'

const node = (script: string, input = '') => runProcess(process.execPath, ['-e', script], { input })

test('a program is given its input, and tells what it wrote and how it ended', async () => {
  const { code, output, mistakes } = await node(
    'process.stdin.pipe(process.stdout); console.error("no"); process.exitCode = 3',
    'text',
  )
  assert.deepEqual([code, output.toString(), mistakes], [3, 'text', 'no\n'])
})

test('a program that does not read its input to the end breaks nothing', async () => {
  assert.equal((await node('process.exit(4)', 'x'.repeat(2 ** 22))).code, 4)
})

test('a program that cannot be started, or is aborted, is an error for whoever asked', async () => {
  await assert.rejects(runProcess('/no/such/program', [], {}), { code: 'ENOENT' })
  const stopping = new AbortController()
  const running = runProcess(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { signal: stopping.signal })
  stopping.abort()
  await assert.rejects(running, { name: 'AbortError' })
})

test('without files no process is started: an error for whoever asked, and this process goes on', async () => {
  // In a process of its own, whose files are used up; Windows has no such limit.
  if (process.platform === 'win32') return
  const { output, mistakes } = await runProcess(
    'sh',
    ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', WITHOUT_FILES],
    {},
  )
  assert.equal(output.toString(), 'EMFILE', mistakes)
})

const WITHOUT_FILES = `
  import { openSync } from 'node:fs'
  const { runProcess } = await import(${JSON.stringify(import.meta.resolve('./run-process.ts'))})
  try { for (;;) openSync('/dev/null') } catch {}
  await runProcess(process.execPath, ['-v'], {}).catch(({ code }) => process.stdout.write(code))
`
