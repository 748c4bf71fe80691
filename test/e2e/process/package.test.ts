import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { smallLaw } from '../../small-law.ts'
import { emptyDirectory, type Keeper, launch, ROOT, ready } from './service.ts'

const run = promisify(execFile)

/** The Node and npm of this machine, not those of the packages; null where there are none. */
const onMachine = (program: string): string | null =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => !directory.includes('node_modules'))
    .map((directory) => join(directory, program))
    .find((path) => existsSync(path)) ?? null
const NODE = onMachine('node') ?? process.execPath
const NPM = onMachine('npm')
const MACHINE_PATH = `${dirname(NODE)}${delimiter}${process.env.PATH}`

const reason = NPM === null && 'there is no npm outside the packages'

interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

/** Without what npm tells its scripts, this test among them: another npm would take it for settings. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)))

/** Runs npm by the Node of this machine. Scripts get the packages of the checkout on their path, as always. */
const npm = (args: readonly string[], cwd: string, more: Readonly<Record<string, string>> = {}) =>
  run(NPM ?? '', ['--loglevel=error', ...args], {
    cwd,
    env: { ...ENVIRONMENT, PATH: MACHINE_PATH, ...more },
    maxBuffer: 2 ** 26,
  })

/**
 * Puts the packages that ours depends on into a project, as npm would: this test must neither need the network nor
 * download what `npm ci` has just installed. npm itself then finds everything in place and adds our package alone.
 */
function addDependencies(project: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; bin?: Record<string, string> }>
  }
  mkdirSync(join(project, 'node_modules', '.bin'), { recursive: true })
  for (const [path, { dev, devOptional, bin = {} }] of Object.entries(packages)) {
    const isTop = path.lastIndexOf('node_modules/') === 0
    if (!isTop || dev || devOptional || !existsSync(join(ROOT, path))) continue
    linkAll(join(ROOT, path), join(project, path))
    for (const [name, file] of Object.entries(bin)) {
      symlinkSync(join('..', path.slice('node_modules/'.length), file), join(project, 'node_modules', '.bin', name))
    }
  }
}

/** Hard links, which cost nothing; copies where the directories are on different disks. */
function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkAll(source, target)
    else if (entry.isFile()) {
      try {
        linkSync(source, target)
      } catch {
        copyFileSync(source, target)
      }
    }
  }
}

const DOCUMENT = readFileSync(join(ROOT, 'docs', 'library.md'), 'utf8')

/** The examples of a part of docs/library.md in one language, as one module. */
const examplesIn = (part: string, language: string): string =>
  [...part.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code).join('')

/** What the examples say that they print: `console.log(…) // this`. */
const printedBy = (examples: string): string[] => {
  const lines = examples.split('\n').filter((line) => line.includes('console.log('))
  return lines.map((line) => /^ *console\.log\(.*\) \/\/ (.+)$/.exec(line)?.[1] ?? assert.fail(line))
}

