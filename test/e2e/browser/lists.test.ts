import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createScreener } from '../../../src/screening/worker.ts'
import { openStore } from '../../../src/store/store.ts'
import { readXlsx } from '../../../src/web/lists/read-xlsx.ts'
import { introduce, twoLaws } from '../../lists/scene.ts'
import { NOON } from '../http/service.ts'
import { inBrowser, overflowOf, violationsOf } from './harness.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'cn-sanctions-lists-page-'))
const store = await openStore({ dataDir })
after(async () => {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})
const at = new Date(NOON)
const { key, id: keyId } = await store.keys.issue({ name: 'Broker', perMinute: null, expires: null, at })
const [before, afterwards] = twoLaws()
let served = before
const screener = createScreener({ store, answerer: () => served, now: () => at, log: { info() {}, warn() {} } })

inBrowser(
  'lists of a key holder',
  async (t, { visit }) => {
    await t.test('the list that was just checked is stored with a key and a name', async (t) => {
      const page = await visit(t, '/list', { statuses: [400, 401] })
      await page.fill('#pasted', '8471 30 00\n0409 00 00\n409')
      await page.check('#direction-any')
      await page.click('#check')
      await page.waitForSelector('#result-title')
      await page.click('.keep summary')
      assert.deepEqual(await violationsOf(page), [])
      await page.click('#keep-list')
      assert.equal(await page.textContent('#keep-error'), 'Podaj nazwę listy.')
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'keep-name')
      await page.fill('#keep-name', 'łożyska?')
      await page.fill('#keep-key', key)
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.getElementById('keep-error')?.textContent !== '')
      assert.match((await page.textContent('#keep-error')) ?? '', /litery, cyfry, pojedyncze odstępy/)
      await page.fill('#keep-name', 'łożyska i wałki')
      await page.keyboard.press('Enter')
      await page.waitForSelector('#keep-state a')
      assert.match(
        (await page.textContent('#keep-state')) ?? '',
        /^Zapisano\. Pozycje na liście: 2\. Pominięto wiersze, których nie dało się sprawdzić: 1\./,
      )
      assert.equal(await page.inputValue('#keep-key'), '')
      assert.equal((await store.lists.find(keyId, 'łożyska i wałki'))?.count, 2)
    })

    await t.test('a list of deals is stored with its deals', async (t) => {
      const page = await visit(t, '/en/list')
      await page.fill('#pasted', 'CN;origin;dispatch;destination;via;value\n0709 56 00;CN;PL;RU;LT, BY;299.99')
      await page.check('#direction-deal')
      await page.click('#check')
      await page.waitForSelector('#result-title')
      assert.equal(
        await page.textContent('.route'),
        'China (sent from: Poland) → Lithuania → Belarus → Russia, 299.99 EUR',
      )
      await page.click('.keep summary')
      await page.fill('#keep-name', 'deals')
      await page.fill('#keep-key', key)
      await page.keyboard.press('Enter')
      await page.waitForSelector('#keep-state a')
      const { id } = (await store.lists.find(keyId, 'deals'))!
      const [stored] = await store.lists.items(id, 0, 9)
      const { q, origin, dispatch, destination, via, value } = stored!
      assert.deepEqual(
        [q, origin, dispatch, destination, via, value],
        ['0709 56 00', 'CN', 'PL', 'RU', 'LT,BY', '299.99'],
      )
      await store.lists.remove({ keyId, name: 'deals', condition: () => true })
    })

    await introduce(store, before, at)
    await screener.run()
    served = afterwards
    await introduce(store, afterwards, at)
    await screener.run()

    await t.test('its holder sees what changed, downloads it and deletes it, by keyboard', async (t) => {
      const page = await visit(t, '/lists')
      await page.focus('#key')
      await page.keyboard.press('Enter')
      assert.equal(await page.textContent('#lists-error'), 'Podaj klucz API. Wydaje go operator usługi.')
      await page.keyboard.type(key)
      await page.keyboard.press('Enter')
      await page.waitForSelector('table.stored')
      const row = await page.$$eval('table.stored tbody tr > *', (cells) => cells.map((cell) => cell.textContent))
      assert.deepEqual(row.slice(0, 5), ['łożyska i wałki', '2', '1', '2026-11-15', '1'])
      await page.focus('[data-changes]')
      await page.keyboard.press('Enter')
      await page.waitForSelector('#changes-title')
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'changes-title')
      const changed = await page.$$eval('#changes tbody tr > *', (cells) => cells.map((cell) => cell.textContent))
      assert.deepEqual(changed.slice(0, 3), ['2026-11-15', '18471 30 00', 'brak w wykazach'])
      assert.match(changed[3] ?? '', /^Zakazane|^Zakaz/)
      assert.match(changed[4] ?? '', /3202\dR\d{4}/)
      assert.deepEqual(await violationsOf(page), [])

      const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-xlsx]')])
      assert.equal(download.suggestedFilename(), 'łożyska i wałki-2026-11-15.xlsx')
      const sheets = readXlsx(await readFile(await download.path()))
      const texts = sheets.map(({ table }) => table.map(({ cells }) => cells.map(({ text }) => text)))
      const cellsOf = ([head, row]: readonly (readonly string[])[] = []) =>
        Object.fromEntries(head!.map((title, at) => [title, row![at]]))
      const { Pozycja, 'Kod lub nazwa': goods, Wynik } = cellsOf(texts[0])
      assert.deepEqual([Pozycja, goods, Wynik], ['1', '8471 30 00', 'Zakaz'])
      assert.deepEqual([texts[0]?.length, texts[1]?.length], [3, 2])

      // What is typed stays in the page.
      assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length, location.search]), [
        0,
        0,
        '',
      ])
      await page.setViewportSize({ width: 320, height: 640 })
      assert.deepEqual(await overflowOf(page), [])

      page.once('dialog', (dialog) => void dialog.dismiss())
      await page.click('[data-remove]')
      assert.equal((await store.lists.all()).length, 1)
      page.once('dialog', (dialog) => void dialog.accept())
      await page.click('[data-remove]')
      await page.waitForSelector('#lists .note')
      assert.match((await page.textContent('#lists-state')) ?? '', /^Usunięto listę łożyska i wałki\.$/)
      assert.deepEqual(await store.lists.all(), [])
    })

    await t.test('a key that is none is refused in the language of the page', async (t) => {
      const page = await visit(t, '/en/lists', { statuses: [401] })
      await page.fill('#key', 'cns_mistyped')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.getElementById('lists-error')?.textContent !== '')
      assert.match((await page.textContent('#lists-error')) ?? '', /^This is no key of this service/)
    })
  },
  { store, answerer: () => served, now: NOON },
)
