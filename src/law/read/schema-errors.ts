import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { LawShape } from '../../terms/law.ts'
import { LAW_SHAPES } from '../../terms/law-schemas.ts'
import { MAX_SCHEMA_ERRORS, type SchemaError } from './read-yaml.ts'

/** Every way in which a value differs from a schema. Loaded only when a file has a mistake, because typebox is large. */
export function schemaErrorsOf(schema: TSchema, value: unknown): readonly SchemaError[] {
  // The default of the library is eight errors. Without any bound it would need a hundred times the memory of the file.
  // The setting is global and read by each call of `Errors`, so it is set before the call.
  Settings.Set({ maxErrors: MAX_SCHEMA_ERRORS })
  return Compile(schema).Errors(value)
}

export const lawSchemaErrors = (shape: LawShape, value: unknown): readonly SchemaError[] =>
  schemaErrorsOf(LAW_SHAPES[shape], value)
