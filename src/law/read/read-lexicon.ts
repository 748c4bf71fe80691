import { LEXICON_CLASSES, type LexiconWord } from '../terms/law.ts'
import type { Placed } from './law.ts'
import { type Rows, rowsOf } from './read-table.ts'

const LEXICON = { required: ['word', 'language', 'class', 'expansion'] } as const

const LANGUAGES = ['pl', 'en', 'any'] as const

/** Words that do not name goods by themselves, each of them once with its class, and what abbreviations stand for. */
export function readLexicon(file: string, text: string): Rows<Placed<LexiconWord>> {
  const seen = new Set<string>()
  return rowsOf(file, text, LEXICON, (row) => {
    const [word, expansion] = [row.cell('word'), row.cell('expansion')]
    const value = {
      word,
      language: row.word('language', LANGUAGES),
      class: row.word('class', LEXICON_CLASSES),
      expansion,
    }
    const isAbbreviation = row.cell('class') === 'abbreviation'
    const written = isAbbreviation ? /^[a-z0-9]+\.?$/ : /^[a-z0-9]+$/
    if (!written.test(word)) row.mistake('word', `"${word}" is not a word in small letters without diacritics`)
    if (isAbbreviation && !/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(expansion))
      row.mistake('expansion', 'an abbreviation needs the words it stands for, in small letters without diacritics')
    if (!isAbbreviation && expansion !== '') row.mistake('expansion', 'only an abbreviation stands for other words')
    const key = `${isAbbreviation} ${word}`
    if (seen.has(key)) row.mistake('word', `"${word}" stands twice`)
    seen.add(key)
    return row.placed(value)
  })
}
