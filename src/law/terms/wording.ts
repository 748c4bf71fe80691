import { type Day, daysBetween } from '../../base/day.ts'
import type { Language, Text } from '../../base/language.ts'
import type { Limit } from './limit.ts'

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  pl: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
}

/** `2026-07-24` → `24 lipca 2026`, `24 July 2026`. Without `Intl`, which takes longer for a day than the rest of its sentence. */
export const dayInWords = (day: Day, language: Language): string =>
  `${Number(day.slice(8))} ${MONTHS[language][Number(day.slice(5, 7)) - 1]} ${Number(day.slice(0, 4))}`

/** A day inside a sentence, where Polish writes "r." behind the year. */
export const dayInSentence = (day: Day, language: Language): string =>
  language === 'pl' ? `${dayInWords(day, language)} r.` : dayInWords(day, language)

/** Ends a sentence with one full stop, also behind an abbreviation. */
/** `24.07.2026`, where there is no room for the month in words; in English the order of numbers would be a guess. */
export const dayInNumbers = (day: Day, language: Language): string =>
  language === 'pl' ? day.split('-').toReversed().join('.') : dayInWords(day, language)

export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

export const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Years without a gap, ascending: `2024–2026`, `2024 to 2026`; a single one as it is. */
export function yearsInWords(years: readonly number[], language: Language): string {
  const [first, last] = [years[0], years.at(-1)]
  return first === last ? `${first}` : `${first}${language === 'pl' ? '–' : ' to '}${last}`
}

/** `today`, `yesterday`, `114 days ago`. */
export function ageInWords(from: Day, today: Day, language: Language): string {
  const days = daysBetween(from, today)
  if (days <= 0) return language === 'pl' ? 'dzisiaj' : 'today'
  if (days === 1) return language === 'pl' ? 'wczoraj' : 'yesterday'
  return language === 'pl' ? `${days} dni temu` : `${days} days ago`
}

/** `a, b i c`. */
export function listed(words: readonly string[], language: Language, and = language === 'pl' ? 'i' : 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`
}

/** A number with its noun in the right form: 1 wpis, 2 wpisy, 5 wpisów. */
export function counted(
  count: number,
  forms: { readonly pl: readonly [string, string, string]; readonly en: readonly [string, string] },
  language: Language,
): string {
  if (language === 'en') return `${count} ${count === 1 ? forms.en[0] : forms.en[1]}`
  const few = count % 10 >= 2 && count % 10 <= 4 && (count % 100 < 12 || count % 100 > 14)
  return `${count} ${count === 1 ? forms.pl[0] : few ? forms.pl[1] : forms.pl[2]}`
}

const OPERATORS: Readonly<Record<string, Text>> = {
  '>': { pl: 'powyżej', en: 'over' },
  '>=': { pl: 'co najmniej', en: 'at least' },
  '<=': { pl: 'najwyżej', en: 'at most' },
}

/** What is measured; `#` is replaced by the amount. */
const SCOPES: Readonly<Record<string, Text>> = {
  item: { pl: 'wartość # za sztukę', en: 'value of one item #' },
  value: { pl: 'wartość #', en: 'value #' },
  coat: { pl: 'płaszcze: wartość # za sztukę', en: 'coats: value of one item #' },
  price: { pl: 'cena #', en: 'price #' },
  quota: { pl: 'kontyngent: #', en: 'quota: #' },
  cylinder_capacity: { pl: 'pojemność skokowa #', en: 'cylinder capacity #' },
  ground_clearance: { pl: 'prześwit #', en: 'ground clearance #' },
  petroleum_oils: { pl: 'oleje ropy naftowej: # masy', en: 'petroleum oils: # by weight' },
  diamond: { pl: 'masa diamentu #', en: 'weight of the diamond #' },
}

const UNITS: Readonly<Record<string, Text>> = {
  'USD/barrel': { pl: 'USD za baryłkę', en: 'USD a barrel' },
  kt: { pl: 'tys. t', en: 'thousand tonnes' },
  cm3: { pl: 'cm³', en: 'cm³' },
  carat: { pl: 'karata', en: 'carat' },
}

/** Created when first used, because a format takes milliseconds of the start. */
const numberFormats: Partial<Record<Language, Intl.NumberFormat>> = {}

function numberFormat(language: Language): Intl.NumberFormat {
  // By default Polish groups from five digits on, but acts write "5 000 EUR".
  numberFormats[language] ??=
    language === 'pl' ? new Intl.NumberFormat('pl-PL', { useGrouping: 'always' }) : new Intl.NumberFormat('en-GB')
  return numberFormats[language]
}

/** `EUR 300`, `300 EUR`. */
export const amountInWords = (amount: number, language: Language): string =>
  language === 'pl' ? `${numberFormat('pl').format(amount)} EUR` : `EUR ${numberFormat('en').format(amount)}`

/** Memoized, because `Intl` is slow. WeakMap: entries go with the law. */
const thresholds: Readonly<Record<Language, WeakMap<Limit, string>>> = { pl: new WeakMap(), en: new WeakMap() }

/** `>300 EUR item` → `wartość powyżej 300 EUR za sztukę`. */
export function thresholdInWords(limit: Limit, language: Language): string {
  const known = thresholds[language].get(limit)
  if (known !== undefined) return known
  const { operator, amount, unit, scope } = limit
  const number = numberFormat(language).format(amount)
  const measured = `${OPERATORS[operator]?.[language] ?? operator} ${number} ${UNITS[unit]?.[language] ?? unit}`
  const words = (SCOPES[scope]?.[language] ?? `${scope.replaceAll('_', ' ')} #`).replace('#', measured)
  thresholds[language].set(limit, words)
  return words
}
