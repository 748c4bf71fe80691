import assert from 'node:assert/strict'
import { inBrowser, overflowOf, violationsOf } from './harness.ts'

const PAGES = ['/', '/en'] as const

inBrowser('every page', async (t, { visit }) => {
  for (const path of PAGES) {
    for (const scheme of ['light', 'dark'] as const) {
      await t.test(`${path} in ${scheme}: axe finds nothing`, async (t) => {
        assert.deepEqual(await violationsOf(await visit(t, path, { scheme })), [])
      })
    }
    await t.test(`${path} fits 320 px`, async (t) => {
      assert.deepEqual(await overflowOf(await visit(t, path, { width: 320 })), [])
    })
  }
})
