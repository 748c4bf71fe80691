import { globSync } from 'node:fs'
import type { Digits } from '../../src/base/cn-code.ts'
import { LANGUAGES, type Language } from '../../src/base/language.ts'
import type { Line, Nomenclature } from '../../src/law/tariff/nomenclature.ts'
import type { LexiconWord, Words } from '../../src/law/terms/law.ts'
import { readGold, SETS } from '../../test/search/gold/score.ts'
import { oneOf, randomOf } from './random.ts'
import { ROOT, rowsOf } from './tables.ts'

/** Where examples come from; each can be left out, to measure what it adds. */
export const SOURCES = [
  ...(['tariff', 'names', 'references', 'trade', 'gold', 'none'] as const),
  ...(['us-tariff', 'shopify', 'targeted'] as const),
] as const
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

export const targetedFiles = (): string[] => globSync('law/names/targeted-*.tsv', { cwd: ROOT }).toSorted()

/** How much a line of the tariff of the United States counts, by the digits of its code. */
const US_WEIGHTS: Readonly<Record<number, number>> = { 4: 1, 6: 0.7, 8: 0.5, 10: 0.4 }

/** Categories of Shopify: those that a rule named, and those that a rule above them named. */
const SHOPIFY_WEIGHTS: Readonly<Record<string, number>> = { own: 0.6, above: 0.4 }
/** A heading with more categories than this counts less for each, so that sports do not outweigh everything. */
const MANY_CATEGORIES = 150
const PARENT_WEIGHT = 0.5
/** A pattern with more lines than this counts less for each. */
const MANY_LINES = 40

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
  /** Lines that the model is judged by. */
  const unseen = new Set(
    LANGUAGES.flatMap((language) =>
      SETS.filter(({ use }) => use !== 'train').flatMap(({ name }) =>
        readGold(language, name).map(({ question }) => question.toLowerCase()),
      ),
    ),
  )
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
  if (!isLeftOut('us-tariff'))
    for (const { text = '', hs = '' } of rowsOf('law/names/us-tariff.tsv')) {
      const heading = hs.slice(0, 4)
      if (tariff.exists(heading as Digits) && !OTHER.test(text))
        add(text, [heading], US_WEIGHTS[hs.length] ?? 0.4, { source: 'us-tariff', language: 'en' })
    }
  if (!isLeftOut('shopify')) addShopify()
  if (!isLeftOut('targeted')) addTargeted()
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

  function addShopify(): void {
    const rows = rowsOf('law/names/shopify-categories.tsv')
    const headingsOfRow = (row: Record<string, string>) =>
      (row.headings ?? '').split(',').filter((code) => tariff.exists(code as Digits))
    const counts = new Map<string, number>()
    for (const row of rows) for (const code of headingsOfRow(row)) counts.set(code, (counts.get(code) ?? 0) + 1)
    for (const row of rows) {
      const codes = headingsOfRow(row)
      for (const code of codes)
        for (const language of LANGUAGES) {
          const name = row[`name_${language}`] ?? ''
          const parent = row[`parent_${language}`] ?? ''
          const weight =
            (SHOPIFY_WEIGHTS[row.rule ?? '']! / codes.length) *
            Math.min(1, Math.sqrt(MANY_CATEGORIES / counts.get(code)!))
          add(name, [code], weight, { source: 'shopify', language })
          if (parent !== '' && name.split(' ').length <= 2)
            add(`${parent} ${name}`, [code], weight * PARENT_WEIGHT, { source: 'shopify', language })
        }
    }
  }

  function addTargeted(): void {
    for (const file of targetedFiles())
      for (const { pattern = '', lang, codes = '' } of rowsOf(file)) {
        const texts = expanded(pattern)
        const expected = codes.split(',')
        for (const code of expected)
          if (!tariff.exists(code as Digits))
            throw new Error(`${file}: "${pattern}" has ${code}, which is no code of the tariff`)
        const weight = Math.min(1, Math.sqrt(MANY_LINES / texts.length)) / Math.sqrt(expected.length)
        for (const text of texts)
          if (!unseen.has(text.toLowerCase()))
            add(text, expected, weight, { source: 'targeted', language: lang === 'pl' || lang === 'en' ? lang : null })
      }
  }

  function addGold(): void {
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

/** All lines of a pattern: `{a|b} bag` is "a bag" and "b bag", and an empty alternative leaves the word out. */
export function expanded(pattern: string): string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(pattern) ?? []
  if (whole === undefined) return [pattern.replace(/ +/g, ' ').trim()]
  return choices!.split('|').flatMap((choice) => expanded(pattern.replace(whole, () => choice)))
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
