import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LAW } from '../../small-law.ts'
import { modelOf, renderPage } from './render-page.ts'

const PAGES = join(import.meta.dirname, '..', 'pages')
const folder = mkdtempSync(join(tmpdir(), 'large-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const COMPILE_CACHE = new URL('../../compile-cache.js', import.meta.url).href
const READ = `
import { readConsolidatedPage } from ${JSON.stringify(join(import.meta.dirname, '..', '..', '..', 'src', 'ingest', 'page', 'consolidated-page.ts'))}
let said = ''
try {
  const { page } = await readConsolidatedPage(process.argv[1])
  said = String(page.annexes.reduce((sum, { rows }) => sum + rows.length, 0))
} catch (error) {
  said = error.name + ': ' + error.message
}
process.stdout.write(JSON.stringify({ said, mb: process.resourceUsage().maxRSS / 1024 }))
`

/** Reads a file in a process of its own: what it said, and how much memory it needed at most. */
function readApart(file: string): { said: string; mb: number } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', COMPILE_CACHE, '--input-type=module', '-e', READ, file],
    {
      encoding: 'utf8',
      timeout: 600_000,
    },
  )
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

/** Writes pieces until the file has so many bytes. */
function fill(name: string, bytes: number, start: string, piece: (index: number) => string, end = ''): string {
  const file = join(folder, name)
  const handle = openSync(file, 'w')
  let written = writeSync(handle, start)
  for (let index = 0; written < bytes; index++) written += writeSync(handle, piece(index))
  writeSync(handle, end)
  closeSync(handle)
  return file
}

test('a page of 10 MB is read in less than 300 MB', () => {
  const model = modelOf(LAW, '833-2014')
  const whole = renderPage(model)
  const from = whole.indexOf('<p class="modref">', whole.lastIndexOf('id="art_'))
  const to = whole.lastIndexOf('</div>\n</div></body>')
  const annexes = whole.slice(from, to)
  const rows = model.annexes.flatMap((annex) => annex.rows).filter(({ printed }) => printed !== '').length
  let copies = 0
  const file = fill(
    'ten.html',
    10 * 1024 * 1024,
    whole.slice(0, from),
    (index) => {
      copies++
      return annexes.replaceAll(/id="anx_/g, `id="anx_${index}`).replaceAll(/ANNEX /g, `ANNEX ${index}`)
    },
    whole.slice(to),
  )
  const { said, mb } = readApart(file)
  assert.equal(said, String(copies * rows))
  assert.ok(mb < 300, `${mb} MB`)
})

test('a page of 10 MB made of real annexes is read in less than 300 MB', () => {
  const annexes = readFileSync(join(PAGES, '02017R1509-20240913.annexes-III-XIl.en.html'), 'utf8')
  let copies = 0
  const file = fill(
    'real.html',
    10 * 1024 * 1024,
    '<div>\n',
    (index) => {
      copies++
      return annexes.replaceAll(/id="anx_/g, `id="anx_${index}`).replaceAll('>ANNEX ', `>ANNEX ${index}`)
    },
    '</div>\n',
  )
  const { said, mb } = readApart(file)
  assert.equal(said, String(copies * 533))
  assert.ok(mb < 300, `${mb} MB`)
})

test('a page whose 10 MB are one list of persons is read in less than 300 MB', () => {
  const row = (cells: readonly string[]) =>
    `<tr>\n${cells.map((text) => `<td valign="top">\n<p class="tbl-norm">${text}</p>\n</td>`).join('\n')}\n</tr>\n`
  const file = fill(
    'persons.html',
    10 * 1024 * 1024,
    `<div id="anx_XIII"><table><tbody>\n${row(['', 'Name', 'Identifying information', 'Reasons', 'Date of listing'])}`,
    (index) => row([`${index + 1}.`, 'A name', `Passport: ${index}`, 'Why it is listed. '.repeat(40), '1.1.2020']),
    '</tbody></table></div>\n',
  )
  const { said, mb } = readApart(file)
  assert.equal(said, '0')
  assert.ok(mb < 300, `${mb} MB`)
})

const GARBAGE: Record<string, [string, (index: number) => string, RegExp]> = {
  'bytes that are no text': ['\u0001\u0002', () => '\u0000\u00ff'.repeat(32_768), /binary, or UTF-16/],
  'words without a tag': ['words ', () => 'words '.repeat(16_384), /is not a page/],
  'one tag without end': ['<', () => 'a="b" '.repeat(16_384), /cut off inside a tag/],
  'one paragraph without end': ['<p>', () => 'words '.repeat(16_384), /longer than \d+ characters|cut off/],
  'a comment without end': ['<!--', () => 'words - '.repeat(16_384), /cut off inside a tag/],
  'empty elements': ['<div>', () => '<b></b>'.repeat(16_384), /cut off/],
  'cells without a table': ['<div>', () => '<td>'.repeat(16_384), /outside a table/],
  'rows without end': [
    '<div id="anx_I"><table>',
    () => '<tr><td><p>7301</p></td><td><p>x</p></td></tr>\n'.repeat(2_000),
    /more than \d+ elements/,
  ],
}
for (const [what, [start, piece, message]] of Object.entries(GARBAGE)) {
  test(`50 MB of garbage is refused: ${what}`, () => {
    const { said, mb } = readApart(fill('garbage.html', 50 * 1024 * 1024, start, piece))
    assert.match(said, /^PageError: /)
    assert.match(said, message)
    assert.ok(mb < 1_000, `${mb} MB`)
  })
}
