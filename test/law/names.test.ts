import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { digits, isDigits } from '../../src/base/cn-code.ts'
import { decodeNameModel } from '../../src/law/read/name-model.ts'
import { answerer, LAW } from '../real-law.ts'

const NAMES = join(LAW, 'names')
const tariff = answerer.dataset.nomenclatures.of(answerer.dataset.nomenclatures.years.at(-1)!)
const linesOf = (file: string) => readFileSync(join(NAMES, file), 'utf8').trimEnd().split('\n').slice(1)

describe('what names are learned from', () => {
  test('every trade name has a language and a code of the tariff', () => {
    for (const file of globSync('trade-*.tsv', { cwd: NAMES })) {
      for (const line of linesOf(file)) {
        const [name = '', language, code = '', kind] = line.split('\t')
        assert.ok(name.trim() === name && name.length > 1, `${file}: "${name}"`)
        assert.ok(language === 'pl' || language === 'en', `${file}: ${line}`)
        assert.ok(isDigits(code) && code.length >= 4 && tariff.exists(digits(code)), `${file}: ${line}`)
        assert.ok(kind, `${file}: ${line}`)
      }
    }
  })

  test('every targeted pattern has headings of the tariff and closed braces', () => {
    for (const file of globSync('targeted-*.tsv', { cwd: NAMES }))
      for (const line of linesOf(file)) {
        const [pattern = '', language = '', codes = ''] = line.split('\t')
        assert.ok(['pl', 'en', 'any'].includes(language), `${file}: ${line}`)
        assert.doesNotMatch(pattern.replace(/\{[^{}]*\}/g, ''), /[{}|]/, `${file}: ${line}`)
        for (const code of codes.split(','))
          assert.ok(isDigits(code) && code.length === 4 && tariff.exists(digits(code)), `${file}: ${line}`)
      }
  })

  test('categories of Shopify have headings, and say how they were mapped', () => {
    for (const line of linesOf('shopify-categories.tsv')) {
      const [, , , , headings = '', rule = ''] = line.split('\t')
      assert.ok(
        headings.split(',').every((code) => /^\d{4}$/.test(code)),
        line,
      )
      assert.ok(rule === 'own' || rule === 'above', line)
    }
  })

  test('the model is the one that the manifest describes, and small enough', () => {
    const bytes = readFileSync(join(NAMES, 'model.bin'))
    const { model, inputs } = JSON.parse(readFileSync(join(NAMES, 'manifest.json'), 'utf8'))
    assert.equal(createHash('sha256').update(bytes).digest('hex'), model.sha256)
    assert.ok(bytes.length <= 8_000_000)
    assert.ok(Object.keys(inputs).length > 5)
    const decoded = decodeNameModel(bytes)
    assert.ok(typeof decoded !== 'string')
    for (const code of [...decoded.headings, ...decoded.subheadings]) assert.ok(tariff.exists(digits(code)), code)
  })
})
