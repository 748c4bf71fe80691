import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'

const compiled = new WeakMap<object, Validator>()

/** A schema is compiled when it is first needed: most commands read few of them. */
function compiledOf(schema: TSchema): Validator {
  const known = compiled.get(schema) ?? (Compile(schema) as Validator)
  compiled.set(schema, known)
  return known
}

export const fits = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  compiledOf(schema).Check(value)

/** In which ways a value does not fit a schema, the first of them. Without any bound, they take a hundred times its memory. */
export function schemaErrors(schema: TSchema, value: unknown, most: number): readonly TLocalizedValidationError[] {
  // The default is eight. The setting is global and read by each call, so it is set before each.
  Settings.Set({ maxErrors: most })
  return compiledOf(schema).Errors(value)
}
