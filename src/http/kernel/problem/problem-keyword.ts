/**
 * The keyword under which a schema says as which problem a value is told that does not fit it. It is a symbol, so that
 * what callers are shown of the schema does not have it.
 */
export const PROBLEM = Symbol('problem')

/**
 * One code whatever is wrong, or a code for each keyword of the schema, the first violated one; `else` for all others.
 * Null: it is told by whoever reads what the value means, such as a question of which only the bounds are checked here.
 */
export type Problems = string | Readonly<Record<string, string | null>>
