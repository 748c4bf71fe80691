// Plain JavaScript that old versions of Node can run, like check-node.js.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export const NEEDED = 24

/** The Node that came with the packages, if it came and is new enough. */
function packagedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const require = createRequire(import.meta.url)
  try {
    const manifest = require.resolve(`node-${system}-${process.arch}/package.json`)
    const program = join(dirname(manifest), 'bin', system === 'win' ? 'node.exe' : 'node')
    return Number.parseInt(require(manifest).version, 10) >= NEEDED && existsSync(program) ? program : null
  } catch {
    return null
  }
}

const HANDED_OVER = 'CN_SANCTIONS_HANDED_OVER'

/** Ends a program that was handed over when the one that did it is killed: nobody could stop it any more. */
function followParent() {
  if (!process.channel || process.env[HANDED_OVER] === undefined) return
  // Workers of the service inherit the environment, and follow their primary.
  delete process.env[HANDED_OVER]
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

/**
 * On a Node that is too old, runs this program by the packaged one and ends as it ends. Returns when there is nothing to
 * hand over: Node is new enough, or none came with the packages.
 */
export async function handOver() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return followParent()
  const node = packagedNode()
  if (node === null) return
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [HANDED_OVER]: '1' },
  }).on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  // Signals are meant for the program, which ends in its own time. That a terminal sends Ctrl+C to both does no harm.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  await new Promise(() => {
    child.on('exit', (code, signal) => {
      if (signal === null) process.exit(code ?? 1)
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    })
  })
}
