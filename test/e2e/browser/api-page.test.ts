import assert from 'node:assert/strict'
import { inBrowser, overflowOf, pastedIn, violationsInBoth } from './harness.ts'

inBrowser('the developers’ page', async (t, { visit }) => {
  for (const path of ['/api', '/en/api']) {
    await t.test(`${path}: axe finds nothing in light or dark, and it fits 320 px`, async (t) => {
      const page = await visit(t, path, { width: 320 })
      assert.deepEqual(await violationsInBoth(page), [])
      await page.click('#contact button')
      assert.deepEqual(await violationsInBoth(page), [], 'with its errors')
      assert.deepEqual(await overflowOf(page), [])
    })
  }

  await t.test('an example is copied as it stands', async (t) => {
    const page = await visit(t, '/en/api', { isolated: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.click('[data-copy="list-python"]')
    await page.waitForFunction(() => document.querySelector('[data-copy="list-python"]')?.textContent === 'Copied')
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.textContent('#list-python'))
  })

  await t.test('an example is copied on a plain http origin too, and the focus stays on the button', async (t) => {
    const page = await visit(t, '/api', { clipboard: false })
    await page.click('[data-copy="lookup-curl"]')
    await page.locator('[data-copy="lookup-curl"]', { hasText: 'Skopiowano' }).waitFor()
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.copy), 'lookup-curl')
    assert.equal(await page.locator('.examples [role=status]').first().textContent(), 'Skopiowano')
    assert.equal(await pastedIn(page), await page.textContent('#lookup-curl'))
  })

  for (const [path, failed] of [
    ['/api', 'Nie udało się skopiować'],
    ['/en/api', 'Could not copy'],
  ] as const) {
    await t.test(`${path}: a copy that fails says so`, async (t) => {
      const page = await visit(t, path, { clipboard: false })
      await page.evaluate(() => {
        document.execCommand = () => false
      })
      await page.click('[data-copy="list-curl"]')
      await page.locator('[data-copy="list-curl"]', { hasText: failed }).waitFor()
      assert.equal(await page.locator('.examples [role=status]').last().textContent(), failed)
    })
  }

  await t.test('the contact form says beside each field what is wrong, and sends what is right once', async (t) => {
    const page = await visit(t, '/api?utm_source=newsletter&utm_campaign=jesie%C5%84')
    const sent: { body: unknown; key: string | undefined }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/lead'))
        sent.push({ body: request.postDataJSON(), key: request.headers()['idempotency-key'] })
    })
    await page.click('#contact button')
    assert.match((await page.textContent('#email-error')) ?? '', /adres e-mail/)
    assert.match((await page.textContent('#consent-error')) ?? '', /zgody/)
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'email')
    await page.fill('#email', 'anna@')
    assert.equal(await page.textContent('#email-error'), '', 'what is being corrected is not scolded')
    await page.check('#consent')
    await page.click('#contact button')
    assert.equal(await page.getAttribute('#email', 'aria-invalid'), 'true')
    assert.equal(sent.length, 0)
    await page.fill('#email', 'anna@example.com')
    await page.check('[name="about"][value="changes"]')
    await page.click('#contact button')
    await page.locator('#contact-state', { hasText: 'Dziękujemy' }).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'contact-state')
    assert.deepEqual(sent[0]?.body, {
      email: 'anna@example.com',
      source: 'api: changes',
      utm: { utm_source: 'newsletter', utm_campaign: 'jesień' },
    })
    assert.match(sent[0]?.key ?? '', /^[0-9a-f]{32}-[0-9a-f]{16}$/)
    assert.equal(await page.inputValue('#email'), '')
  })

  await t.test('an address only the service refuses is marked as well, and an outage is told', async (t) => {
    const page = await visit(t, '/en/api', { statuses: [400, 500] })
    await page.fill('#email', 'anna@localhost')
    await page.check('#consent')
    await page.click('#contact button')
    await page.waitForSelector('#email[aria-invalid]')
    await page.route('**/api/lead', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.fill('#email', 'anna@example.com')
    await page.click('#contact button')
    await page.locator('#contact-state', { hasText: 'could not be sent' }).waitFor()
    assert.equal(await page.inputValue('#email'), 'anna@example.com', 'what was typed is not lost')
  })

  await t.test('without scripts the form works all the same', async (t) => {
    const page = await visit(t, '/en/api?utm_source=news', { scripts: false, statuses: [400] })
    await page.fill('#email', 'anna')
    await page.click('#contact button')
    assert.match((await page.textContent('#email-error')) ?? '', /e-mail address/)
    assert.match((await page.textContent('#consent-error')) ?? '', /consent/)
    await page.fill('#email', 'anna@example.com')
    await page.check('#consent')
    await page.click('#contact button')
    assert.match((await page.textContent('#contact-state')) ?? '', /Thank you/)
    assert.ok(await page.isHidden('[data-copy="list-curl"]'))
  })
})
