import { load, YAMLException } from 'js-yaml'
import { isDay } from '../../terms/day.ts'
import { unfitSignIn } from './forbidden-characters.ts'
import type { Locate, Mistake } from './mistakes.ts'
import { lineIndexOf, placesIn } from './yaml-places.ts'

export interface YamlFile<T> {
  readonly value: T | null
  readonly locate: Locate
  readonly mistakes: readonly Mistake[]
  /** There are more mistakes than were looked for. */
  readonly cutShort?: boolean
}

/** What is wrong with the shape of a file is looked for until so much is found. */
export const FINDINGS_MOST = 20_000

/** The shape of a file: whether a value has it, and asked only when it has not, what is wrong with it. */
export interface Shape<T> {
  fits(value: unknown): value is T
  findings(value: unknown): readonly Finding[]
}

/** A reader for files of one shape. */
export const yamlReader =
  <T>(shape: Shape<T>) =>
  (file: string, text: string): YamlFile<T> => {
    const lineOf = lineIndexOf(text)
    const place = (offset: number) => ({ file, ...lineOf(offset) })
    // Places are looked up only when something is wrong: reading stays fast.
    let offsetOf: ReturnType<typeof placesIn> | null = null
    const locate: Locate = (...path) => {
      offsetOf ??= placesIn(text)
      return place(offsetOf(path))
    }
    if (text.includes('\r')) {
      const what = 'carriage returns: lines end with LF alone'
      return { value: null, locate, mistakes: [{ ...place(text.indexOf('\r')), what }] }
    }
    let value: unknown
    try {
      // An alias can stand for more than was ever written: a few lines become millions of values.
      value = load(text, { maxAliases: 0 })
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error
      const at = error.mark ? place(error.mark.position) : { file, line: 1, column: 1 }
      return { value: null, locate: () => at, mistakes: [{ ...at, what: `not YAML: ${error.reason}` }] }
    }
    if (!shape.fits(value)) {
      const findings = shape.findings(value)
      return { value: null, locate, mistakes: mistakesOf(findings, locate), cutShort: findings.length >= FINDINGS_MOST }
    }
    const mistakes: Mistake[] = []
    eachText(value, [], (path, one) => {
      const wrong = wrongWith(one)
      if (wrong !== null) mistakes.push({ ...locate(...path), what: wrong })
    })
    return { value, locate, mistakes }
  }

/** Every text in a value, keys too. `path` is the way to it; it is lent, not given. */
function eachText(value: unknown, path: string[], found: (path: string[], text: string) => void): void {
  if (typeof value === 'string') found(path, value)
  else if (value !== null && typeof value === 'object') {
    for (const key in value) {
      path.push(key)
      if (!Array.isArray(value)) found(path, key)
      eachText((value as Record<string, unknown>)[key], path, found)
      path.pop()
    }
  }
}

/** What no schema sees: days that no calendar has, and signs that an escape such as "\0" puts into a text. */
function wrongWith(text: string): string | null {
  if (text.length === 10 && /^\d{4}-\d{2}-\d{2}$/.test(text) && !isDay(text))
    return `${text} is not a day of the calendar`
  // Tables cannot hold a tab in a text either.
  if (text.includes('\t')) return 'control character U+0009 in a text'
  const sign = unfitSignIn(text)
  return sign === null ? null : `${sign.name} in a text`
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
