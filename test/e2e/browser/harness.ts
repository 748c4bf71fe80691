import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { NOON, PLENTY, type ServiceOptions, serviceFor } from '../http/service.ts'
import { launchBrowser } from './launch.ts'

const AXE = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

export interface Visit {
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  /** Without them, the page is what the server sent. */
  readonly scripts?: boolean
  /** Statuses the visit is meant to meet; the console reports them as errors. */
  readonly statuses?: readonly number[]
  /** The visitor acts before the page's script is there, which comes when this is resolved. */
  readonly scriptAfter?: Promise<void>
  /** False: as on a plain http origin, where browsers hide `navigator.clipboard` (127.0.0.1 counts as secure). */
  readonly clipboard?: boolean
}

export interface Scene {
  readonly origin: string
  readonly browser: Browser
  /** A page of a visitor of its own, closed with the test, which fails if anything went wrong behind the scenes. */
  visit(t: TestContext, path: string, visit?: Visit): Promise<Page>
}

let launching: ReturnType<typeof launchBrowser> | undefined
after(async () => {
  const browser = await launching
  if (browser && 'close' in browser) await browser.close()
})

/** A test file's browser, started once, and a service; skipped only where no browser can start. */
export function inBrowser(
  name: string,
  run: (t: TestContext, scene: Scene) => Promise<void>,
  options: ServiceOptions = {},
): void {
  test(name, async (t) => {
    launching ??= launchBrowser()
    const browser = await launching
    if ('reason' in browser) return t.skip(browser.reason)
    const service = await serviceFor(t, { limits: PLENTY, ...options })
    const origin = `http://127.0.0.1:${await service.listen()}`
    await run(t, { origin, browser, visit: (t, path, visit) => open(t, browser, origin, path, visit) })
  })
}

async function open(
  t: TestContext,
  browser: Browser,
  origin: string,
  path: string,
  {
    width = 1280,
    height = 900,
    scheme = 'light',
    scripts = true,
    statuses = [],
    scriptAfter,
    clipboard = true,
  }: Visit = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    javaScriptEnabled: scripts,
    locale: 'pl-PL',
    reducedMotion: 'reduce',
  })
  // The page and the service live on the same day.
  if (scripts) await context.clock.setFixedTime(NOON)
  const page = await context.newPage()
  if (!clipboard) {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }))
  }
  const failures: string[] = []
  const isMeant = (text: string) => statuses.some((status) => text.includes(`status of ${status}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isMeant(message.text())) failures.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => failures.push(`script: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) failures.push(`request to elsewhere: ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    // A question overtaken by the next one is given up on purpose, and where scripts are off they are not loaded.
    const isMeant = request.failure()?.errorText === 'net::ERR_ABORTED' || (!scripts && request.url().endsWith('.js'))
    if (!isMeant) failures.push(`request failed: ${request.url()}`)
  })
  t.after(async () => {
    const cookies = await context.cookies()
    await context.close()
    assert.deepEqual(failures, [])
    assert.deepEqual(cookies, [], 'no cookies')
  })
  if (scriptAfter) {
    await page.route(/\/client\/(search|list|api)\.js$/, async (route) => {
      await scriptAfter
      await route.continue()
    })
  }
  await page.goto(origin + path)
  // What brings the script goes when it is there.
  if (scripts && !scriptAfter) await page.locator('#start').waitFor({ state: 'detached' })
  return page
}

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** What axe has against the page as it stands, one line each. */
export async function violationsOf(page: Page): Promise<string[]> {
  const source = readFileSync(AXE, 'utf8')
  // Evaluated by the debugger, so the page's own policy is left as it is.
  await page.evaluate(source)
  const violations = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)')
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

/** Nothing is wider than the window. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (wide <= 0) return []
    const beyond = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
    )
    return [`${wide} px too wide`, ...beyond.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))]
  })

/** What the clipboard holds, seen by pasting it: without `navigator.clipboard` a page cannot read it. */
export async function pastedIn(page: Page): Promise<string> {
  await page.evaluate(() => {
    const area = document.body.appendChild(document.createElement('textarea'))
    area.id = 'paste-here'
    area.focus()
  })
  await page.keyboard.press('Control+V')
  const text = await page.inputValue('#paste-here')
  await page.evaluate(() => document.getElementById('paste-here')?.remove())
  return text
}
