import { type Digits, isDigits } from '../base/cn-code.ts'
import { fold } from '../base/fold.ts'
import { type Countries, UNION } from '../law/dataset/countries.ts'
import type { Nomenclature } from '../law/tariff/nomenclature.ts'
import type { Guide, Hints } from '../law/terms/law.ts'
import { besideGoods } from './beside-goods.ts'
import { meantByPhrases } from './meant-by-phrases.ts'
import { privateUseIn } from './private-use.ts'
import { type Part, routeReader } from './route.ts'
import { addHints, Phrases, wordsOf } from './sentence.ts'
import { valueReader } from './value.ts'

/** What a text says besides the goods. It is offered to whoever asks, and decides nothing. */
export interface Said {
  readonly origin: string | null
  readonly dispatch: string | null
  readonly destination: string | null
  readonly via: readonly string[]
  /** A value in EUR, a decimal with a point. */
  readonly value: string | null
  readonly isPrivate: boolean
  /** The words that each of these was read from. */
  readonly words: Readonly<Partial<Record<Part | 'value' | 'private_use', string>>>
  /** The guide about what the text speaks of instead of goods, such as services. */
  readonly noGoods: string | null
  /** The goods of one code that the text names by everyday words, and nothing else that may be goods. */
  readonly named: Digits | null
  /** Whether the characters from the first to before the second say nothing about the goods. */
  isBeside(from: number, to: number): boolean
}

/** Reads texts with the words of the law. */
export function hintsReader(hints: Hints, countries: Countries, guides: readonly Guide[]): (text: string) => Said {
  const phrases = new Phrases()
  for (const code of countries.codes)
    if (countries.countryOf(code) === code)
      for (const name of Object.values(countries.name(code))) phrases.add('place', code, [wordsOf(name).join(' ')])
  for (const [code, names] of Object.entries(hints.places))
    if (code === UNION || countries.knows(code)) phrases.add('place', code, names)
  addHints(phrases, hints)
  for (const guide of guides) {
    phrases.add('no-goods', guide.id, guide.no_goods)
    phrases.add('no-goods-alone', guide.id, guide.no_goods_alone)
  }
  const routeIn = routeReader(hints, (code) => countries.knows(code) && countries.countryOf(code) === code)
  const valueIn = valueReader(hints.euro, hints.thousand)

  return (text) => {
    const sentence = phrases.read(text)
    const route = routeIn(sentence)
    const { noGoods, named } = meantByPhrases(sentence, route.places)
    const value = noGoods === null && named === null ? valueIn(sentence.text) : null
    const privateUse = noGoods === null ? privateUseIn(sentence) : null
    const { origin, dispatch, destination, via } = route
    return {
      ...{ origin, dispatch, destination, via, value: value?.value ?? null, isPrivate: privateUse !== null },
      words: {
        ...route.words,
        ...(value && { value: value.words }),
        ...(privateUse !== null && { private_use: privateUse }),
      },
      ...{ noGoods, named },
      isBeside: besideGoods(sentence, route.places),
    }
  }
}

/** Letters that are typed, or read by a scanner, for digits. */
const LOOKALIKES: Readonly<Record<string, string>> = { o: '0', q: '0', i: '1', l: '1', z: '2', s: '5', b: '8' }
const CODE_LENGTHS = [8, 6, 4] as const

/** The code that a text begins with; a letter may stand for the digit it looks like. */
export function codesIn(text: string, tariff: Nomenclature): Digits[] {
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
