import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordsIn } from '../../csv.ts'
import { smallLaw } from '../../small-law.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const ESCAPE = '\u001b'

/**
 * The program as a shell runs it, its output piped; the colours the caller asked for do not count. Its law is a small one,
 * because each run reads it.
 */
function run(args: readonly string[], set: Record<string, string> = {}, input = '') {
  const { NO_COLOR, FORCE_COLOR, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/cn-sanctions.js'), ...args], {
    cwd: root,
    env: { ...env, LAW_DIR: smallLaw(), ...set },
    encoding: 'utf8',
    input,
  })
  return { status, stdout, stderr }
}

/** Refused as misuse: nothing for the next program in the pipe, a word to the person. */
function refuses(args: readonly string[], message: string): void {
  const { status, stdout, stderr } = run(args)
  assert.deepEqual({ status, stdout, message: stderr.split('\n')[0] }, { status: 2, stdout: '', message })
  assert.doesNotMatch(stderr, /^ +at /m, 'no trace of the inside')
}

test('--json prints the answer as one line of JSON and nothing else; words need no quotes', () => {
  const { status, stdout, stderr } = run(['check', '7304', '11', '00', '--json', '--lang', 'en'], { LAW_DIR: '' })
  assert.equal(stderr, '')
  assert.equal(status, 0)
  assert.match(stdout, /^[^\n]+\n$/)
  const answer = JSON.parse(stdout)
  assert.equal(answer.query, '7304 11 00')
  assert.equal(answer.verdict, 'restricted')
  assert.equal(answer.has_prohibition, true)
  assert.match(answer.cn_name, /^Tubes, pipes and hollow profiles/)
  assert.ok(answer.results.length > 0)
})

test('--detail short prints the short form of the same answer', () => {
  const [short, full] = ['short', 'full'].map((detail) =>
    JSON.parse(run(['check', '8471 30 00', '--json', '--detail', detail]).stdout),
  )
  assert.deepEqual(short.assessment, full.assessment)
  assert.deepEqual(
    short.matches.map(({ article }: { article: string }) => article),
    full.results.map(({ article }: { article: string }) => article),
  )
  assert.ok(JSON.stringify(short).length * 2 < JSON.stringify(full).length)
})

test('a deal is printed as a checklist, and only a ban that its countries decide is called one', () => {
  const through = run(['check', '8471', '50', '--from', 'PL', '--to', 'KZ', '--via', 'RU', '--lang', 'en'])
  assert.equal(through.status, 0)
  assert.match(through.stdout, /^Prohibited: transit through Russia \(Article 2a\(1a\)\)\n/)
  assert.match(
    through.stdout,
    /\nDEAL Poland → Russia → Kazakhstan\n {2}\[ \] prohibited, Council Regulation \(EU\) No 833\/2014, Article 2a\(1a\): /,
  )
  const direct = run(['check', '8471', '30', '--from', 'DE', '--to', 'KZ', '--lang', 'en'])
  assert.match(direct.stdout, /^No ban; needed: .*a check of recipient and use\n/)
  refuses(
    ['check', '8471', '--from', 'PL'],
    'Brakuje drugiego końca: podaj kraj pochodzenia i kraj przeznaczenia. Sam kraj spoza Unii wystarczy, bo za drugi koniec przyjmujemy wtedy Unię.',
  )
})

test('words of a name are joined to one question', () => {
  const { status, stdout } = run(['check', 'line', 'pipe', '--json', '--lang', 'en', '--limit', '1'])
  const answer = JSON.parse(stdout)
  assert.equal(status, 0)
  assert.deepEqual([answer.query, answer.matched_as, answer.meta.limit], ['line pipe', 'name', 1])
})