describe('the package', { skip: reason }, () => {
  const cleanups: (() => unknown)[] = []
  const keeper: Keeper = { after: (cleanup) => void cleanups.push(cleanup as () => unknown) }
  let packed: Packed
  let project: string
  let installed: string

  before(async () => {
    const directory = await emptyDirectory(keeper)
    // What `prepack` does, less the check of the types, which is a test of its own.
    await npm(['run', 'build'], ROOT)
    const { stdout } = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', directory], ROOT)
    const [result] = Object.values(JSON.parse(stdout)) as Packed[]
    packed = result!
    project = join(directory, 'project')
    await mkdir(project)
    await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
    addDependencies(project)
    const cache = join(directory, 'cache')
    const file = join(directory, packed.filename)
    await npm(['install', '--offline', '--cache', cache, '--ignore-scripts', '--no-audit', '--no-fund', file], project)
    installed = join(project, 'node_modules', 'cn-sanctions')
  })

  after(async () => {
    for (const cleanup of cleanups) await cleanup()
  })

  /** Runs a module in the project by the Node of this machine. */
  async function runModule(name: string, source: string, ...args: string[]): Promise<string> {
    await writeFile(join(project, name), source)
    const { stdout, stderr } = await run(NODE, [name, ...args], { cwd: project, maxBuffer: 2 ** 26 })
    assert.equal(stderr, '')
    return stdout
  }

  test('has the compiled code, the law and the command, and is small', () => {
    const paths = packed.files.map(({ path }) => path)
    assert.deepEqual([...new Set(paths.map((path) => path.split('/')[0]))].toSorted(), [
      'README.md',
      'bin',
      'dist',
      'law',
      'package.json',
    ])
    assert.deepEqual(
      paths.filter((path) => /\.test\.|(?<!\.d)\.ts$|\.map$/.test(path)),
      [],
    )
    for (const path of ['law/acts.yaml', 'law/names/model.bin']) assert.ok(paths.includes(path))
    for (const kind of ['law', 'page'])
      assert.equal(paths.filter((path) => path.startsWith(`dist/derived/${kind}/`)).length, 1)
    // The model of names has up to 8 MB, the snapshot of the law 2 MB.
    assert.ok(packed.size < 13_000_000, `${packed.size} bytes`)
  })

  test('types need no other package, and a program written against them compiles', async () => {
    const declarations = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.d.ts'))
    for (const path of declarations) {
      const imports = [
        ...readFileSync(join(installed, path), 'utf8').matchAll(/(?: from |^import |import\()'([^']+)'/gm),
      ]
      for (const [, target = ''] of imports) assert.match(target, /^\..+\.js$/, path)
    }
    await writeFile(
      join(project, 'typed.ts'),
      `import { type CnResponse, CnSanctionsError, openLaw } from 'cn-sanctions'
      import { CnSanctions } from 'cn-sanctions/client'
      const law = await openLaw({ lang: 'en' })
      export const answer: CnResponse = law.check('7304 11 00', { day: '2026-07-24', via: ['TR', 'GE'] })
      export const short: string = law.check('7304', { detail: 'short' }).as_of
      const client = new CnSanctions({ baseUrl: 'https://example.com' })
      for (const item of (await client.check(['7304'], { detail: 'full' })).items) {
        export_(item.status === 'ok' ? item.results[0]?.restriction.type : item.problem.errors)
      }
      for await (const change of client.changes({ since: '2026-01-01' })) export_(change.cn_codes)
      function export_(_: unknown): void {}
      // @ts-expect-error there is no such direction
      law.check('7304', { direction: 'up' })
      // @ts-expect-error a mistyped option
      await client.lookup('7304', { asOff: '2023-01-01' })
      export const isOurs = (error: unknown) => error instanceof CnSanctionsError && error.code === 'rate_limited'
      ${examplesIn(DOCUMENT, 'ts')}`,
    )
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    const flags = '--strict --noEmit --target es2022 --module nodenext --lib es2022,dom --types'.split(' ')
    const failure = await run(process.execPath, [tsc, ...flags, '', 'typed.ts'], { cwd: project }).catch(
      (error: { stdout: string }) => error.stdout,
    )
    assert.equal(typeof failure, 'object', String(failure))
  })

  test('types that are written out are those of the schemas', async (t) => {
    const directory = await emptyDirectory(t)
    const written = join(installed, 'dist', 'client', 'api-types.d.ts')
    const names = [...readFileSync(written, 'utf8').matchAll(/^export interface (\w+)/gm)].map(([, name]) => name)
    const own = join(ROOT, 'src', 'client', 'api-types.ts')
    assert.deepEqual(
      names.toSorted(),
      [...readFileSync(own, 'utf8').matchAll(/^export type (\w+)/gm)].map(([, name]) => name).toSorted(),
    )
    await writeFile(
      join(directory, 'same.ts'),
      `import type * as Written from '${written.replace('.d.ts', '.js')}'
      import type * as Own from '${own}'
      type Same<A extends B, B extends C, C = A> = [A, B, C]
      export type All = [${names.map((name) => `Same<Own.${name}, Written.${name}>`)}]
      // @ts-expect-error other types are told apart
      export type Others = Same<Own.List, Written.Webhook>`,
    )
    const options = { typeRoots: [join(ROOT, 'node_modules', '@types')] }
    const project = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: options,
      include: ['same.ts'],
      exclude: [],
    }
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(project))
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    const said = await run(process.execPath, [tsc, '-p', directory]).catch((error: { stdout: string }) => error)
    // Without the rest of the program some of its modules lack what others declare; only this file is judged.
    const errors = said.stdout.split(/^(?=\S)/m).filter((error) => error.includes('same.ts'))
    assert.deepEqual(errors, [])
  })

  test('gives what it exports and nothing else', async () => {
    const stdout = await runModule(
      'exports.js',
      `import { createRequire } from 'node:module'
      const names = async (path) => Object.keys(await import(path)).sort()
      const refused = []
      for (const path of ['dist/main.js', 'dist/client/transport.js', 'src/main.ts', 'bin/cn-sanctions.js', 'law/acts.yaml']) {
        await import('cn-sanctions/' + path).catch(({ code }) => refused.push(code))
      }
      const { version } = createRequire(import.meta.url)('cn-sanctions/package.json')
      console.log(JSON.stringify([await names('cn-sanctions'), await names('cn-sanctions/client'), [...new Set(refused)], refused.length, version]))`,
    )
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    assert.deepEqual(JSON.parse(stdout), [
      ['CnSanctionsError', 'LawError', 'openLaw'],
      ['CnSanctions', 'CnSanctionsError'],
      ['ERR_PACKAGE_PATH_NOT_EXPORTED'],
      5,
      version,
    ])
  })

  test('runs the service; client and library give the same answer on the Node of this machine', async (t) => {
    const service = await ready(
      t,
      { DATA_DIR: join(project, 'data') },
      project,
      join(installed, 'bin', 'cn-sanctions.js'),
      NODE,
    )
    const stdout = await runModule(
      'use.js',
      `import assert from 'node:assert/strict'
      import { CnSanctionsError, openLaw } from 'cn-sanctions'
      import { CnSanctions } from 'cn-sanctions/client'
      const client = new CnSanctions({ baseUrl: process.argv[2], lang: 'en' })
      const law = await openLaw({ lang: 'en' })
      const day = '2026-11-15'
      for (const q of ['7304 11 00', 'steel pipes']) {
        const [remote, again] = [await client.lookup(q, { day }), await client.lookup(q, { day })]
        assert.equal(JSON.stringify(law.check(q, { day })), JSON.stringify(remote))
        assert.deepEqual(again, remote)
      }
      const { items } = await client.check(['7304 11 00', '7'])
      const refused = await client.lookup('7').catch((error) => error)
      assert.ok(refused instanceof CnSanctionsError)
      let changes = 0
      for await (const _ of client.changes({ code: '2603' })) changes++
      console.log(JSON.stringify([law.version, items.map(({ status }) => status), refused.code, changes > 0]))`,
      `http://127.0.0.1:${service.port}`,
    )
    const [version, ...rest] = JSON.parse(stdout)
    assert.match(version, /^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/)
    assert.deepEqual(rest, [['ok', 'error'], 'q_code_length', true])

    // The examples of the document, each part a program.
    const [remote = '', inProcess = ''] = DOCUMENT.split('\n## In process\n').map((part) => examplesIn(part, 'js'))
    for (const examples of [remote, inProcess]) {
      const source = examples.replace('http://127.0.0.1:8080', `http://127.0.0.1:${service.port}`)
      const printed = await runModule('examples.js', `function handle() {}\n${source}`)
      assert.ok(printedBy(examples).length > 4)
      assert.deepEqual(printed.trimEnd().split('\n'), printedBy(examples))
    }

    // The pages with their scripts, styles and icon, and the reference of the API.
    const seen = new Set<string>()
    const fetchAll = async (path: string): Promise<void> => {
      if (seen.has(path)) return
      seen.add(path)
      const { status, headers, text } = await service.get(path)
      assert.equal(status, 200, path)
      if (/^\/assets\//.test(path)) assert.match(String(headers['content-type']), /javascript|css|svg/)
      const imported = path.endsWith('.js') ? [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*["'](\.[^"']+)/g)] : []
      for (const [, target = ''] of imported) await fetchAll(new URL(target, `http://x${path}`).pathname)
      if (path.startsWith('/en')) for (const asset of text.match(/\/assets\/[\w.-]+/g) ?? []) await fetchAll(asset)
    }
    for (const path of ['/en', '/en/list', '/en/api']) await fetchAll(path)
    assert.ok(seen.size > 10, `${seen.size} pages and assets`)
    assert.equal((await service.get('/docs/js/scalar.js')).status, 200)
    // A law is checked by a process of its own, whose program must be found.
    service.signal('SIGHUP')
    await service.line('law unchanged')
    // An old Node hands over to the packaged one, which ends in order even when the old one is killed.
    const signal = service.lines()[0]?.pid === service.pid ? 'SIGTERM' : 'SIGKILL'
    service.signal(signal)
    await service.ended()
    assert.equal(service.lines().at(-1)?.msg, 'stopped')
    assert.equal(service.stderr(), '')
  })

  test('of the client stands alone: small, nothing imported, and it asks a service', async (t) => {
    const directory = await emptyDirectory(t)
    const { stdout } = await npm(['pack', '--json', '--pack-destination', directory], join(ROOT, 'packages', 'client'))
    const [client] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m)))) as (Packed & {
      unpackedSize: number
    })[]
    assert.ok(client!.unpackedSize < 200_000, `${client!.unpackedSize} bytes`)
    const alone = join(directory, 'project')
    await mkdir(alone)
    await writeFile(join(alone, 'package.json'), '{ "private": true, "type": "module" }')
    const options = ['--offline', '--cache', join(directory, 'cache'), '--no-audit', '--no-fund']
    await npm(['install', ...options, join(directory, client!.filename)], alone)
    const packages = readdirSync(join(alone, 'node_modules')).filter((name) => !name.startsWith('.'))
    assert.deepEqual(packages, ['cn-sanctions-client'])
    // Whatever bundles for browsers finds every module by a relative address.
    const dist = join(alone, 'node_modules', 'cn-sanctions-client', 'dist')
    for (const name of readdirSync(dist)) {
      const imports = [...readFileSync(join(dist, name), 'utf8').matchAll(/(?: from |^import |import\()'([^']+)'/gm)]
      for (const [, target = ''] of imports) assert.match(target, /^\.\/[a-z-]+\.js$/, name)
    }
    const service = await ready(t, { DATA_DIR: join(directory, 'data') })
    await writeFile(
      join(alone, 'use.js'),
      `import { CnSanctions } from 'cn-sanctions-client'
      const client = new CnSanctions({ baseUrl: process.argv[2] })
      console.log((await client.lookup('7304 11 00')).verdict)`,
    )
    const used = await run(NODE, ['use.js', `http://127.0.0.1:${service.port}`], { cwd: alone })
    assert.deepEqual(used, { stdout: 'restricted\n', stderr: '' })
    const versionIn = (...path: string[]) =>
      JSON.parse(readFileSync(join(ROOT, ...path, 'package.json'), 'utf8')).version
    assert.equal(versionIn('packages', 'client'), versionIn())
  })

  test('has the command, also where npx finds it, and it explains mistakes of a law', async (t) => {
    const law = join(await emptyDirectory(t), 'law')
    cpSync(smallLaw(), law, { recursive: true })
    const { stdout } = await npm(['exec', '--offline', '--', 'cn-sanctions', 'check', '7304', '--json'], project, {
      LAW_DIR: law,
    })
    assert.equal(JSON.parse(stdout).verdict, 'restricted')
    await appendFile(join(law, 'acts.yaml'), 'unheard_of: 1\n')
    const bin = join(project, 'node_modules', '.bin', 'cn-sanctions')
    const broken = launch(t, ['law', 'validate'], { LAW_DIR: law }, project, bin, NODE)
    assert.equal((await broken.ended()).code, 1)
    assert.match(broken.stderr() + broken.stdout(), /acts\.yaml:\d+:\d+ .*unheard_of/)
  })
})
