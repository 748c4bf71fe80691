import assert from 'node:assert/strict'
import { inBrowser } from './harness.ts'

inBrowser('the page to try requests in works under its policy, and asks this service alone', async (_t, scene) => {
  const { browser, origin } = scene
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    const refused: string[] = []
    const elsewhere: string[] = []
    page.on('console', (message) => {
      if (/content security policy|permissions.policy/i.test(message.text())) refused.push(message.text())
    })
    page.on('pageerror', (error) => refused.push(error.message))
    page.on('request', (request) => {
      const { protocol, origin: asked } = new URL(request.url())
      if (/^http/.test(protocol) && asked !== origin) elsewhere.push(request.url())
    })
    await page.goto(`${origin}/docs`)
    await page.getByText('/api/v1/cn').first().waitFor()
    await page.getByRole('heading', { name: 'cn-sanctions' }).first().waitFor()
    assert.deepEqual(refused, [])
    assert.deepEqual(elsewhere, [])
  } finally {
    await context.close()
  }
})