test('the answer is Polish unless asked otherwise, and has no escape codes in a pipe', () => {
  const { status, stdout, stderr } = run(['check', '7304 11 00'])
  assert.equal(stderr, '')
  assert.equal(status, 0)
  assert.match(stdout, /^Zakaz: przywóz i wywóz .+[.?]\n7304 11 00\nRury, przewody rurowe/s)
  assert.match(stdout, /\n +KOD +ZAŁ\. +PRZEPIS +CO +KIERUNEK +OBEJMUJE +OD\n/)
  assert.ok(!stdout.includes(ESCAPE))
})

test('--fail-on prohibited exits with 3 when it is so, and still prints the answer', () => {
  const { status, stdout, stderr } = run(['check', '7304 11 00', '--lang', 'en', '--fail-on', 'prohibited'])
  assert.equal(stderr, '')
  assert.equal(status, 3)
  assert.match(stdout, /^Prohibited: .+[.?]\n7304 11 00\n/s)
})

test('--fail-on duties exits with 0 when nothing has to be done', () => {
  const { status, stdout, stderr } = run(['check', '0102', '--to', 'BY', '--lang', 'en', '--fail-on', 'duties'])
  assert.equal(stderr, '')
  assert.equal(status, 0)
  assert.match(stdout, /^No ban; .*\n0102\n/s)
})

test('--fail-on tells a ban from what a fact decides, and --fact tells the fact', () => {
  const asked = ['check', '7304 11 00', '--from', 'VN', '--to', 'PL', '--lang', 'en', '--fail-on']
  assert.equal(run([...asked, 'prohibited']).status, 0)
  assert.equal(run([...asked, 'depends']).status, 3)
  const told = run([...asked, 'depends', '--fact', '833-2014.3g(1)(d)=no'])
  assert.equal(told.status, 0)
  assert.match(told.stdout, /^No ban; /)
  const wrong = run([...asked, 'depends', '--fact', 'other=no'])
  assert.equal(wrong.status, 2)
  assert.match(wrong.stderr, /Asked now: .*833-2014\.3g\(1\)\(d\)/)
})

test('--fail-on exits with 3 also when nothing was checked, and says why', () => {
  for (const [asked, why] of [
    [['99999999'], /^--fail-on: Not checked: there is no code 9999 99 99 /],
    [['qwertzuiop'], /^--fail-on: Not checked: (?:no goods of the tariff found|it is not sure) /],
    [['0102', '--as-of', '2003-01-01'], /^--fail-on: Not checked: our data are complete only from: /],
  ] as const) {
    for (const failOn of ['prohibited', 'depends', 'not_checked', 'duties']) {
      const { status, stderr } = run(['check', ...asked, '--lang', 'en', '--fail-on', failOn])
      assert.equal(status, 3, `${asked} ${failOn}`)
      assert.match(stderr, why)
    }
  }
  assert.equal(run(['check', '99999999']).status, 0, 'nothing was asked to fail on')
  assert.equal(run(['check', '7304 11 00', '--fail-on', 'not_checked']).status, 0, 'it was checked')
})

test('check --file answers every line as CSV or JSON, from a file or a pipe, and exits for the worst of them', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'cn-file-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'items.csv')
  const check = (lines: string, ...args: string[]) => {
    writeFileSync(file, `id;Kod CN;Kraj przeznaczenia\r\n${lines}`)
    return run(['check', '--file', file, '--lang', 'en', ...args])
  }
  const good = check('a;0102;\r\nb;7304 11 00;\r\n')
  assert.equal(good.status, 0)
  assert.deepEqual(
    recordsIn(good.stdout, ',').map(({ row, id, query, verdict }) => [row, id, query, verdict]),
    [
      ['2', 'a', '0102', 'no_match'],
      ['3', 'b', '7304 11 00', 'restricted'],
    ],
  )
  assert.equal(good.stderr, 'Lines: 2; prohibited: 1; depending on a fact: 0; not checked: 0.\n')
  assert.equal(check('a;0102;\r\nb;7304 11 00;\r\n', '--fail-on', 'prohibited').status, 3)
  assert.equal(check('a;0102;\r\n', '--fail-on', 'prohibited').status, 0)
  const bad = check('a;0102;\r\nb;102;\r\n', '--json')
  assert.equal(bad.status, 2, 'as the line would exit alone')
  assert.deepEqual(
    JSON.parse(bad.stdout).items.map(({ status }: { status: string }) => status),
    ['ok', 'error'],
  )
  assert.match(bad.stderr, /\n {2}row 3: A code has 2, 4, 6, 8 or 10 digits/)
  assert.equal(check('a;0102;\r\nb;102;\r\n', '--fail-on', 'not_checked').status, 3)
  const piped = run(['check', '--file', '-', '--separator', ';'], {}, '0102\n7304\n')
  assert.equal(recordsIn(piped.stdout, ';').length, 2)
  refuses(
    ['check', '--file', join(directory, 'none.csv')],
    `There is no file ${join(directory, 'none.csv')}; a list of goods was expected.`,
  )
  refuses(['check', '7304', '--file', file], 'Give either a code or words, or a file.')
  refuses(['check', '--file', file, '--limit', '7'], '--limit: not with --file.')
  refuses(['check'], 'Give a code or words, or a file with --file; see check --help.')
})

