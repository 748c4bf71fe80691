import { type Digits, group, isDigits } from '../../base/cn-code.ts'
import { LANGUAGES, type Language } from '../../base/language.ts'
import type { Nomenclature } from '../../law/tariff/nomenclature.ts'
import { readableName } from '../../law/tariff/nomenclature-names.ts'
import type { NameIndex } from '../../search/by-name.ts'
import { oneOf, type Parameter } from '../question/parameters.ts'
import type { ReadQuery } from '../question/question.ts'
import type { Suggestion } from '../response/suggest-response.ts'

const SHOWN = 10

const MAX_TYPED = 200

const TYPED: Parameter<string, 'q_missing' | 'q_too_long'> = {
  description: 'the start of a code or of a name',
  schema: { type: 'string', maxLength: MAX_TYPED, examples: ['mikrosk'] },
  // A character may take two UTF-16 units.
  maxCharacters: 2 * MAX_TYPED,
  tooLong: 'q_too_long',
  absent: { problem: 'q_missing' },
  problems: ['q_missing', 'q_too_long'],
  read: (text) => ([...text].length > MAX_TYPED ? { problem: 'q_too_long' } : { value: text }),
}

export const SUGGEST_PARAMETERS = {
  q: TYPED,
  lang: oneOf(LANGUAGES, 'pl', 'lang_unknown', 'language of names'),
}

/** Digits with the usual separators are the beginning of a code; anything else is the beginning of a name. */
export function readTyped(typed: string): ReadQuery {
  const text = typed.normalize('NFC').trim()
  const digits = text.replace(/[\s.\-/]/g, '')
  return isDigits(digits) ? { as: 'cn_code', digits } : { as: 'name', text }
}

/** Codes that begin with the digits typed, or goods whose names match the words typed. */
export function suggest(
  typed: string,
  language: Language,
  nomenclature: Nomenclature,
  names: () => NameIndex,
  isRestricted: (code: Digits) => boolean,
): Suggestion[] {
  const read = readTyped(typed)
  const lines =
    read.as === 'cn_code'
      ? beginningWith(read.digits, nomenclature)
      : names()
          .complete(read.text)
          .slice(0, SHOWN)
          .flatMap((code) => nomenclature.line(code) ?? [])
  return lines.map((line) => ({
    code: group(line.code),
    name: readableName(line, language),
    restricted: isRestricted(line.code),
  }))
}

/** The lines whose code begins with the digits, shorter codes first, then in the order of the tariff. */
function beginningWith(digits: Digits, { lines }: Nomenclature) {
  const below = lines.filter(({ kind, code }) => kind !== 'section' && kind !== 'group' && code.startsWith(digits))
  return below.toSorted((a, b) => a.code.length - b.code.length || a.ord - b.ord).slice(0, SHOWN)
}
