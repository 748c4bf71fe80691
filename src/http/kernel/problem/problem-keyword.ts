import type { ProblemValues } from './problem.ts'

/** The keyword of a schema that maps a violated keyword to a problem. A symbol, so that callers are not shown it. */
export const PROBLEM = Symbol('problem')

/** A code, with what its text quotes. */
export type Reference = string | { readonly code: string; readonly values?: ProblemValues }

/**
 * One problem whatever is wrong, or a problem for each keyword of the schema, the first violated one; `else` for all others.
 * Null: the code that parses the value reports it; the schema checks only its bounds.
 */
export type Problems = Reference | Readonly<Record<string, Reference | null>>

const isReference = (problems: Problems): problems is Reference => typeof problems === 'string' || 'code' in problems

/** The problem of a violated keyword; undefined where the schema has none for it. */
export const problemOfKeyword = (problems: Problems, keyword: string): Reference | null | undefined =>
  isReference(problems) ? problems : keyword in problems ? problems[keyword] : problems.else

/** The keywords that have a problem of their own, in order of preference; null where all have the same. */
export const keywordsIn = (problems: Problems | undefined): readonly string[] | null =>
  problems === undefined || isReference(problems) ? null : Object.keys(problems)

export const codeOf = (reference: Reference): string => (typeof reference === 'string' ? reference : reference.code)

/** Every code in it. */
export const codesIn = (problems: Problems): readonly string[] =>
  isReference(problems)
    ? [codeOf(problems)]
    : Object.values(problems).flatMap((reference) => (reference === null ? [] : [codeOf(reference)]))
