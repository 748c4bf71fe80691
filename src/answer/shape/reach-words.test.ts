import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/real-law.ts'
import { groundsInWords } from './reach-words.ts'

const told = (q: string, parameters: Record<string, string> = {}) => {
  const language = parameters.lang === 'en' ? 'en' : 'pl'
  const { assessment } = ask(q, { lang: language, ...parameters })
  return groundsInWords(assessment, language)
}

test('every provision has its own limit and description, under its own country and direction', () => {
  const jewellery = told('7113')
  const exports = jewellery.find(({ head }) => head === 'Rosja, wywóz: zakaz')
  assert.equal(exports?.grounds.length, 1)
  assert.match(exports?.grounds[0] ?? '', /^art\. 3h ust\. 1, załącznik XVIII: powyżej progu .*300 EUR/)
  const imports = jewellery.find(({ head }) => head === 'Rosja, przywóz: zakaz')
  assert.ok(imports && imports.grounds.length > 1)
  for (const ground of imports.grounds) assert.doesNotMatch(ground, /300 EUR/)
  assert.ok(jewellery.some(({ head }) => head === 'inne państwa (wsad: Rosja), przywóz: zakaz'))
})

test('what covers every good says so, in English too', () => {
  const [first] = told('2603', { lang: 'en', origin: 'RU' })
  assert.deepEqual(first, {
    head: 'Russia, import: ban',
    grounds: ['Article 3i(1), Annex XXI: all goods'],
  })
})

test('a regime of parts of a country is named by its act', () => {
  const heads = told('8501 10 10', { regime: 'EU-UA-2022-263' }).map(({ head }) => head)
  assert.ok(heads.length > 0)
  for (const head of heads) assert.match(head, /^Rozporządzenie Rady \(UE\) 2022\/263, (?:przywóz|wywóz): zakaz$/)
})

test('nothing is told where nothing was found', () => {
  assert.deepEqual(told('0409 00 00'), [])
})
