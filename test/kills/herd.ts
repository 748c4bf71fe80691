import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Place } from '../../src/store/store.ts'
import type { Random } from '../hostile/random.ts'
import type { Work } from './child.ts'

/** What was acknowledged and what became of it, after many kills. */
export interface Toll {
  readonly kills: number
  /** What somebody was told is stored, published or delivered. */
  readonly acknowledged: number
  /** What was tried again after a kill: under the same key or id, so that it may count once only. */
  readonly again: number
  /** Acknowledged, and not there afterwards. */
  readonly lost: readonly string[]
  /** There twice, or told under two ids. */
  readonly twice: readonly string[]
  /** Anything else that must not be: halves, gaps, a wrong order. */
  readonly wrong: readonly string[]
}

/** Where and how often to kill. */
export interface Scene {
  readonly place: Place
  /** An empty directory. */
  readonly directory: string
  readonly kills: number
  readonly random: Random
  readonly progress: (kills: number) => void
}

/** A process that is at work. */
export interface Victim {
  /** Resolves when it is dead and everything that it printed was read. */
  kill(): Promise<void>
}

/** A post that one process after the other holds. */
export interface Post {
  /** Resolves with the next process once its time has come. */
  next(): Promise<Victim>
  /** Ends what runs after the last kill. */
  close(): Promise<void>
}

const LAST_WORK_MS = 10

/** Kills the process at each post at a random moment, again and again, all posts at the same time. Returns the kills. */
export async function killAgainAndAgain(
  posts: readonly Post[],
  { kills, random, progress }: Pick<Scene, 'kills' | 'random' | 'progress'>,
): Promise<number> {
  let begun = 0
  let done = 0
  let failed = false
  const hold = async (post: Post): Promise<void> => {
    while (!failed && begun++ < kills) {
      const victim = await post.next()
      // Posts wait for a line or an answer; the moment within the work that follows is random.
      await pause(random.below(LAST_WORK_MS))
      await victim.kill()
      progress(++done)
    }
  }
  try {
    await Promise.all(
      posts.map((post) =>
        hold(post).catch((error: unknown) => {
          failed = true
          throw error
        }),
      ),
    )
  } finally {
    await Promise.all(posts.map((post) => post.close()))
  }
  return done
}

/** A process, with the lines it prints. */
export interface Program {
  readonly child: ChildProcess
  /** Resolves when it has printed this many lines, or has ended. */
  printed(lines: number): Promise<void>
  /** Resolves when it has ended and its output is read. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  stderr(): string
  /** Throws when it has ended by itself. */
  kill(): Promise<void>
}

const ROOT = join(import.meta.dirname, '..', '..')
const running = new Set<ChildProcess>()

// Whatever happens, nothing that was started here outlives the script.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Only whole lines count: the last one of a process that was killed may be cut. */
export function startProgram(
  args: readonly string[],
  onLine: (line: string) => void,
  settings: Readonly<Record<string, string>> = {},
): Program {
  const { PATH, TMPDIR } = process.env
  const env = { PATH, TMPDIR, NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled'), ...settings }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const awaited = new Set<{ lines: number; resolve: () => void }>()
  let printed = 0
  let rest = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
    printed += lines.length
    for (const { lines: wanted, resolve } of awaited) if (printed >= wanted) resolve()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-10_000)
  })
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    for (const { resolve } of awaited) resolve()
    return { code, signal }
  })
  return {
    child,
    printed: (lines) => new Promise((resolve) => void awaited.add({ lines, resolve })),
    ended,
    stderr: () => stderr,
    async kill() {
      child.kill('SIGKILL')
      const { code, signal } = await ended
      if (signal !== 'SIGKILL') throw new Error(`${args.at(-1)} ended by itself (${code ?? signal}): ${stderr}`)
    },
  }
}

export const SERVICE = join(ROOT, 'bin', 'cn-sanctions.js')
const CHILD = pathToFileURL(join(import.meta.dirname, 'child.ts')).href

/** Starts child.ts. The entry is no TypeScript: with a warm compile cache the code that strips types is never loaded. */
const startChild = (settings: Work, onLine: (line: string) => void): Program =>
  startProgram(
    ['--preserve-symlinks', '--input-type=module', '--eval', `await import('${CHILD}')`, JSON.stringify(settings)],
    onLine,
  )

/** Fills the compile cache: a process that is killed writes none. */
export async function warmUp(): Promise<void> {
  const { code } = await startChild({ role: 'warm-up' }, () => {}).ended
  if (code !== 0) throw new Error('child.ts cannot be loaded')
}

/** The share of processes that are killed while they start, and how long that may take. */
const KILLED_AT_START = 0.1
const START_MS = 300

/** Whether the next process is killed while it starts; it has been starting for a random time then. */
export async function diesAtStart({ random }: Pick<Scene, 'random'>): Promise<boolean> {
  if (!random.chance(KILLED_AT_START)) return false
  await pause(random.below(START_MS))
  return true
}

interface ChildPost {
  /** What the next process is given. */
  readonly settings: () => Work
  /** It is killed after a random number of lines up to this one. */
  readonly lines: number
  readonly onLine?: (line: string) => void
  readonly onKilled?: () => void | Promise<void>
}

/** A post of processes that run child.ts. */
export function childPost(
  scene: Pick<Scene, 'random'>,
  { settings, lines, onLine = () => {}, onKilled }: ChildPost,
): Post {
  let program: Program | null = null
  return {
    async next() {
      const current = startChild(settings(), onLine)
      program = current
      if (!(await diesAtStart(scene))) await current.printed(1 + scene.random.below(lines))
      return {
        async kill() {
          await current.kill()
          await onKilled?.()
        },
      }
    },
    async close() {
      program?.child.kill('SIGKILL')
      await program?.ended
    },
  }
}