test('law list prints listings for people, as JSON or as CSV, by the same filters', () => {
  const asked = [
    'law',
    'list',
    '--regime',
    'EU-RU-833-2014',
    '--article',
    '3g',
    '--as-of',
    '2026-11-15',
    '--lang',
    'en',
  ]
  const page = JSON.parse(run([...asked, '--json']).stdout)
  assert.ok(page.meta.total > 0)
  assert.equal(page.listings.length, page.meta.total)
  assert.ok(page.listings.every(({ article }: { article: string }) => article.startsWith('3g(')))
  assert.equal(recordsIn(run([...asked, '--csv']).stdout, ',').length, page.meta.total)
  const { stdout } = run(asked)
  assert.ok(stdout.includes(`Listings: ${page.meta.total}, as of 15 November 2026`))
  for (const { cn_code } of page.listings) assert.ok(stdout.includes(` ${cn_code} `))
})

test('law list refuses what the law does not have, every reason on a line', () => {
  const { status, stdout, stderr } = run(['law', 'list', '--annex', 'CXX', '--article', '99z', '--lang', 'en'])
  assert.deepEqual({ status, stdout }, { status: 2, stdout: '' })
  assert.match(stderr, /number of an annex.*\n.*Give an article/)
})

test('NO_COLOR keeps colour away, and colour comes only when it is forced into a pipe', () => {
  const plain = run(['check', '0102', '--lang', 'en'], { NO_COLOR: '1' })
  assert.deepEqual([plain.status, plain.stderr, plain.stdout.includes(ESCAPE)], [0, '', false])
  const forced = run(['check', '0102', '--lang', 'en'], { FORCE_COLOR: '1' })
  assert.deepEqual([forced.status, forced.stderr, forced.stdout.includes(ESCAPE)], [0, '', true])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes are what is taken away
  assert.equal(forced.stdout.replace(/\u001b\[\d+m/g, ''), plain.stdout)
})

test('a question that is not understood is refused, in Polish unless asked otherwise', () => {
  refuses(['check', '7304', '--as-of', '2026-02-30'], 'Parametr as_of to dzień w postaci RRRR-MM-DD.')
  refuses(['check', '7304', '--lang', 'xx'], 'Parametr lang to pl albo en.')
  const zero = 'Arkusz kalkulacyjny mógł uciąć zero na początku kodu.'
  refuses(
    ['check', '7095600'],
    `Kod ma 2, 4, 6, 8 albo 10 cyfr, na przykład 8471 30 00. ${zero} Może chodziło o: 0709 56 00.`,
  )
  refuses(['check', '7304', '--json', '--detail', 'long'], 'Szczegółowość (detail) to short albo full.')
})

test('every reason to refuse is given, one a line', () => {
  const { status, stdout, stderr } = run(['check', '8', '--lang', 'en', '--as-of', 'today', '--limit', '0'])
  assert.deepEqual([status, stdout], [2, ''])
  assert.deepEqual(stderr.trimEnd().split('\n').toSorted(), [
    'A code has 2, 4, 6, 8 or 10 digits, for example 8471 30 00. A spreadsheet may have dropped a leading zero. Did you mean 08, 80, 81, 82, 83, 84, 85, 86, 87, 88?',
    'The parameter as_of is a day written YYYY-MM-DD.',
    'The parameter limit is a number from 1 to 500.',
  ])
})

test('options, commands and arguments that do not exist are refused', () => {
  refuses(['check', '7304', '--colour'], "error: unknown option '--colour'")
  refuses(['chek', '7304'], "error: unknown command 'chek'")
  refuses([], 'Usage: cn-sanctions [options] [command]')
})

test('--help is help at every level, not a mistake', () => {
  for (const level of [[], ['check'], ['law'], ['law', 'validate']]) {
    const { status, stdout, stderr } = run([...level, '--help'])
    assert.deepEqual([status, stderr], [0, ''])
    assert.ok(stdout.startsWith(`Usage: ${['cn-sanctions', ...level].join(' ')} `), stdout)
  }
})

test('nothing is answered from law that cannot be read', () => {
  const { status, stdout, stderr } = run(['check', '7304'], { LAW_DIR: join(root, 'no-such-law') })
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, /^no-such-law\/acts\.yaml:1:1 file is missing or cannot be read$/m)
  assert.match(stderr, /\n\d+ mistakes in the law\n$/)
})

