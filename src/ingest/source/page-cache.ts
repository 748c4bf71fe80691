import { createHash } from 'node:crypto'
import {
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { CELEX } from '../../terms/celex.ts'
import { LANGUAGES, type Language } from '../../terms/language.ts'
import { REGIME_FOLDER } from '../../terms/law.ts'
import { writeAtomically } from '../atomic-write.ts'

/** A page that was downloaded whole and verified. */
export interface CachedPage {
  readonly celex: string
  readonly language: Language
  readonly file: string
  readonly sha256: string
  readonly bytes: number
  /** When it was downloaded, ISO. */
  readonly fetchedAt: string
}

export type Part = NonNullable<ReturnType<PageCache['part']>>

/** What the last `law fetch` learned of an act. */
export interface Check {
  readonly checkedAt: string
  readonly newest: string
  readonly unknown: readonly { readonly celex: string; readonly date: string | null }[]
}

/** The languages as the source calls them, which are also the names of the files. */
export const SOURCE_LANGUAGE: Readonly<Record<Language, string>> = { pl: 'pol', en: 'eng' }

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export type PageCache = ReturnType<typeof openPageCache>

/** Pages under `<directory>/<CELEX>/eng.xhtml`, each with a record (hash) beside it; an incomplete page is a `.part`. */
export function openPageCache(directory: string) {
  const files = cacheFilesIn(directory)
  const fileOf = (ending: string) => (celex: string, language: Language) =>
    files.ofVersion(celex, `${SOURCE_LANGUAGE[language]}.${ending}`)
  const [pageFile, recordFile, partFile, partRecord] = [
    fileOf('xhtml'),
    fileOf('json'),
    fileOf('part'),
    fileOf('part.json'),
  ]
  const checkFile = files.ofAct

  /** The page, if it is there and its hash is that of the record; a file that was edited does not count. */
  const page = (celex: string, language: Language): CachedPage | null => {
    const record = jsonOf(recordFile(celex, language))
    const file = pageFile(celex, language)
    const hash = record.sha256
    if (typeof hash !== 'string' || typeof record.fetched_at !== 'string' || !existsSync(file)) return null
    const bytes = readFileSync(file)
    if (sha256(bytes) !== hash) return null
    return { celex, language, file, sha256: hash, bytes: bytes.length, fetchedAt: record.fetched_at }
  }

  return {
    page,
    /** Consolidated versions of the act with at least one whole page, newest first. */
    pagesOf: (act: string): CachedPage[] =>
      (existsSync(directory) ? readdirSync(directory, { withFileTypes: true }) : [])
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .filter((name) => CELEX.test(name) && name.startsWith(`0${act.slice(1)}-`))
        .toSorted()
        .toReversed()
        .flatMap((celex) => LANGUAGES.toReversed().flatMap((language) => page(celex, language) ?? [])),
    partFile,
    /** A download that broke off, and the validator (`If-Range`) that tells the server which page it is a part of. */
    part: (celex: string, language: Language) => {
      const { validator } = jsonOf(partRecord(celex, language))
      const facts = lstatSync(partFile(celex, language), { throwIfNoEntry: false })
      return typeof validator === 'string' && facts?.isFile() && facts.size > 0
        ? { bytes: facts.size, validator }
        : null
    },
    /** Called before the first byte is stored. Without a validator the part cannot be resumed later. */
    beginPart: (celex: string, language: Language, start: number, validator: string | null): void => {
      files.makeFolder(celex)
      // Old bytes must never stand beside a new validator, not even after a power failure here.
      if (start === 0) rmSync(partFile(celex, language), { force: true })
      if (validator === null) rmSync(partRecord(celex, language), { force: true })
      else writeAtomically(partRecord(celex, language), JSON.stringify({ validator }))
    },
    dropPart: (celex: string, language: Language): void => {
      rmSync(partFile(celex, language), { force: true })
      rmSync(partRecord(celex, language), { force: true })
    },
    /** Turns the part, complete and verified, into the page. */
    complete: (
      celex: string,
      language: Language,
      bytes: Uint8Array,
      address: string,
      fetchedAt: string,
    ): CachedPage => {
      const hash = sha256(bytes)
      const file = pageFile(celex, language)
      renameSync(partFile(celex, language), file)
      rmSync(partRecord(celex, language), { force: true })
      const record = { celex, language, address, sha256: hash, bytes: bytes.length, fetched_at: fetchedAt }
      writeAtomically(recordFile(celex, language), `${JSON.stringify(record, null, 2)}\n`)
      return { celex, language, file, sha256: hash, bytes: bytes.length, fetchedAt }
    },
    check: (act: string): Check | null => {
      const { checked_at, newest, unknown } = jsonOf(checkFile(act))
      if (typeof checked_at !== 'string' || typeof newest !== 'string' || !CELEX.test(newest)) return null
      const acts = (Array.isArray(unknown) ? unknown : []).flatMap((one: unknown) => {
        const { celex, date } = objectOf(one)
        return typeof celex === 'string' ? [{ celex, date: typeof date === 'string' ? date : null }] : []
      })
      return { checkedAt: checked_at, newest, unknown: acts }
    },
    noteCheck: (act: string, { checkedAt, newest, unknown }: Check): void =>
      writeAtomically(checkFile(act), `${JSON.stringify({ checked_at: checkedAt, newest, unknown }, null, 2)}\n`),
  }
}

/**
 * The only place where paths in a cache are composed. Their parts come from `law/` and from the network, so no path may
 * lead out of `directory`, neither by its name (`..`) nor through a symbolic link.
 */
function cacheFilesIn(directory: string) {
  const within = (...names: readonly string[]): string => {
    const file = join(directory, ...names)
    const path = relative(directory, file)
    if (path === '' || path.startsWith('..') || isAbsolute(path)) throw new Error(`${file} is outside ${directory}`)
    return file
  }
  const folderOf = (celex: string): string => {
    if (!CELEX.test(celex)) throw new Error(`${JSON.stringify(celex)} is no CELEX number`)
    const folder = within(celex)
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    if (stats && !stats.isDirectory()) throw new Error(`${folder} is no folder: remove it and fetch again.`)
    return folder
  }
  return {
    /** A file of one version of an act, `02014R0833-20260724/eng.xhtml`. */
    ofVersion: (celex: string, name: string): string => join(folderOf(celex), name),
    /** The record of the last check of an act, by its folder in `law/`: `833-2014.json`. */
    ofAct: (folder: string): string => {
      if (!REGIME_FOLDER.test(folder)) throw new Error(`${JSON.stringify(folder)} is no act such as 833-2014`)
      return within(`${folder}.json`)
    },
    /** Makes the folder of a version unless it exists. */
    makeFolder: (celex: string) => void mkdirSync(folderOf(celex), { recursive: true }),
  }
}

/** Opens a file for writing, from its beginning or at its end; a symbolic link is not followed but an error. */
export function openForWriting(file: string, how: 'replace' | 'append'): number {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_TRUNC, O_APPEND } = constants
  return openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW | (how === 'replace' ? O_TRUNC : O_APPEND), 0o666)
}

const objectOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** A JSON file of the cache; a damaged one counts as absent, one that cannot be read is an error. */
function jsonOf(file: string): Record<string, unknown> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}
