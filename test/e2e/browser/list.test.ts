import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { readDelimited } from '../../../src/web/lists/read-delimited.ts'
import { readXlsx } from '../../../src/web/lists/read-xlsx.ts'
import { inBrowser, overflowOf, violationsInBoth, violationsOf } from './harness.ts'

/** A workbook as Excel saves it: shared strings, a code stored as a number, one displayed with its zeros, a hidden sheet. */
function workbook(): Buffer {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const texts = [
    'Lp.',
    'Nazwa towaru',
    'Kod CN',
    'Rury stalowe',
    '7304 11 00',
    'Konie',
    '=HYPERLINK("http://x.example")',
    'Broszury',
  ]
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="Towary" sheetId="1" r:id="rId1"/><sheet name="Ukryty" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst ${main}>${texts.map((text) => `<si><t>${text.replaceAll('"', '&quot;')}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="00000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>3</v></c><c r="C2" t="s"><v>4</v></c></row>
<row r="3"><c r="A3"><v>2</v></c><c r="B3" t="s"><v>5</v></c><c r="C3"><v>1012100</v></c></row>
<row r="4"><c r="A4"><v>3</v></c><c r="B4" t="s"><v>6</v></c><c r="C4" s="1"><v>1012100</v></c></row>
<row r="5"><c r="A5"><v>9</v></c></row>
<row r="6"><c r="A6"><v>4</v></c><c r="B6" t="s"><v>7</v></c><c r="C6"><v>49011000</v></c></row>
</sheetData></worksheet>`,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]))))
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer })

/** Checks the list in the direction given; all of them unless the visitor has chosen one. */
async function checkIt(page: Page, direction?: string): Promise<void> {
  await chooseDirection(page, direction)
  await page.click('#check')
  await page.waitForSelector('#result-title', { timeout: 60_000 })
}

async function chooseDirection(page: Page, direction = 'any'): Promise<void> {
  await page.check(`#direction-${direction}`)
}

/** `row given class` of the lines shown. */
const shownIn = (page: Page): Promise<string[]> =>
  page.$$eval('.lines tbody tr', (rows) =>
    rows.map((row) =>
      ['.by-row', '.by-given strong', '.by-class']
        .map((cell) => row.querySelector(cell)?.textContent?.trim())
        .join(' · '),
    ),
  )

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

