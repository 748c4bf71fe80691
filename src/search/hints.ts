import { type Digits, isDigits } from '../base/cn-code.ts'
import { fold } from '../base/fold.ts'
import { type Countries, UNION } from '../law/dataset/countries.ts'
import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import type { Hints } from '../law/terms/law.ts'

/** What a text says besides the goods. It is offered to whoever asks, and decides nothing. */
export interface Said {
  readonly origin: string | null
  readonly destination: string | null
  readonly via: readonly string[]
  /** A value in EUR, a decimal with a point. */
  readonly value: string | null
  /** Codes that the text begins with, or that it may mean. */
  readonly codes: readonly Digits[]
}

type Role = keyof Hints['roles']

/** The longest name of a country that is compared has so many words. */
const MAX_WORDS = 4
const WORD = /[\p{L}\p{N}]+/gu

/** Reads texts with the words of the law. Only a country behind a word that tells its part is read: turkey may be a bird. */
export function hintsReader(hints: Hints, countries: Countries): (text: string, tariff: Nomenclature) => Said {
  const places = new Map<string, string>()
  const add = (name: string, code: string) => places.set(wordsOf(name).join(' '), code)
  for (const code of countries.codes)
    if (countries.countryOf(code) === code) for (const name of Object.values(countries.name(code))) add(name, code)
  for (const [code, names] of Object.entries(hints.places))
    if (code === UNION || countries.knows(code)) for (const name of names) add(name, code)
  const roles = new Map<string, Role>()
  for (const role of ROLES) for (const word of hints.roles[role]) roles.set(word, role)
  const joins = new Set(hints.and)
  const valueIn = valueReader(hints.euro)

  return (text, tariff) => {
    const words = wordsOf(text)
    const found: Record<Role, string[]> = { origin: [], destination: [], via: [] }
    let role: Role | undefined
    for (let at = 0; at < words.length; at++) {
      // Behind a joining word a country has the part of the one before.
      role = roles.get(words[at]!) ?? (joins.has(words[at]!) ? role : undefined)
      if (role === undefined) continue
      const place = placeAt(words, at + 1)
      if (!place) continue
      if (!found[role].includes(place.code)) found[role].push(place.code)
      at += place.length
    }
    const only = (codes: readonly string[]): string | null => (codes.length === 1 ? codes[0]! : null)
    return {
      origin: only(found.origin),
      destination: only(found.destination),
      via: found.via,
      value: valueIn(text),
      codes: codesIn(text, tariff),
    }
  }

  function placeAt(words: readonly string[], at: number): { code: string; length: number } | null {
    for (let length = MAX_WORDS; length > 0; length--) {
      const code = places.get(words.slice(at, at + length).join(' '))
      if (code !== undefined) return { code, length }
    }
    return null
  }
}

const ROLES: readonly Role[] = ['origin', 'destination', 'via']

/** The words of a text, folded. */
export const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? []

/** A comma or a point before three digits may part thousands or decimals, so it is not read. Two values are none. */
function valueReader(euro: readonly string[]): (text: string) => string | null {
  const number = String.raw`(?<![\p{L}\d.,])(\d{1,3}(?:[ \u00a0]\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?(?![\d.,]*\d)`
  const unit = `(?:€|(?:${euro.join('|')})(?![\\p{L}\\d]))`
  const patterns = [new RegExp(`${number}\\s*${unit}`, 'giu'), new RegExp(`(?:€|${unit})\\s*${number}`, 'giu')]
  return (text) => {
    const values = new Set(
      patterns.flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([, whole = '', cents]) =>
          [String(Number(whole.replace(/\D/g, ''))), cents].filter(Boolean).join('.'),
        ),
      ),
    )
    const [value = '', ...others] = values
    return others.length === 0 && Number(value) > 0 ? value : null
  }
}

/** Letters that are typed, or read by a scanner, for digits. */
const LOOKALIKES: Readonly<Record<string, string>> = { o: '0', q: '0', i: '1', l: '1', z: '2', s: '5', b: '8' }
const CODE_LENGTHS = [8, 6, 4] as const

/** The code that a text begins with; a letter may stand for the digit it looks like. */
function codesIn(text: string, tariff: Nomenclature): Digits[] {
  const [beginning = ''] = /^\s*(?:cn\s*)?\d[\p{L}\d]*(?:[ .\-/]\d[\p{L}\d]*)*/iu.exec(text) ?? []
  const plain = fold(beginning)
    .replace(/^\s*(?:cn)?\s*/, '')
    .replace(/[^a-z0-9]/g, '')
  const asDigits = plain.replace(/[a-z]/g, (letter) => LOOKALIKES[letter] ?? letter)
  const found = [asDigits, plain].flatMap((one) => {
    const [digits = ''] = /^\d*/.exec(one) ?? []
    const code = CODE_LENGTHS.filter((length) => length <= digits.length)
      .map((length) => digits.slice(0, length))
      .find((start) => isDigits(start) && tariff.exists(start))
    return code && isDigits(code) ? [code] : []
  })
  return [...new Set(found)]
}
