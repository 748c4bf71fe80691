import { writeFileSync } from 'node:fs'
import { inBrowser } from './harness.ts'
inBrowser('x', async (t, { visit }) => {
  const page = await visit(t, '/?q=7304+11+00', { scheme: 'dark' })
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.endsWith('/print.css')))
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  writeFileSync('/tmp/p.pdf', pdf)
  await page.emulateMedia({ media: 'print' })
  console.log(await page.locator('body').innerText())
  return
  const p2 = await visit(t, '/')
  await p2.locator('#q').focus()
  await p2.keyboard.type('8471 30 00')
  await p2.keyboard.press('Enter')
  await p2.waitForFunction(() => document.activeElement?.id === 'verdict')
  for (let i = 0; i < 9; i++) { await p2.keyboard.press('Tab'); console.log(await p2.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))) }
  await p2.screenshot({ path: '/tmp/p2.png', fullPage: false })
})