inBrowser('a list', async (t, { visit, origin }) => {
  await t.test(
    'from a real XLSX: the column is found, zeros are asked about, both downloads hold the result',
    async (t) => {
      const page = await visit(t, '/list')
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''))
      await choose(page, 'towary.xlsx', workbook())
      await page.waitForSelector('#zeros')
      assert.equal(await page.inputValue('#column'), '2')
      assert.equal(await page.inputValue('#header'), '0')
      assert.equal(await page.textContent('#check'), 'Sprawdź: 4 pozycje')
      await checkIt(page)
      assert.deepEqual(await shownIn(page), [
        '2 · 7304 11 00 · Zakaz',
        '3 · 1012100 · Do wyjaśnienia',
        '4 · 01012100 · Zależy od okoliczności',
        '5 · – · Nie sprawdzono',
        '6 · 49011000 · Warunek lub obowiązek',
      ])
      assert.doesNotMatch(sent.join(), /Rury|HYPERLINK|towary/, 'nothing but the codes leaves the browser')

      const csv = await saved(page, '#csv')
      assert.equal(csv.name, 'sankcje-wynik-2026-11-15.csv')
      assert.deepEqual([...csv.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
      const rows = readDelimited(csv.bytes.toString(), { commas: true }).map(({ cells }) =>
        cells.map(({ text }) => text),
      )
      assert.equal(rows[0]?.[0], 'Wiersz')
      assert.deepEqual(rows[1]?.slice(0, 5), ['2', '1', 'Rury stalowe', '7304 11 00', 'Zakaz'])
      assert.equal(rows[3]?.[2], `'=HYPERLINK("http://x.example")`, 'a formula is defused')
      assert.ok(rows.slice(1).every((cells) => cells.every((cell) => !/^[=+\-@\t\r]/.test(cell))))

      const xlsx = await saved(page, '#xlsx')
      assert.equal(xlsx.name, 'sankcje-wynik-2026-11-15.xlsx')
      const table = readXlsx(xlsx.bytes)[0]?.table.map(({ cells }) => cells.map(({ text }) => text)) ?? []
      assert.deepEqual(
        rows[0]?.filter((title) => !table[0]?.includes(title)),
        ['Akty jeszcze nieuwzględnione', 'Zastrzeżenie'],
        'a workbook says them once, on its second sheet',
      )
      assert.equal(table.length, 6, 'a header and every row of the file, also the one without a code')
      // A link shows words in a workbook and its address in a text.
      assert.deepEqual(table[1]?.slice(0, 6), rows[1]?.slice(0, 6))
      assert.match(rows[1]?.join() ?? '', /https:\/\/eur-lex\.europa\.eu\/.+#anx_/)
      assert.equal(table[3]?.[2], '=HYPERLINK("http://x.example")', 'a text in a cell of texts runs nowhere')
      const parts = unzipSync(xlsx.bytes)
      assert.match(strFromU8(parts['xl/worksheets/sheet1.xml']!), /<c r="A2" s="2"><v>2<\/v>/, 'a row is a number')
      assert.ok(strFromU8(parts['xl/worksheets/_rels/sheet1.xml.rels']!).includes(`${origin}/?q=7304+11+00&amp;as_of=`))
      assert.match(
        JSON.stringify(readXlsx(xlsx.bytes)[1]?.table),
        /2026\/513/,
        'the record names what is not worked in',
      )

      await page.check('#zeros')
      await checkIt(page)
      assert.equal((await shownIn(page))[1], '3 · 1012100 · Zależy od okoliczności')
      assert.match((await page.textContent('.lines')) ?? '', /sprawdzono jako 01012100/)
    },
  )

  await t.test('asks for the direction before anything is checked, and for the country', async (t) => {
    const page = await visit(t, '/list')
    const sent: { regime?: string; items: { direction?: string; contract_date?: string }[] }[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(JSON.parse(request.postData() ?? '')))
    await page.fill('#pasted', '8703 22 90')
    await page.waitForSelector('.preview')
    await page.click('#check')
    assert.match((await page.textContent('#list-error')) ?? '', /Wskaż kierunek/)
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'direction-export')
    assert.equal(sent.length, 0)

    await page.selectOption('#regime', { label: 'Rosja' })
    await page.click('.options > summary')
    await page.fill('#contract', '2025-02-10')
    await checkIt(page, 'import')
    assert.deepEqual(await shownIn(page), ['1 · 8703 22 90 · Zakaz'])
    assert.doesNotMatch((await page.textContent('#result')) ?? '', /Białoru|2026\/513/, 'only what was asked')
    assert.match((await page.textContent('td.by-basis')) ?? '', /umowy z 10 lutego 2025 r\./)
    assert.match((await page.textContent('.list-record')) ?? '', /przywóz do UE.*Rosja.*10 lutego 2025/s)
    assert.equal(sent[0]?.regime, 'EU-RU-833-2014')
    assert.deepEqual([sent[0]?.items[0]?.direction, sent[0]?.items[0]?.contract_date], ['import', '2025-02-10'])

    await page.selectOption('#regime', '')
    await checkIt(page, 'export')
    assert.deepEqual(await shownIn(page), ['1 · 8703 22 90 · Warunek lub obowiązek'])
    assert.match((await page.textContent('.pending')) ?? '', /Białoruś: .*2026\/513.*2026\/1846/s)
    assert.match((await page.textContent('.disclaimer')) ?? '', /nie porada prawna/)
    assert.equal(
      await page.getAttribute('.lines .links a', 'href'),
      '/?q=8703+22+90&as_of=2026-11-15&direction=export&contract_date=2025-02-10',
    )
  })

  await t.test('of deals: countries from columns, and for all lines where a cell is empty', async (t) => {
    const page = await visit(t, '/list')
    const sent: { items: object[] }[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(JSON.parse(request.postData() ?? '')))
    const csv = [
      'Kod CN;Kraj pochodzenia;Kraj docelowy;Tranzyt;Uwagi',
      '8471 50;Polska;Kazakhstan;Rosja;poufne',
      '8471 50;;Kazachstan;;',
      '8471 50;SU;KZ;;',
      '8501 51 00;DE;Krym;;',
    ].join('\n')
    await choose(page, 'transakcje.csv', Buffer.from(csv))
    await page.waitForSelector('.preview')
    assert.ok(
      await page.isChecked('#direction-deal'),
      'a list with countries is about deals unless the user says otherwise',
    )
    await page.check('#direction-export')
    assert.match((await page.textContent('.preview .note')) ?? '', /W pliku są kraje \(Kraj pochodzenia, Kraj docelowy/)
    assert.ok(await page.isHidden('#deal'))
    await page.check('#direction-deal')
    assert.deepEqual(
      await Promise.all(
        ['#column', '#origin-column', '#destination-column', '#via-column'].map((id) => page.inputValue(id)),
      ),
      ['0', '1', '2', '3'],
    )
    await page.selectOption('#origin', { label: 'Niemcy' })
    assert.deepEqual(await violationsOf(page), [])
    await checkIt(page, 'deal')
    assert.deepEqual(await shownIn(page), [
      '2 · 8471 50 · Zakaz',
      '3 · 8471 50 · Warunek lub obowiązek',
      '4 · 8471 50 · Do wyjaśnienia',
      '5 · 8501 51 00 · Zakaz',
    ])
    assert.deepEqual(sent[0]?.items, [
      { id: '0', q: '8471 50', origin: 'PL', destination: 'KZ', via: 'RU' },
      { id: '1', q: '8471 50', origin: 'DE', destination: 'KZ' },
      { id: '2', q: '8501 51 00', origin: 'DE', destination: 'UA-43' },
    ])
    assert.match((await page.textContent('#row-2')) ?? '', /Polska → Rosja → Kazachstan.*art\. 2a ust\. 1a/s)
    assert.match((await page.textContent('#row-4')) ?? '', /nie rozpoznano kraju: „SU” \(Skąd\)/)
    assert.match((await page.textContent('#row-5')) ?? '', /nr 692\/2014/)
    assert.deepEqual(await violationsOf(page), [])
    const { bytes } = await saved(page, '#xlsx')
    const [titles = [], first = []] = readXlsx(bytes)[0]?.table.map(({ cells }) => cells.map(({ text }) => text)) ?? []
    assert.equal(first[titles.indexOf('Najpoważniejsze ustalenie')], 'zakazane')

    await page.focus('#origin-column')
    await page.selectOption('#origin-column', '')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'origin-column')
    await checkIt(page, 'deal')
    assert.deepEqual((await shownIn(page))[2], '4 · 8471 50 · Warunek lub obowiązek', 'all lines come from Germany')
  })

  await t.test('of one deal for all lines, which must be given', async (t) => {
    const page = await visit(t, '/en/list', { width: 360 })
    await page.fill('#pasted', '8471 50\n4901 10 00')
    await page.waitForSelector('.preview')
    await page.check('#direction-deal')
    await page.click('#check')
    assert.match((await page.textContent('#list-error')) ?? '', /Choose where the goods come from or go to/)
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'origin')
    await page.selectOption('#destination', 'KZ')
    await checkIt(page, 'deal')
    assert.deepEqual(await shownIn(page), ['1 · 8471 50 · Condition or duty', '2 · 4901 10 00 · Condition or duty'])
    assert.match((await page.textContent('.list-record')) ?? '', /Deal.*European Union → Kazakhstan/s)
    assert.deepEqual(await overflowOf(page), [])
    assert.deepEqual(await violationsOf(page), [])
  })

  await t.test('a code that lost its zero is chosen from what it could have been, and the view stays', async (t) => {
    const page = await visit(t, '/list')
    await page.fill('#pasted', '8471 30 00\n3061792\n1012100\nlaptop\n3061792')
    await page.waitForSelector('#zeros')
    await checkIt(page)
    await page.click('[data-only="problem"]')
    assert.deepEqual(
      await shownIn(page),
      ['2 · 3061792', '3 · 1012100', '5 · 3061792'].map((line) => `${line} · Do wyjaśnienia`),
    )
    await page.click('#row-2 [data-choose="0306 17 92"]')
    await page.waitForFunction(() => document.querySelectorAll('.lines tbody tr').length === 1)
    assert.equal(await page.getAttribute('[data-only="problem"]', 'aria-pressed'), 'true')
    await page.click('[data-only=""]')
    const lines = await shownIn(page)
    assert.equal(lines[1], '2 · 3061792 · Zakaz')
    assert.equal(lines[4], '5 · 3061792 · Zakaz', 'lines that say the same mean the same')
    assert.match((await page.textContent('#row-2')) ?? '', /sprawdzono jako 0306 17 92/)
    await page.click('[data-choose="0101 21 00"]')
    await page.waitForFunction(() => document.querySelector('#row-3 .links'))
    assert.ok(await page.evaluate(() => document.activeElement?.closest('#row-3')), 'the focus stays at the line')
    const [code] = await page.$$eval('#row-4 .candidates a', (links) => links.map((link) => link.getAttribute('href')))
    assert.equal(code, '/?q=8471+30+00&as_of=2026-11-15')
    assert.deepEqual(await violationsOf(page), [])
  })

  await t.test('given before the script is there is taken all the same', async (t) => {
    const script = Promise.withResolvers<void>()
    const typed = await visit(t, '/en/list', { scriptAfter: script.promise })
    await typed.fill('#pasted', '7304 11 00\n8471 30 00')
    const chosen = await visit(t, '/en/list', { scriptAfter: script.promise })
    await chosen.setInputFiles('#file', {
      name: 'codes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('7304 11 00\n'),
    })
    for (const page of [typed, chosen]) assert.ok(await page.locator('#check').isDisabled())
    script.resolve()
    await typed.locator('#check', { hasText: '2' }).waitFor()
    await chosen.locator('#taken', { hasText: 'codes.txt' }).waitFor()
    await checkIt(chosen)
    assert.equal((await shownIn(chosen)).length, 1)
  })

  await t.test('from a CSV in Windows-1250, as Polish Excel saves it', async (t) => {
    const page = await visit(t, '/list')
    const text = 'Nazwa towaru;Ilo\x9c\xe6\r\n\xaf\xf3\xb3te rury stalowe;5\r\nkawior;2\r\n'
    await choose(page, 'towary.csv', Buffer.from(text, 'latin1'))
    await page.waitForSelector('#column')
    assert.equal(await page.inputValue('#column'), '0')
    await checkIt(page)
    assert.deepEqual(
      (await shownIn(page)).map((line) => line.split(' · ')[1]),
      ['Żółte rury stalowe', 'kawior'],
    )
  })

  await t.test('whose column is unclear asks for it', async (t) => {
    const page = await visit(t, '/en/list')
    await page.fill('#pasted', '73041100\t84713000\n72081000\t84714100')
    await page.waitForSelector('#unclear')
    await chooseDirection(page)
    await page.click('#check')
    assert.match((await page.textContent('#list-error')) ?? '', /not clear which column/)
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'column')
    await page.selectOption('#column', '1')
    await checkIt(page)
    assert.equal((await shownIn(page)).length, 2)
    assert.deepEqual(await violationsOf(page), [])
  })

  await t.test('that is no list says so', async (t) => {
    const page = await visit(t, '/list')
    await page.click('#check')
    assert.match((await page.textContent('#list-error')) ?? '', /Nie ma czego sprawdzić/)
    await choose(page, 'stary.xls', Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]))
    await page.waitForFunction(() => document.getElementById('list-error')?.textContent?.includes('.xls'))
    await choose(page, 'zdjecie.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))
    await page.waitForFunction(() => document.getElementById('list-error')?.textContent?.includes('XLSX, CSV albo TXT'))
    await choose(page, 'dluga.txt', Buffer.from('8471\n'.repeat(5_001)))
    await page.waitForSelector('.preview .error')
    await page.click('#check')
    assert.match((await page.textContent('#list-error')) ?? '', /5001 pozycji/)
  })

  await t.test('of 5,000 lines is checked in ten batches and paged through', async (t) => {
    const page = await visit(t, '/list')
    let batches = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') batches++
    })
    const lines = Array.from({ length: 5_000 }, (_, at) => `${7000 + (at % 100)} ${String(at).padStart(4, '0')}`)
    await choose(page, 'dluga.txt', Buffer.from(lines.join('\n')))
    await page.waitForSelector('.preview')
    await checkIt(page)
    assert.equal(batches, 10)
    assert.equal((await shownIn(page)).length, 100)
    assert.match((await page.textContent('.pager')) ?? '', /Wiersze 1–100 z 5000/)
    await page.click('[data-page="1"]')
    assert.equal((await shownIn(page))[0]?.split(' · ')[0], '101')
    await page.click('[data-sort="row"]')
    assert.equal((await shownIn(page))[0]?.split(' · ')[0], '5000', 'and begins again at the first page')
    assert.equal(await page.getAttribute('th.by-row', 'aria-sort'), 'descending')
    await page.fill('#find', lines[1234] ?? '')
    assert.equal((await shownIn(page)).length, 1)
    await page.fill('#find', '')
    const { bytes } = await saved(page, '#csv')
    assert.equal(bytes.toString().trimEnd().split('\r\n').length, 5_001, 'the download holds every line')
  })

  await t.test('is printed whole, without what only a screen needs', async (t) => {
    const page = await visit(t, '/list')
    await page.fill('#pasted', Array.from({ length: 120 }, (_, at) => `8471 ${10 + (at % 90)}`).join('\n'))
    await page.waitForSelector('.preview')
    await checkIt(page)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    assert.equal((await shownIn(page)).length, 120)
    for (const hidden of ['#list', '.intro', '.toolbar', '.class-filters'])
      assert.ok(await page.isHidden(hidden), hidden)
    for (const shown of ['.list-record', '.pending', '.disclaimer', '.lines .sentence'])
      assert.ok(await page.locator(shown).first().isVisible(), shown)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    assert.equal((await shownIn(page)).length, 100)
  })

  await t.test('is filtered by class', async (t) => {
    const page = await visit(t, '/en/list')
    await page.click('#example')
    await checkIt(page)
    const all = await shownIn(page)
    await page.click('[data-only="ban"]')
    const bans = await shownIn(page)
    assert.deepEqual(
      bans,
      all.filter((line) => line.endsWith('· Ban')),
    )
    assert.ok(bans.length > 0 && bans.length < all.length)
    assert.equal(await page.getAttribute('[data-only="ban"]', 'aria-pressed'), 'true')
  })

  await t.test('is cancelled, keeps what came, and goes on', async (t) => {
    const page = await visit(t, '/list')
    let held: (() => Promise<void>) | null = null
    await page.route('**/api/v1/check*', async (route) => {
      const first = JSON.parse(route.request().postData() ?? '{}').items[0].q === 'kod 0'
      if (first || held) return route.continue()
      // The second batch is held back until the visitor cancels.
      await new Promise<void>((resolve) => {
        held = async () => resolve()
      })
      await route.abort().catch(() => {})
    })
    await choose(page, 'lista.txt', Buffer.from(Array.from({ length: 700 }, (_, at) => `kod ${at}`).join('\n')))
    await page.waitForSelector('.preview')
    await chooseDirection(page)
    await page.click('#check')
    await page.waitForFunction(() => document.getElementById('state')?.textContent?.includes('500 z 700'))
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'cancel')
    await page.click('#cancel')
    await page.waitForSelector('#resume')
    await (held as (() => Promise<void>) | null)?.()
    assert.match((await page.textContent('[role="alert"].note')) ?? '', /Przerwano/)
    await page.fill('#find', 'nie otrzymano odpowiedzi')
    assert.match((await page.textContent('#caption')) ?? '', /200/)
    await page.click('#resume')
    await page.waitForFunction(() => document.getElementById('result-title') && !document.getElementById('resume'))
    assert.match((await page.textContent('#caption')) ?? '', /700/)
  })

  await t.test('waits when the limit is used up, as long as the service says', async (t) => {
    const page = await visit(t, '/en/list', { statuses: [429] })
    let refused = 0
    await page.route('**/api/v1/check*', (route) =>
      refused++ === 0 ? route.fulfill({ status: 429, headers: { 'retry-after': '1' }, body: '{}' }) : route.continue(),
    )
    await page.click('#example')
    await chooseDirection(page)
    await page.click('#check')
    await page.waitForFunction(() => document.getElementById('waiting')?.textContent?.includes('1 s'))
    await page.waitForSelector('#result-title')
    assert.equal((await shownIn(page)).length, 6)
  })

  await t.test('a bad line spoils no other, and is shown as it was typed', async (t) => {
    const page = await visit(t, '/list')
    await page.fill('#pasted', '7304 11 00\n<img src=x onerror=alert(1)>\n?\n12345678901')
    await page.waitForSelector('.preview')
    await checkIt(page)
    const lines = await shownIn(page)
    assert.equal(lines[0], '1 · 7304 11 00 · Zakaz')
    assert.match(lines[1] ?? '', /<img src=x onerror=alert\(1\)>/)
    assert.match(lines[2] ?? '', /Do wyjaśnienia/)
    assert.match(lines[3] ?? '', /Do wyjaśnienia/)
  })

  await t.test('is checked as it was typed to the last sign', async (t) => {
    const page = await visit(t, '/list')
    await page.fill('#pasted', '7304 11 00\n8471')
    await page.waitForSelector('.preview')
    await chooseDirection(page)
    await page.evaluate(() => {
      const pasted = document.getElementById('pasted') as HTMLTextAreaElement
      pasted.value += ' 30 00'
      pasted.dispatchEvent(new Event('input', { bubbles: true }))
      document.getElementById('check')?.click()
    })
    await page.waitForSelector('#result-title')
    assert.equal((await shownIn(page))[1], '2 · 8471 30 00 · Zakaz')
  })

  await t.test('needs no mouse', async (t) => {
    const page = await visit(t, '/list')
    await page.focus('#direction-export')
    await page.keyboard.press('Space')
    await page.focus('#pasted')
    await page.keyboard.type('7304 11 00\n8471 30 00')
    await page.waitForSelector('.preview')
    const focusOn = async (id: string) => {
      for (let steps = 0; steps < 25; steps++) {
        if ((await page.evaluate(() => document.activeElement?.id)) === id) return
        await page.keyboard.press('Tab')
      }
      assert.fail(`${id} is not reached`)
    }
    await focusOn('check')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#result-title')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'result-title')
    const sorted = async () => {
      for (let steps = 0; steps < 25; steps++) {
        if (await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.sort === 'given')) return
        await page.keyboard.press('Tab')
      }
      assert.fail('the table cannot be sorted')
    }
    await sorted()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    assert.equal(await page.getAttribute('th.by-given', 'aria-sort'), 'descending')
    assert.equal((await shownIn(page))[0], '2 · 8471 30 00 · Zakaz')
  })

  for (const path of ['/list', '/en/list']) {
    await t.test(`${path} with a result: axe finds nothing in light or dark, and it fits 320 px`, async (t) => {
      const page = await visit(t, path, { width: 320 })
      await page.fill(
        '#pasted',
        'kod;nazwa\n7304 11 00;rury\n1012100;konie\n9999 99 99;x\n4901 10 00;y\n84;z\n2402 20 10;w',
      )
      await page.waitForSelector('#zeros')
      assert.deepEqual(await violationsInBoth(page), [])
      await checkIt(page)
      assert.deepEqual(await violationsInBoth(page), [])
      assert.deepEqual(await overflowOf(page), [])
    })
  }

  await t.test('without scripts the page says what to do instead', async (t) => {
    const page = await visit(t, '/list', { scripts: false })
    assert.ok(await page.isHidden('#list'))
    const said = (await page.textContent('noscript')) ?? ''
    assert.match(said, /przez API/)
    assert.match(said, new RegExp(`curl ${origin}/api/v1/check`))
  })

  await t.test('the libraries are loaded only when a workbook is read or written', async (t) => {
    const page = await visit(t, '/list')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    const loaded = () => asked.join()
    assert.match(loaded(), /\/assets\/list-\w+\.js/)
    assert.doesNotMatch(loaded(), /xlsx/)
    await page.click('#example')
    await checkIt(page)
    assert.doesNotMatch(loaded(), /xlsx/)
    await saved(page, '#xlsx')
    assert.match(loaded(), /\/assets\/write-xlsx-\w+\.js/)
  })
})
