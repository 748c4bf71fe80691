import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { columnsOf } from './columns.ts'
import { readXlsx } from './read-xlsx.ts'
import type { ReportSheet } from './report.ts'
import { UnreadableFile } from './table.ts'
import { writeXlsx } from './write-xlsx.ts'

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** A workbook as Excel saves it: texts apart, styles by number, relations with their own names. */
function workbook(rows: string, more: Record<string, string> = {}): Uint8Array {
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook ${NS} xmlns:r="x"><sheets><sheet name="Towary &amp; ceny" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst ${NS}><si><t>Kod CN</t></si><si><r><t>7304 </t></r><r><t>11 00</t></r><rPh><t>nie</t></rPh></si></sst>`,
    'xl/styles.xml': `<styleSheet ${NS}><numFmts><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="0000\\ 00\\ 00"/><numFmt numFmtId="166" formatCode="dd\\-mm\\-yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/><xf numFmtId="166"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${NS}><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
}

const cellsOf = (bytes: Uint8Array) =>
  readXlsx(bytes)[0]?.table.map(({ cells }) => cells.map(({ text, kind }) => [text, kind]))

describe('a workbook', () => {
  test('is read by what it shows, and by how it holds it', () => {
    const bytes = workbook(
      `<row r="1"><c r="A1" t="s"><v>0</v></c></row>
       <row r="3"><c r="A3" t="s"><v>1</v></c><c r="C3" t="inlineStr"><is><t>a &lt; b</t></is></c></row>
       <row r="4"><c r="A4"><v>1012100</v></c><c r="B4" s="1"><v>1012100</v></c><c r="C4" s="2"><v>1012100</v></c></row>
       <row r="5"><c r="A5" s="3"><v>46341</v></c><c r="B5" s="4"><v>46341</v></c><c r="C5"><v>8471.3</v></c></row>
       <row r="6"><c r="A6" t="str"><f>A1</f><v>8471</v></c><c r="B6" t="b"><v>1</v></c><c r="C6" t="e"><v>#N/A</v></c></row>`,
    )
    assert.equal(readXlsx(bytes)[0]?.name, 'Towary & ceny')
    assert.deepEqual(
      readXlsx(bytes)[0]?.table.map(({ number }) => number),
      [1, 3, 4, 5, 6],
    )
    assert.deepEqual(cellsOf(bytes), [
      [['Kod CN', 'text']],
      [
        ['7304 11 00', 'text'],
        ['', 'text'],
        ['a < b', 'text'],
      ],
      [
        ['1012100', 'number'],
        ['01012100', 'text'],
        ['0101 21 00', 'text'],
      ],
      [
        ['2026-11-15', 'date'],
        ['2026-11-15', 'date'],
        ['8471.3', 'number'],
      ],
      [
        ['8471', 'text'],
        ['TRUE', 'text'],
      ],
    ])
  })

  test('has what is merged over rows in each of them, and tells how many columns a title is merged over', () => {
    const row = (number: number, ...cells: string[]) =>
      `<row r="${number}">${cells.map((text, at) => (text === '' ? '' : `<c r="${'ABC'[at]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`)).join('')}</row>`
    const rows = [row(1, 'Lp.', 'Kraj'), row(2, '', 'pochodzenia', 'wysyłki'), row(4, '8471', 'PL', 'DE')]
    const ranges = ['A1:A2', 'B1:C1', 'A4:A7', 'A4:A6', 'B9:C9', 'x', 'A0:A9999999']
    const bytes = workbook('', {
      'xl/worksheets/sheet1.xml': `<worksheet ${NS}><sheetData>${[...rows, row(5, '', 'CN', 'KZ')].join('')}</sheetData><mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
    })
    assert.deepEqual(
      readXlsx(bytes)[0]?.table.map(({ cells }) => cells.map(({ text, span = '' }) => text + span)),
      [
        ['Lp.', 'Kraj2'],
        ['Lp.', 'pochodzenia', 'wysyłki'],
        ['8471', 'PL', 'DE'],
        ['8471', 'CN', 'KZ'],
      ],
    )
    assert.deepEqual(columnsOf(readXlsx(bytes)[0]!.table).header.titles, ['Lp.', 'Kraj pochodzenia', 'Kraj wysyłki'])
  })

  test('of a program that puts a prefix before every name is read as well', () => {
    const bytes = workbook('', {
      'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="x"><x:sheets><x:sheet name="A" r:id="rId7"/></x:sheets></x:workbook>`,
      'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>8471</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    })
    assert.deepEqual(cellsOf(bytes), [[['8471', 'number']]])
  })

  test('shows its visible sheets that hold something', () => {
    const row = '<row><c><v>1</v></c></row>'
    const sheet = (rows: string) => `<worksheet ${NS}><sheetData>${rows}</sheetData></worksheet>`
    const bytes = workbook(row, {
      'xl/workbook.xml': `<workbook ${NS} xmlns:r="x"><sheets><sheet name="A" r:id="a"/><sheet name="B" state="hidden" r:id="b"/><sheet name="C" r:id="c"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="b" Target="worksheets/sheet2.xml"/><Relationship Id="c" Target="worksheets/sheet3.xml"/></Relationships>`,
      'xl/worksheets/sheet2.xml': sheet(row),
      'xl/worksheets/sheet3.xml': sheet('<row><c t="inlineStr"><is><t> </t></is></c></row>'),
    })
    assert.deepEqual(
      readXlsx(bytes).map(({ name }) => name),
      ['A'],
    )
  })

  test('that is none, is locked or too old is refused with its reason', () => {
    const reasonOf = (bytes: Uint8Array) => {
      try {
        readXlsx(bytes)
        return 'read'
      } catch (error) {
        return error instanceof UnreadableFile ? error.reason : 'fault'
      }
    }
    const ole = (name: string) => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from(name, 'utf16le')])
    assert.equal(reasonOf(strToU8('kod;nazwa')), 'not_xlsx')
    assert.equal(reasonOf(zipSync({ 'word/document.xml': strToU8('<a/>') })), 'not_xlsx')
    assert.equal(reasonOf(ole('Workbook')), 'old_excel')
    assert.equal(reasonOf(ole('EncryptedPackage')), 'locked')
    assert.equal(reasonOf(workbook('<row><c><v>1</v></wrong>')), 'not_xlsx')
    fc.assert(fc.property(fc.uint8Array(), (bytes) => reasonOf(bytes) !== 'fault'))
  })
})

