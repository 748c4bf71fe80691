import { codesMeantText } from '../../../answer/question/problems.ts'
import type { Language, Text } from '../../../base/language.ts'
import { printable } from '../../../base/plain-text.ts'
import { PROBLEMS, type ProblemCode, problemType } from './problems.ts'

/** What a text quotes in place of its `{name}`; a text of its own where the languages differ. */
export type ProblemValues = Readonly<Record<string, string | number | Text>>

/** A problem with the values that its text quotes. */
export interface QuotedProblem<Code extends ProblemCode = ProblemCode> {
  readonly code: Code
  readonly values?: ProblemValues
}

type NamesIn<Words extends string> = Words extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` ? never : Name) | NamesIn<Rest>
  : never

/** A problem whose text quotes values: the names are those of its text. */
export const quote = <Code extends ProblemCode>(
  code: Code,
  values: Readonly<Record<NamesIn<NonNullable<(typeof PROBLEMS)[Code]['words']>>, string | number | Text>>,
): QuotedProblem<Code> => ({ code, values })

/** The detail of a problem in words. */
export const detailOf = ({ code, values }: QuotedProblem, language: Language): string =>
  filled(PROBLEMS[code].detail, values)[language]

const filled = (text: Text, values: ProblemValues = {}): Text => {
  const fill = (language: Language) =>
    text[language].replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name]
      return typeof value === 'object' ? value[language] : `${value ?? placeholder}`
    })
  return { pl: fill('pl'), en: fill('en') }
}

/** A size in bytes as it is shown in problems: `16 KiB`. */
export const sizeText = (bytes: number): string =>
  bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MiB` : `${bytes / 1024} KiB`

/** A large number as each language groups its digits: Polish does not group four of them. */
export const groupedText = (number: number): Text => ({
  pl: number < 10_000 ? `${number}` : number.toLocaleString('en').replaceAll(',', ' '),
  en: number.toLocaleString('en'),
})

/** RFC 9457, https://www.rfc-editor.org/rfc/rfc9457; `ProblemSchema` describes the same to callers. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: ProblemCode
  readonly errors: readonly ProblemError[]
  readonly errors_omitted?: number
  readonly suggestions?: readonly string[]
}

/** What a problem says beyond its code. */
export interface ProblemDetails {
  readonly values?: ProblemValues
  readonly errors?: (language: Language) => readonly ProblemError[]
  /** Codes that could have been meant, grouped. */
  readonly suggestions?: readonly string[]
  /** In place of what the table says, for a page, where parameters are fields. */
  readonly title?: Text
  readonly detail?: Text
  /** A sentence behind the detail: what to do here. */
  readonly advice?: Text
}

/** A wrong parameter of the URL, or a wrong place in the body as a JSON pointer (RFC 6901). */
type ProblemError = { readonly detail: string } & ({ readonly parameter: string } | { readonly pointer: string })

/** A request that is refused: the problem to send, and what it says beyond its code. */
export interface Refused extends ProblemDetails {
  readonly problem: ProblemCode
}

/** A problem at one place of a body. */
export interface BodyProblem extends QuotedProblem, Pick<ProblemDetails, 'suggestions' | 'advice'> {
  readonly pointer: string
}

/** A body that is refused: at least one problem, the first of which is that of the whole body. */
export interface WrongBody {
  readonly problems: readonly BodyProblem[]
}

/** Each wrong place with what to do there; what is said of the first is said of the whole body too. */
export const errorsOf = (problems: readonly BodyProblem[]): ProblemDetails => ({
  ...(problems[0]?.values && { values: problems[0].values }),
  ...(problems[0]?.suggestions && { suggestions: problems[0].suggestions }),
  ...(problems[0]?.advice && { advice: problems[0].advice }),
  errors: (language) =>
    problems.map(({ pointer, ...problem }) => ({
      pointer,
      detail: inWords(detailOf(problem, language), problem, language),
    })),
})

/** A text with the advice and the suggestions that belong to it. */
const inWords = (
  text: string,
  { advice, suggestions = [] }: Pick<ProblemDetails, 'suggestions' | 'advice'>,
  language: Language,
): string =>
  [
    text,
    ...(advice ? [advice[language]] : []),
    ...(suggestions.length > 0 ? [codesMeantText(suggestions)[language]] : []),
  ].join(' ')

/** Escapes a name as one step of a JSON pointer. */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** A problem lists the first errors only: a thousand of them would tell the caller no more. */
export const ERRORS_LISTED = 10

/** Reading a body stops after this many errors. */
export const MAX_ERRORS = 50

/** An invalid name can be as long as a URL, so only its beginning is quoted. */
const NAME_SHOWN = 100

const omittedText = (omitted: number): Text => ({
  pl: `Wymieniono pierwsze błędy (${ERRORS_LISTED}); liczba dalszych: co najmniej ${omitted}.`,
  en: `The first ${ERRORS_LISTED} errors are listed; there are at least ${omitted} more.`,
})

/** `instance` is the path without the query, so that what was asked stays out of logs and reports. */
export function problemOf(
  code: ProblemCode,
  language: Language,
  instance: string,
  { errors: errorsIn = () => [], ...more }: ProblemDetails = {},
): Problem {
  const { status, title, suggestions } = { ...PROBLEMS[code], ...more }
  const detail = more.detail?.[language] ?? detailOf({ code, ...(more.values && { values: more.values }) }, language)
  const errors = errorsIn(language)
  const omitted = Math.max(0, errors.length - ERRORS_LISTED)
  return {
    type: problemType(code),
    title: title[language],
    status,
    detail: [inWords(detail, more, language), ...(omitted > 0 ? [omittedText(omitted)[language]] : [])].join(' '),
    instance,
    code,
    errors: errors.slice(0, ERRORS_LISTED).map(shortened),
    ...(omitted > 0 && { errors_omitted: omitted }),
    ...(suggestions && { suggestions }),
  }
}

function shortened(error: ProblemError): ProblemError {
  const { detail } = error
  return 'parameter' in error
    ? { parameter: shortName(error.parameter), detail }
    : { pointer: shortName(error.pointer), detail }
}

/** The beginning of a name that a caller sent, on one line. */
export const shortName = (name: string): string =>
  printable(
    name.length > NAME_SHOWN
      ? `${name
          .slice(0, NAME_SHOWN)
          .toWellFormed()
          .replace(/\ufffd$/, '')}…`
      : name,
  )
