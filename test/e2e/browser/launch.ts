import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

/** Usual paths of an installed browser; the environment variable CHROMIUM names another. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The sandbox does not work for root, and containers have little shared memory; our own pages need neither. */
const ARGUMENTS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none']

interface Candidate {
  readonly path: string
  readonly environment?: Readonly<Record<string, string>>
}

/** The first browser that starts: the one in CHROMIUM, an installed one, or the one in @sparticuz/chromium. */
export async function launchBrowser(): Promise<Browser | { readonly reason: string }> {
  const reasons: string[] = []
  for await (const { path, environment } of candidates()) {
    try {
      return await chromium.launch({
        executablePath: path,
        args: ARGUMENTS,
        // Without a locale of UTF-8 Chromium gives a download with Polish letters another name.
        env: { ...process.env, LC_ALL: 'C.UTF-8', ...environment } as Record<string, string>,
      })
    } catch (error) {
      reasons.push(`${path}: ${error instanceof Error ? error.message.trim() : String(error)}`)
    }
  }
  if (isPackedFor()) throw new Error(`no browser starts:\n${reasons.join('\n')}`)
  return { reason: `no browser on this ${process.platform} ${process.arch}; install chromium, or name one in CHROMIUM` }
}

async function* candidates(): AsyncGenerator<Candidate> {
  if (process.env.CHROMIUM) return yield { path: process.env.CHROMIUM }
  for (const path of [...INSTALLED, chromium.executablePath()]) if (existsSync(path)) yield { path }
  if (!isPackedFor()) return
  const { path, libraries, fonts } = await unpack()
  yield { path, environment: { FONTCONFIG_FILE: fonts } }
  // Machines without NSS and expat need the packed libraries; the system's own are preferred.
  yield { path, environment: { FONTCONFIG_FILE: fonts, LD_LIBRARY_PATH: libraries } }
}

/** `@sparticuz/chromium` has a binary for Linux on x64 only. */
const isPackedFor = (): boolean => process.platform === 'linux' && process.arch === 'x64'

/** Unpacks once for each version and user, into a temporary directory that is then renamed: test files run in parallel. */
async function unpack() {
  // Its exports do not name its package.json.
  const root = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const home = join(tmpdir(), `cn-sanctions-chromium-${version}-${userInfo().uid}`)
  if (!existsSync(home)) {
    const aside = await mkdtemp(join(tmpdir(), 'cn-sanctions-chromium-'))
    await inflateInto(aside, join(root, 'bin'))
    const directories = [join(home, 'fonts'), '/usr/share/fonts'].map((path) => `<dir>${path}</dir>`).join('')
    await writeFile(
      join(aside, 'fonts.conf'),
      `<?xml version="1.0"?><fontconfig>${directories}<cachedir>${join(home, 'fonts-cache')}</cachedir></fontconfig>\n`,
    )
    await mkdir(join(aside, 'fonts-cache'))
    // Another test file may have renamed its copy first.
    await rename(aside, home).catch(() => rm(aside, { recursive: true }))
  }
  return { path: join(home, 'chromium'), libraries: join(home, 'al2023', 'lib'), fonts: join(home, 'fonts.conf') }
}

async function inflateInto(directory: string, packed: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium')
  const { TMPDIR } = process.env
  // The package unpacks into TMPDIR.
  process.env.TMPDIR = directory
  try {
    for (const name of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']) await inflate(join(packed, name))
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
