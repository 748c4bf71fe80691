import { load, YAMLException } from 'js-yaml'
import type { Static, TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { isDay } from '../../base/day.ts'
import { ownText } from '../../base/own-text.ts'
import { fits, schemaErrors } from './compiled-schema.ts'
import { forbiddenCharacterIn } from './forbidden-characters.ts'
import type { Locate, Mistake } from './mistakes.ts'
import { lineIndexOf, placesIn } from './yaml-places.ts'

export interface YamlFile<T> {
  readonly value: T | null
  readonly locate: Locate
  readonly mistakes: readonly Mistake[]
  /** There may be more mistakes: the search stopped at a limit. */
  readonly cutShort?: boolean
}

/** The search for errors in the shape of a file stops at this number. */
export const MAX_SCHEMA_ERRORS = 20_000

/** A reader for files of one schema. */
export const yamlReader =
  <S extends TSchema>(schema: S) =>
  (file: string, text: string): YamlFile<Static<S>> => {
    const lineOf = lineIndexOf(text)
    const place = (offset: number) => ({ file, ...lineOf(offset) })
    // Places are computed only when a mistake needs one, so that reading a correct file stays fast.
    let offsetOf: ReturnType<typeof placesIn> | null = null
    const locate: Locate = (...path) => {
      offsetOf ??= placesIn(text)
      return place(offsetOf(path))
    }
    let value: unknown
    try {
      // Aliases could expand a few lines into millions of values (a "billion laughs" attack).
      value = load(text, { maxAliases: 0 })
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error
      const at = error.mark ? place(error.mark.position) : { file, line: 1, column: 1 }
      return { value: null, locate: () => at, mistakes: [{ ...at, what: `not YAML: ${error.reason}` }] }
    }
    if (!fits(schema, value)) {
      const errors = schemaErrors(schema, value, MAX_SCHEMA_ERRORS)
      return { value: null, locate, mistakes: mistakesOf(errors, locate), cutShort: errors.length >= MAX_SCHEMA_ERRORS }
    }
    const mistakes: Mistake[] = []
    // Forbidden characters of the file itself are found by whoever read it. Only an escape or a tab brings others into a text.
    const mayHide = text.includes('\\') || text.includes('\t')
    eachText(value, [], (path, one) => {
      const what = mistakeInText(one, mayHide)
      if (what !== null) mistakes.push({ ...locate(...path), what })
    })
    return { value, locate, mistakes }
  }

/** Makes every text in a value a string of its own, and visits it, and keys. `path` is a reused buffer: copy it to keep it. */
function eachText(value: unknown, path: string[], visit: (path: string[], text: string) => void): void {
  if (typeof value === 'string') visit(path, value)
  else if (value !== null && typeof value === 'object') {
    for (const key in value) {
      path.push(key)
      if (!Array.isArray(value)) visit(path, key)
      const inside = (value as Record<string, unknown>)[key]
      if (typeof inside === 'string') (value as Record<string, unknown>)[key] = ownText(inside)
      eachText(inside, path, visit)
      path.pop()
    }
  }
}

/** Checks what a schema cannot express: days that no calendar has, and characters put in by an escape such as "\0". */
function mistakeInText(text: string, mayHide: boolean): string | null {
  if (text.length === 10 && /^\d{4}-\d{2}-\d{2}$/.test(text) && !isDay(text))
    return `${text} is not a day of the calendar`
  if (!mayHide) return null
  // Texts of tables cannot hold a tab either.
  if (text.includes('\t')) return 'control character U+0009 in a text'
  const forbidden = forbiddenCharacterIn(text)
  return forbidden === null ? null : `${forbidden.name} in a text`
}

/** Schema errors in the words of someone who edits the file. Errors that only follow from others are dropped. */
function mistakesOf(errors: readonly TLocalizedValidationError[], locate: Locate): Mistake[] {
  const mistakes: Mistake[] = []
  for (const error of errors) {
    const path = error.instancePath.split('/').slice(1)
    const name = path.at(-1) ?? 'file'
    const add = (what: string, ...more: string[]) => mistakes.push({ ...locate(...path, ...more), what })
    if (error.keyword === 'boolean' || error.keyword === 'anyOf') continue
    if (error.keyword === 'additionalProperties') {
      for (const extra of error.params.additionalProperties) add(`unknown word "${extra}"`, extra)
    } else if (error.keyword === 'required') {
      for (const missing of error.params.requiredProperties) add(`"${missing}" is missing`)
    } else if (error.keyword === 'enum') add(`"${name}" must be one of: ${error.params.allowedValues.join(', ')}`)
    else add(`"${name}" ${error.message}`)
  }
  return mistakes.length > 0 ? mistakes : [{ ...locate(), what: 'does not have the shape FORMAT.md asks for' }]
}
