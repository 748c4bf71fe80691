import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { LawFile } from '../terms/law.ts'
import { LAW_SHAPES } from '../terms/law-schemas.ts'
import { forbiddenCharacterIn } from './forbidden-characters.ts'
import { LIMITS, tooLongLineIn } from './law-limits.ts'
import type { LawSource } from './law-source.ts'
import { type Mistake, MistakeList } from './mistakes.ts'
import type { Rows } from './read-table.ts'
import { type YamlFile, yamlReader } from './read-yaml.ts'
import { lineIndexOf } from './yaml-places.ts'

export type FileReader = ReturnType<typeof fileReader>

/** Reads the files of one law. A mistake never stops it; all are collected. */
export function fileReader(source: LawSource) {
  const mistakes = new MistakeList()
  const hash = createHash('sha256')
  const paths: string[] = []
  const fileOf = (path: string): string => join(source.root, path)
  const mistake = (path: string, what: string, place = { line: 1, column: 1 }) =>
    mistakes.add({ file: fileOf(path), ...place, what })
  const addAll = (found: readonly Mistake[]) => {
    for (const one of found) mistakes.add(one)
  }
  for (const { path, what } of source.mistakes) mistake(path, what)
  const reported = new Set(source.mistakes.map(({ path }) => path))

  const bytesOf = (path: string): Buffer | null => {
    try {
      return source.read(path)
    } catch {
      if (!reported.has(path)) mistake(path, 'file is missing or cannot be read')
      return null
    }
  }
  const hashed = (path: string): Buffer | null => {
    const bytes = bytesOf(path)
    if (bytes === null) return null
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
    paths.push(path)
    return bytes
  }
  const textOf = (path: string): string | null => {
    const bytes = hashed(path)
    if (bytes === null) return null
    // Spreadsheets and editors of Windows end lines with CR and LF.
    const text = decodeUtf8(bytes)?.replaceAll('\r\n', '\n') ?? null
    if (text === null) {
      mistake(path, 'not UTF-8')
      return null
    }
    const long = tooLongLineIn(text)
    if (long !== null) mistake(path, `a line of more than ${LIMITS.lineLength} characters`, { line: long, column: 1 })
    const forbidden = forbiddenCharacterIn(text)
    if (forbidden !== null) mistake(path, forbidden.name, lineIndexOf(text)(forbidden.offset))
    return long === null && forbidden === null ? text : null
  }

  return {
    mistakes,
    /** Every file that was read. */
    paths,
    /** Reports a mistake about a file or folder as a whole. */
    mistake,
    yaml: <S extends keyof typeof LAW_SHAPES>(path: string, shape: S): YamlFile<LawFile<S>> => {
      const text = textOf(path)
      if (text === null) return { value: null, locate: () => ({ file: path, line: 1, column: 1 }), mistakes: [] }
      const parsed = yamlReader(LAW_SHAPES[shape])(fileOf(path), text)
      addAll(parsed.mistakes)
      if (parsed.cutShort) mistakes.cutShort(fileOf(path))
      return parsed
    },
    /** The rows of a table; none when it cannot be read. */
    table: <T>(path: string, parse: (file: string, text: string) => Rows<T>): readonly T[] => {
      const text = textOf(path)
      if (text === null) return []
      const parsed = parse(fileOf(path), text)
      addAll(parsed.mistakes)
      return parsed.values
    },
    /** What a file that is no text holds; null when it cannot be read. `parse` returns a text for a mistake. */
    binary: <T extends object>(path: string, parse: (bytes: Buffer) => T | string): T | null => {
      const bytes = hashed(path)
      if (bytes === null) return null
      const parsed = parse(bytes)
      if (typeof parsed !== 'string') return parsed
      mistake(path, parsed)
      return null
    },
    /** Sorted names of the files in a folder that have this ending; that there are none is a mistake. */
    list: (folder: string, ending: string): string[] => {
      try {
        const found = source.list(folder).filter((name) => name.endsWith(ending))
        if (found.length === 0) mistake(folder, `no ${ending} file in it`)
        return found.toSorted()
      } catch {
        mistake(folder, 'folder is missing or cannot be read')
        return []
      }
    },
    /** Whether there is such a file or folder. */
    has: (path: string): boolean => {
      try {
        return path.includes('.') ? source.read(path) !== null : source.list(path).length > 0
      } catch {
        return false
      }
    },
    /** SHA-256 over the names and bytes of every file read so far. */
    hash: (): string => hash.copy().digest('hex'),
  }
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
