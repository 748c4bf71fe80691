import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { inBrowser, overflowOf, violationsInBoth } from './harness.ts'

/** Every kind of page, in at least one language, by the status it comes with. */
const PAGES = {
  200: [
    '/',
    '/en',
    '/?q=7304+11+00',
    '/en?q=caviar',
    '/?q=0101+30+00&direction=import',
    '/en?q=7401+00+00&contract_date=2026-03-01',
    '/?q=8471+30+00&direction=export&contract_date=2022-02-01',
    '/?q=9302',
    '/?q=8471+50&origin=PL&destination=KZ&via=RU',
    '/en?q=8501+10+10&destination=UA-14',
    '/?q=xyzzy',
    '/?q=rower+700+EUR+na+Bia%C5%82oru%C5%9B',
    '/guides/steel',
    '/en/guides/travellers',
    '/changes',
    '/en/changes?code=8471&regime=EU-RU-833-2014',
    '/en/changes?code=0101&act=2026/1848&direction=import&since=2026-12-01',
    '/methodology',
    '/en/methodology',
    '/legal',
    '/lists',
    '/en/lists',
    '/en/legal',
    '/verify',
    '/design',
    '/en/design',
    '/en/record?q=8471+50&origin=PL&destination=KZ&via=RU&case=7',
  ],
  400: ['/?q=8', '/?q=3061792', '/changes?code=847&act=2024/9999'],
  404: ['/nowhere'],
} as const

/** Removes most options of selects and most codes of a change: they are alike, and cost axe a sixth of its time. */
const shortenLists = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll(
      'select > :nth-child(n+9), datalist > :nth-child(n+9), .codes > :nth-child(n+9)',
    ))
      if (!(one instanceof HTMLOptionElement && one.selected)) one.remove()
  })

inBrowser('every page', async (t, { origin, visit }) => {
  for (const [status, paths] of Object.entries(PAGES)) {
    // Opened once for all of them: what takes a browser long is a new tab, not the next address.
    const page = await visit(t, paths[0], { statuses: [Number(status)] })
    for (const path of paths) {
      await t.test(`${path}: axe finds nothing in light or dark, and it fits 320 px`, async () => {
        await page.setViewportSize({ width: 320, height: 640 })
        await page.goto(origin + path)
        // Folded parts are checked too.
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true
        })
        assert.deepEqual(await overflowOf(page), [])
        await page.setViewportSize({ width: 1280, height: 900 })
        await shortenLists(page)
        assert.deepEqual(await violationsInBoth(page), [])
      })
    }
  }

  await t.test('light and dark are not the same', async (t) => {
    const page = await visit(t, '/')
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await paper()
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.notEqual(await paper(), light)
  })
})
