import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { inBrowser, openPanel, overflowOf, pastedIn } from './harness.ts'

/** The word of the card and its sentence. */
const verdictOf = async (page: Page): Promise<string> =>
  (await page.locator('#verdict').innerText()).replace(/\s+/g, ' ')

/** Types as a person does, and waits for the answer that the button brings. */
async function ask(page: Page, q: string): Promise<void> {
  await page.locator('#q').fill(q)
  await page.locator('#search .ask-bar .button').click()
  await page.waitForFunction((asked) => new URLSearchParams(location.search).get('q') === asked, q)
  await page.locator('#answer:not([aria-busy]) #verdict').waitFor()
}

/** The words that are seen without scrolling. */
const wordsOn = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let words = 0
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      if (!element?.checkVisibility() || element.closest('.unseen, .skip, option')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { top, width } = range.getBoundingClientRect()
      if (width > 0 && top < innerHeight) words += node.textContent?.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0
    }
    return words
  })

/** The address of a new question changes before the form does. */
const fieldIs = (page: Page, selector: string, value: string) =>
  page.waitForFunction(
    ([field, expected]) => document.querySelector<HTMLInputElement>(field!)?.value === expected,
    [selector, value],
  )

inBrowser('asking on the page', async (t, { visit, origin }) => {
  await t.test('a code in Polish: the answer without reloading, the question in the address, a title', async (t) => {
    const page = await visit(t, '/')
    await page.evaluate(() => document.body.setAttribute('data-same', ''))
    await ask(page, '7304 11 00')
    assert.match(await verdictOf(page), /^Zakaz Przywóz i wywóz \(Rosja i Białoruś\)/)
    assert.equal(await page.locator('.reason').isVisible(), false, 'the law is one press away')
    await openPanel(page, 'why')
    assert.match(await page.locator('.reason').innerText(), /^Podstawa zakazu: art\. 3g ust\. 1/)
    assert.equal(page.url(), `${origin}/?q=7304+11+00`)
    assert.match(await page.title(), /^7304 11 00: Zakaz/)
    assert.equal(await page.locator('body[data-same]').count(), 1, 'the page was not loaded again')
    assert.equal(await page.locator('#other-language').getAttribute('href'), '/en?q=7304+11+00')
  })

  await t.test('what is done before the script is there is not lost', async (t) => {
    const script = Promise.withResolvers<void>()
    const page = await visit(t, '/en', { scriptAfter: script.promise })
    await page.locator('#q').pressSequentially('microsc')
    assert.equal(await page.locator('#suggestions').isVisible(), false)
    script.resolve()
    await page.locator('#suggestions [role=option]', { hasText: 'microscopes' }).first().waitFor()
    assert.equal(await page.locator('#q').getAttribute('aria-expanded'), 'true')

    const never = Promise.withResolvers<void>()
    const early = await visit(t, '/en', { scriptAfter: never.promise })
    await early.locator('#q').fill('7304 11 00')
    await early.locator('#search .ask-bar .button').click()
    await early.waitForURL(/\?q=7304\+11\+00/, { waitUntil: 'commit' })
    assert.match(await verdictOf(early), /^Prohibited/, 'answered by the server')
    never.resolve()
  })

  await t.test('an answer made in place looks like one that was sent, and prints like one', async (t) => {
    const looks = (page: Page) =>
      page.evaluate(() => {
        const { borderRadius, borderLeftWidth } = getComputedStyle(document.querySelector('.card')!)
        return { borderRadius, borderLeftWidth }
      })
    const page = await visit(t, '/en')
    await ask(page, '7304 11 00')
    const made = await looks(page)
    assert.notEqual(made.borderRadius, '0px')
    assert.deepEqual(await looks(await visit(t, '/en?q=7304+11+00')), made)
  })

  await t.test('the server and the browser write the same answer', async (t) => {
    const page = await visit(t, '/en')
    await ask(page, '8471 30')
    const made = await page.locator('#answer').innerHTML()
    const sent = await visit(t, '/en?q=8471+30')
    assert.match((await sent.locator('#answer .matches').textContent()) ?? '', /Annex XXIII/)
    const withoutAddress = (markup: string) => markup.replace(/http:\/\/127\.0\.0\.1:\d+/g, '')
    assert.equal(withoutAddress(await sent.locator('#answer').innerHTML()), withoutAddress(made))
  })

  await t.test('a deal: countries by name, a checklist, a draft to copy, all of it in the address', async (t) => {
    const page = await visit(t, '/en')
    await page.locator('#origin').fill('Pol')
    await page.locator('#destination').fill('Kazakhstan')
    await fieldIs(page, '#origin', 'Poland')
    await page.locator('#via').fill('ru')
    await page.locator('#value').focus()
    await page.locator('.seg-via .chip', { hasText: 'Russia' }).waitFor()
    await fieldIs(page, '#via', '')
    await ask(page, '8471 50')
    assert.equal(page.url(), `${origin}/en?q=8471+50&origin=PL&destination=KZ&via=RU`)
    assert.match(await page.locator('.route').innerText(), /Poland\s+Russia\s+prohibited\s+Kazakhstan/)
    await openPanel(page, 'why')
    assert.match(await page.locator('.findings > li').first().innerText(), /prohibited[\s\S]*Article 2a\(1a\)/)
    const made = await page.locator('.deal').innerHTML()
    const sent = await visit(t, '/en?q=8471+50&origin=PL&destination=KZ&via=RU', { scripts: false })
    assert.equal(await sent.locator('.deal').innerHTML(), made)

    // A deal that is prohibited needs no clause; the same goods sent another way do.
    await page.goto(`${origin}/en?q=8471+50&origin=PL&destination=KZ`)
    await openPanel(page, 'why')
    const clause = page.locator('.findings details', { has: page.locator('blockquote') }).first()
    await clause.locator('summary').click()
    await page.locator('.findings .facts a').first().click()
    assert.equal(await page.locator('.findings details[open]').count(), 1, 'a link within the page changes nothing')
    assert.match(page.url(), /#match-\d+$/)
    const draft = await clause.locator('blockquote').first().innerText()
    await page.locator('[data-tool=draft]').first().click()
    await page.locator('[data-tool=draft]', { hasText: 'Copied' }).waitFor()
    assert.ok((await pastedIn(page)).includes(draft.slice(0, 60)))

    const several = await visit(t, '/en?q=8471+50&origin=PL&destination=KZ&via=BY,RU')
    assert.deepEqual(await several.locator('.seg-via .chip').allInnerTexts(), [
      'Belarus\nRemove: Belarus',
      'Russia\nRemove: Russia',
    ])
    await ask(several, '8471 30')
    assert.match(several.url(), /via=BY%2CRU/)
    await several.locator('.seg-via .chip-off').first().click()
    await several.waitForURL(/via=RU$/)
  })

  await t.test('what the text says of a deal is used at once, and one tap takes it back', async (t) => {
    const page = await visit(t, '/', { isolated: true })
    await ask(page, 'rower 700 EUR na Białoruś')
    await page.locator('.route').waitFor()
    assert.match(decodeURIComponent(page.url()), /destination=BY&value=700$/)
    await fieldIs(page, '#destination', 'Białoruś')
    assert.deepEqual(
      (await page.locator('#kept .chip').allInnerTexts()).map((text) => text.split('\n')[0]),
      ['na Białoruś', '700 EUR'],
    )
    const first = () => page.locator('#places option').first().getAttribute('value')
    assert.equal(await first(), 'Białoruś', 'the last country is offered first')
    await page.locator('#kept .chip', { hasText: '700 EUR' }).locator('a').click()
    await page.waitForURL(`${origin}/?${new URLSearchParams({ q: 'rower na Białoruś', destination: 'BY' })}`)
    await fieldIs(page, '#value', '')
    await page.locator('#kept .chip a').click()
    await page.waitForURL(`${origin}/?q=rower`)
    await page.locator('.route').waitFor({ state: 'detached' })
    await page.reload()
    await page.waitForFunction(() => document.querySelector('#places option')?.getAttribute('value') === 'Białoruś')

    await page.goto(`${origin}/?q=3403+19+80&origin=PL&destination=KZ&via=BY`)
    await page.locator('.offers a', { hasText: 'Polska → Białoruś → Rosja → Kazachstan' }).click()
    await page.locator('.route .bites').first().waitFor()
    await page.goto(`${origin}/?q=licencja+na+oprogramowanie`)
    await openPanel(page, 'why')
    await page.locator('.guides a', { hasText: 'Oprogramowanie i usługi' }).click()
    await page.waitForURL(`${origin}/guides/software`)
    assert.match(await page.locator('h1').innerText(), /Oprogramowanie/)
  })

  await t.test(
    'a new text wins over the fields of the question before; a field that is edited wins over the text',
    async (t) => {
      const page = await visit(t, '/?q=rower&origin=PL&destination=RU&value=700')
      await page.locator('#q').fill('zegarek 120 euro do Gruzji')
      await page.locator('#search .ask-bar .button').click()
      await page.waitForURL(/destination=GE&value=120$/)
      await fieldIs(page, '#origin', 'Polska')
      await page.locator('#q').fill('szampon')
      await page.locator('#search .ask-bar .button').click()
      await page.waitForURL(/q=szampon&origin=PL&destination=GE$/)
      // A value is that of other goods.
      await fieldIs(page, '#value', '')

      await page.goto(`${origin}/?${new URLSearchParams({ q: 'rower do Gruzji', destination: 'GE' })}`)
      await page.locator('#destination').fill('Kazachstan')
      await page.locator('#search .ask-bar .button').click()
      await page.waitForURL(`${origin}/?q=rower&destination=KZ`)
      await fieldIs(page, '#q', 'rower')
    },
  )

  await t.test('checks of this device stand on the start page, ask again, and are cleared', async (t) => {
    const page = await visit(t, '/', { isolated: true })
    assert.ok(await page.locator('#recent-checks').isHidden())
    await ask(page, 'perfumy do Rosji')
    await page.goto(`${origin}/?q=0101+30+00`)
    await page.locator('.fold').first().waitFor()
    await page.goto(`${origin}/`)
    const rows = page.locator('#recent-checks li')
    await rows.first().waitFor()
    assert.match(
      (await rows.allInnerTexts()).join('|').replace(/\s+/g, ' '),
      /0101 30 00 Brak zakazu.*\| ?perfumy do Rosji.*Zależy/,
    )
    await rows.nth(1).locator('a').click()
    await page.locator('.card[data-answer=depends]').waitFor()
    await page.goBack()
    await page.locator('[data-recent=clear]').click()
    assert.ok(await page.locator('#recent-checks').isHidden())
    await page.reload()
    assert.ok(await page.locator('#recent-checks').isHidden())
  })

  await t.test('before a route is given, country and direction set it', async (t) => {
    const page = await visit(t, '/?q=8482+10+90')
    await page.locator('.cell', { hasText: 'art. 1f' }).first().click()
    await page.waitForURL(`${origin}/?q=8482+10+90&origin=EU&destination=BY`)
    await fieldIs(page, '#destination', 'Białoruś')
    assert.equal(await page.locator('.matrix').count(), 0)
    const never = await visit(t, '/?q=8482+10+90', { scripts: false })
    await never.locator('.cell').first().click()
    await never.waitForURL(`${origin}/?q=8482+10+90&origin=RU&destination=EU`)
  })

  await t.test('a name of several goods is a question, and none of them is an answer', async (t) => {
    const page = await visit(t, '/?q=zamek&origin=PL&destination=RU')
    assert.match(await verdictOf(page), /^Co to jest\?/)
    assert.equal(await page.locator('.card[data-answer]').count(), 0, 'no verdict')
    assert.equal(await page.locator('.pick').count(), 3)
    assert.match(await page.locator('.pick').first().innerText(), /Kłódki\s+8301 10 00/)
    await page.locator('.picks-end .button').click()
    await page.locator('.card[data-answer=not_checked]').waitFor()
    assert.match(page.url(), /facts=goods%3Anone/)
    await page.locator('.told .chip-off').click()
    await page.locator('.pick').first().click()
    await page.locator('.card[data-answer=duties]').waitFor()
  })

  await t.test('the question that decides stands in the card, and a value can be typed there', async (t) => {
    const page = await visit(t, '/?q=3303+00&origin=FR&destination=RU')
    assert.deepEqual(
      (await page.locator('.answer-to').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim().toLowerCase()),
      ['najwyżej 300 eur brak zakazu', 'powyżej 300 eur zakaz'],
    )
    await page.locator('.value-row input:visible').fill('85')
    await page.keyboard.press('Enter')
    await page.locator('.card[data-answer=none]').waitFor()
    assert.match(page.url(), /value=85$/)
    await fieldIs(page, '#value', '85')
  })

  await t.test(
    'the first screen has at most 90 words, and a code without a route is three screens long at most',
    async (t) => {
      const page = await visit(t, '/?q=8471+30+00&origin=PL&destination=KZ&via=RU', { height: 800 })
      assert.ok((await wordsOn(page)) <= 90, String(await wordsOn(page)))
      const code = await visit(t, '/?q=8482+10+90', { height: 800 })
      assert.ok((await wordsOn(code)) <= 90, String(await wordsOn(code)))
      assert.ok((await code.evaluate(() => document.documentElement.scrollHeight)) <= 3 * 800)
    },
  )

  await t.test('a name in English: goods found, each leads to its own answer, and back again', async (t) => {
    const page = await visit(t, '/en')
    const asked = page.locator('#asked')
    await ask(page, 'laptop')
    assert.match(await verdictOf(page), /^Prohibited Import, export and transit \(Russia and Belarus\)/)
    await openPanel(page, 'found')
    await page.locator('.goods a[data-question]').first().click()
    await page.waitForURL(`${origin}/en?q=8471+30+00`)
    await page.waitForFunction(() => document.querySelector('#asked')?.textContent === '8471 30 00')
    await page.goBack()
    await page.waitForFunction(() => document.querySelector('#asked')?.textContent === 'laptop')
    await fieldIs(page, '#q', 'laptop')
    await page.goBack()
    await page.locator('#promise').waitFor()
    assert.equal(page.url(), `${origin}/en`)
    await page.goForward()
    await page.locator('.card').waitFor()
    assert.equal(await asked.textContent(), 'laptop')
  })

  await t.test('no match says what was checked and that it means little', async (t) => {
    const page = await visit(t, '/en?q=0101+30+00')
    assert.match(await verdictOf(page), /^No ban .*This is not a clearance/)
    await openPanel(page, 'unknown')
    const text = await page.locator('#unknown').innerText()
    assert.match(text, /23 annexes \(VII, X,/)
    assert.match(text, /Dual-use/)
  })

  await t.test('filters narrow the question, are chips, stay in the address and can be taken back', async (t) => {
    const page = await visit(t, '/en?q=7304')
    await page.locator('#more summary').click()
    await page.locator('#direction').selectOption('export')
    await page.locator('#regime').selectOption('EU-RU-833-2014')
    await page.locator('#as_of').fill('2026-08-01')
    await page.locator('#search .ask-bar .button').click()
    await page.waitForURL(/as_of=2026-08-01&direction=export&regime=EU-RU-833-2014$/)
    await page.locator('#kept .chip', { hasText: 'Law as of: 1 August 2026' }).waitFor()
    assert.match(await verdictOf(page), /^Prohibited Export to Russia/)
    await page.locator('#kept .chip', { hasText: 'Law as of' }).locator('a').click()
    await page.waitForURL(/q=7304&direction=export&regime=EU-RU-833-2014$/)
    await page.goBack()
    await page.goBack()
    await page.locator('#verdict', { hasText: 'mport and export (Russia and Belarus)' }).waitFor()
    await fieldIs(page, '#direction', '')
  })

  await t.test('the day of a contract tells which wind-downs cover it', async (t) => {
    const page = await visit(t, '/en?q=8482')
    await openPanel(page, 'ways')
    assert.equal(await page.locator('.winddowns .badge').first().innerText(), 'open')
    await page.locator('#contract_date').fill('2022-01-01')
    await page.locator('#contract button').click()
    await page.waitForURL(/contract_date=2022-01-01/)
    await page.locator('#kept .chip', { hasText: 'Contract date: 1 January 2022' }).waitFor()
    await openPanel(page, 'ways')
    assert.equal(await page.locator('.winddowns li.open .applies').first().innerText(), 'Covers this contract.')
  })

  await t.test('a contract is answered where no wind-down is known, and one that is over is not denied', async (t) => {
    const page = await visit(t, '/?q=8539+52+00')
    await openPanel(page, 'ways')
    await page.locator('#contract_date').fill('2025-02-10')
    await page.locator('#contract button').click()
    await page.locator('.card', { hasText: 'nie obejmuje umowy z 10 lutego 2025 r.' }).waitFor()
    await openPanel(page, 'ways')
    await page.locator('#contract_date').fill('2022-02-01')
    await page.locator('#contract button').click()
    await page.waitForURL(/contract_date=2022-02-01/)
    await page
      .locator('.applies', { hasText: /^Obejmował tę umowę; skończył się/ })
      .first()
      .waitFor({ state: 'attached' })
    await openPanel(page, 'sources')
    assert.match(await page.locator('.record').innerText(), /umowa z 1 lutego 2022 r\./)
  })

  await t.test('what is over is folded away, and can be unfolded', async (t) => {
    const page = await visit(t, '/?q=8471+30+00')
    await openPanel(page, 'ways')
    const over = page.locator('.winddowns details')
    assert.equal(await over.locator('summary').innerText(), 'Zakończone okresy przejściowe (2)')
    assert.equal(await over.locator('li').first().isVisible(), false)
    await over.locator('summary').click()
    assert.equal(await over.locator('li').first().isVisible(), true)
  })

  await t.test(
    'a code that lost its leading zero leads to the code that was meant, sent or made in place',
    async (t) => {
      const page = await visit(t, '/', { statuses: [400] })
      await ask(page, '3061792')
      const made = await page.locator('#answer').innerHTML()
      const sent = await visit(t, '/?q=3061792', { scripts: false, statuses: [400] })
      assert.equal(await sent.locator('#answer').innerHTML(), made)
      await page.getByRole('link', { name: '0306 17 92' }).click()
      await page.locator('.card').waitFor()
      await fieldIs(page, '#q', '0306 17 92')
      assert.match(await verdictOf(page), /^Zakaz/)
    },
  )

  await t.test('nothing checked looks like no other answer', async (t) => {
    const colours = async (path: string) => {
      const page = await visit(t, path)
      return page.locator('.card').evaluate((header) => {
        const { backgroundColor, borderLeftColor, borderTopStyle } = getComputedStyle(header)
        return [backgroundColor, borderLeftColor, borderTopStyle].join(' ')
      })
    }
    const looks = [
      await colours('/?q=xyzzy'),
      await colours('/?q=8471+30+00'),
      await colours('/?q=8712+00+30&direction=export'),
      await colours('/?q=0101+30+00'),
    ]
    assert.equal(new Set(looks).size, looks.length)
  })

  await t.test('what the API refuses is shown as it says it, and asking on works', async (t) => {
    const page = await visit(t, '/', { statuses: [400] })
    await ask(page, '8')
    assert.equal(await verdictOf(page), 'Kod o niewłaściwej długości')
    await ask(page, '8471')
    assert.match(await verdictOf(page), /^Zakaz/)
  })

  await t.test(
    'an address that is only half understood is refused, also when the reader comes back to it',
    async (t) => {
      const page = await visit(t, '/?q=7304&as_off=2020-01-01', { statuses: [400] })
      assert.equal(await verdictOf(page), 'Niezrozumiały adres strony')
      await ask(page, '7304')
      await page.locator('#verdict', { hasText: 'Zakaz' }).waitFor()
      await page.goBack()
      await page.locator('#verdict', { hasText: 'Niezrozumiały adres strony' }).waitFor()
    },
  )

  await t.test('text from outside stays text', async (t) => {
    const bad = '<img src=x onerror=alert(1)> laptop'
    const page = await visit(t, `/?${new URLSearchParams({ q: bad })}`)
    assert.equal(await page.locator('#answer img, #page img').count(), 0)
    await ask(page, `${bad} x`)
    assert.equal(await page.locator('#answer img').count(), 0)
    assert.match((await page.locator('#asked').textContent()) ?? '', /<img/)
  })

  await t.test('a copy is six lines; everything and the link are copied too', async (t) => {
    const page = await visit(t, '/en?q=7304+11+00', { isolated: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    const copied = async (tool: string) => {
      await page.locator(`.answer [data-tool=${tool}]:visible`).click()
      await page.locator(`[data-tool=${tool}]:visible`, { hasText: 'Copied' }).waitFor()
      return clipboard()
    }
    const lines = (await copied('summary')).split('\n')
    assert.equal(lines.length, 6)
    assert.match(lines[0] ?? '', /^Question: 7304 11 00;/)
    assert.match(lines[1] ?? '', /^Prohibited: import and export/)
    assert.equal(lines[5], `${origin}/en?q=7304+11+00&as_of=2026-11-15`)
    assert.equal(await copied('link'), `${origin}/en?q=7304+11+00&as_of=2026-11-15`)
    await openPanel(page, 'sources')
    const text = await copied('text')
    assert.match(text, /^7304 11 00 – Tubes, pipes/)
    assert.match(text, /Annex XVII · Article 3g\(1\)\(d\); 7304; in force since 30 September 2023/)
    assert.match(text, /Data version: 2026-07-24-/)
    assert.ok(text.includes(`Address of the answer: ${origin}/en?q=7304+11+00&as_of=2026-11-15\n`))
    assert.match(text, /information, not legal or customs advice/)
  })

  await t.test('copying works on a plain http origin too, and a failure is told', async (t) => {
    const page = await visit(t, '/?q=7304+11+00', { clipboard: false })
    await page.locator('[data-tool=summary]:visible').click()
    await page.locator('[data-tool=summary]:visible', { hasText: 'Skopiowano' }).waitFor()
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.tool), 'summary')
    assert.match(await pastedIn(page), /^Pytanie: 7304 11 00;/)
    await page.evaluate(() => {
      document.execCommand = () => false
    })
    await page.locator('[data-tool=link]:visible').click()
    await page.locator('[data-tool=link]:visible', { hasText: 'Nie udało się skopiować' }).waitFor()
  })

  await t.test('a copy button pressed twice has its own label again afterwards', async (t) => {
    const page = await visit(t, '/en?q=7304+11+00', { clipboard: false, isolated: true })
    await page.clock.install()
    await page.locator('[data-tool=link]:visible').click()
    await page.locator('[data-tool=link]:visible', { hasText: 'Copied' }).waitFor()
    await page.clock.runFor(500)
    await page.locator('[data-tool=link]:visible').click()
    await page.clock.runFor(5_000)
    assert.equal(await page.locator('[data-tool=link]:visible').innerText(), 'Link')
  })

  await t.test('a printed answer can stand alone: question, card and every part of the law', async (t) => {
    const page = await visit(t, '/?q=7304+11+00', { scheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    const text = await page.locator('body').innerText()
    for (const part of [
      '7304 11 00',
      'Przywóz i wywóz (Rosja i Białoruś)',
      'załącznik XVII · art. 3g ust. 1 lit. d)',
      'Rozporządzenie Rady (UE) nr 833/2014',
      '7304 11 00; przywóz, wywóz i tranzyt; Rosja i Białoruś; stan prawny na 15 listopada 2026 r.',
      '15 listopada 2026 r., 12:00 czasu brukselskiego',
      'Y824',
      '2026-07-24-',
      `${origin}/?q=7304+11+00&as_of=2026-11-15`,
      'nie porada prawna ani celna',
    ])
      assert.ok(text.includes(part), part)
    assert.ok(!text.includes('Kopiuj'), 'no buttons on paper')
    assert.ok(!text.includes('Numer sprawy'), 'and no empty field')
  })

  await t.test(
    'the record for the file opens with the case number, attaches its file, and the file is verified',
    async (t) => {
      const page = await visit(t, '/?q=7304+11+00&direction=import', { isolated: true })
      await page.getByLabel('Numer sprawy').fill('CEL/2026/117')
      const opening = page.waitForEvent('popup')
      await page.locator('.rail [data-tool=record]').click()
      const record = await opening
      await record.waitForLoadState()
      assert.equal(await record.locator('#case-number').innerText(), 'CEL/2026/117')
      assert.match(await record.locator('#verdict').innerText(), /^Zakaz: przywóz z Rosji/)
      const saving = record.waitForEvent('download')
      await record.locator('#receipt-file').click()
      const saved = await saving
      assert.equal(saved.suggestedFilename(), 'zapis-7304-11-00-2026-11-15.json')
      const file = await readFile(await saved.path())
      const { id, receipt } = JSON.parse(file.toString()) as { id: string; receipt: string }
      assert.equal(await record.locator('#receipt-id').innerText(), id)
      const { question, answer } = JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString())
      assert.deepEqual([question.q, question.direction, question.as_of], ['7304 11 00', 'import', '2026-11-15'])
      assert.match(JSON.parse(answer).assessment.headline, /^Zakaz: przywóz z Rosji/)
      await record.emulateMedia({ media: 'print' })
      assert.ok(await record.locator('.qr').isVisible())
      const decision = await record.evaluate(() => document.querySelector('.annex')!.getBoundingClientRect().top)
      assert.ok(decision < 1020, `the decision is one page of A4: ${decision} px`)
      assert.ok(!(await record.locator('#receipt-file').isVisible()), 'no buttons on paper')
      await record.emulateMedia({ media: 'screen' })
      await record.goto(`${origin}/verify`)
      const upload = { name: 'zapis.json', mimeType: 'application/json', buffer: file }
      await record.locator('#receipt-upload').setInputFiles(upload)
      await record.locator('.verdict.same', { hasText: 'Zapis jest autentyczny' }).waitFor()
    },
  )

  await t.test(
    'the case number is printed, copied and kept for the next question, and sent only with the record',
    async (t) => {
      const page = await visit(t, '/?q=7304+11+00', { isolated: true })
      const sent: string[] = []
      page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByLabel('Numer sprawy').fill('CEL/2026/117')
      await page.locator('[data-tool=summary]:visible').click()
      await page.locator('[data-tool=summary]:visible', { hasText: 'Skopiowano' }).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.match(copied, /^Numer sprawy: CEL\/2026\/117\n\nPytanie: 7304 11 00/)
      await ask(page, '8471 30 00')
      assert.equal(await page.getByLabel('Numer sprawy').inputValue(), 'CEL/2026/117')
      await page.emulateMedia({ media: 'print' })
      assert.ok(await page.getByLabel('Numer sprawy').isVisible())
      await page.emulateMedia({ media: 'screen' })
      await page.goBack()
      await page.waitForFunction(() => document.querySelector('#asked')?.textContent === '7304 11 00')
      assert.equal(await page.getByLabel('Numer sprawy').inputValue(), 'CEL/2026/117')
      assert.deepEqual(
        sent.filter((request) => /CEL/.test(request)),
        [],
      )
    },
  )

  await t.test('an export to a third country hears of transit bans, and the record says what was asked', async (t) => {
    const page = await visit(t, '/?q=8471+30+00&direction=export')
    await openPanel(page, 'why')
    assert.match(await page.locator('.reason').innerText(), /tranzyt przez Rosję, od 19 grudnia 2023 r\./)
    assert.equal(await page.locator('.measure', { hasText: 'Dotyczy wywozu, jeżeli towar jest przewożony' }).count(), 2)
    await openPanel(page, 'sources')
    await page.locator('.record', { hasText: '8471 30 00; wywóz i tranzyt; Rosja i Białoruś;' }).waitFor()
  })
})

inBrowser('with the keyboard alone', async (t, { visit, origin }) => {
  await t.test('suggestions: announced, chosen with arrows, taken with Enter, closed with Escape', async (t) => {
    const page = await visit(t, '/en?q=7304')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'skip')
    await page.locator('#q').fill('')
    // At once: suggestions for the first letters could arrive between the keys pressed below.
    await page.keyboard.insertText('microsc')
    const field = page.locator('#q[role=combobox]')
    const options = page.getByRole('option')
    await options.first().waitFor()
    assert.equal(await field.getAttribute('aria-expanded'), 'true')
    assert.match(await page.locator('#status').innerText(), /^\d+ suggestions/)
    await page.keyboard.press('ArrowDown')
    assert.equal(await field.getAttribute('aria-activedescendant'), 'suggestion-0')
    assert.equal(await options.first().getAttribute('aria-selected'), 'true')
    await page.keyboard.press('ArrowUp')
    assert.equal(await field.getAttribute('aria-activedescendant'), null)
    await page.keyboard.press('Escape')
    assert.equal(await field.getAttribute('aria-expanded'), 'false')
    assert.equal(await field.inputValue(), 'microsc', 'what was typed stays')
    await page.keyboard.press('ArrowDown')
    await options.first().waitFor()
    await page.keyboard.press('ArrowDown')
    const code = await options.first().locator('.code').innerText()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/en?${new URLSearchParams({ q: code })}`)
    await page.waitForFunction(() => document.activeElement?.id === 'verdict')
  })

  await t.test('Enter asks what was typed, and Tab reaches the tools', async (t) => {
    const page = await visit(t, '/')
    await page.locator('#q').focus()
    await page.keyboard.type('8471 30 00')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'verdict')
    assert.equal(await page.locator('#suggestions').isHidden(), true)
    // The answers of the question come first, then what the card links to, then the tools.
    for (const cell of await page.locator('#answer .cell').all()) {
      await page.keyboard.press('Tab')
      assert.ok(await cell.evaluate((link) => link === document.activeElement))
    }
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.tool)
    assert.equal(await focused(), 'record')
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'summary')
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
    assert.equal(outline, 'solid', 'the focus is seen')
  })

  await t.test('the field has the cursor at first, and "/" brings it back', async (t) => {
    const page = await visit(t, '/')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'q')
    await page.goto(`${origin}/?q=8471+30+00`)
    await page.locator('.fold').first().waitFor()
    await page.locator('#verdict').focus()
    await page.keyboard.press('/')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'q')
    await fieldIs(page, '#q', '8471 30 00')
  })

  await t.test('parts of the law open with Enter, one at a time where there is room', async (t) => {
    const page = await visit(t, '/?q=8471+30+00')
    const why = page.locator('#why .fold')
    assert.equal(await why.getAttribute('aria-expanded'), 'false')
    await why.focus()
    await page.keyboard.press('Enter')
    assert.equal(await why.getAttribute('aria-expanded'), 'true')
    assert.ok(await page.locator('.reason').isVisible())
    await openPanel(page, 'past')
    assert.equal(await why.getAttribute('aria-expanded'), 'false')
    await page.setViewportSize({ width: 360, height: 740 })
    await openPanel(page, 'why')
    assert.equal(await page.locator('#past .fold').getAttribute('aria-expanded'), 'true', 'folds on a phone')
  })
})

inBrowser('without scripts', async (t, { visit, origin }) => {
  for (const [path, title, verdict] of [
    ['/', '7304 11 00: Zakaz', /^Zakaz Przywóz/],
    ['/en', '7304 11 00: Prohibited', /^Prohibited Import and export \(Russia and Belarus\)/],
  ] as const) {
    await t.test(`${path}: the form asks, the server answers, on a phone too`, async (t) => {
      const page = await visit(t, path, { scripts: false, width: 320 })
      await page.locator('#q').fill('7304 11 00')
      await page.locator('#search .ask-bar .button').click()
      const empty = 'origin=&via=&destination=&value=&dispatch=&contract_date=&as_of=&direction=&regime='
      await page.waitForURL(`${origin}${path}?q=7304+11+00&${empty}`)
      assert.match(await verdictOf(page), verdict)
      assert.ok((await page.title()).startsWith(title))
      assert.deepEqual(
        await page
          .locator('.answer [data-tool]:visible')
          .evaluateAll((tools) => tools.map((tool) => tool.getAttribute('data-tool'))),
        ['record'],
        'what needs a script is not offered',
      )
      assert.match(
        (await page.locator('meta[property="og:description"]').getAttribute('content')) ?? '',
        /7304|Rury|Tubes/,
      )
      await page.locator('#other-language').click()
      await page.waitForURL(/q=7304/)
      assert.equal(await page.locator('html').getAttribute('lang'), path === '/' ? 'en' : 'pl')
    })
  }
})

inBrowser('a deal without scripts', async (t, { visit }) => {
  await t.test('countries are read by name in either language', async (t) => {
    const page = await visit(t, '/', { scripts: false })
    await page.locator('#q').fill('8471 50 00')
    await page.locator('#origin').fill('polska')
    await page.locator('#via').fill('Białoruś, RU')
    await page.locator('#destination').fill('Kazakhstan')
    await page.locator('#value').fill('1 250,50')
    await page.locator('#search .ask-bar .button').click()
    await page.locator('.route').waitFor()
    assert.equal(
      (await page.locator('.route').innerText())
        .replace(/\s*zakaz/g, '')
        .split(/\s*\n\s*/)
        .join(' '),
      'Polska Białoruś Rosja Kazachstan',
    )
    await fieldIs(page, '#value', '1250.50')
  })
})

inBrowser('on a phone, in the dark', async (t, { visit }) => {
  await t.test('suggestions and a long answer fit 320 px', async (t) => {
    const page = await visit(t, '/', { width: 320, height: 640, scheme: 'dark' })
    await page.locator('#q').pressSequentially('łożysk')
    await page.getByRole('option').first().waitFor()
    assert.deepEqual(await overflowOf(page), [])
    await page.getByRole('option').first().click()
    await page.locator('#verdict').waitFor()
    assert.deepEqual(await overflowOf(page), [])
    assert.equal(await page.locator('#suggestions').isHidden(), true)
  })
})

inBrowser(
  'past the limit',
  async (t, { visit }) => {
    await t.test('the page says when to try again', async (t) => {
      const page = await visit(t, '/?q=7304', { statuses: [429] })
      assert.match(await verdictOf(page), /^Zakaz/)
      await page.reload()
      await ask(page, '7305')
      assert.equal(await verdictOf(page), 'Za dużo żądań')
      assert.match(await page.locator('#answer').innerText(), /Spróbuj ponownie za \d+ s/)
    })
  },
  { limits: { lookups: 2, leads: 1, key: 1 } },
)

inBrowser(
  'behind a proxy that the server does not know',
  async (t, { visit, origin }) => {
    await t.test('the address to keep is the one in the browser', async (t) => {
      const page = await visit(t, '/?q=7304+11+00&direction=import')
      const address = `${origin}/?q=7304+11+00&as_of=2026-11-15&direction=import`
      await page.locator('#address', { hasText: address }).waitFor({ state: 'attached' })
      assert.equal(await page.locator('#address').getAttribute('href'), address)
      for (const id of ['as-text', 'as-summary'])
        assert.ok((await page.locator(`#${id}`).inputValue()).includes(address), id)
    })
  },
  { publicUrl: 'https://inner.example' },
)
