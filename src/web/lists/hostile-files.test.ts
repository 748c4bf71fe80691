import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { deflateSync, strToU8, type Zippable, zipSync } from 'fflate'
import { readDelimited } from './read-delimited.ts'
import { readFile } from './read-file.ts'
import { MAX_UNPACKED, readXlsx } from './read-xlsx.ts'
import { UnreadableFile } from './table.ts'
import { TABLE_BOUNDS, TableBudget } from './table-budget.ts'

const WORKBOOK = '<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>'
const RELATIONS = '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>'
const sheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const row = (number: number | string, cells = '<c><v>8471</v></c>'): string => `<row r="${number}">${cells}</row>`

function parts(rows: string, more: Readonly<Record<string, string | Uint8Array>> = {}): Zippable {
  const all = {
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/worksheets/sheet1.xml': sheet(rows),
    ...more,
  }
  return Object.fromEntries(
    Object.entries(all).map(([path, part]) => [path, typeof part === 'string' ? strToU8(part) : part]),
  )
}
const workbook = (rows: string, more: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array =>
  zipSync(parts(rows, more), { level: 1 })

/** What came of a file, and how much was done for it. */
function outcome(read: (unpacking: { left: number }, keeping: TableBudget) => readonly unknown[], room = MAX_UNPACKED) {
  const unpacking = { left: room }
  const keeping = new TableBudget()
  let result: string
  try {
    result = `read ${read(unpacking, keeping).length}`
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    result = error.reason
  }
  return { result, unpacked: room - unpacking.left, ...keeping.used }
}
const xlsx = (bytes: Uint8Array, room?: number) =>
  outcome((unpacking, keeping) => readXlsx(bytes, unpacking, keeping), room)
const csv = (text: string, commas = true) => outcome((_, keeping) => readDelimited(text, { commas }, keeping))

describe('places no sheet has', () => {
  test('are refused, and nothing is made for the rows before them', () => {
    for (const number of [999_999_999, 1_048_577, 0, -1, 1.5, 'x', '1e99']) {
      const { result, cells } = xlsx(workbook(row(number)))
      assert.deepEqual([result, cells], ['not_xlsx', 0], String(number))
    }
    assert.equal(xlsx(workbook(row(7) + row(7))).result, 'not_xlsx')
    assert.equal(xlsx(workbook(row(7) + row(6))).result, 'not_xlsx')
    for (const reference of ['XFE1', 'ZZZZ1', `${'Z'.repeat(100_000)}1`]) {
      assert.equal(xlsx(workbook(row(1, `<c r="${reference}"><v>1</v></c>`))).result, 'not_xlsx')
    }
  })

  test('the last row of a sheet is one row', () => {
    const { result, rows, cells } = xlsx(workbook(row(2) + row(1_048_576)))
    assert.deepEqual([result, rows, cells], ['read 1', 2, 2])
    const table = readXlsx(workbook(row(2) + row(1_048_576)))[0]?.table
    assert.deepEqual(
      table?.map(({ number }) => number),
      [2, 1_048_576],
    )
  })
})

describe('more than a list can hold', () => {
  test('rows', () => {
    const { result, rows } = xlsx(workbook(Array.from({ length: 60_000 }, (_, at) => row(at + 1)).join('')))
    assert.deepEqual([result, rows], ['too_large', TABLE_BOUNDS.rows + 1])
  })

  test('rows that hold nothing but a format are not kept', () => {
    const styled = Array.from({ length: 60_000 }, (_, at) => row(at + 1, `<c r="XFD${at + 1}" s="1"/>`)).join('')
    const { result, rows, cells } = xlsx(workbook(styled))
    assert.deepEqual([result, rows, cells], ['read 0', 0, 0])
  })

  test('columns', () => {
    assert.equal(xlsx(workbook(row(1, '<c r="XFD1"><v>1</v></c>'))).result, 'too_large')
    assert.equal(xlsx(workbook(row(1, '<c r="ALL1"><v>1</v></c>'))).cells, 1_000)
    const wide = Array.from({ length: 3_000 }, (_, at) => row(at + 1, '<c r="ALL1"><v>1</v></c>')).join('')
    const { result, cells } = xlsx(workbook(wide))
    assert.equal(result, 'too_large')
    assert.ok(cells <= TABLE_BOUNDS.cells + TABLE_BOUNDS.columns)
  })

  test('one long text that every cell refers to', () => {
    const strings = `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`
    const cells = '<c t="s"><v>0</v></c>'.repeat(100)
    const { result, characters } = xlsx(
      workbook(Array.from({ length: 100 }, (_, at) => row(at + 1, cells)).join(''), {
        'xl/sharedStrings.xml': strings,
      }),
    )
    assert.equal(result, 'too_large')
    assert.ok(characters <= TABLE_BOUNDS.characters + TABLE_BOUNDS.cellCharacters)
    const long = `<c t="inlineStr"><is><t>${'x'.repeat(32_768)}</t></is></c>`
    assert.equal(xlsx(workbook(row(1, long))).result, 'too_large')
  })

  test('texts, styles and sheets', () => {
    const many = (text: string, count: number) => text.repeat(count)
    for (const [path, part] of [
      ['xl/sharedStrings.xml', `<sst>${many('<si/>', 600_000)}</sst>`],
      ['xl/styles.xml', `<styleSheet><cellXfs>${many('<xf/>', 70_000)}</cellXfs></styleSheet>`],
      ['xl/styles.xml', `<styleSheet><numFmts>${many('<numFmt numFmtId="1"/>', 70_000)}</numFmts></styleSheet>`],
      ['xl/workbook.xml', `<workbook><sheets>${many('<sheet name="A" r:id="a"/>', 1_001)}</sheets></workbook>`],
      ['xl/_rels/workbook.xml.rels', `<Relationships>${many('<Relationship Id="a"/>', 3_000)}</Relationships>`],
    ] as const)
      assert.equal(xlsx(workbook(row(1), { [path]: part })).result, 'too_large', path)
  })

  test('sheets that are small each and large together', () => {
    const names = Array.from({ length: 20 }, (_, at) => `s${at}`)
    // Comments are packed well and keep nothing.
    const blank = strToU8(sheet(`<!--${' '.repeat(900_000)}-->`))
    const bytes = workbook('', {
      'xl/workbook.xml': `<workbook><sheets>${names.map((name) => `<sheet name="${name}" r:id="${name}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((name) => `<Relationship Id="${name}" Target="worksheets/${name}.xml"/>`).join('')}</Relationships>`,
      ...Object.fromEntries(names.map((name) => [`xl/worksheets/${name}.xml`, blank])),
    })
    assert.equal(xlsx(bytes).result, 'read 0')
    const { result, unpacked } = xlsx(bytes, 10_000_000)
    assert.equal(result, 'too_large')
    assert.ok(unpacked <= 10_000_000)
  })

  test('one sheet that the workbook names a thousand times is read within the same bound', () => {
    const bytes = workbook('', {
      'xl/workbook.xml': `<workbook><sheets>${'<sheet name="A" r:id="a"/>'.repeat(1_000)}</sheets></workbook>`,
      'xl/worksheets/sheet1.xml': sheet(`<!--${' '.repeat(900_000)}-->`),
    })
    const { result, unpacked } = xlsx(bytes, 10_000_000)
    assert.equal(result, 'too_large')
    assert.ok(unpacked <= 10_000_000)
  })
})

/** The place of an entry in the directory of an archive. */
function placeOf(bytes: Uint8Array, name: string): number {
  const directory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = directory.indexOf('PK\x01\x02'); at !== -1; at = directory.indexOf('PK\x01\x02', at + 4))
    if (directory.toString('utf8', at + 46, at + 46 + directory.readUInt16LE(at + 28)) === name) return at
  throw new Error(`no ${name}`)
}

