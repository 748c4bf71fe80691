import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AnnexData, LawFile, LawShape } from '../../terms/law.ts'
import type { NomenclatureRow } from '../tariff/nomenclature.ts'
import { unfitSignIn } from './forbidden-characters.ts'
import type { Annex, Law, Listing, Placed, RegimeLaw } from './law.ts'
import { LAW_CHECKS } from './law-checks.ts'
import { LIMITS, tooLongLineIn } from './law-limits.ts'
import type { LawSource } from './law-source.ts'
import { type Locate, type Mistake, MistakeList } from './mistakes.ts'
import { type OtherYear, readDocuments, readListings, readNomenclature } from './read-rows.ts'
import { type YamlFile, yamlReader } from './read-yaml.ts'
import { lineIndexOf } from './yaml-places.ts'

const require = createRequire(import.meta.url)

const readerOf = <S extends LawShape>(shape: S) =>
  yamlReader<LawFile<S>>({
    fits: (value): value is LawFile<S> => LAW_CHECKS[shape](value),
    // The library that explains is large: a law without mistakes is read without it.
    findings: (value) => {
      const { lawFindings } = require('./schema-errors.ts') as typeof import('./schema-errors.ts')
      return lawFindings(shape, value)
    },
  })
const readActs = readerOf('acts')
const readAnnexes = readerOf('annexes')
const readArticle = readerOf('article')
const readCounts = readerOf('counts')
const readRegime = readerOf('regime')
const readWords = readerOf('words')

export interface LawRead {
  /** Null when a file that everything hangs on could not be read. */
  readonly law: Law | null
  readonly mistakes: MistakeList
  /** SHA-256 over the names and bytes of every file read: the same law, the same hash. */
  readonly hash: string
}

