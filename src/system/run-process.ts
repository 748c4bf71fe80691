import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'

interface RunOptions extends Pick<SpawnOptions, 'env' | 'signal' | 'killSignal'> {
  readonly input?: Uint8Array | string
}

/**
 * Runs a program to its end. Rejects when it cannot be started, or is aborted. Every process is started here, since an
 * `error` without a listener would end this one, and a child for which there are no files or processes left has no streams.
 */
export async function runProcess(
  program: string,
  args: readonly string[],
  { input = '', ...options }: RunOptions,
): Promise<{ readonly code: number | null; readonly output: Buffer; readonly mistakes: string }> {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const child = spawn(program, args, { ...options, stdio: 'pipe' }).on('error', reject)
  if (child.pid === undefined) return failed
  // The program may end before it has read everything; its exit code tells.
  child.stdin.on('error', () => {}).end(input)
  const ended = Promise.all([once(child, 'close'), buffer(child.stdout), text(child.stderr)])
  const [[code], output, mistakes] = await Promise.race([failed, ended])
  return { code, output, mistakes }
}
