/**
 * Polish stemmers on our own vocabulary: npm run bench:stemmers
 *
 * Pairs are made by machine: an everyday word in its base form (law/words.yaml) and a word of the tariff text of its code that begins
 * alike, hence very likely a form of it. A stemmer is good when both get one stem, and when words of different headings do not.
 */

import { createRequire } from 'node:module'
import { pathOf } from '../src/law/tariff/nomenclature.ts'
import { fold, WORD } from '../src/search/fold.ts'
import { rootOf, stem } from '../src/search/stem.ts'
import { digits } from '../src/terms/cn-code.ts'
import { answerer } from '../test/real-law.ts'

const require = createRequire(import.meta.url)
const lunr = require('lunr')
require('lunr-languages/lunr.stemmer.support')(lunr)
require('lunr-languages/lunr.pl')(lunr)
const porter = require('stemmer_pl')
const nlpjs = new (require('@nlpjs/lang-pl').StemmerPl)()

const lunrStem = (word: string): string => lunr.pl.stemmer(new lunr.Token(word, {})).toString()
const porterStem: (word: string) => string = typeof porter === 'function' ? porter : (porter.default ?? porter.stem)

/** Each takes a word with its diacritics, as these stemmers expect, and gives one or more keys. */
const STEMMERS: Readonly<Record<string, (word: string) => readonly string[]>> = {
  none: (word) => [word],
  'five letters': (word) => [fold(word).slice(0, 5)],
  '@nlpjs/lang-pl': (word) => [nlpjs.stem([word])[0] ?? word],
  'lunr-languages': (word) => [lunrStem(word)],
  stemmer_pl: (word) => [porterStem(word)],
  'ours, endings': (word) => [stem(fold(word), 'pl')],
  'ours, with the noun behind an adjective': (word) => {
    const own = stem(fold(word), 'pl')
    const root = rootOf(own, 'pl')
    return root === null ? [own] : [own, root]
  },
}

const words = (text: string) => [...text.toLowerCase().matchAll(WORD)].map(([word]) => word)
const { dataset } = answerer
const tariff = dataset.nomenclatures.of(2026)
const singles = dataset.words.flatMap(({ pl, codes }) =>
  pl
    .filter((term) => words(term).length === 1 && term.length >= 4)
    .map((term) => ({ term: term.toLowerCase(), codes })),
)

/** Begins alike for four letters and three fifths of the shorter word. */
function beginsAlike(a: string, b: string): boolean {
  let same = 0
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++
  return same >= 4 && same >= Math.min(a.length, b.length) * 0.6
}

const pairs = new Map<string, readonly [string, string]>()
for (const { term, codes } of singles) {
  for (const code of codes) {
    const line = tariff.line(digits(code))
    for (const word of line ? pathOf(line).flatMap(({ name }) => words(name.pl)) : []) {
      if (word !== term && beginsAlike(fold(word), fold(term))) pairs.set(`${term} ${word}`, [term, word])
    }
  }
}

process.stdout.write(`${pairs.size} pairs of a word and a form of it, ${singles.length} base forms\n`)
process.stdout.write('                                            forms reunited  headings confused\n')
for (const [name, keys] of Object.entries(STEMMERS)) {
  const reunited =
    [...pairs.values()].filter(([a, b]) => keys(a).some((key) => keys(b).includes(key))).length / pairs.size
  const headings = new Map<string, Set<string>>()
  for (const { term, codes } of singles) {
    const own = headings.get(keys(term)[0]!) ?? new Set()
    headings.set(keys(term)[0]!, own.add(codes[0]!.slice(0, 4)))
  }
  const confused = singles.filter(({ term }) => headings.get(keys(term)[0]!)!.size > 1).length / singles.length
  process.stdout.write(
    `${name.padEnd(44)}${(reunited * 100).toFixed(1).padStart(12)} %${(confused * 100).toFixed(1).padStart(16)} %\n`,
  )
}
