import { load, YAMLException } from 'js-yaml'
import { isDay } from '../terms/day.ts'
import type { Locate, Mistake } from './mistakes.ts'
import { offsetAt } from './yaml-places.ts'

export interface YamlFile<T> {
  readonly value: T | null
  readonly locate: Locate
  readonly mistakes: readonly Mistake[]
}

/** The shape of a file: whether a value has it, and asked only when it has not, what is wrong with it. */
export interface Shape<T> {
  fits(value: unknown): value is T
  findings(value: unknown): readonly Finding[]
}

/** A reader for files of one shape. */
export const yamlReader =
  <T>(shape: Shape<T>) =>
  (file: string, text: string): YamlFile<T> => {
    const place = (offset: number) => {
      const before = text.slice(0, offset)
      return { file, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
    }
    // Places are looked up only when something is wrong: reading stays fast.
    const locate: Locate = (...path) => place(offsetAt(text, path))
    if (text.includes('\r')) {
      const what = 'carriage returns: lines end with LF alone'
      return { value: null, locate, mistakes: [{ ...place(text.indexOf('\r')), what }] }
    }
    let value: unknown
    try {
      value = load(text)
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error
      const at = error.mark ? place(error.mark.position) : { file, line: 1, column: 1 }
      return { value: null, locate: () => at, mistakes: [{ ...at, what: `not YAML: ${error.reason}` }] }
    }
    if (!shape.fits(value)) return { value: null, locate, mistakes: mistakesOf(shape.findings(value), locate) }
    const mistakes: Mistake[] = []
    findImpossibleDays(value, [], (path, day) =>
      mistakes.push({ ...locate(...path), what: `${day} is not a day of the calendar` }),
    )
    return { value, locate, mistakes }
  }

/** `path` is the way to the value; it is lent, not given. */
function findImpossibleDays(value: unknown, path: string[], found: (path: string[], day: string) => void): void {
  if (typeof value === 'string') {
    if (value.length === 10 && /^\d{4}-\d{2}-\d{2}$/.test(value) && !isDay(value)) found(path, value)
  } else if (value !== null && typeof value === 'object') {
    for (const key in value) {
      path.push(key)
      findImpossibleDays((value as Record<string, unknown>)[key], path, found)
      path.pop()
    }
  }
}

/** What the library says of one place. */
export interface Finding {
  readonly keyword: string
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

/** The library's findings in the words of someone who edits the file; its follow-up findings are dropped. */
function mistakesOf(findings: readonly Finding[], locate: Locate): Mistake[] {
  const mistakes: Mistake[] = []
  for (const { keyword, instancePath, message, params } of findings) {
    const path = instancePath.split('/').slice(1)
    const name = path.at(-1) ?? 'file'
    const at = (...more: string[]) => locate(...path, ...more)
    const listed = (key: string): string[] => (params as Record<string, string[]>)[key] ?? []
    if (keyword === 'boolean' || keyword === 'anyOf') continue
    if (keyword === 'additionalProperties') {
      for (const extra of listed('additionalProperties'))
        mistakes.push({ ...at(extra), what: `unknown word "${extra}"` })
    } else if (keyword === 'required') {
      for (const missing of listed('requiredProperties')) mistakes.push({ ...at(), what: `"${missing}" is missing` })
    } else if (keyword === 'enum') {
      mistakes.push({ ...at(), what: `"${name}" must be one of: ${listed('allowedValues').join(', ')}` })
    } else mistakes.push({ ...at(), what: `"${name}" ${message}` })
  }
  return mistakes.length > 0 ? mistakes : [{ ...locate(), what: 'does not have the shape FORMAT.md asks for' }]
}
