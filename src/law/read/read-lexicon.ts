import { LEXICON_CLASSES, type LexiconWord } from '../../terms/law.ts'
import type { Placed } from './law.ts'
import { type Rows, rowsOf } from './read-rows.ts'

const LEXICON = { required: ['word', 'language', 'class', 'expansion'], optional: [] } as const

const LANGUAGES = ['pl', 'en', 'any'] as const

/** Words that do not name goods by themselves, each of them once with its class, and what abbreviations stand for. */
export function readLexicon(file: string, text: string): Rows<Placed<LexiconWord>> {
  const seen = new Set<string>()
  return rowsOf<'word' | 'language' | 'class' | 'expansion', Placed<LexiconWord>>(
    file,
    text,
    LEXICON,
    (row, mistake) => {
      const [word, expansion] = [row.cell('word'), row.cell('expansion')]
      const kind = LEXICON_CLASSES.find((one) => one === row.cell('class'))
      const language = LANGUAGES.find((one) => one === row.cell('language'))
      if (!kind) mistake('class', `"${row.cell('class')}" is not one of: ${LEXICON_CLASSES.join(', ')}`)
      if (!language) mistake('language', `"${row.cell('language')}" is not one of: ${LANGUAGES.join(', ')}`)
      const isAbbreviation = kind === 'abbreviation'
      const written = isAbbreviation ? /^[a-z0-9]+\.?$/ : /^[a-z0-9]+$/
      if (!written.test(word)) mistake('word', `"${word}" is not a word in small letters without diacritics`)
      if (isAbbreviation && !/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(expansion))
        mistake('expansion', 'an abbreviation needs the words it stands for, in small letters without diacritics')
      if (!isAbbreviation && expansion !== '') mistake('expansion', 'only an abbreviation stands for other words')
      const key = `${isAbbreviation} ${word}`
      if (seen.has(key)) mistake('word', `"${word}" stands twice`)
      seen.add(key)
      const value = { word, language: language ?? 'any', class: kind ?? 'stop', expansion } as const
      return { value, at: (column) => row.place(String(column ?? '')) }
    },
  )
}
