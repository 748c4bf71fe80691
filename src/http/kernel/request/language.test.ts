import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from './language.ts'

test('the language is that of the body, else of the address, else Polish', () => {
  assert.equal(languageOf('/api/v1/cn'), 'pl')
  assert.equal(languageOf('/api/v1/cn?q=1&lang=en&x=%zz'), 'en')
  assert.equal(languageOf('/api/v1/check?lang=en', 'pl'), 'pl')
  assert.equal(languageOf('/api/v1/check', 'en'), 'en')
})

test('a lang that is none of ours is as if not given', () => {
  for (const lang of ['', 'de', 'EN', 'en-GB', 'constructor']) {
    assert.equal(languageOf(`/api/v1/cn?lang=${lang}`), 'pl', lang)
    assert.equal(languageOf('/api/v1/cn?lang=en', lang), 'en', lang)
  }
  for (const lang of [null, 1, {}, ['en']]) assert.equal(languageOf('/', lang), 'pl')
  assert.equal(languageOf('/api/v1/cn?slang=en&q=lang=en'), 'pl')
})
