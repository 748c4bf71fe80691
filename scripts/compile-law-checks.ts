import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Build } from 'typebox/schema'
import { LAW_SHAPES } from '../src/terms/law-schemas.ts'

/** `src/law/read/law-checks.ts`: the checks of the shapes of `law/` as code, so that no start compiles them again. */
export function lawChecks(): string {
  const checks = Object.entries(LAW_SHAPES).map(([shape, schema]) => {
    const build = Build(schema)
    const { identifier, variables } = build.External()
    if (build.UseUnevaluated() || !variables.every((value) => value instanceof RegExp))
      throw new Error(`the schema "${shape}" uses what this script cannot write down`)
    const functions = build.Functions().map((source) => `    ${source}\n`)
    return `  ${shape}: ((${identifier}) => {\n${functions.join('')}    return (value) => ${build.Entry()}\n  })([${variables.join(', ')}]),\n`
  })
  return `// @ts-nocheck
// Compiled from src/terms/law-schemas.ts by \`npm run law-checks\`: change the schemas, not this file.
import { Guard } from 'typebox/guard'
import type { LawShape } from '../../terms/law.ts'

/** Whether a value has the shape of a file of \`law/\`. */
export const LAW_CHECKS: Readonly<Record<LawShape, (value: unknown) => boolean>> = {
${checks.join('')}}
`
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '..', 'src', 'law', 'read', 'law-checks.ts'), lawChecks())