describe('a workbook for download', () => {
  const textsOf = (bytes: Uint8Array) =>
    (readXlsx(bytes)[0]?.table ?? []).map(({ cells }) => cells.map(({ text }) => text))
  const sheet = (rows: ReportSheet['rows'], name = 'Wynik'): ReportSheet => ({
    name,
    rows,
    columns: [{}, { isFolded: true }],
  })
  const partsOf = (bytes: Uint8Array) =>
    Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, part]) => [path, new TextDecoder().decode(part)]))

  test('read again gives back what was written, to the sign', () => {
    const sign = fc.oneof(
      fc.constantFrom('\r', '\n', '\t', '\0', '&', '<', '_x000D_', '=', '"', ' '),
      fc.string({ unit: 'grapheme' }),
    )
    const cell = fc.array(sign, { maxLength: 5 }).map((signs) => `${signs.join('')}!`)
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 10 }), (rows) => {
        assert.deepEqual(textsOf(writeXlsx([sheet(rows)])), rows)
      }),
    )
  })

  test('holds texts that stay texts: no formula, no code that loses its zeros', () => {
    const bytes = writeXlsx([sheet([['Kod'], ['=HYPERLINK("http://x")'], ['0101']])])
    const part = partsOf(bytes)['xl/worksheets/sheet1.xml'] ?? ''
    assert.doesNotMatch(part, /<f>|<v>/)
    assert.equal(part.match(/t="inlineStr"/g)?.length, 3)
    assert.deepEqual(textsOf(bytes), [['Kod'], ['=HYPERLINK("http://x")'], ['0101']])
  })

  test('holds numbers as numbers', () => {
    const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    fc.assert(
      fc.property(numbers, (number) => {
        const [, row] = readXlsx(writeXlsx([sheet([['Próg'], [number]])]))[0]?.table ?? []
        assert.equal(row?.cells[0]?.kind, 'number')
        assert.equal(Number(row?.cells[0]?.text), Number(number.toPrecision(15)) || 0)
      }),
    )
  })

  test('holds links that open: the address among the relationships, its fragment apart', () => {
    const link = (href: string) => ({ text: 'zał. XXIII', href, plain: href })
    const law = 'https://eur-lex.europa.eu/legal-content/PL/TXT/HTML/?uri=CELEX:02014R0833-20260724'
    const answer = 'https://x.example/?q=_x0041_&as_of=2026-11-15'
    const bytes = writeXlsx([
      sheet([
        ['A', 'B'],
        [link(`${law}#anx_XXIII`), link(answer)],
        [link(`${law}#anx_XVII`), ''],
      ]),
      sheet([['C'], [link(law)]], 'Informacje'),
    ])
    const parts = partsOf(bytes)
    const targets = [
      ...(parts['xl/worksheets/_rels/sheet1.xml.rels'] ?? '').matchAll(
        /Id="(\w+)" [^>]*Target="([^"]+)" TargetMode="External"/g,
      ),
    ]
    assert.deepEqual(
      targets.map(([, id, target]) => [id, target]),
      [
        ['rId1', law],
        ['rId2', answer.replace('&', '&amp;')],
      ],
    )
    assert.match(
      parts['xl/worksheets/sheet1.xml'] ?? '',
      /<\/sheetData><autoFilter[^>]+><hyperlinks><hyperlink ref="A2" r:id="rId1" location="anx_XXIII"\/><hyperlink ref="B2" r:id="rId2"\/><hyperlink ref="A3" r:id="rId1" location="anx_XVII"\/><\/hyperlinks><pageMargins /,
    )
    assert.match(parts['xl/worksheets/sheet2.xml'] ?? '', /<hyperlink ref="A2" r:id="rId1"\/>/)
    assert.deepEqual(
      readXlsx(bytes).map(({ name }) => name),
      ['Wynik', 'Informacje'],
    )
    assert.deepEqual(textsOf(bytes)[1], ['zał. XXIII', 'zał. XXIII'])
  })

  test('writes an address that Excel cannot open as a text', () => {
    const href = `https://x.example/?q=${'a'.repeat(3_000)}`
    const parts = partsOf(writeXlsx([sheet([['A'], [{ text: 'A', href, plain: href }]])]))
    assert.doesNotMatch(parts['xl/worksheets/sheet1.xml'] ?? '', /<hyperlink/)
    assert.equal(parts['xl/worksheets/_rels/sheet1.xml.rels'], undefined)
  })

  test('keeps its header in sight, with filters, and names every part that it has', () => {
    const parts = partsOf(
      writeXlsx([
        sheet([
          ['A', 'B'],
          ['1', '2'],
        ]),
        sheet([['C', '']], 'Informacje'),
      ]),
    )
    assert.match(
      parts['xl/worksheets/sheet1.xml'] ?? '',
      /<pane ySplit="1" [^>]*state="frozen"\/>.*<autoFilter ref="A1:B2"\/>/s,
    )
    for (const path of Object.keys(parts).filter((path) => path.startsWith('xl/') && !path.includes('_rels')))
      assert.ok(parts['[Content_Types].xml']?.includes(`PartName="/${path}"`), path)
    const styles = parts['xl/styles.xml'] ?? ''
    const used = Object.values(parts).flatMap((part) =>
      [...part.matchAll(/ s="(\d+)"/g)].map(([, style]) => Number(style)),
    )
    const defined = /<cellXfs count="(\d+)">(.*)<\/cellXfs>/.exec(styles)
    assert.equal(Number(defined?.[1]), defined?.[2]?.match(/<xf /g)?.length)
    assert.ok(used.every((style) => style < Number(defined?.[1])))
  })

  test('prints on landscape pages of one width with the header on each, and folds columns away', () => {
    const one = {
      ...sheet(
        [
          ['A', 'B', 'C'],
          [{ text: 'Zakaz', tone: 'ban' }, '2', '3'],
        ],
        "Ola's",
      ),
      footer: 'R&D <1>',
    }
    const parts = partsOf(writeXlsx([one]))
    const part = parts['xl/worksheets/sheet1.xml'] ?? ''
    assert.match(part, /<worksheet [^>]*><sheetPr>.*<pageSetUpPr fitToPage="1"\/><\/sheetPr>/)
    assert.match(part, /<pageSetup [^>]*orientation="landscape" fitToWidth="1" fitToHeight="0"\/>/)
    assert.match(part, /<oddFooter>&amp;L&amp;8R&amp;&amp;D &lt;1&gt;&amp;R&amp;8&amp;P \/ &amp;N<\/oddFooter>/)
    assert.match(
      part,
      /<col min="1"[^>]* collapsed="1"\/><col min="2"[^>]* outlineLevel="1" hidden="1"\/><col min="3"[^>]*"1"\/>/,
    )
    assert.match(parts['xl/workbook.xml'] ?? '', /"_xlnm.Print_Titles" localSheetId="0">'Ola''s'!\$1:\$1</)
  })

  test('cuts what no cell of Excel can hold', () => {
    assert.equal(textsOf(writeXlsx([sheet([['x'.repeat(40_000)]])]))[0]?.[0]?.length, 32_767)
  })
})