describe('an archive', () => {
  const SHEET = 'xl/worksheets/sheet1.xml'
  /** The same with another number in the directory. */
  function lying(bytes: Uint8Array, field: number, value: number, name = SHEET): Uint8Array {
    const copy = Buffer.from(bytes)
    copy.writeUInt32LE(value, placeOf(copy, name) + field)
    return copy
  }
  const PACKED_SIZE = 20
  const SIZE = 24
  const PLACE = 42
  const good = workbook(row(1))

  test('that claims less than it holds is left as soon as that shows', () => {
    const bomb = workbook('', { [SHEET]: new Uint8Array(40 * 1024 * 1024).fill(32) })
    const { result, unpacked } = xlsx(lying(bomb, SIZE, 1_000))
    assert.equal(result, 'not_xlsx')
    assert.ok(unpacked < 20 * 1024 * 1024, `${unpacked} bytes were unpacked`)
  })

  test('that claims more than there is room for is not unpacked at all', () => {
    const { result, unpacked } = xlsx(lying(good, SIZE, MAX_UNPACKED + 1))
    assert.equal(result, 'too_large')
    assert.ok(unpacked < 1_000)
  })

  test('whose numbers do not fit together is refused', () => {
    const { length: size } = strToU8(sheet(row(1)))
    assert.equal(xlsx(lying(good, SIZE, size)).result, 'read 1')
    for (const [field, value] of [
      [SIZE, size - 1],
      [SIZE, size + 1],
      [SIZE, 0xffff_ffff],
      [PACKED_SIZE, 1],
      [PACKED_SIZE, good.length],
      [PACKED_SIZE, 0xffff_fffe],
      [PLACE, good.length],
      [PLACE, 0xffff_fffe],
      [0, 0],
    ] as const)
      assert.equal(xlsx(lying(good, field, value)).result, 'not_xlsx', `${field}: ${value}`)
    const endless = Buffer.from(good)
    endless.writeUInt16LE(0xffff, good.length - 22 + 10)
    assert.equal(xlsx(endless).result, 'too_large')
  })

  test('with megabytes of nothing behind the end of a packed part is refused', () => {
    const packed = deflateSync(strToU8(sheet(row(1))))
    const bytes = archive([
      ...Object.entries(parts('')).filter(([path]) => path !== SHEET),
      [SHEET, Buffer.concat([packed, Buffer.alloc(1_000_000)]), strToU8(sheet(row(1))).length],
    ] as Entries)
    assert.equal(xlsx(bytes).result, 'not_xlsx')
  })

  test('that names a part twice is refused', () => {
    const entries = Object.entries(parts(row(1)))
    assert.equal(xlsx(archive(entries as Entries)).result, 'read 1')
    assert.equal(xlsx(archive([...entries, ...entries.slice(2)] as Entries)).result, 'not_xlsx')
  })

  test('with its sizes in 64 bits is read', () => {
    assert.equal(xlsx(archive(Object.entries(parts(row(1))) as Entries, true)).result, 'read 1')
  })

  test('of any bytes, or a good one with some changed, is read or refused: nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => void xlsx(bytes)),
      { numRuns: 300 },
    )
    const change = fc.tuple(fc.nat({ max: good.length - 1 }), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const changed = good.slice()
        for (const [at, byte] of changes) changed[at] = byte
        const { unpacked } = xlsx(changed)
        assert.ok(unpacked < 20 * 1024 * 1024)
      }),
      { numRuns: 1_000 },
    )
  })

  test('with any XML in its sheet is read or refused: nothing else', () => {
    const token = fc.constantFrom(
      ...[
        '<row r="',
        '<row>',
        '</row>',
        '<c r="',
        '<c t="s">',
        '</c>',
        '<v>',
        '</v>',
        '"',
        '>',
        '/>',
        '<',
        '&',
        '&#0;',
      ],
      ...['A1', '3', '-1', 'NaN', '1e9', '99999999999', '<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '<!', ' ', 'ż'],
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (tokens) => void xlsx(workbook(tokens.join('')))),
      { numRuns: 300 },
    )
  })
})

