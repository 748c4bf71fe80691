import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { NOON, PLENTY, type ServiceOptions, serviceFor } from '../http/service.ts'
import { launchBrowser } from './launch.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export interface Visit {
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  /** False: scripts are off, so the page is what the server sent. */
  readonly scripts?: boolean
  /** Error statuses that the visit expects; the console reports them as errors. */
  readonly statuses?: readonly number[]
  /** Holds the page's script back until this is resolved, so that the visitor acts without it. */
  readonly scriptAfter?: Promise<void>
  /** False: as on a plain http origin, where browsers hide `navigator.clipboard` (127.0.0.1 counts as secure). */
  readonly clipboard?: boolean
  /** True: a visitor of its own, for a test that sets the clock or grants permissions. */
  readonly isolated?: boolean
}

export interface Scene {
  readonly origin: string
  readonly browser: Browser
  /** Opens a page. The test fails on console errors, failed or foreign requests and cookies. */
  visit(t: TestContext, path: string, visit?: Visit): Promise<Page>
}

let launching: ReturnType<typeof launchBrowser> | undefined
after(async () => {
  const browser = await launching
  if (browser && 'close' in browser) await browser.close()
})

/** A test with a service and the browser of its file, which is started once; skipped only where no browser can start. */
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
    const contexts = contextsOf(browser, origin)
    await run(t, { origin, browser, visit: (t, path, visit) => visitIn(t, contexts, origin, path, visit) })
  })
}

interface Contexts {
  /** The one that visits share. Nothing is stored in it, which every visit checks. */
  shared(scripts: boolean): Promise<BrowserContext>
  isolated(scripts: boolean): Promise<BrowserContext>
  /** A page of the shared one, which was given back by an earlier visit if possible: a new one takes twice as long. */
  take(scripts: boolean): Promise<Page>
  giveBack(page: Page, scripts: boolean): Promise<void>
}

/** What tests listen to. */
const EVENTS = ['console', 'pageerror', 'request', 'requestfailed', 'response', 'dialog', 'download'] as const

/** They end with the browser. */
function contextsOf(browser: Browser, origin: string): Contexts {
  const isolated = async (scripts: boolean) => {
    const context = await browser.newContext({ javaScriptEnabled: scripts, locale: 'pl-PL', reducedMotion: 'reduce' })
    // The browser has the same fixed time as the service.
    if (scripts) await context.clock.setFixedTime(NOON)
    return context
  }
  const known = new Map<boolean, Promise<BrowserContext>>()
  const opened = async (scripts: boolean) => {
    const context = await isolated(scripts)
    // While a page of the service is open its process goes on, and the next page need not start one: half of a visit.
    await (await context.newPage()).goto(`${origin}/healthz`)
    return context
  }
  const shared = (scripts: boolean) => {
    const context = known.get(scripts) ?? opened(scripts)
    known.set(scripts, context)
    return context
  }
  const idle = new Map<boolean, Page[]>()
  return {
    isolated,
    shared,
    async take(scripts) {
      const page = idle.get(scripts)?.pop()
      if (!page) return (await shared(scripts)).newPage()
      // Only the page in front may write to the clipboard.
      await page.bringToFront()
      return page
    },
    async giveBack(page, scripts) {
      for (const event of EVENTS) page.removeAllListeners(event)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      idle.set(scripts, [...(idle.get(scripts) ?? []), page])
    },
  }
}

async function visitIn(
  t: TestContext,
  contexts: Contexts,
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
    isolated = false,
  }: Visit = {},
): Promise<Page> {
  // Scripts that run before those of the page cannot be taken back.
  const isReused = !isolated && clipboard
  const page = isReused
    ? await contexts.take(scripts)
    : await (await (isolated ? contexts.isolated(scripts) : contexts.shared(scripts))).newPage()
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: scheme, media: null })
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
    // The page aborts a question when the next one is asked, and scripts that are off are not loaded.
    const isMeant = request.failure()?.errorText === 'net::ERR_ABORTED' || (!scripts && request.url().endsWith('.js'))
    if (!isMeant) failures.push(`request failed: ${request.url()}`)
  })
  t.after(async () => {
    const cookies = await page.context().cookies()
    await (isReused ? contexts.giveBack(page, scripts) : page.close())
    assert.deepEqual(failures, [])
    assert.deepEqual(cookies, [], 'no cookies')
  })
  if (scriptAfter) {
    await page.route(/\/assets\/(search|list|api)-\w+\.js$/, async (route) => {
      await scriptAfter
      await route.continue()
    })
  }
  // A page is loaded when its script is.
  await page.goto(origin + path, { waitUntil: scriptAfter ? 'commit' : 'load' })
  return page
}

/** Opens the part of an answer that is named by its id, as a press on its heading does. */
export async function openPanel(page: Page, id: string): Promise<void> {
  await page.locator(`#${id} .fold`).click()
}

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** The accessibility violations in light and in dark. All that differs between the two is colours. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await violationsOf(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light.map((violation) => `light: ${violation}`), ...(await violationsOf(page))]
}

/** The accessibility violations that axe finds, one a line; by all rules unless some are named. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated through the debugger, so the page's content security policy does not block it.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

/** Elements wider than the window; empty when none is. */
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
