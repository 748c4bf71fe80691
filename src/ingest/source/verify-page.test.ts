import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SourceError } from './source-error.ts'
import { verifyPage } from './verify-page.ts'

const CELEX = '02014R0833-20260724'
const PAGE = Buffer.from('<html><p class="reference">02014R0833 — EN — 24.07.2026 — 035.001</p></html>')

test('the page that was asked for is accepted, and no beginning of it', () => {
  verifyPage(PAGE, CELEX, 'en')
  for (let end = 0; end < PAGE.length; end++) {
    assert.throws(() => verifyPage(PAGE.subarray(0, end), CELEX, 'en'), SourceError)
  }
})

test('a damaged page is accepted or a SourceError, never another error', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: PAGE.length - 1 }),
      fc.uint8Array({ maxLength: 20 }),
      fc.nat({ max: 40 }),
      (at, put, less) => {
        const damaged = Buffer.concat([PAGE.subarray(0, at), put, PAGE.subarray(at + less)])
        try {
          verifyPage(damaged, CELEX, 'en')
        } catch (error) {
          assert.ok(error instanceof SourceError, String(error))
        }
      },
    ),
  )
})