/** Reads the whole of `law/`, offline, and never stops at the first mistake. It pauses where others may have a turn. */
export function* readLaw(source: LawSource): Generator<undefined, LawRead> {
  const directory = source.root
  const mistakes = new MistakeList()
  const hash = createHash('sha256')
  const note = (found: readonly Mistake[]) => {
    for (const mistake of found) mistakes.add(mistake)
  }
  const known = new Set(source.problems.map(({ path }) => path))
  for (const { path, what } of source.problems) note([{ file: join(directory, path), line: 1, column: 1, what }])
  const text = (path: string): string | null => {
    const wrong = (what: string, place = { line: 1, column: 1 }) =>
      note([{ file: join(directory, path), ...place, what }])
    let bytes: Buffer
    try {
      bytes = source.read(path)
    } catch {
      if (!known.has(path)) wrong('file is missing or cannot be read')
      return null
    }
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
    let decoded: string
    try {
      decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      wrong('not UTF-8')
      return null
    }
    const long = tooLongLineIn(decoded)
    if (long !== null) wrong(`a line of more than ${LIMITS.lineLength} characters`, { line: long, column: 1 })
    // Carriage returns are told by the readers, which know what to say of them.
    const sign = unfitSignIn(decoded.replaceAll('\r', ' '))
    if (sign !== null) wrong(`${sign.name}`, lineIndexOf(decoded)(sign.offset))
    return long === null && sign === null ? decoded : null
  }
  const yaml = <T>(path: string, read: (file: string, text: string) => YamlFile<T>): YamlFile<T> => {
    const content = text(path)
    if (content === null) return { value: null, locate: () => ({ file: path, line: 1, column: 1 }), mistakes: [] }
    const file = read(join(directory, path), content)
    note(file.mistakes)
    if (file.cutShort) mistakes.cutShort(join(directory, path))
    return file
  }
  const table = <T>(
    path: string,
    read: (file: string, text: string) => { values: T; mistakes: readonly Mistake[] },
  ) => {
    const content = text(path)
    if (content === null) return [] as unknown as T
    const read1 = read(join(directory, path), content)
    note(read1.mistakes)
    return read1.values
  }
  const list = (folder: string, ending: string): string[] => {
    try {
      const found = source.list(folder).filter((name) => name.endsWith(ending))
      if (found.length === 0)
        note([{ file: join(directory, folder), line: 1, column: 1, what: `no ${ending} file in it` }])
      return found.toSorted()
    } catch {
      note([{ file: join(directory, folder), line: 1, column: 1, what: 'folder is missing or cannot be read' }])
      return []
    }
  }

  const acts = yaml('acts.yaml', readActs)
  const counts = yaml('counts.yaml', readCounts)
  const words = yaml('words.yaml', readWords)
  const documents = table('taric-documents.tsv', readDocuments)
  const nomenclatures: { year: number; rows: readonly NomenclatureRow[] }[] = []
  const other: OtherYear = { header: '', lines: [], rows: [] }
  const readYear = (file: string, content: string) => readNomenclature(file, content, other)
  for (const name of list('nomenclature', '.tsv')) {
    yield
    const year = /^cn-(\d{4})\.tsv$/.exec(name)?.[1]
    if (year) nomenclatures.push({ year: Number(year), rows: table(`nomenclature/${name}`, readYear) })
    else {
      const file = join(directory, 'nomenclature', name)
      note([{ file, line: 1, column: 1, what: 'not named after a year, cn-YYYY.tsv' }])
    }
  }

  const regimes: RegimeLaw[] = []
  for (const folder of Object.keys(counts.value?.regimes ?? {})) {
    yield
    const regime = yaml(`${folder}/regime.yaml`, readRegime)
    const declared = yaml(`${folder}/annexes.yaml`, readAnnexes)
    const articles = list(`${folder}/measures`, '.yaml').map((name) => {
      const file = yaml(`${folder}/measures/${name}`, readArticle)
      if (file.value && `${file.value.article}.yaml` !== name) {
        note([{ ...file.locate('article'), what: `article ${file.value.article} stands in ${name}` }])
      }
      return file
    })
    const tables = new Map(
      list(`${folder}/annexes`, '.tsv').map((name) => [
        name.slice(0, -'.tsv'.length),
        table(`${folder}/annexes/${name}`, readListings),
      ]),
    )
    if (!regime.value || !declared.value) continue
    const annexes = declared.value.annexes.map((annex, index): Annex => {
      const listings = tables.get(annex.annex)
      tables.delete(annex.annex)
      const at = within(declared.locate, 'annexes', index)
      if (!listings) note([{ ...at('annex'), what: `annex ${annex.annex} has no file annexes/${annex.annex}.tsv` }])
      return { declared: { value: annex, at }, listings: datedBy(annex, listings ?? []) }
    })
    for (const name of tables.keys()) {
      const file = join(directory, folder, 'annexes', `${name}.tsv`)
      note([{ file, line: 1, column: 1, what: `annex ${name} is not declared in ${folder}/annexes.yaml` }])
    }
    const collect = <K extends 'measures' | 'exemptions' | 'derogations' | 'winddowns'>(kind: K) =>
      articles.flatMap(({ value, locate }) =>
        (value?.[kind] ?? []).map((item, index) => ({ value: item, at: within(locate, kind, index) })),
      ) as Placed<NonNullable<NonNullable<(typeof articles)[number]['value']>[K]>[number]>[]
    regimes.push({
      folder,
      regime: { value: regime.value, at: regime.locate },
      annexes,
      uncoded: declared.value.uncoded.map((value, index) => ({ value, at: within(declared.locate, 'uncoded', index) })),
      measures: collect('measures'),
      exemptions: collect('exemptions'),
      derogations: collect('derogations'),
      winddowns: collect('winddowns'),
    })
  }

  const law: Law | null =
    acts.value && counts.value
      ? {
          acts: acts.value.acts.map((value, index) => ({ value, at: within(acts.locate, 'acts', index) })),
          documents,
          nomenclatures,
          words: (words.value?.words ?? []).map((value, index) => ({
            value,
            at: within(words.locate, 'words', index),
          })),
          meanings: (words.value?.means ?? []).map((value, index) => ({
            value,
            at: within(words.locate, 'means', index),
          })),
          counts: counts.value,
          countsAt: counts.locate,
          regimes,
        }
      : null
  return { law, mistakes, hash: hash.digest('hex') }
}

/** Rows that an act re-issued and that say nothing else of their age are as old as their annex tells of all of them. */
function datedBy({ reissued }: AnnexData, listings: readonly Placed<Listing>[]): readonly Placed<Listing>[] {
  if (!reissued) return listings
  const days = new Map(reissued.map(({ act, at_latest }) => [act, at_latest]))
  return listings.map((listing) => {
    const { mark, act, firstAct, atLatest } = listing.value
    const day = mark === 'replaced' && firstAct === '' && atLatest === null ? days.get(act) : undefined
    return day === undefined ? listing : { ...listing, value: { ...listing.value, atLatest: day } }
  })
}

/** The same file, seen from one item of a list in it. */
const within =
  (locate: Locate, ...path: (string | number)[]): Locate =>
  (...more) =>
    locate(...path, ...more)
