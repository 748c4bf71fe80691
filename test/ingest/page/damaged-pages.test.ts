import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { ConsolidatedPage } from '../../../src/ingest/page/consolidated-page.ts'
import { readConsolidatedPage } from '../../../src/ingest/page/consolidated-page.ts'
import { PageError } from '../../../src/ingest/page/page-error.ts'
import { LAW } from '../../small-law.ts'
import { annexOf, readText } from './read.ts'
import { modelOf, renderPage } from './render-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const model = modelOf(LAW, '833-2014')
model.annexes = model.annexes.filter(({ annex }) => ['XI', 'XXV', 'XXVI', 'XXVII', 'XXXII'].includes(annex))
model.articles = model.articles.slice(0, 3)
model.acts = model.acts.slice(0, 20)
const html = renderPage(model)
const rowsOf = (page: ConsolidatedPage) =>
  page.annexes.flatMap(({ rows }) => rows.map(({ annex, printed, mark }) => `${annex} ${printed} ${mark?.celex}`))
const ROWS = rowsOf(readText(html))

/** A page, or a PageError; anything else is a crash. */
function attempt(text: string): ConsolidatedPage | PageError {
  try {
    return readText(text)
  } catch (error) {
    if (error instanceof PageError) return error
    throw error
  }
}

test('the page the faults are made in is read whole', () => {
  assert.equal(readText(html).whole, true)
  assert.equal(ROWS.length, 30)
})

test('a page that is cut off anywhere is refused', () => {
  const end = html.lastIndexOf('</html>') + '</html>'.length
  fc.assert(
    fc.property(fc.integer({ min: 0, max: end - 1 }), (at) => {
      assert.ok(attempt(html.slice(0, at)) instanceof PageError, `cut at ${at} of ${end}`)
    }),
    { numRuns: 400 },
  )
})

/** The page as tags and texts between them. */
const PARTS = html.split(/(<[^>]+>)/)
const TAGS = PARTS.flatMap((part, index) => (/^<\/?(?:div|table|tbody|tr|td|p)\b/.test(part) ? [index] : []))
const tag = fc.integer({ min: 0, max: TAGS.length - 1 }).map((index) => TAGS[index]!)

/** Either refused, or not a row of it is lost, moved to another annex or left to another act. */
function holds(parts: readonly string[], what: string): void {
  const page = attempt(parts.join(''))
  if (!(page instanceof PageError)) assert.deepEqual(rowsOf(page), ROWS, what)
}

test('with a tag missing, the page is refused or nothing of it is lost', () => {
  fc.assert(
    fc.property(tag, (at) => holds(PARTS.with(at, ''), `without ${PARTS[at]}`)),
    { numRuns: 300 },
  )
})

test('with two tags in each other’s place, the page is refused or nothing of it is lost', () => {
  fc.assert(
    fc.property(tag, tag, (a, b) => holds(PARTS.with(a, PARTS[b]!).with(b, PARTS[a]!), `${PARTS[a]} and ${PARTS[b]}`)),
    { numRuns: 300 },
  )
})

test('with a tag twice, the page is refused or nothing of it is lost', () => {
  fc.assert(
    fc.property(tag, (at) => holds(PARTS.with(at, PARTS[at]!.repeat(2)), `twice ${PARTS[at]}`)),
    { numRuns: 300 },
  )
})

test('texts of any kind are refused, never a crash', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '<td>',
      '</td>',
      '<table>',
      '</table>',
      '<tr>',
      '<div id="anx_I">',
      '</div>',
      '<p class="modref">',
      '▼M1',
      '&#0;',
      '&#x110000;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '</p>',
      '<br>',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      attempt(`<div>${pieces.join('')}`)
    }),
    { numRuns: 1_000 },
  )
})

async function refused(name: string, bytes: string | Uint8Array): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  try {
    await readConsolidatedPage(file)
  } catch (error) {
    assert.ok(error instanceof PageError, String(error))
    return error.message.replace(folder, '')
  }
  assert.fail(`${name} was read`)
}

test('what is no page is refused with what it is', async () => {
  assert.equal(await refused('empty.html', ''), '/empty.html is empty')
  assert.match(await refused('law.zip', Buffer.from('PK\u0003\u0004rest')), /is a ZIP archive/)
  assert.match(await refused('law.pdf', '%PDF-1.7'), /is a PDF/)
  assert.match(await refused('law.gz', Uint8Array.of(0x1f, 0x8b, 8, 0)), /packed with gzip/)
  assert.match(await refused('16.html', Buffer.from(`\ufeff${html}`, 'utf16le')), /UTF-16/)
  assert.match(await refused('16-bare.html', Buffer.from(html, 'utf16le')), /UTF-16 without a mark/)
  assert.match(
    await refused(
      'latin.html',
      Buffer.from(html.replace('charset=UTF-8', 'charset=x').replace(/charset=x/, 'charset=ISO-8859-2'), 'latin1'),
    ),
    /says it is ISO-8859-2/,
  )
  assert.match(
    await refused('broken.html', Buffer.from(html.replaceAll('—', '\u00e9'), 'latin1')),
    /is not UTF-8: a wrong byte stands between 0 and/,
  )
  assert.match(await refused('text.html', 'Regulation 833/2014'), /is not a page, met "Regulation 833\/2014"/)
  assert.match(
    await refused('other.html', '<html><head><title>Weather</title></head><body></body></html>'),
    /its title is "Weather"/,
  )
  const bomb = '<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><html>&b;</html>'
  assert.match(await refused('bomb.html', bomb), /declares entities of its own/)
  await assert.rejects(readConsolidatedPage(join(folder, 'nothing.html')), /^PageError: no file .*nothing\.html$/)
  await assert.rejects(readConsolidatedPage(folder), /is not a file/)
})

test('the bot wall of EUR-Lex is recognised', async () => {
  const wall = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title></title><script type="text/javascript">
window.awsWafCookieDomainList = [];</script><script src="https://x.token.awswaf.com/x/challenge.js"></script></head>
<body><div id="challenge-container"></div><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that
you're not a robot.</noscript></body></html>`
  assert.match(await refused('wall.html', wall), /^this is the bot wall of EUR-Lex/)
})

test('spans and nesting without end are refused at once', () => {
  const cell = (attribute: string) =>
    annexOf([
      ['CN code', 'Description'],
      [`<td ${attribute}><p>7301</p></td>`, 'x'],
    ])
  for (const attribute of [
    'colspan="1000000000"',
    'rowspan="99999999"',
    'colspan="-1"',
    'colspan="0"',
    'colspan="two"',
  ]) {
    assert.ok(attempt(cell(attribute)) instanceof PageError, attribute)
  }
  assert.match((attempt('<div>'.repeat(100_000)) as PageError).message, /nested deeper than 200/)
  assert.match((attempt(`<div id="anx_I">${'<span>'.repeat(100_000)}`) as PageError).message, /nested deeper than 200/)
})
