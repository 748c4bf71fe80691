import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { LANGUAGES, type Language } from '../../base/language.ts'
import { CELEX } from '../../law/terms/celex.ts'
import { REGIME_FOLDER } from '../../law/terms/law.ts'
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

/** Pages under `<directory>/<CELEX>/eng.xhtml`, each with a record (hash) beside it. */
export function openPageCache(directory: string) {
  const files = cacheFilesIn(directory)
  const fileOf = (ending: string) => (celex: string, language: Language) =>
    files.ofVersion(celex, `${SOURCE_LANGUAGE[language]}.${ending}`)
  const [pageFile, recordFile] = [fileOf('xhtml'), fileOf('json')]
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
    /** Writes a verified page. Its record comes last: without it the page does not count. */
    keep: (celex: string, language: Language, bytes: Buffer, address: string, fetchedAt: string): CachedPage => {
      const hash = sha256(bytes)
      const file = pageFile(celex, language)
      writeAtomically(file, bytes)
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
  }
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