type Entries = [path: string, bytes: Uint8Array, inflated?: number][]

/** An archive written by hand: parts stored as they are, or deflated where their size is told. */
function archive(entries: Entries, in64Bits = false): Uint8Array {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [path, bytes, inflated] of entries) {
    const name = Buffer.from(path)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(name.length, 26)
    const extra = Buffer.alloc(in64Bits ? 28 : 0)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(inflated === undefined ? 0 : 8, 10)
    const sizes = [inflated ?? bytes.length, bytes.length, at]
    if (in64Bits) {
      extra.writeUInt16LE(1)
      extra.writeUInt16LE(24, 2)
      sizes.forEach((size, index) => void extra.writeBigUInt64LE(BigInt(size), 4 + index * 8))
    }
    for (const [index, field] of [24, 20, 42].entries())
      entry.writeUInt32LE(in64Bits ? 0xffff_ffff : sizes[index]!, field)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(extra.length, 30)
    locals.push(local, name, Buffer.from(bytes))
    directory.push(entry, name, extra)
    at += 30 + name.length + bytes.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, ...directory, end])
}

describe('XML', () => {
  test('that defines entities is refused, whatever they would become', () => {
    const laughs = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]>`
    const text = '<c t="inlineStr"><is><t>&c;</t></is></c>'
    for (const part of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml'])
      assert.equal(xlsx(workbook('', { [part]: laughs + sheet(row(1, text)) })).result, 'not_xlsx', part)
    assert.equal(readXlsx(workbook(row(1, text)))[0]?.table[0]?.cells[0]?.text, '&c;', 'nobody defined it')
  })

  test('nested without end is refused', () => {
    for (const part of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/styles.xml'])
      assert.equal(xlsx(workbook(row(1), { [part]: '<a>'.repeat(500_000) })).result, 'not_xlsx', part)
  })

  test('with a tag, a text or a comment without end is refused before all of it is read', () => {
    const attributes = Array.from({ length: 150_000 }, (_, at) => `a${at}="<>" `).join('')
    for (const endless of [`<row ${attributes}>`, `<!--${'-'.repeat(2_000_000)}`, `<v>${'x'.repeat(2_000_000)}`]) {
      const { result, cells } = xlsx(workbook(row(1) + endless))
      assert.deepEqual([result, cells], ['not_xlsx', 1], endless.slice(0, 10))
    }
  })

  test('that is cut anywhere between its pieces is read all the same', () => {
    const cell = '<c t="inlineStr"><is><t xml:space="preserve">a &amp; ż <![CDATA[<b>]]></t></is></c><!-- > -->'
    // Longer than two steps of the parser, and of a length that moves its cuts through every place of a row.
    const rows = Array.from({ length: 1_500 }, (_, at) => row(at + 1, cell)).join('')
    const table = readXlsx(workbook(rows))[0]?.table
    assert.equal(table?.length, 1_500)
    assert.ok(table?.every(({ cells }) => cells.length === 1 && cells[0]?.text === 'a & ż <b>'))
  })

  test('with a number format of no length Excel would take does not matter', () => {
    const styles = (code: string) =>
      `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`
    for (const sign of ['[', '&quot;', '0']) {
      const bytes = workbook(row(1, '<c s="0"><v>8471</v></c>'), { 'xl/styles.xml': styles(sign.repeat(150_000)) })
      assert.deepEqual(readXlsx(bytes)[0]?.table[0]?.cells, [{ text: '8471', kind: 'number' }], sign)
    }
  })
})

describe('a text', () => {
  test('of line ends alone holds nothing', () => {
    for (const end of ['\n', '\r', '\r\n', ' \n']) {
      const { result, rows, cells } = csv(end.repeat(300_000))
      assert.deepEqual([result, rows, cells <= TABLE_BOUNDS.cells], ['read 0', 0, true], JSON.stringify(end))
    }
  })

  test('of one line without end is refused, whatever it is made of', () => {
    for (const sign of [';', '\t', '|', ',', 'x', '"', '""', '";', '7304;', '"a"', '"a";', 'a,"']) {
      for (const commas of [true, false]) {
        const { result, rows, cells } = csv(sign.repeat(100_000), commas)
        assert.deepEqual([result, rows], ['too_large', 0], sign)
        assert.ok(cells <= TABLE_BOUNDS.columns, sign)
      }
    }
    assert.equal(csv(`"${'a'.repeat(5_000_000)}"`, false).result, 'too_large')
  })

  test('of more lines than a list has is refused while it is read', () => {
    const { result, rows } = csv('7304 11 00\n'.repeat(60_000))
    assert.deepEqual([result, rows], ['too_large', TABLE_BOUNDS.rows + 1])
    const wide = csv(`${'a;'.repeat(900)}a\n`.repeat(3_000))
    assert.equal(wide.result, 'too_large')
    assert.ok(wide.cells <= TABLE_BOUNDS.cells + 1)
  })

  test('with the empty columns that Excel saves is read', () => {
    assert.equal(csv(`7304${';'.repeat(16_383)}\n`.repeat(20)).result, 'read 20')
  })

  test('of any bytes is read or refused: nothing else', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .string({ unit: fc.constantFrom('"', ';', ',', '\n', '\r', '\t', '|', ' ', '8', 'ż', 'sep=') })
        .map((text) => Buffer.from(text)),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text, 'utf16le')),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom('a.csv', 'a.txt', 'a.xlsx'), async (file, name) => {
        await readFile(name, file.length, async () => file).catch((error: unknown) => {
          if (!(error instanceof UnreadableFile)) throw error
        })
      }),
      { numRuns: 1_000 },
    )
  })
})
