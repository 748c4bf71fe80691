import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { isDay } from '../terms/day.ts'
import type { Locate, Mistake } from './mistakes.ts'

export interface YamlFile<T> {
  readonly value: T | null
  readonly locate: Locate
  readonly mistakes: readonly Mistake[]
}

/** A compiled schema: compiling costs more than checking, and one schema serves many files. */
export const yamlReader = <S extends TSchema>(schema: S) => {
  const validator = Compile(schema)
  return (file: string, text: string): YamlFile<Static<S>> => {
    const lines = new LineCounter()
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
    const place = (offset: number) => {
      const { line, col } = lines.linePos(offset)
      return { file, line, column: col }
    }
    const locate: Locate = (...path) => {
      for (let depth = path.length; depth > 0; depth--) {
        const node = document.getIn(path.slice(0, depth), true)
        if (isNode(node) && node.range) return place(node.range[0])
      }
      return place(0)
    }
    const broken = [...document.errors, ...document.warnings]
    if (broken.length > 0) {
      return { value: null, locate, mistakes: broken.map((e) => ({ ...place(e.pos[0]), what: `not YAML: ${e.message}` })) }
    }
    const value: unknown = document.toJS()
    if (!validator.Check(value)) {
      return { value: null, locate, mistakes: schemaMistakes(validator.Errors(value), locate) }
    }
    const mistakes: Mistake[] = []
    visit(document, {
      Scalar(_, node) {
        if (isScalar(node) && typeof node.value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(node.value) && !isDay(node.value)) {
          mistakes.push({ ...place(node.range?.[0] ?? 0), what: `${node.value} is not a day of the calendar` })
        }
      },
    })
    return { value: value as Static<S>, locate, mistakes }
  }
}

interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

/** The library's findings in the words of someone who edits the file; its follow-up findings are dropped. */
function schemaMistakes(errors: readonly SchemaError[], locate: Locate): Mistake[] {
  const mistakes: Mistake[] = []
  for (const { keyword, instancePath, message, params } of errors) {
    const path = instancePath.split('/').slice(1)
    const name = path.at(-1) ?? 'file'
    const at = (...more: string[]) => locate(...[...path, ...more].map((p) => (/^\d+$/.test(p) ? Number(p) : p)))
    const listed = (key: string): string[] => (params as Record<string, string[]>)[key] ?? []
    if (keyword === 'boolean' || keyword === 'anyOf') continue
    if (keyword === 'additionalProperties') {
      for (const extra of listed('additionalProperties')) mistakes.push({ ...at(extra), what: `unknown word "${extra}"` })
    } else if (keyword === 'required') {
      for (const missing of listed('requiredProperties')) mistakes.push({ ...at(), what: `"${missing}" is missing` })
    } else if (keyword === 'enum') {
      mistakes.push({ ...at(), what: `"${name}" must be one of: ${listed('allowedValues').join(', ')}` })
    } else mistakes.push({ ...at(), what: `"${name}" ${message}` })
  }
  return mistakes.length > 0 ? mistakes : [{ ...locate(), what: 'does not have the shape FORMAT.md asks for' }]
}
