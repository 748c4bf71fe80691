import { group, withoutEx } from '../base/cn-code.ts'
import type { Day } from '../base/day.ts'
import type { Language, Text } from '../base/language.ts'
import type { Listing } from '../law/read/law.ts'
import { citationInWords } from '../law/terms/citation-words.ts'
import type { AnnexRole } from '../law/terms/law.ts'
import type { Limits } from '../law/terms/limit.ts'
import { dayInSentence, sentence, thresholdInWords } from '../law/terms/wording.ts'

/** The wording of changes: short sentences of our own, each in both languages. */

/** Annexes that are no prohibition are named by their role instead of the type of their measures. */
export const ROLE_WORDS: Readonly<Partial<Record<AnnexRole, Text>>> = {
  duty: { pl: 'obowiązek', en: 'duty' },
  exemption: { pl: 'wykaz towarów wyłączonych', en: 'list of exempt goods' },
  price_cap: { pl: 'pułap cenowy', en: 'price cap' },
  derogation: { pl: 'towary, na które można uzyskać zezwolenie', en: 'goods that may be authorised' },
  quota: { pl: 'kontyngent', en: 'quota' },
  winddown: { pl: 'towary okresu przejściowego', en: 'goods of a wind-down' },
}

const MAX_DESIGNATION = 180

/** Long designations are cut between words. */
export function shortened(text: string): string {
  const clean = text.replace(/\s+/g, ' ').replace(/[\s:;,.]+$/, '')
  return clean.length <= MAX_DESIGNATION ? clean : `${clean.slice(0, MAX_DESIGNATION).replace(/[\s,;:(]+\S*$/, '')} …`
}

export const inQuotes = (text: string, language: Language): string => (language === 'pl' ? `„${text}”` : `“${text}”`)

/** Ends a text with a full stop, unless it was shortened. */
export const withFullStop = (text: string): string => (text.endsWith('…') ? text : `${text}.`)

export const both = (make: (language: Language) => string): Text => ({ pl: make('pl'), en: make('en') })

/** A row as people name it: `ex 4302`, `7401 (except 7401 00 00)`. */
export function rowLabel({ code, printed, designationPl, part, except }: Listing): Text {
  return both((language) => {
    // Annexes print goods without a code in English only.
    const nameless = {
      pl: shortened(designationPl) || 'Towary bez kodu',
      en: shortened(printed) || 'Goods without a code',
    }[language]
    const digits = code === '' ? nameless : group(code)
    const named = part === 'ex' ? `ex ${digits}` : digits
    if (except.length > 0) {
      return `${named} (${{ pl: 'z wyjątkiem', en: 'except' }[language]} ${except.map(group).join(', ')})`
    }
    return part === 'words' ? `${named} (${{ pl: 'częściowo', en: 'in part' }[language]})` : named
  })
}

/** The articles that use an annex, and what it is for. */
export interface AnnexPlace {
  readonly article: string | null
  readonly what: Text
}

export const annexPlace = (annex: string, { article, what }: AnnexPlace): Text => ({
  pl: `${annex} (${[what.pl, article && citationInWords(article, 'pl')].filter(Boolean).join(', ')})`,
  en: `${annex} (${[what.en, article && citationInWords(article, 'en')].filter(Boolean).join(', ')})`,
})

/** The act and the first day of a change; says so when the day is unknown. */
export function source(act: Text | null, day: Day | null): Text {
  if (act && day) return onDay(day, { pl: `${act.pl}, od`, en: `${act.en}, from` })
  if (act) return { pl: `${act.pl}.`, en: `${act.en}.` }
  if (day) return onDay(day, { pl: 'Od', en: 'From' })
  return { pl: 'Pierwszy dzień nie wynika z naszych źródeł.', en: 'Our sources do not show the first day.' }
}

/** The act and the day of a change to something that existed before; without an act, the state of the law. */
export function changedBy(act: Text | null, state: Day): Text {
  if (act) return source(act, state)
  return onDay(state, { pl: 'Stan prawny z', en: 'State of the law of' })
}

/** A sentence that ends with a day. */
export const onDay = (day: Day, head: Text): Text =>
  both((language) => sentence(`${head[language]} ${dayInSentence(day, language)}`))

/** Whether two values differ, compared as JSON. */
export const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b)

export const NONE: Text = { pl: 'brak', en: 'none' }

/** `threshold: none → value of one item over 300 EUR`. */
export const fromTo = (what: Text, before: Text, after: Text): Text =>
  both((language) => `${what[language]}: ${before[language]} → ${after[language]}`)

/** A text that is the same in both languages. */
export const sameInBoth = (text: string): Text => ({ pl: text, en: text })

export function limitsText(limits: Limits): Text {
  if (limits === 'any') return { pl: 'dowolna wartość', en: 'any value' }
  if (limits.length === 0) return NONE
  return both((language) => limits.map((limit) => thresholdInWords(limit, language)).join('; '))
}

export const codesText = (codes: readonly string[]): Text =>
  codes.length === 0 ? NONE : sameInBoth(codes.map((code) => group(withoutEx(code))).join(', '))

export const dayText = (day: Day | null | undefined): Text =>
  day ? both((language) => dayInSentence(day, language)) : { pl: 'nieznany', en: 'unknown' }

export const joinTexts = (parts: readonly Text[], separator = '; '): Text =>
  both((language) => parts.map((part) => part[language]).join(separator))

export const sentences = (...parts: readonly (Text | null)[]): Text =>
  joinTexts(
    parts.filter((part) => part !== null),
    ' ',
  )
