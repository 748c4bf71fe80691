import { type Parameter, readParameters, type Values } from '../../answer/question/parameters.ts'
import { codesMeantText } from '../../answer/question/problems.ts'
import type { Language, Text } from '../../base/language.ts'
import { detailOf, ERRORS_LISTED, type ProblemValues, shortName } from '../kernel/problem/problem.ts'
import type { ProblemCode } from '../kernel/problem/problems.ts'

/** What a model gave, not checked yet. */
export type Arguments = Readonly<Record<string, unknown>>

/** One thing that is wrong with a call. */
export interface ArgumentProblem {
  readonly code: ProblemCode
  readonly values?: ProblemValues
  /** The argument, or a JSON pointer into the arguments; null when it is about none of them. */
  readonly argument: string | null
  /** Codes that could have been meant. */
  readonly suggestions?: readonly string[]
  /** What to do, behind the detail of the problem. */
  readonly advice?: Text
}

type Declared = Readonly<Record<string, Parameter<unknown, ProblemCode>>>

/** The arguments of a tool as JSON Schema, written from the declarations that read the parameters of the API. */
export const inputSchema = (declared: Declared): object => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(declared).map(([name, { description, schema }]) => [name, { ...schema, description }]),
  ),
  required: Object.entries(declared).flatMap(([name, { absent }]) => ('problem' in absent ? [name] : [])),
  additionalProperties: false,
})

/**
 * Arguments as texts, the form that the readers of parameters take. Null is an argument left out, as some models write it. A
 * code may be a number: one whose leading zero is lost has a length that no code has, and is refused.
 */
export function readArguments(
  given: Arguments,
  known: readonly string[],
): { readonly texts: readonly (readonly [string, string])[]; readonly problems: readonly ArgumentProblem[] } {
  const texts: [string, string][] = []
  const problems: ArgumentProblem[] = []
  for (const [argument, value] of Object.entries(given)) {
    if (!known.includes(argument)) problems.push(unknownArgument(argument, known))
    else if (typeof value === 'string') texts.push([argument, value])
    else if (typeof value === 'number' || typeof value === 'boolean') texts.push([argument, String(value)])
    else if (value !== null) problems.push({ code: 'argument_invalid', argument })
  }
  return { texts, problems }
}

/** The values of the declared arguments, or all that is wrong with a call. */
export function readDeclared<D extends Declared>(
  given: Arguments,
  declared: D,
): { readonly values: Values<D> } | { readonly problems: readonly ArgumentProblem[] } {
  const { texts, problems } = readArguments(given, Object.keys(declared))
  const read = readParameters(declared, texts)
  if ('values' in read && problems.length === 0) return read
  const wrong = 'problems' in read ? read.problems : []
  const told = wrong.map(({ code, parameter }) => {
    const values = declared[parameter]?.values
    return { code, argument: parameter, ...(values && { values }) }
  })
  return { problems: [...problems, ...told] }
}

export const unknownArgument = (argument: string, known: readonly string[]): ArgumentProblem => ({
  code: 'argument_unknown',
  argument,
  advice: { pl: `Znane argumenty: ${known.join(', ')}.`, en: `Known arguments: ${known.join(', ')}.` },
})

/** What a model is told of the problems of its call, each with what to do, at most ten. */
export function problemsInWords(problems: readonly ArgumentProblem[], language: Language): string {
  return problems
    .slice(0, ERRORS_LISTED)
    .map(({ code, values, argument, suggestions = [], advice }) =>
      [
        ...(argument === null ? [] : [`${shortName(argument)}:`]),
        detailOf({ code, ...(values && { values }) }, language),
        ...(advice ? [advice[language]] : []),
        ...(suggestions.length > 0 ? [codesMeantText(suggestions)[language]] : []),
        `[${code}]`,
      ].join(' '),
    )
    .join('\n')
}
