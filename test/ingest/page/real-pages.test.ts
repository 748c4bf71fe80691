import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConsolidatedPage } from '../../../src/ingest/page/consolidated-page.ts'
import { compare } from '../../../src/ingest/update/compare.ts'
import { openLaw } from '../../../src/ingest/update/open-law.ts'
import { LAW } from '../../small-law.ts'
import { realFile, WITHOUT_REAL_FILES as skip } from '../real-files.ts'
import { printed } from './read.ts'

const realPage = (name: string): string => realFile('eurlex', name)
const PIECES = '833-2014-20260724'
const NAMES = ['head', 'anx_XI', 'anx_XVIII_part', 'anx_XXIII_part', 'anx_XXV_XXVII', 'art_3nb', 'art_3o']

test('every piece of the Russian page gives exactly its rows, byte for byte', { skip }, async () => {
  const expected = readdirSync(realPage(PIECES)).filter((name) => name.endsWith('.expected.tsv'))
  assert.deepEqual(expected.toSorted(), NAMES.map((name) => `${name}.expected.tsv`).toSorted())
  for (const name of NAMES) {
    const { page } = await readConsolidatedPage(realPage(join(PIECES, `${name}.html`)))
    assert.equal(printed(page), readFileSync(realPage(join(PIECES, `${name}.expected.tsv`)), 'utf8'), name)
  }
})

test('law/ lists what the pieces of the page it was made from list', { skip }, async () => {
  for (const name of NAMES) {
    const { page } = await readConsolidatedPage(realPage(join(PIECES, `${name}.html`)))
    const { whole, annexes, newActs, articles } = compare(page, openLaw(LAW, '833-2014', page.celex))
    assert.equal(whole, false)
    assert.deepEqual([newActs, articles], [[], []], name)
    for (const { annex, status, added, removed, changed, conflicts } of annexes) {
      assert.deepEqual(
        { status, added, removed, changed, conflicts },
        { status: 'same', added: [], removed: [], changed: [], conflicts: [] },
        annex,
      )
    }
  }
})

/**
 * Rows of a page counted without the parser: the text is cut at the annexes' ids and at `<tr`, tags and nbsp are dropped
 * by regular expressions, and a row counts when one of its paragraphs is nothing but a code (or a printed range). An annex
 * of goods is one whose explanatory note says where its codes are taken from.
 */
function countedByHand(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  const pieces = html.split(/<div id="anx_/).slice(1)
  for (const piece of pieces) {
    const annex = piece.slice(0, piece.indexOf('"'))
    if (!piece.includes('nomenclature codes are taken from the Combined Nomenclature')) continue
    for (const row of piece.split('<tr').slice(1)) {
      const paragraphs = [...row.matchAll(/<p class="tbl-\w+">([\s\S]*?)<\/p>/g)].map(([, text = '']) =>
        text
          .replace(/<[^>]*>/g, '')
          .replace(/(?:&nbsp;|\s)+/g, ' ')
          .trim(),
      )
      const CODE = /^(?:ex )?\d\d(?: ?\d\d){0,4}$|^From \d[\d ]+ till \d[\d ]+$/i
      if (paragraphs.some((text) => CODE.test(text))) counts.set(annex, (counts.get(annex) ?? 0) + 1)
    }
  }
  return counts
}

test('the whole page of 2017/1509 is read, every annex of goods, as many rows as are counted without the parser', {
  skip,
}, async () => {
  const path = realPage('02017R1509-20240913.html')
  const { page, file } = await readConsolidatedPage(path)
  assert.equal(file.bytes, 1_820_218)
  assert.deepEqual([page.celex, page.language, page.whole], ['02017R1509-20240913', 'en', true])
  assert.deepEqual([page.acts.length, page.articles.length, page.annexes.length], [48, 79, 30])
  const counted = countedByHand(readFileSync(path, 'utf8'))
  const found = new Map(
    page.annexes.filter(({ rows }) => rows.length > 0).map(({ annex, rows }) => [annex, rows.length]),
  )
  assert.deepEqual(found, counted)
  const goods = 'III IV V VI VII VIII IX X XI XIa XIb XIc XId XIe XIf XIg XIh XIi XIj XIk XIl'
  assert.deepEqual([...found.keys()], goods.split(' '))
  assert.equal(
    [...found.values()].reduce((sum, count) => sum + count),
    533,
  )
})

test('marks of 2017/1509 carry on over borders of annexes, and deleted rows leave none', { skip }, async () => {
  const { page } = await readConsolidatedPage(realPage('02017R1509-20240913.html'))
  const rowsOf = (annex: string) => page.annexes.find((one) => one.annex === annex)!
  assert.equal(rowsOf('XIa').deletions.length, 1)
  assert.deepEqual(
    rowsOf('XIa').rows.map(({ printed: code, mark }) => `${code} ${mark?.sign}`),
    ['03 M1', 'ex 16 03 M1', '1604 M1', '1605 M1', '1902 20 10 M1', 'ex 21 04 M1'],
  )
  assert.equal(rowsOf('XId').rows[0]?.mark?.celex, '32017R1836', 'Annex XId has no mark of its own')
  assert.deepEqual(rowsOf('III').rows[0]?.digits, '27101231-27101259')
})
