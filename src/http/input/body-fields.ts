import { type Parameters, readText } from '../../answer/parameters.ts'
import { type BodyProblem, ERRORS_AT_MOST, escapePointer, type ProblemCode } from '../response/problems.ts'

/** What the readers of bodies share. How large a body may be was checked before, on its bytes. */

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A problem for each field that is not among the known ones; the first of them only. */
export const unknownFields = (
  object: object,
  known: readonly string[],
  code: ProblemCode,
  pointer: string,
): BodyProblem[] =>
  Object.keys(object)
    .filter((name) => !known.includes(name))
    .slice(0, ERRORS_AT_MOST)
    .map((name) => ({ code, pointer: `${pointer}/${escapePointer(name)}` }))

/**
 * Problems of the fields that are parameters of a lookup too, and must be texts as there. What such a text means is not
 * looked at: a text that is too long is refused before anything is made of it.
 */
export const textProblems = (
  object: Readonly<Record<string, unknown>>,
  declared: Parameters,
  noText: ProblemCode | null,
  pointer: string,
): BodyProblem[] =>
  Object.entries(declared).flatMap(([name, { charactersAtMost, tooLong, problems, mayBeNumber }]) => {
    const text = object[name]
    if (mayBeNumber && typeof text === 'number') return []
    if (text === undefined || (typeof text === 'string' && text.length <= charactersAtMost)) return []
    const code = typeof text === 'string' ? tooLong : (noText ?? problems[0])
    return [{ code: code as ProblemCode, pointer: `${pointer}/${name}` }]
  })

/** The fields as texts of the parameters of a lookup, once they are known to have no problem. */
export const fieldTexts = (
  object: Readonly<Record<string, unknown>>,
  declared: Parameters,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(declared).flatMap((name) => (object[name] === undefined ? [] : [[name, String(object[name])]])),
  )

/** Problems of fields whose values are the same for a whole body: each must be a text, and one that is understood. */
export const valueProblems = (object: Readonly<Record<string, unknown>>, declared: Parameters): BodyProblem[] =>
  Object.entries(declared).flatMap(([name, parameter]) => {
    const text = object[name]
    if (text === undefined) return []
    const read = typeof text === 'string' ? readText(parameter, text) : { problem: parameter.problems[0] }
    return 'problem' in read ? [{ code: read.problem as ProblemCode, pointer: `/${name}` }] : []
  })

export const ID_AT_MOST = 64

/** A text of 1 to 64 characters. */
export const isId = (id: unknown): id is string =>
  typeof id === 'string' && id !== '' && [...id.slice(0, 2 * ID_AT_MOST + 1)].length <= ID_AT_MOST && id.isWellFormed()