/** Makes Node say that it is an old one. */
const OLD =
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.11.0'}})"

test('an old Node without a newer one among the packages is refused with what to do', () => {
  const alone = mkdtempSync(join(tmpdir(), 'cn-sanctions-bin-'))
  try {
    cpSync(join(root, 'bin'), join(alone, 'bin'), { recursive: true })
    cpSync(join(root, 'package.json'), join(alone, 'package.json'))
    for (const file of ['bin/cn-sanctions.js', 'bin/check-node.js']) {
      const args = ['--import', OLD, join(alone, file), '--version']
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      assert.deepEqual([status, stdout], [1, ''], file)
      assert.match(
        stderr,
        /^cn-sanctions needs Node 24 or newer; this is Node 20\.11\.0\.\nOn Linux [^\n]+\nOn macOS [^\n]+\n$/,
      )
    }
  } finally {
    rmSync(alone, { recursive: true })
  }
})

const isPackaged = readdirSync(join(root, 'node_modules')).some((name) => /^node-(linux|win)-/.test(name))

test('an old Node hands over to the one among the packages', { skip: !isPackaged && 'none for this platform' }, () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', OLD, join(root, 'bin/cn-sanctions.js'), '--no-such-option'],
    { encoding: 'utf8' },
  )
  assert.deepEqual([status, stdout], [2, ''], 'with the exit code of the program')
  assert.match(stderr, /^error: unknown option '--no-such-option'\n/)
})

test('the stack of an error is printed with DEBUG=1 only', () => {
  const noDirectory = { DATA_DIR: join(root, 'package.json', 'data') }
  const quiet = run(['keys', 'list'], { ...noDirectory, DEBUG: '' })
  const debug = run(['keys', 'list'], { ...noDirectory, DEBUG: '1' })
  assert.deepEqual([quiet.status, quiet.stderr], [1, 'store.open: ENOTDIR\n'])
  assert.equal(debug.status, 1)
  assert.match(debug.stderr, /^StoreError: store\.open: ENOTDIR\n(?: {4}at .+\n)* {4}at .*sqlite\.ts/)
})

test('the build is the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.equal(run(['--version']).stdout, `${version}\n`)
  assert.match(JSON.parse(run(['check', '7304', '--json']).stdout).meta.source, new RegExp(`cn-sanctions ${version}`))
})

test('the description names the version of the API, which the contract fixes', () => {
  assert.equal(JSON.parse(run(['openapi']).stdout).info.version, '1.0.0')
})
