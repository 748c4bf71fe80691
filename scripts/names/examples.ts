import { globSync } from 'node:fs'
import type { Digits } from '../../src/base/cn-code.ts'
import { LANGUAGES, type Language } from '../../src/base/language.ts'
import type { Line, Nomenclature } from '../../src/law/tariff/nomenclature.ts'
import type { LexiconWord, Words } from '../../src/law/terms/law.ts'
import { readGold, SETS } from '../../test/search/gold/score.ts'
import { oneOf, randomOf } from './random.ts'
import { ROOT, rowsOf } from './tables.ts'

/** Where examples come from; each can be left out, to measure what it adds. */
export const SOURCES = ['tariff', 'names', 'references', 'trade', 'gold', 'none'] as const
export type Source = (typeof SOURCES)[number]

/** A name and the code it means, of 4 to 8 digits; empty when it names no goods. */
export interface Example {
  readonly text: string
  readonly code: string
  readonly weight: number
  readonly source: Source
  readonly language: Language | null
  /** Of the questions of gold sets: their place, which decides the fold of a cross-validation. */
  readonly fold?: number
}

export interface Inputs {
  readonly tariff: Nomenclature
  readonly words: readonly Words[]
  readonly lexicon: readonly LexiconWord[]
}

/** The files that training reads besides the law that is served. */
export const tradeFiles = (): string[] => globSync('law/names/trade-*.tsv', { cwd: ROOT }).toSorted()

/** How much a line of the tariff counts, by its level below the heading. */
const DEPTH_WEIGHTS = [1, 0.7, 0.5, 0.3] as const
const OTHER = /^(?:other|others|pozostał[aey]|inn[aey])[\s:,;]*$/i

export const FOLDS = 3
const NONE_STRINGS = 1_500

/** The headings of a tariff in order, those too that it prints only with the code of their single subheading. */
export const headingsOf = ({ lines }: Nomenclature): string[] => [
  ...new Set(lines.flatMap(({ kind, code }) => (kind === 'cn8' ? [code.slice(0, 4)] : []))),
]

export function examplesOf({ tariff, words, lexicon }: Inputs, isLeftOut: (source: Source) => boolean): Example[] {
  const all: Example[] = []
  const codesBelow = (code: string): string[] =>
    code.length > 2 ? [code] : headingsOf(tariff).filter((one) => one.startsWith(code))
  const add = (
    text: string,
    codes: readonly string[],
    weight: number,
    rest: Pick<Example, 'source' | 'language'> & { fold?: number },
  ) => {
    for (const code of codes) {
      if (code === '') continue
      const below = codesBelow(code)
      for (const one of below) all.push({ text, code: one, weight: weight / below.length, ...rest })
    }
  }
  if (!isLeftOut('tariff')) for (const line of tariff.lines) addLine(line)
  if (!isLeftOut('names'))
    for (const entry of words)
      for (const language of LANGUAGES)
        for (const name of entry[language]) add(name, entry.codes, 1, { source: 'names', language })
  if (!isLeftOut('references'))
    for (const { term = '', hs = '' } of rowsOf('law/names/references.tsv')) {
      const code = [hs, hs.slice(0, 4)].find((one) => tariff.exists(one as Digits))
      if (code) add(term, [code], 1, { source: 'references', language: 'en' })
    }
  if (!isLeftOut('trade'))
    for (const file of tradeFiles())
      for (const { name = '', lang, code = '' } of rowsOf(file)) {
        if (!tariff.exists(code as Digits))
          throw new Error(`${file}: "${name}" has ${code}, which is no code of the tariff`)
        add(name, [code], 1, { source: 'trade', language: lang === 'pl' ? 'pl' : 'en' })
      }
  if (!isLeftOut('gold')) addGold()
  if (!isLeftOut('none')) addNone()
  return all

  function addLine(line: Line): void {
    if (line.kind === 'section') return
    const depth = line.kind === 'chapter' ? 3 : Math.min(line.level ?? 0, 3)
    const codes = line.kind === 'group' ? sharedCode(line) : [line.code]
    if (line.kind === 'chapter') return
    for (const language of LANGUAGES) {
      const text = line.name[language]
      if (OTHER.test(text)) continue
      add(text, codes, DEPTH_WEIGHTS[depth]!, { source: 'tariff', language })
    }
  }

  function addGold(): void {
    const unseen = new Set(
      LANGUAGES.flatMap((language) =>
        SETS.filter(({ use }) => use !== 'train').flatMap(({ name }) =>
          readGold(language, name).map(({ question }) => question.toLowerCase()),
        ),
      ),
    )
    let place = 0
    for (const language of LANGUAGES)
      for (const { name, use } of SETS) {
        if (use !== 'train') continue
        for (const { question, expected } of readGold(language, name)) {
          const fold = place++ % FOLDS
          if (unseen.has(question.toLowerCase())) continue
          const rest = { source: 'gold' as const, language, fold }
          if (expected.length === 0) all.push({ text: question, code: '', weight: 1, ...rest })
          else add(question, expected, 1 / Math.sqrt(expected.length), rest)
        }
      }
  }

  /** Words that name no goods, alone and together, and letters without a meaning. */
  function addNone(): void {
    const random = randomOf(77)
    const push = (text: string, weight: number) => all.push({ text, code: '', weight, source: 'none', language: null })
    for (const { text = '' } of rowsOf('law/names/none.tsv')) push(text, 1)
    const talk = lexicon.filter(({ class: kind }) => NAMING_NOTHING.has(kind)).map(({ word }) => word)
    for (const word of talk) push(word, 0.5)
    for (let at = 0; at < talk.length; at++)
      push(Array.from({ length: 2 + Math.floor(random() * 4) }, () => oneOf(talk, random)).join(' '), 0.5)
    for (let at = 0; at < NONE_STRINGS; at++)
      push(Array.from({ length: 3 + Math.floor(random() * 8) }, () => oneOf(LETTERS, random)).join(''), 0.5)
  }
}

const LETTERS = [...'abcdefghijklmnoprstuwxyzqv']
const NAMING_NOTHING: ReadonlySet<string> = new Set(['deal', 'talk', 'place', 'stop', 'designator'])

/** The digits that all codes below a line without a code share, if they are a heading or more. */
function sharedCode(line: Line): string[] {
  const codes = codesBelowLine(line)
  const [first = ''] = codes
  for (const length of [6, 4])
    if (codes.every((code) => code.startsWith(first.slice(0, length)))) return [first.slice(0, length)]
  return []
}
const codesBelowLine = (line: Line): string[] =>
  line.kind === 'group' ? line.children.flatMap(codesBelowLine) : [line.code]
