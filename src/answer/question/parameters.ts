import { type Day, isDay } from '../../base/day.ts'

/**
 * Query parameters are declared once: how a text is read, the schema that describes it to callers, the problem codes and the
 * bounds.
 */
export interface Parameter<T, Code extends string = string> {
  readonly description: string
  readonly schema: ValueSchema
  /** A longer text, in UTF-16 units, is `tooLong`: it is neither split nor read. */
  readonly maxCharacters: number
  /** How many values the text may name, separated; absent: one. */
  readonly maxParts?: number
  readonly tooLong: Code
  /** In JSON it may also be a number, which is read as its text. */
  readonly mayBeNumber?: true
  /** What it means to leave the parameter out. */
  readonly absent: Reading<T, Code>
  /** Every problem the parameter can have. */
  readonly problems: readonly Code[]
  /** What the texts of these problems quote, by the names in the texts. */
  readonly values?: Readonly<Record<string, string | number>>
  read(text: string): Reading<T, Code>
}

/**
 * The JSON Schema of a value, for callers. Reading it takes a line, so that a question loads no package for schemas: that would be
 * half of the code that a command loads.
 * @public The compiler names it in the types of other modules.
 */
export interface ValueSchema {
  readonly type: 'string' | 'integer'
  readonly enum?: readonly string[]
  readonly format?: 'date'
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: string | number
  readonly examples?: readonly string[]
}

export type Reading<T, Code> = { readonly value: T } | { readonly problem: Code }

export type Parameters = Readonly<Record<string, Parameter<unknown>>>

export type Values<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer T> ? T : never
}

type CodeOf<Declared extends Parameters> =
  | Declared[keyof Declared]['problems'][number]
  | 'parameter_unknown'
  | 'parameter_repeated'

/** One thing that is wrong with a request, and the parameter it concerns. */
export interface ParameterProblem<Code extends string = string> {
  readonly code: Code
  readonly parameter: string
}

/** Characters of `q`, after normalisation. */
export const QUERY_CHARACTERS = 200

/** Matches in an answer, unless asked for otherwise, and the most that can be asked for. */
export const LIMIT_BY_DEFAULT = 100
export const MAX_LIMIT = 500

/** Countries on a route. A longer one is a mistake. */
export const MAX_STOPS = 10

/** No word that is chosen from is longer, whatever regimes a law has. */
const MAX_WORD = 64

/** A value of a few words, numbers or days; `read` gives undefined for any other. `otherwise` is meant when the parameter is absent. */
const plainValue = <T, const Code extends string>(
  schema: ValueSchema,
  otherwise: T,
  { problem, description, maxCharacters }: { problem: Code; description: string; maxCharacters: number },
  read: (text: string) => T | undefined,
): Parameter<T, Code> => ({
  description,
  schema,
  maxCharacters,
  tooLong: problem,
  absent: { value: otherwise },
  problems: [problem],
  read(text) {
    const value = read(text)
    return value === undefined ? { problem } : { value }
  },
})

/** One of these words; `otherwise` is meant when the parameter is absent. */
export const oneOf = <const T extends string, const D extends T | null, const Code extends string>(
  words: readonly T[],
  otherwise: D,
  problem: Code,
  description: string,
): Parameter<T | D, Code> =>
  plainValue<T | D, Code>(
    { type: 'string', enum: words, ...(otherwise !== null && { default: otherwise }) },
    otherwise,
    { problem, description, maxCharacters: MAX_WORD },
    (text) => words.find((word) => word === text),
  )

/** A calendar day; null when the parameter is absent. */
export const day = <const Code extends string>(problem: Code, description: string): Parameter<Day | null, Code> =>
  plainValue<Day | null, Code>(
    { type: 'string', format: 'date' },
    null,
    { problem, description, maxCharacters: '2026-11-15'.length },
    (text) => (isDay(text) ? text : undefined),
  )

/** The most digits that every number is exact with: https://tc39.es/ecma262/#sec-number.max_safe_integer */
const DIGITS = /^\d{1,15}$/
export const MAX_NUMBER = 999_999_999_999_999

export const wholeNumber = <const Code extends string>(
  least: number,
  most: number,
  otherwise: number,
  problem: Code,
  description: string,
): Parameter<number, Code> =>
  plainValue<number, Code>(
    { type: 'integer', minimum: least, maximum: most, default: otherwise },
    otherwise,
    { problem, description, maxCharacters: `${MAX_NUMBER}`.length },
    (text) => (DIGITS.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
  )

/** A text with a reader of its own; null when the parameter is absent. */
export const optionalText = <T, const Code extends string>(
  read: (text: string) => T | undefined,
  maxCharacters: number,
  problem: Code,
  description: string,
  examples?: readonly string[],
): Parameter<T | null, Code> => ({
  description,
  schema: { type: 'string', maxLength: maxCharacters, ...(examples && { examples }) },
  maxCharacters,
  tooLong: problem,
  absent: { value: null },
  problems: [problem],
  read(text) {
    const value = read(text)
    return value === undefined ? { problem } : { value }
  },
})

/** Its value, or its problem. The only way a text reaches the reader of a parameter: its length is known by then. */
export const readText = <T, Code extends string>(parameter: Parameter<T, Code>, text: string): Reading<T, Code> =>
  text.length > parameter.maxCharacters ? { problem: parameter.tooLong } : parameter.read(text)

/** The parts of a text; one more than allowed at most, so that too many are noticed without splitting the whole text. */
export const splitUpTo = (text: string, separator: string | RegExp, most: number): string[] =>
  text.split(separator, most + 1)

/**
 * The values of all declared parameters, or every problem at once: first parameters that are unknown or repeated, then
 * the declared ones in the order of their declaration.
 */
export function readParameters<Declared extends Parameters>(
  declared: Declared,
  given: Iterable<readonly [string, string]>,
): { values: Values<Declared> } | { problems: readonly ParameterProblem<CodeOf<Declared>>[] } {
  const problems: ParameterProblem<CodeOf<Declared>>[] = []
  const texts = new Map<string, string>()
  for (const [name, text] of given) {
    if (!Object.hasOwn(declared, name)) problems.push({ code: 'parameter_unknown', parameter: name })
    else if (texts.has(name)) problems.push({ code: 'parameter_repeated', parameter: name })
    else texts.set(name, text)
  }
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(declared)) {
    const text = texts.get(name)
    const reading = text === undefined ? parameter.absent : readText(parameter, text)
    if ('problem' in reading) problems.push({ code: reading.problem as CodeOf<Declared>, parameter: name })
    else values[name] = reading.value
  }
  return problems.length > 0 ? { problems } : { values: values as Values<Declared> }
}
