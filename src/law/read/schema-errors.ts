import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { LawShape } from '../../terms/law.ts'
import { LAW_SHAPES } from '../../terms/law-schemas.ts'
import { FINDINGS_MOST, type Finding } from './read-yaml.ts'

// The library stops at eight findings, and without a bound it would need more memory than the file a hundred times over.
Settings.Set({ maxErrors: FINDINGS_MOST })

/** Everything in which a value differs from a schema. */
export const findingsOf = (schema: TSchema, value: unknown): readonly Finding[] => Compile(schema).Errors(value)

export const lawFindings = (shape: LawShape, value: unknown): readonly Finding[] => findingsOf(LAW_SHAPES[shape], value)
