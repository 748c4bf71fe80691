// Looks for news of the law and proposes each on a branch of its own: `.github/workflows/law.yml` and
// `deploy/cn-sanctions-law.service` run it. It merges nothing but declared acts, and publishes nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fetched, type Task, tasksOf } from './law-news.ts'

const NEWS = 3
/** Pull requests and issues need GitHub's command line; without it the branches stay here, to be read. */
const hasForge = process.env.GITHUB_ACTIONS === 'true' || process.env.LAW_FORGE === 'gh'

interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

function run(command: string, args: readonly string[]): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (error) throw error
  return { status: status ?? 1, stdout, stderr }
}

function must(command: string, ...args: readonly string[]): string {
  const ran = run(command, args)
  if (ran.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${ran.stderr || ran.stdout}`)
  return ran.stdout
}

const cli = (...args: readonly string[]): Ran => run(process.execPath, ['bin/cn-sanctions.js', ...args])

const folder = mkdtempSync(join(tmpdir(), 'law-upkeep-'))
const bodyFile = (text: string): string => {
  const file = join(folder, 'body.md')
  writeFileSync(file, text.slice(0, 60_000))
  return file
}

/** An issue with that title, unless one is open. */
function report(title: string, text: string): void {
  process.stderr.write(`${title}\n${text}\n`)
  process.exitCode = 1
  if (!hasForge) return
  const open = must('gh', 'issue', 'list', '--state', 'open', '--search', `in:title "${title}"`, '--json', 'title')
  const titles: readonly { readonly title: string }[] = JSON.parse(open)
  if (titles.some((issue) => issue.title === title)) return
  must('gh', 'issue', 'create', '--title', title, '--body-file', bodyFile(text))
}

const exists = (branch: string): boolean =>
  run('git', ['rev-parse', '--verify', '--quiet', branch]).status === 0 ||
  (hasForge && run('git', ['ls-remote', '--exit-code', '--heads', 'origin', branch]).status === 0)

/** Writes one change on a branch of its own and proposes it; one that was proposed before is left alone. */
function propose({ branch, title, command, mergesItself, kind }: Task, base: string): void {
  if (exists(branch)) return
  must('git', 'switch', '--quiet', '--create', branch, base)
  const written = cli(...command)
  const said = [written.stdout, written.stderr].filter(Boolean).join('\n')
  const changed = must('git', 'status', '--porcelain', 'law').trim() !== ''
  if (written.status !== 0 || !changed) {
    must('git', 'restore', '--quiet', '.')
    must('git', 'switch', '--quiet', base)
    must('git', 'branch', '--quiet', '-D', branch)
    // An act that cannot be read stays pending, which another branch declares.
    if (written.status !== 0) report(`${title}: to be done by a person`, `\`\`\`\n${said}\n\`\`\``)
    return
  }
  const tests = cli('law', 'validate', '--tests')
  const diff = kind === 'pending' ? '' : cli('law', 'diff', base, 'law', '--lang', 'en').stdout
  const body = [said, diff, tests.status === 0 ? tests.stdout : tests.stderr].filter(Boolean)
  must('git', 'add', 'law')
  must('git', 'commit', '--quiet', '--message', title)
  process.stdout.write(`${branch}: ${title}\n`)
  if (hasForge) {
    must('git', 'push', '--quiet', '--set-upstream', 'origin', branch)
    const text = body.map((part) => `\`\`\`\n${part.trim()}\n\`\`\``).join('\n\n')
    must('gh', 'pr', 'create', '--head', branch, '--base', base, '--title', title, '--body-file', bodyFile(text))
    if (mergesItself && tests.status === 0) run('gh', ['pr', 'merge', branch, '--auto', '--squash'])
  }
  must('git', 'switch', '--quiet', base)
}

try {
  const base = must('git', 'branch', '--show-current').trim()
  if (must('git', 'status', '--porcelain').trim() !== '') throw new Error('the working tree has changes: commit them')
  const fetched = cli('law', 'fetch', '--acts', '--fail-on', 'news', '--json')
  // One regulation that could not be asked about hides no news of the others.
  const news: readonly Fetched[] = fetched.stdout === '' ? [] : JSON.parse(fetched.stdout)
  for (const task of tasksOf(news)) propose(task, base)
  if (fetched.status !== 0 && fetched.status !== NEWS) report('law fetch fails', `\`\`\`\n${fetched.stderr}\n\`\`\``)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
