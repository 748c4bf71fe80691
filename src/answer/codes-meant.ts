import type { Nomenclatures } from '../law/tariff/nomenclature-years.ts'
import { type Digits, digits, prefixOf } from '../terms/cn-code.ts'

const CN_LENGTH = 8
const SHOWN = 10

/** The codes that digits of a wrong length could have been: a zero is missing in front, or the last digit. */
export function codesMeant(typed: Digits, nomenclatures: Nomenclatures): Digits[] {
  const exists = (code: Digits) => nomenclatures.existedIn(code).length > 0
  const withZero = digits(`0${typed}`)
  const longer = [...'0123456789'].map((last) => digits(`${typed}${last}`))
  const candidates = [withZero, ...longer].map((code) => (code.length > CN_LENGTH ? prefixOf(code, CN_LENGTH) : code))
  return [...new Set(candidates)].filter(exists).slice(0, SHOWN)
}
