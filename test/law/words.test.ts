import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fold } from '../../src/base/fold.ts'
import { LANGUAGES, type Language } from '../../src/base/language.ts'
import { answerer } from '../real-law.ts'

const { dataset } = answerer
const { lines } = dataset.nomenclatures.of(dataset.nomenclatures.years.at(-1)!)

/** Goods that exist for statistics only and that nobody asks for by name. */
const STATISTICS = '98'

/** Runs of letters and digits, with the hyphens and apostrophes inside them. */
const WORD = /[\p{L}\p{N}]+(?:[-‐‑'’][\p{L}\p{N}]+)*/gu
const wordsOf = (text: string): readonly string[] => fold(text).match(WORD) ?? []

/** The text of each heading. An undivided one is printed with eight digits only. */
const headings = new Map<string, (typeof lines)[number]['name']>()
for (const { kind, code, name } of lines) {
  const isGoods = kind === 'heading' || kind === 'hs6' || kind === 'cn8'
  if (isGoods && code < STATISTICS && !headings.has(code.slice(0, 4))) headings.set(code.slice(0, 4), name)
}

/** The names of a heading that say more than its own text: those with a word that the text lacks. */
function namesBeyondText(language: Language): Map<string, Set<string>> {
  const names = new Map([...headings.keys()].map((heading) => [heading, new Set<string>()]))
  const texts = new Map([...headings].map(([heading, name]) => [heading, new Set(wordsOf(name[language]))]))
  for (const entry of dataset.words) {
    for (const heading of new Set(entry.codes.map((code) => code.slice(0, 4)))) {
      for (const name of entry[language]) {
        if (wordsOf(name).some((word) => !texts.get(heading)?.has(word))) names.get(heading)?.add(name)
      }
    }
  }
  return names
}

describe('everyday names', () => {
  test('the tariff has 1,228 headings', () => {
    assert.equal(headings.size, 1_228)
  })

  for (const [language, withSix] of [
    ['pl', 985],
    ['en', 970],
  ] as const) {
    test(`every heading has one in ${language} that its own text does not hold, and most have six`, (t) => {
      const names = [...namesBeyondText(language)]
      assert.deepEqual(
        names.filter(([, found]) => found.size === 0).map(([heading]) => heading),
        [],
      )
      const six = names.filter(([, found]) => found.size >= 6).length
      t.diagnostic(`${six} of ${names.length} headings have six names or more in ${language}`)
      assert.ok(six >= withSix, `only ${six} headings have six names in ${language}, and ${withSix} had`)
    })
  }

  test('stand in the order of their first code, with at most six codes, none of them twice', () => {
    let last = ''
    for (const { pl, codes } of dataset.words) {
      assert.ok(codes[0]! >= last, `${pl[0]} at ${codes[0]} stands after ${last}`)
      assert.ok(codes.length <= 6, `${pl[0]} has ${codes.length} codes`)
      assert.equal(new Set(codes).size, codes.length, pl[0])
      last = codes[0]!
    }
  })

  test('are told apart by more than case and diacritics', () => {
    for (const language of LANGUAGES) {
      const seen = new Map<string, string>()
      for (const name of dataset.words.flatMap((entry) => entry[language])) {
        const folded = fold(name)
        assert.equal(seen.get(folded), undefined, `${name} and ${seen.get(folded)}`)
        seen.set(folded, name)
      }
    }
  })
})
