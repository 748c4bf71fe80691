import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { importNomenclature } from '../../../src/ingest/tariff/import-nomenclature.ts'
import { tariffOf } from '../../../src/ingest/tariff/nomenclature-skos.ts'
import { nomenclatureTable } from '../../../src/ingest/tariff/nomenclature-table.ts'
import { ImportError, readSkos } from '../../../src/ingest/tariff/read-skos.ts'

const OWN = readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'cn-2030.rdf'))

/** In pieces of a given size, as a file comes. */
async function* inPieces(bytes: Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function tableOf(bytes: Uint8Array | string, year: number | null = null, size?: number): Promise<string> {
  const read = await readSkos('cn.rdf', inPieces(Buffer.from(bytes), size), year)
  return nomenclatureTable('cn.tsv', new Map([[read.year, tariffOf('cn.rdf', read, new Map()).rows]]))
}

/** The file, bent in one place. */
function bent(from: string | RegExp, to: string): string {
  const text = OWN.toString()
  const other = text.replace(from, to)
  assert.notEqual(other, text, `${from} stands in the file`)
  return other
}

async function refuses(bytes: Uint8Array | string, what: RegExp, year: number | null = null): Promise<void> {
  await assert.rejects(tableOf(bytes, year), (error: unknown) => {
    assert.ok(error instanceof ImportError, String(error))
    assert.match(error.message, /^cn\.\w+:\d+:\d+ /, 'it says where')
    assert.match(error.message, what)
    assert.match(error.message, /Nothing was written\.$/)
    return true
  })
}

const TABLE = `kind	code	first	last	level	unit	name_pl	name_en	source_pl	source_en
section	I	2030				ZWIERZĘTA ŻYWE	LIVE ANIMALS; ANIMAL PRODUCTS		
chapter	02	2030				MIĘSO	MEAT		
heading	0203	2030		0		Mięso ze świń	Meat of swine		
group		2030		1		Zamrożone	Frozen		
cn8	02032100	2030		2		Tusze i półtusze	Carcases and       half-carcases		
hs6	020322	2030		2		Szynki, łopatki	Hams, shoulders		
cn8	02032211	2030		3		Szynki i\u00a0ich kawałki	Hams & cuts thereof		
heading	0205	2030		0		Mięso z koni	Meat of horses		
cn8	02050020	2030		1		Świeże lub schłodzone	Fresh or chilled		
`

describe('the official file', () => {
  test('becomes a table in the order of the tariff, with groups, entities, CDATA and parts of a concept put together', async () => {
    assert.equal(await tableOf(OWN), TABLE)
  })
  test('reads the same in pieces of any size, letters cut in two included', async () => {
    for (const size of [1, 7, 64, 100_000]) assert.equal(await tableOf(OWN, 2030, size), TABLE)
  })
  test('with a byte order mark reads the same', async () => {
    assert.equal(await tableOf(Buffer.concat([Buffer.from('\ufeff'), OWN])), TABLE)
  })
  test('may print other dashes in Polish: that is noted, and the tree decides', async () => {
    const read = await readSkos('cn.rdf', inPieces(Buffer.from(bent('- Zamrożone', '-- Zamrożone'))), null)
    assert.deepEqual(tariffOf('cn.rdf', read, new Map()).notes, [
      'concept 020321000010: 2 dashes in Polish, 1 in English',
    ])
  })
  test('may hang headings under a title, which has no dash of its own', async () => {
    const title = `<skos:Concept rdf:about="http://data.europa.eu/xsp/cn2030/020300000010">
      <skos:prefLabel xml:lang="en">I. FRESH</skos:prefLabel><skos:prefLabel xml:lang="pl">I. ŚWIEŻE</skos:prefLabel>
      <skos:broader rdf:resource="http://data.europa.eu/xsp/cn2030/020021000090"/></skos:Concept></rdf:RDF>`
    const beside = OWN.toString().replace('</rdf:RDF>', title)
    const above = beside.replace(/(0203 Mięso[\s\S]*?broader[\s\S]*?)020021000090/, '$1020300000010')
    assert.notEqual(above, beside)
    const expected = TABLE.replace('heading\t0203', 'group\t\t2030\t\t0\t\tI. ŚWIEŻE\tI. FRESH\t\t\nheading\t0203')
    assert.deepEqual([await tableOf(beside), await tableOf(above)], [expected, expected])
  })
})

describe('a file that is not whole or says two things is refused', () => {
  const cases: [string, string | Uint8Array, RegExp][] = [
    ['a missing language', bent(/<skos:prefLabel xml:lang="pl">- Zam.*\n/, ''), /020321000010: no label in pl/],
    ['an empty label', bent('- Frozen', '-'), /no text in the label "-"/],
    [
      'a line above that is not there',
      bent('cn2030/020322000080"/>', 'cn2030/020399000080"/>'),
      /the line above, 020399000080, is not in the file/,
    ],
    [
      'no line above',
      bent(/ {4}<skos:broader rdf:resource="http:\/\/data.europa.eu\/xsp\/cn2030\/010011000090"\/>\n/, ''),
      /020021000090: no line above it/,
    ],
    ['a circle', bent('cn2030/020300000080"/>', 'cn2030/020321000010"/>'), /goes in a circle/],
    [
      'a code that stands twice',
      bent('0205 00 20</skos:notation>', '0203 21 00</skos:notation>'),
      /its notation is 0203 21 00/,
    ],
    [
      'two labels',
      bent(
        '<skos:prefLabel xml:lang="pl">0203 Mięso',
        '<skos:prefLabel xml:lang="pl">0203 Wieprzowina</skos:prefLabel><skos:prefLabel xml:lang="pl">0203 Mięso',
      ),
      /two values for pl/,
    ],
    [
      'two lines above',
      bent(
        'cn2030/020322000080"/>',
        'cn2030/020322000080"/><skos:broader rdf:resource="http://data.europa.eu/xsp/cn2030/020300000080"/>',
      ),
      /two values for broader/,
    ],
    [
      'a line above in another year',
      bent('cn2030/020322000080"/>', 'cn2029/020322000080"/>'),
      /leads out of the CN of 2030/,
    ],
    [
      'a line above without an address',
      bent('rdf:resource="http://data.europa.eu/xsp/cn2030/020322000080"', 'rdf:nodeID="x"'),
      /without rdf:resource/,
    ],
    ['wrong dashes', bent('0203 22 11 --- Hams', '0203 22 11 -- Hams'), /2 dashes in English, 3 in the tree/],
    [
      'a group with a code',
      bent('<skos:notation></skos:notation>', '<skos:notation>0203 2</skos:notation>'),
      /a group has no code/,
    ],
    ['a code that is none', bent('0203</skos:notation>', '203</skos:notation>'), /"203" is not a code/],
    ['a chapter with another title', bent('DZIAŁ 2 -', 'DZIAŁ 3 -'), /a chapter's label is "WORD 2 - TITLE"/],
    ['a kind nobody taught us', bent('020321000010">', '020321000095">'), /the ending 95 is not known/],
    [
      'a heading with nothing below',
      bent(/<skos:Concept rdf:about="[^"]*020500200080">[\s\S]*?<\/skos:Concept>/, ''),
      /a heading without any line below it/,
    ],
    [
      'a line under another heading',
      bent(/(cn2030\/0205002000[\s\S]*?broader[\s\S]*?cn2030\/)020500000080/, '$1020300000080'),
      /02050020 stands under 0203/,
    ],
    ['markup inside a label', bent('0203 Meat of swine', '0203 Meat of <b>swine</b>'), /<b> inside the en of concept/],
    ['an end that is missing', OWN.subarray(0, OWN.length - 20), /the file breaks off: unclosed tag/],
    ['tags in a mess', bent('</skos:Concept>', '</skos:prefLabel>'), /not well-formed XML/],
    ['another root', '<html><body/></html>', /the root is <html>/],
    ['nothing', '', /the file breaks off: document must contain a root element/],
    ['no concept', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>', /no concept of CN any year/],
    ['another declared encoding', bent('UTF-8', 'ISO-8859-2'), /the encoding is "ISO-8859-2"/],
    [
      'bytes of another encoding',
      Buffer.from(OWN.toString().replace(/\P{ASCII}/gu, '±'), 'latin1'),
      /not UTF-8 from here on/,
    ],
    ['UTF-16', Buffer.from(`\ufeff${OWN}`, 'utf16le'), /not UTF-8/],
    ['a table', 'kind\tcode', /:1:1 not XML: it does not begin with </],
    ['gzip', gzipSync(OWN), /a gzip file: unpack it/],
    ['zip', Buffer.from('PK\u0003\u0004rest'), /a zip file: unpack it/],
    [
      'an entity bomb',
      bent('<rdf:RDF', '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><rdf:RDF'),
      /document type declaration/,
    ],
    ['an unknown entity', bent('Hams &amp; cuts', 'Hams &nbsp; cuts'), /not well-formed XML: undefined entity/],
    [
      'nesting without end',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${'<a>'.repeat(5_000)}`,
      /nested deeper/,
    ],
  ]
  for (const [what, bytes, message] of cases) test(what, () => refuses(bytes, message))

  test('two concepts for one code', () =>
    refuses(
      bent(
        '<rdf:Description rdf:about="http://data.europa.eu/xsp/cn2030/cn2030">',
        `<skos:Concept rdf:about="http://data.europa.eu/xsp/cn2030/030021000090">
        <skos:notation>02</skos:notation><skos:prefLabel xml:lang="en">CHAPTER 2 - FISH</skos:prefLabel><skos:prefLabel xml:lang="pl">DZIAŁ 2 - RYBY</skos:prefLabel>
        <skos:broader rdf:resource="http://data.europa.eu/xsp/cn2030/010011000090"/></skos:Concept>
        <rdf:Description rdf:about="http://data.europa.eu/xsp/cn2030/cn2030">`,
      ),
      /02 stands twice, also in concept 020021000090/,
    ))
  test('another year than was asked for', () =>
    refuses(OWN, /no concept of CN 2026 in it; the file is of CN 2030/, 2026))
  test('two years, until one is chosen', async () => {
    const both = bent(
      '</rdf:RDF>',
      '<skos:Concept rdf:about="http://data.europa.eu/xsp/cn2029/010011000090"/></rdf:RDF>',
    )
    await refuses(both, /concepts of several years \(2029, 2030\): choose one with --year/)
    assert.equal(await tableOf(both, 2030), TABLE)
  })
  test('50 MB of garbage, of a label without end, or of a comment: no megabyte of it is kept', async () => {
    const start = OWN.subarray(0, OWN.indexOf('0203 22 11 --- Sch'))
    async function* endless(first: Uint8Array, piece: string): AsyncGenerator<Uint8Array> {
      yield first
      const bytes = Buffer.from(piece.repeat(1_000))
      for (let sent = 0; sent < 50_000_000; sent += bytes.length) {
        assert.ok(sent < 3_000_000, 'nobody reads on')
        yield bytes
      }
    }
    for (const [first, piece] of [
      [start, 'Schinken '.repeat(10)],
      [Buffer.from('<!-- '), 'x'.repeat(90)],
      [Buffer.from('<rdf:RDF a="'), 'x'.repeat(90)],
      [Buffer.from('<!DOCTYPE x ['), 'x'.repeat(90)],
    ] as const) {
      await assert.rejects(readSkos('cn.rdf', endless(first, piece), null), ImportError)
    }
    await assert.rejects(readSkos('cn.rdf', endless(Buffer.from('garbage'), 'x'.repeat(90)), null), /not XML/)
  })
})

describe('whatever the file is, there is a table or an ImportError', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cn-skos-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const imported = async (bytes: Uint8Array): Promise<void> => {
    const file = join(folder, 'bent.rdf')
    const table = join(folder, 'out', 'cn.tsv')
    writeFileSync(file, bytes)
    await importNomenclature({ file, table, year: null, overwrite: true }).then(
      () => assert.fail('half a tariff was written'),
      (error: unknown) => assert.ok(error instanceof ImportError, String(error)),
    )
    assert.deepEqual(readdirSync(folder), ['bent.rdf'], 'nothing is written, not even aside')
  }
  test('cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: OWN.length - 2 }), (end) => imported(OWN.subarray(0, end))),
      { numRuns: 60 },
    )
  })
  test('with bytes changed, doubled or taken away', async () => {
    const change = fc.record({
      at: fc.nat({ max: OWN.length }),
      less: fc.nat({ max: 300 }),
      put: fc.uint8Array({ maxLength: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let bytes: Uint8Array = OWN
        for (const { at, less, put } of changes)
          bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + less)])
        await imported(bytes)
      }),
      { numRuns: 100 },
    )
  })
  test('with its tags shuffled', async () => {
    const pieces = OWN.toString().split(/(?=<)/)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(pieces), (some) => imported(Buffer.from(some.join('')))),
      { numRuns: 60 },
    )
  })
  test('a good file of one chapter is not the tariff', async () => {
    const file = join(folder, 'bent.rdf')
    writeFileSync(file, OWN)
    await assert.rejects(
      importNomenclature({ file, table: join(folder, 'out', 'cn.tsv'), year: 2030, overwrite: false }),
      /the CN of 2030 is not whole, it lacks 95 chapters: 01, 03, 04, 05, 06 …/,
    )
  })
})

test('the excerpts of the official dataset have the shape we read', () => {
  const excerpt = readFileSync(join(import.meta.dirname, 'cn-2024-excerpt.ttl'), 'utf8')
  const concepts = excerpt.split(/\n\n(?=cn\d{4}:)/).filter((block) => /^cn2024:\d{12} a skos:Concept/.test(block))
  const facts = concepts.map((block) => [
    /^cn2024:(\d{12})/.exec(block)?.[1],
    /skos:notation "([^"]*)"/.exec(block)?.[1],
    /skos:prefLabel [^;]*"([^"]*)"@en/s.exec(block)?.[1],
    /skos:broader cn2024:(\d{12})/.exec(block)?.[1] ?? '',
  ])
  assert.equal(facts.length, 3)
  const xml = facts.map(
    ([key, notation, label, broader]) => `<skos:Concept rdf:about="http://data.europa.eu/xsp/cn2024/${key}">
      <skos:notation>${notation}</skos:notation>
      <skos:prefLabel xml:lang="en">${label}</skos:prefLabel><skos:prefLabel xml:lang="pl">${label}</skos:prefLabel>
      ${broader === '' ? '' : `<skos:broader rdf:resource="http://data.europa.eu/xsp/cn2024/${broader}"/>`}</skos:Concept>`,
  )
  const line = `<skos:Concept rdf:about="http://data.europa.eu/xsp/cn2024/010121000080"><skos:notation>0101 21 00</skos:notation>
    <skos:prefLabel xml:lang="en">0101 21 00 - x</skos:prefLabel><skos:prefLabel xml:lang="pl">0101 21 00 - x</skos:prefLabel>
    <skos:broader rdf:resource="http://data.europa.eu/xsp/cn2024/010100000080"/></skos:Concept>`
  const file = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">${xml.join('')}${line}</rdf:RDF>`
  return tableOf(file).then((table) =>
    assert.deepEqual(
      table
        .split('\n')
        .slice(1, 4)
        .map((row) => row.split('\t').filter((_, column) => [0, 1, 4, 7].includes(column))),
      [
        ['section', 'I', '', 'LIVE ANIMALS; ANIMAL PRODUCTS'],
        ['chapter', '01', '', 'LIVE ANIMALS'],
        ['heading', '0101', '0', 'Live horses, asses, mules and hinnies'],
      ],
    ),
  )
})
