import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { LawShape } from '../terms/law.ts'
import { LAW_SHAPES } from '../terms/law-schemas.ts'
import type { Finding } from './read-yaml.ts'

// The library stops at eight findings; the number of all of them tells one slip from a file of another kind.
Settings.Set({ maxErrors: 250_000 })

/** Everything in which a value differs from a schema. */
export const findingsOf = (schema: TSchema, value: unknown): readonly Finding[] => Compile(schema).Errors(value)

export const lawFindings = (shape: LawShape, value: unknown): readonly Finding[] => findingsOf(LAW_SHAPES[shape], value)
