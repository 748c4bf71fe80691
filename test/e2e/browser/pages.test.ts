import assert from 'node:assert/strict'
import { inBrowser, overflowOf, violationsInBoth } from './harness.ts'

/** Every kind of page, in at least one language. */
const PAGES = [
  ['/', 200],
  ['/en', 200],
  ['/?q=7304+11+00', 200],
  ['/en?q=ball+bearings', 200],
  ['/?q=0101+30+00&direction=import', 200],
  ['/en?q=7401+00+00&contract_date=2026-03-01', 200],
  ['/?q=8471+30+00&direction=export&contract_date=2022-02-01', 200],
  ['/?q=9302', 200],
  ['/?q=8471+50&origin=PL&destination=KZ&via=RU', 200],
  ['/en?q=8501+10+10&destination=UA-14', 200],
  ['/?q=xyzzy', 200],
  ['/?q=8', 400],
  ['/?q=3061792', 400],
  ['/changes', 200],
  ['/en/changes?code=8471&regime=EU-RU-833-2014', 200],
  ['/changes?code=847&act=2024/9999', 400],
  ['/en/changes?code=0101&act=2026/1848&direction=import&since=2026-12-01', 200],
  ['/methodology', 200],
  ['/en/methodology', 200],
  ['/legal', 200],
  ['/lists', 200],
  ['/en/lists', 200],
  ['/en/legal', 200],
  ['/nowhere', 404],
] as const

inBrowser('every page', async (t, { visit }) => {
  for (const [path, status] of PAGES) {
    await t.test(`${path}: axe finds nothing in light or dark, and it fits 320 px`, async (t) => {
      const statuses = [status]
      const page = await visit(t, path, { statuses })
      // Folded parts are checked too.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      assert.deepEqual(await violationsInBoth(page), [])
      await page.setViewportSize({ width: 320, height: 640 })
      assert.deepEqual(await overflowOf(page), [])
    })
  }

  await t.test('light and dark are not the same', async (t) => {
    const page = await visit(t, '/')
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await paper()
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.notEqual(await paper(), light)
  })
})
