import type { Static, TSchema } from 'typebox'
import { fits, schemaErrors } from '../../../law/read/compiled-schema.ts'
import { type BodyProblem, escapePointer, MAX_ERRORS } from './problem.ts'
import { codeOf, keywordsIn, PROBLEM, type Problems, problemOfKeyword } from './problem-keyword.ts'
import type { ProblemCode } from './problems.ts'

/** What is looked at of a schema. */
interface Annotated {
  readonly [PROBLEM]?: Problems
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Annotated>>
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  /** Of a dictionary: what its names and its members are. */
  readonly propertyNames?: Annotated
  readonly patternProperties?: Readonly<Record<string, Annotated>>
  readonly items?: Annotated
  readonly maxItems?: number
  /** The first is what callers are told about; the others are a number or null in its place. */
  readonly anyOf?: readonly Annotated[]
}

type Read<T> = { readonly value: T } | { readonly problems: readonly [BodyProblem, ...BodyProblem[]] }

/**
 * The only check of bodies: the value as its schema has it, or what is wrong with it, each place once, unknown fields
 * first and then in the order of the schema. How large a body may be was checked before, on its bytes.
 */
export function readBySchema<S extends TSchema>(schema: S, value: unknown, pointer = ''): Read<Static<S>> {
  if (fits(schema, value)) return { value }
  const problems: BodyProblem[] = []
  for (const problem of problemsIn(schema, value, pointer)) {
    if (problems.push(problem) === MAX_ERRORS) break
  }
  const [first, ...more] = problems
  return first ? { problems: [first, ...more] } : { value: value as Static<S> }
}

/** The problems with those at one place before the others. */
export const firstAt = (place: string, problems: readonly BodyProblem[]): readonly BodyProblem[] => [
  ...problems.filter(({ pointer }) => pointer === place),
  ...problems.filter(({ pointer }) => pointer !== place),
]

/** The same schema, except that members of lists may be anything: each is read by itself, so that it spoils no other. */
export const withoutMembers = <S extends { readonly properties: object }>(schema: S): TSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [
      name,
      'items' in field ? { ...field, items: {} } : field,
    ]),
  ),
})

function* problemsIn(schema: Annotated, value: unknown, pointer: string): Generator<BodyProblem> {
  const isGood: boolean = fits(schema, value)
  if (isGood) return
  const { properties, required = [], patternProperties, items } = schema
  if (isObject(value) && properties) {
    const names = Object.keys(value)
    for (const name of names)
      if (!Object.hasOwn(properties, name)) yield* problemFor(schema, 'additionalProperties', pointer, name)
    if (names.length < (schema.minProperties ?? 0)) yield* problemFor(schema, 'minProperties', pointer)
    for (const [name, field] of Object.entries(properties)) {
      if (value[name] !== undefined) yield* problemsIn(field, value[name], `${pointer}/${name}`)
      else if (required.includes(name)) yield* problemFor(field, 'required', pointer, name)
    }
  } else if (isObject(value) && patternProperties) {
    const entries = Object.entries(value)
    if (entries.length > (schema.maxProperties ?? entries.length)) yield* problemFor(schema, 'maxProperties', pointer)
    const [member = {}] = Object.values(patternProperties)
    for (const [name, one] of entries) {
      const at = `${pointer}/${escapePointer(name)}`
      const [wrongName] = problemsIn(schema.propertyNames ?? {}, name, at)
      if (wrongName) yield wrongName
      else yield* problemsIn(member, one, at)
    }
  } else if (schema.anyOf?.[0]) yield* problemsIn(schema.anyOf[0], value, pointer)
  else if (Array.isArray(value) && items?.[PROBLEM] && value.length <= (schema.maxItems ?? value.length)) {
    for (const [at, one] of value.entries()) yield* problemsIn(items, one, `${pointer}/${at}`)
  } else yield* problemFor(schema, violatedKeyword(schema, value), pointer)
}

/** The first keyword that the schema has a problem for, among those that a value violates. */
function violatedKeyword(schema: Annotated, value: unknown): string {
  const keywords = keywordsIn(schema[PROBLEM])
  if (keywords === null) return 'else'
  // Most invalid values are not strings, and the library takes twenty times as long to say so.
  if (schema.type === 'string' && typeof value !== 'string') return 'type'
  // Nor is every member of a list looked at that has too many.
  if (Array.isArray(value) && value.length > (schema.maxItems ?? value.length)) return 'maxItems'
  const violated = new Set<string>(schemaErrors(schema, value, MAX_ERRORS).map(({ keyword }) => keyword))
  return keywords.find((keyword) => violated.has(keyword)) ?? 'else'
}

/** The problem of a violated keyword, if it is told here. */
function* problemFor(schema: Annotated, keyword: string, pointer: string, name?: string): Generator<BodyProblem> {
  const problems = schema[PROBLEM]
  const problem = problems === undefined ? undefined : problemOfKeyword(problems, keyword)
  if (problem === undefined) throw new Error(`a schema without a problem for "${keyword}" at ${pointer}`)
  if (problem === null) return
  yield {
    code: codeOf(problem) as ProblemCode,
    ...(typeof problem === 'object' && problem.values && { values: problem.values }),
    pointer: name === undefined ? pointer : `${pointer}/${escapePointer(name)}`,
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
